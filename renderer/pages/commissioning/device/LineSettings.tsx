import { Button } from '@mantine/core';
import {
  changeConnection,
  connectionSpec,
  readConnection,
} from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { useEndpoint, useSend } from '../../../api/useEndpoint.ts';
import { useWasDeleted } from '../../../parts/gone/wasDeleted.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { StructureForm } from '../../../parts/structure/StructureForm.tsx';
import { shapeOf } from '../../../parts/structure/shape.ts';
import { useServices } from '../../../state/services.ts';
import styles from '../Page.module.css';
import { lineFields, toolWords as words } from '../words.ts';

const units = {
  connectTimeoutMs: 'ms',
  timeoutMs: 'ms',
  pauseBetweenRequestsMs: 'ms',
  pauseAfterConnectMs: 'ms',
  quietMs: 'ms',
};

/** How a line is reached, such as a gateway that got another address, and the way to a device that is in no library. */
export const LineSettings = ({ id, onAddDevice }: { id: string; onAddDevice: () => void }) => {
  const { session } = useServices();
  const wasDeleted = useWasDeleted();
  const params = { id };
  const line = useEndpoint(readConnection, { params }, { everyMs: 15_000 });
  const change = useSend(changeConnection);
  return (
    <Loaded of={line} rows={8}>
      {(now) => (
        <>
          {wasDeleted ? null : (
            <section className={styles.form} aria-label={words.addDevice}>
              <div>
                <Button variant="default" onClick={onAddDevice}>
                  {words.addDevice}
                </Button>
              </div>
              <p className={styles.note}>{words.addDeviceHint}</p>
            </section>
          )}
          <h3>{words.lineSettings(now.name)}</h3>
          <StructureForm
            title={words.lineSettings(now.name)}
            draftName={`line.${id}`}
            schema={connectionSpec}
            shape={shapeOf(connectionSpec)}
            labels={{ ...lineFields, units }}
            stored={{ version: now.version, value: now }}
            latest={now.version}
            subject={id}
            send={async (body, version) => (await change.send({ params, body: { ...body, version } })).version}
            read={async () => {
              const value = await session.request(readConnection, { params });
              return { version: value.version, value };
            }}
          />
        </>
      )}
    </Loaded>
  );
};
