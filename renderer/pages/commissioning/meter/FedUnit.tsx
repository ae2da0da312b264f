import { Button } from '@mantine/core';
import type { PlantTag } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { readUnit } from '../../../../server/contract/plant/units.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { words } from '../words.ts';
import styles from './Meter.module.css';
import type { StepProps } from './place.ts';

/** A unit that the device feeds already, made before one left: one goes on with it. */
export const FedUnit = ({ place, go, tags }: StepProps & { tags: readonly PlantTag[] }) => {
  const id = tags.find(({ unitId }) => unitId !== null)?.unitId ?? null;
  const unit = useEndpoint(readUnit, { params: { id: id ?? '' } }, { enabled: id !== null });
  if (id === null || unit.data === undefined) return null;
  const { name } = unit.data;
  return (
    <section className={styles.sheet} aria-label={words.feedsAlready(name)}>
      <p>{words.feedsAlready(name)}</p>
      <div>
        <Button onClick={() => go({ ...place, step: 'trusted', unit: id })}>{words.goOnWith(name)}</Button>
      </div>
    </section>
  );
};
