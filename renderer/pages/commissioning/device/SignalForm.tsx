import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  changeTag,
  createTag,
  deleteTag,
  type PlantTag,
  readTag,
} from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { listUnits } from '../../../../server/contract/plant/units.ts';
import { useEndpoint, useSaving, useSend } from '../../../api/useEndpoint.ts';
import { DeleteByName } from '../../../parts/form/DeleteByName.tsx';
import { Loaded } from '../../../parts/Loaded.tsx';
import { StructureForm } from '../../../parts/structure/StructureForm.tsx';
import { shapeOf } from '../../../parts/structure/shape.ts';
import { useServices } from '../../../state/services.ts';
import { unitLabel } from '../../../text/numbers.ts';
import { text } from '../../../text/words.ts';
import styles from '../Page.module.css';
import { signalFields, toolWords as words } from '../words.ts';
import { LiveDecoding } from './LiveDecoding.tsx';
import { fieldsOfSignal, type TypedSignal, writtenSignal } from './signalFields.ts';

const units = { periodMs: 'ms' };

type Props = {
  device: { id: string; name: string; connectionId: string; slaveId: number };
  /** Undefined: a new one. */
  tag: PlantTag | undefined;
  onClose: () => void;
};

/** One signal by hand: where it is on the device, how its registers become a value, and what it feeds. */
export const SignalForm = ({ device, tag, onClose }: Props) => {
  const { session } = useServices();
  const all = useEndpoint(listUnits, {});
  const create = useSaving(createTag);
  const change = useSend(changeTag);
  const remove = useSend(deleteTag);
  const [fresh] = useState(() => ({
    deviceId: device.id,
    name: '',
    kind: 'gauge',
    periodMs: 5000,
    decode: { type: 'uint16' },
  }));
  const title = tag === undefined ? words.addSignal : words.signalOf(tag.name);
  return (
    <section className={styles.form} aria-label={title}>
      <div>
        <Button variant="default" onClick={onClose}>
          {words.backToSignals}
        </Button>
      </div>
      <h3>{title}</h3>
      <p className={styles.note}>{device.name}</p>
      <Loaded of={all} rows={8}>
        {({ units: known }) => (
          <StructureForm
            title={title}
            draftName={`signal.${tag?.id ?? `new.${device.id}`}`}
            schema={createTag.body}
            shape={shapeOf(createTag.body)}
            shown={(value) => fieldsOfSignal(value as TypedSignal)}
            labels={{ ...signalFields, units }}
            choices={(value) => ({
              unitId: known.map(({ id, name }) => ({ value: id, label: name })),
              param: (known.find(({ id }) => id === (value as TypedSignal).unitId)?.series ?? []).map(({ param, measure }) => ({
                value: param,
                label: `${text.params[param] ?? param} (${unitLabel(measure)})`,
              })),
            })}
            isNew={tag === undefined}
            stored={tag === undefined ? { version: 0, value: fresh } : { version: tag.version, value: writtenSignal(tag) }}
            latest={tag?.version}
            {...(tag === undefined ? {} : { subject: tag.id })}
            submit={tag === undefined ? words.addSignalDo : undefined}
            send={async (body, version) =>
              tag === undefined
                ? (await create.send({ body })).version
                : (await change.send({ params: { id: tag.id }, body: { ...body, version } })).version
            }
            read={async () => {
              const value = await session.request(readTag, { params: { id: tag?.id ?? '' } });
              return { version: value.version, value: writtenSignal(value) };
            }}
            beside={(value) => (
              <LiveDecoding connectionId={device.connectionId} slaveId={device.slaveId} value={value as TypedSignal} />
            )}
            {...(tag === undefined ? { onSaved: onClose } : {})}
          />
        )}
      </Loaded>
      {tag === undefined ? null : (
        <DeleteByName
          name={tag.name}
          hint={words.deleteSignal}
          remove={() => remove.send({ params: { id: tag.id }, query: { version: tag.version } })}
          onDone={onClose}
        />
      )}
    </section>
  );
};
