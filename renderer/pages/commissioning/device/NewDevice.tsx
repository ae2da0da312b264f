import { Button } from '@mantine/core';
import { useRef } from 'react';
import { createDevice } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { useSaving } from '../../../api/useEndpoint.ts';
import { StructureForm } from '../../../parts/structure/StructureForm.tsx';
import { shapeOf } from '../../../parts/structure/shape.ts';
import styles from '../Page.module.css';
import { deviceFields, toolWords as words } from '../words.ts';

const units = { timeoutMs: 'ms' };
const shown = ['name', 'slaveId', 'timeoutMs', 'acceptAnyUnit'];

type Props = { lineId: string; onMade: (id: string) => void; onBack: () => void };

/** A device without a model; its signals are entered one by one. */
export const NewDevice = ({ lineId, onMade, onBack }: Props) => {
  const create = useSaving(createDevice);
  const made = useRef('');
  return (
    <section className={styles.form}>
      <div>
        <Button variant="default" onClick={onBack}>
          {words.backToLine}
        </Button>
      </div>
      <h3>{words.addDevice}</h3>
      <p className={styles.note}>{words.addDeviceHint}</p>
      <StructureForm
        title={words.addDevice}
        draftName={`device.new.${lineId}`}
        schema={createDevice.body}
        shape={shapeOf(createDevice.body)}
        shown={shown}
        labels={{ ...deviceFields, units }}
        isNew
        stored={{ version: 0, value: { connectionId: lineId } }}
        submit={words.addDeviceDo}
        send={async (body) => {
          const { id, version } = await create.send({ body });
          made.current = id;
          return version;
        }}
        read={() => Promise.reject(new Error('a device that is not made yet has no other version'))}
        onSaved={() => onMade(made.current)}
      />
    </section>
  );
};
