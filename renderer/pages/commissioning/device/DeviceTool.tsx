import {
  changeDevice,
  deleteDevice,
  listConnections,
  listTags,
  readDevice,
} from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { type Answer, useEndpoint, useSend } from '../../../api/useEndpoint.ts';
import { DeleteByName } from '../../../parts/form/DeleteByName.tsx';
import { Opened } from '../../../parts/gone/Opened.tsx';
import { Loaded } from '../../../parts/Loaded.tsx';
import { StructureForm } from '../../../parts/structure/StructureForm.tsx';
import { shapeOf } from '../../../parts/structure/shape.ts';
import { isMissing } from '../../../state/fresh.ts';
import { useServices } from '../../../state/services.ts';
import type { LineRow } from '../fieldTree.ts';
import { deviceFields, toolWords as words } from '../words.ts';
import { LineSettings } from './LineSettings.tsx';
import { NewDevice } from './NewDevice.tsx';
import { SignalForm } from './SignalForm.tsx';
import { Signals } from './Signals.tsx';
import { Twin } from './Twin.tsx';

/** As a device is stored: nothing of it is the template’s any more. */
const deviceForm = changeDevice.body.omit({ version: true });
const units = { timeoutMs: 'ms' };
const shown = ['name', 'connectionId', 'slaveId', 'enabled', 'timeoutMs', 'acceptAnyUnit', 'limits'];

/** What is said while a call waits, or fails. */
const waiting = <T,>(answer: Answer<T>) => (
  <Loaded of={answer} rows={8}>
    {() => null}
  </Loaded>
);

type SettingsProps = { deviceId: string; signal: string | undefined; change: (next: object) => void };

const Settings = ({ deviceId, signal, change: go }: SettingsProps) => {
  const { session } = useServices();
  const params = { id: deviceId };
  const device = useEndpoint(readDevice, { params }, { everyMs: 15_000 });
  const lines = useEndpoint(listConnections, {});
  const tags = useEndpoint(listTags, { query: { deviceId } }, { everyMs: 15_000 });
  const change = useSend(changeDevice);
  const remove = useSend(deleteDevice);
  const known = tags.data?.tags ?? [];
  const tag = known.find(({ id }) => id === signal);
  const closeSignal = () => go({ signal: undefined });
  const isGone = isMissing(device.error);
  return (
    <Opened
      id={deviceId}
      found={isGone ? undefined : device.data}
      isComing={!isGone}
      meanwhile={waiting(device)}
      back={{ label: words.backToLine, go: () => go({ device: undefined, signal: undefined }) }}
    >
      {(now) =>
        signal === 'new' ? (
          <SignalForm device={now} tag={undefined} onClose={closeSignal} />
        ) : signal !== undefined ? (
          <Opened
            key={signal}
            id={signal}
            found={tag}
            isComing={tags.data === undefined || tags.busy}
            meanwhile={waiting(tags)}
            back={{ label: words.backToSignals, go: closeSignal }}
          >
            {(one) => <SignalForm device={now} tag={one} onClose={closeSignal} />}
          </Opened>
        ) : (
          <>
            <Signals tags={known} onOpen={(id) => go({ device: deviceId, signal: id })} />
            <h3>{words.settings(now.name)}</h3>
            <StructureForm
              title={words.settings(now.name)}
              draftName={`device.${deviceId}`}
              schema={deviceForm}
              shape={shapeOf(deviceForm)}
              shown={shown}
              labels={{ ...deviceFields, units }}
              choices={{ connectionId: (lines.data?.connections ?? []).map(({ id, name }) => ({ value: id, label: name })) }}
              stored={{ version: now.version, value: now }}
              latest={now.version}
              subject={deviceId}
              send={async (body, version) => (await change.send({ params, body: { ...body, version } })).version}
              read={async () => {
                const value = await session.request(readDevice, { params });
                return { version: value.version, value };
              }}
            />
            <Twin device={now} />
            <DeleteByName
              name={now.name}
              hint={words.deleteDevice}
              remove={() => remove.send({ params, query: { version: now.version } })}
              onDone={() => go({ device: undefined })}
            />
          </>
        )
      }
    </Opened>
  );
};

type Props = { line: LineRow; deviceId: string | undefined; signal: string | undefined; change: (next: object) => void };

/** Everything of one device: its signals, how it is read, a simulated one of its kind, and its end. Without a device, the same of its line. */
export const DeviceTool = ({ line, deviceId, signal, change }: Props) => {
  const lineId = line.connectionId;
  const open = (device: string | undefined) => change({ line: lineId, device, signal: undefined });
  if (deviceId === 'new') return <NewDevice key={lineId} lineId={lineId} onMade={open} onBack={() => open(undefined)} />;
  if (deviceId === undefined) return <LineSettings key={lineId} id={lineId} onAddDevice={() => open('new')} />;
  return <Settings key={deviceId} deviceId={deviceId} signal={signal} change={change} />;
};
