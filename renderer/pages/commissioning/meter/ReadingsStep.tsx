import { useState } from 'react';
import { listTags, type PlantTag, readDevice } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import { AsOf } from '../../../parts/figures/AsOf.tsx';
import { Loaded } from '../../../parts/Loaded.tsx';
import { formatUpTo } from '../../../text/numbers.ts';
import { saySystem } from '../../../text/systemWords.ts';
import { words } from '../words.ts';
import { Display } from './Display.tsx';
import { Matrix } from './Matrix.tsx';
import styles from './Meter.module.css';
import type { StepProps } from './place.ts';
import { Signals } from './Signals.tsx';
import { StepFoot } from './StepFoot.tsx';
import { useFieldNow } from './useFieldNow.ts';

/** The signal whose number matters most: the total, else the first. */
export const mainTag = (tags: readonly PlantTag[]): PlantTag | undefined =>
  tags.find(({ kind }) => kind === 'counter') ?? tags[0];

const isNumeric = ({ decode: { space, type } }: PlantTag): boolean =>
  (space === 'holding' || space === 'input') && type !== 'string';

/** What the device sends, raw and decoded beside each other, compared with what its display shows. */
export const ReadingsStep = ({ place, go }: StepProps) => {
  const { device: id = '' } = place;
  const device = useEndpoint(readDevice, { params: { id } });
  const list = useEndpoint(listTags, { query: { deviceId: id } });
  const { field, wordsBefore } = useFieldNow();
  const [chosen, setChosen] = useState<string>();
  const tags = list.data?.tags ?? [];
  const tag = tags.find((one) => one.id === chosen) ?? mainTag(tags);
  const views = new Map(field.data?.tags.map((view) => [view.tagId, view]));
  const now = field.data?.devices.find(({ deviceId }) => deviceId === id);
  const slaveId = device.data?.slaveId ?? 1;
  const connectionId = device.data?.connectionId ?? '';
  return (
    <div className={styles.step}>
      <AsOf of={field.fresh} />
      <div className={styles.work}>
        <section className={styles.sheet} aria-label={words.sends}>
          <div className={styles.row}>
            <h2>{words.sends}</h2>
            <span className={styles.note} role="status">
              {now === undefined || now.rttMsP50 === null
                ? words.waitsForAnswer
                : words.answersIn(formatUpTo(now.rttMsP50, 1), formatUpTo(now.rttMsP95 ?? now.rttMsP50, 1))}
            </span>
          </div>
          {now?.lastError == null || now.health === 'good' ? null : (
            <p className={styles.finding} role="alert">
              {words.silent} {saySystem(now.lastError.message)}
            </p>
          )}
          <Loaded of={list} rows={8}>
            {() => <Signals tags={tags} views={views} before={wordsBefore} chosen={tag?.id} onChoose={setChosen} />}
          </Loaded>
          {tag !== undefined && isNumeric(tag) && connectionId !== '' ? (
            <Matrix
              connectionId={connectionId}
              slaveId={slaveId}
              signal={{ name: tag.name, register: tag.wire.register, decode: tag.decode }}
            />
          ) : null}
        </section>
        {tag !== undefined && isNumeric(tag) && connectionId !== '' ? (
          <Display
            key={tag.id}
            connectionId={connectionId}
            slaveId={slaveId}
            tag={tag}
            onProof={(proof) => go({ ...place, step: 'readings', proof })}
          />
        ) : null}
      </div>
      <StepFoot
        back={{ label: words.steps.model, onBack: () => go({ ...place, step: 'model' }) }}
        next={place.proof === undefined ? words.nextUnitUnproven : words.nextUnit}
        onNext={() => go({ ...place, step: 'unit' })}
      />
    </div>
  );
};
