import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  changeDevice,
  deleteDevice,
  deleteTag,
  deviceSpec,
  listConnections,
  listTags,
  type PlantTag,
  readDevice,
} from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { listUnits } from '../../../../server/contract/plant/units.ts';
import { useEndpoint, useSend } from '../../../api/useEndpoint.ts';
import { DeleteByName } from '../../../parts/form/DeleteByName.tsx';
import { SelectField } from '../../../parts/form/fields.tsx';
import { Loaded } from '../../../parts/Loaded.tsx';
import { StructureForm } from '../../../parts/structure/StructureForm.tsx';
import { shapeOf } from '../../../parts/structure/shape.ts';
import { useServices } from '../../../state/services.ts';
import { formatUpTo } from '../../../text/numbers.ts';
import { text } from '../../../text/words.ts';
import { readSearch } from '../entry.ts';
import type { LineRow } from '../fieldTree.ts';
import styles from '../Page.module.css';
import { deviceFields, toolWords as words } from '../words.ts';
import { ToolTable } from './ToolTable.tsx';
import { Twin } from './Twin.tsx';

const units = { timeoutMs: 'ms' };
const shown = ['name', 'connectionId', 'slaveId', 'enabled', 'timeoutMs', 'acceptAnyUnit', 'limits'];

/** Signals of a device, each of which can be deleted by its name. */
const Signals = ({ tags }: { tags: readonly PlantTag[] }) => {
  const remove = useSend(deleteTag);
  const all = useEndpoint(listUnits, {});
  const names = new Map((all.data?.units ?? []).map(({ id, name }) => [id, name]));
  const [chosen, setChosen] = useState('');
  const tag = tags.find(({ id }) => id === chosen);
  return (
    <section className={styles.form} aria-label={words.signals}>
      <h3>{words.signals}</h3>
      {tags.length === 0 ? <p className={styles.note}>{words.noSignals}</p> : null}
      {tags.length === 0 ? null : (
        <>
          <ToolTable
            label={words.signals}
            columns={words.signalColumns}
            rows={tags.map(({ id, name, wire, periodMs, unitId, param }) => ({
              key: id,
              cells: [
                name,
                wire.register,
                words.seconds(formatUpTo(periodMs / 1000, 1)),
                unitId === null
                  ? words.feedsNothing
                  : `${names.get(unitId) ?? unitId}, ${text.params[param ?? ''] ?? param ?? ''}`,
              ],
            }))}
          />
          <SelectField
            of={{ id: 'signal-to-delete', value: chosen, onChange: setChosen, onBlur: () => undefined, problem: undefined }}
            label={words.deleteSignalChoose}
            options={[{ value: '', label: words.choose }, ...tags.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        </>
      )}
      {tag === undefined ? null : (
        <DeleteByName
          key={tag.id}
          name={tag.name}
          hint={words.deleteSignal}
          remove={() => remove.send({ params: { id: tag.id }, query: { version: tag.version } })}
          onDone={() => setChosen('')}
        />
      )}
    </section>
  );
};

const Settings = ({ deviceId }: { deviceId: string }) => {
  const { session } = useServices();
  const navigate = useNavigate({ from: '/commissioning' });
  const params = { id: deviceId };
  const device = useEndpoint(readDevice, { params }, { everyMs: 15_000 });
  const lines = useEndpoint(listConnections, {});
  const tags = useEndpoint(listTags, { query: { deviceId } });
  const change = useSend(changeDevice);
  const remove = useSend(deleteDevice);
  return (
    <Loaded of={device} rows={8}>
      {(now) => (
        <>
          <StructureForm
            title={words.settings(now.name)}
            draftName={`device.${deviceId}`}
            schema={deviceSpec}
            shape={shapeOf(deviceSpec)}
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
          <Signals tags={tags.data?.tags ?? []} />
          <Twin device={now} />
          <DeleteByName
            name={now.name}
            hint={words.deleteDevice}
            remove={() => remove.send({ params, query: { version: now.version } })}
            onDone={() => void navigate({ search: (before) => readSearch({ ...before, device: undefined }), replace: true })}
          />
        </>
      )}
    </Loaded>
  );
};

/** Everything of one device: how it is read, its signals, a simulated one of its kind, and its end. */
export const DeviceTool = ({ line, deviceId }: { line: LineRow; deviceId: string | undefined }) => {
  const device = line.devices.find((one) => one.deviceId === deviceId) ?? line.devices[0];
  if (device === undefined) return <p className={styles.note}>{words.noDevice}</p>;
  return <Settings key={device.deviceId} deviceId={device.deviceId} />;
};
