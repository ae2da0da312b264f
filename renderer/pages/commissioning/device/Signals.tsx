import { Button } from '@mantine/core';
import type { PlantTag } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { listUnits } from '../../../../server/contract/plant/units.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { formatUpTo } from '../../../text/numbers.ts';
import { text } from '../../../text/words.ts';
import { decodingOf } from '../meter/Signals.tsx';
import styles from '../Page.module.css';
import { toolWords as words } from '../words.ts';
import { ToolTable } from './ToolTable.tsx';

type Props = { tags: readonly PlantTag[]; onOpen: (signal: string) => void };

/** Signals of a device: each opens its form. */
export const Signals = ({ tags, onOpen }: Props) => {
  const all = useEndpoint(listUnits, {});
  const names = new Map((all.data?.units ?? []).map(({ id, name }) => [id, name]));
  return (
    <section className={styles.form} aria-label={words.signals}>
      <h3>{words.signals}</h3>
      {tags.length === 0 ? (
        <p className={styles.note}>{words.noSignals}</p>
      ) : (
        <ToolTable
          label={words.signals}
          columns={words.signalColumns}
          rows={tags.map((tag) => ({
            key: tag.id,
            cells: [
              <button key="open" type="button" className={styles.plain} onClick={() => onOpen(tag.id)}>
                {tag.name}
              </button>,
              tag.wire.register,
              decodingOf(tag),
              words.seconds(formatUpTo(tag.periodMs / 1000, 1)),
              tag.unitId === null
                ? words.feedsNothing
                : `${names.get(tag.unitId) ?? tag.unitId}, ${text.params[tag.param ?? ''] ?? tag.param ?? ''}`,
            ],
          }))}
        />
      )}
      <div>
        <Button variant="default" onClick={() => onOpen('new')}>
          {words.addSignal}
        </Button>
      </div>
    </section>
  );
};
