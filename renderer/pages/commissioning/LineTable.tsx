import { useState } from 'react';
import { useNow } from '../../state/now.ts';
import { useServices } from '../../state/services.ts';
import { formatUpTo } from '../../text/numbers.ts';
import { formatAge } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import type { DeviceRow, LineRow } from './fieldTree.ts';
import { addressOfLine } from './lines.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

type Chosen = { line: string | undefined; device: string | undefined };
type Props = {
  lines: readonly LineRow[];
  openAll: boolean;
  chosen: Chosen;
  onChoose: (line: string, device: string | undefined) => void;
};

const ms = (value: number | null): string => (value === null ? text.noValue : formatUpTo(value, 1));

const Age = ({ atMs }: { atMs: number | null }) => {
  const { clock } = useServices();
  const nowMs = useNow(clock);
  return atMs === null ? words.never : formatAge(nowMs - atMs);
};

const isTrouble = ({ state }: DeviceRow): boolean =>
  state === 'silent' || state === 'never' || state === 'damaged' || state === 'slow';

const DeviceLine = ({ device, isChosen, onChoose }: { device: DeviceRow; isChosen: boolean; onChoose: () => void }) => (
  <tr data-level="2" data-chosen={isChosen || undefined}>
    <th scope="row">
      <button type="button" className={styles.plain} aria-pressed={isChosen} onClick={onChoose}>
        {device.name}
      </button>
    </th>
    <td>{device.slaveId}</td>
    <td>
      <span className={styles.state} data-trouble={isTrouble(device) || undefined}>
        {words.deviceState[device.state]}
      </span>
    </td>
    <td />
    <td data-numeric>{device.state === 'line' ? text.noValue : ms(device.rttMsP50)}</td>
    <td data-numeric>{device.state === 'line' ? text.noValue : ms(device.rttMsP95)}</td>
    <td />
    <td data-numeric>
      <Age atMs={device.lastGoodAt === null ? null : Date.parse(device.lastGoodAt)} />
    </td>
  </tr>
);

const Line = ({
  line,
  open,
  onToggle,
  chosen,
  onChoose,
}: { line: LineRow; open: boolean; onToggle: () => void } & Omit<Props, 'lines' | 'openAll'>) => (
  <>
    <tr data-level="1" data-chosen={(chosen.line === line.connectionId && chosen.device === undefined) || undefined}>
      <th scope="row">
        <button type="button" className={styles.twist} aria-expanded={open} aria-label={line.name} onClick={onToggle}>
          <span aria-hidden="true">{open ? '▾' : '▸'}</span>
        </button>
        <button type="button" className={styles.plain} onClick={() => onChoose(line.connectionId, undefined)}>
          {line.name}
        </button>
      </th>
      <td className={styles.mono}>{addressOfLine(line.settings)}</td>
      <td>
        <span className={styles.state} data-trouble={line.lineState === 'down' || line.lineState === 'some' || undefined}>
          {line.lineState === 'some' ? words.lineState.some(line.silent) : words.lineState[line.lineState]}
        </span>
      </td>
      <td data-numeric>{words.ofAll(line.answering, line.devices.length)}</td>
      <td data-numeric>{ms(line.p50)}</td>
      <td data-numeric>{ms(line.p95)}</td>
      <td data-numeric>{formatUpTo(line.utilisationPct, 1)}</td>
      <td data-numeric>
        <Age atMs={line.lastGoodMs} />
      </td>
    </tr>
    {open
      ? line.devices.map((device) => (
          <DeviceLine
            key={device.deviceId}
            device={device}
            isChosen={chosen.device === device.deviceId}
            onChoose={() => onChoose(line.connectionId, device.deviceId)}
          />
        ))
      : null}
  </>
);

const isOpenAtFirst = ({ lineState, devices }: LineRow, openAll: boolean, device: string | undefined): boolean =>
  openAll || lineState === 'down' || lineState === 'some' || devices.some(({ deviceId }) => deviceId === device);

/** Lines and below them their devices; those with trouble are open, and the one whose device is looked at. */
export const LineTable = ({ lines, openAll, chosen, onChoose }: Props) => {
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setTurned((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])));
  return (
    <section className={`${styles.tree} hw-sideways`} aria-label={words.views.lines}>
      <table className={styles.table}>
        <thead>
          <tr>
            {words.columns.map((label, at) => (
              <th key={label} scope="col" data-numeric={at > 2 || undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line
              key={line.connectionId}
              line={line}
              open={isOpenAtFirst(line, openAll, chosen.device) !== turned.has(line.connectionId)}
              onToggle={() => toggle(line.connectionId)}
              chosen={chosen}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
};
