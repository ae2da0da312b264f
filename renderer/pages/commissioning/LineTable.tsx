import { useState } from 'react';
import { useNow } from '../../state/now.ts';
import { useServices } from '../../state/services.ts';
import { formatTo } from '../../text/numbers.ts';
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
  /** What is searched, in small letters. */
  searched: string;
  chosen: Chosen;
  onChoose: (line: string, device: string | undefined) => void;
};

const ms = (value: number | null): string => formatTo(value, 1);

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
}: { line: LineRow; open: boolean; onToggle: () => void } & Omit<Props, 'lines' | 'openAll' | 'searched'>) => (
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
      <td data-numeric>{formatTo(line.utilisationPct, 1)}</td>
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

const isOpenAtFirst = (
  { lineState, devices }: LineRow,
  { openAll, searched, chosen }: Omit<Props, 'lines' | 'onChoose'>,
): boolean =>
  openAll ||
  lineState === 'down' ||
  lineState === 'some' ||
  devices.some(({ deviceId, name }) => deviceId === chosen.device || (searched !== '' && name.toLowerCase().includes(searched)));

/** Lines and below them their devices; those with trouble are open, those whose device is looked at or searched, and those opened by hand. */
export const LineTable = ({ lines, openAll, searched, chosen, onChoose }: Props) => {
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
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
          {lines.map((line) => {
            const open = turned.get(line.connectionId) ?? isOpenAtFirst(line, { openAll, searched, chosen });
            return (
              <Line
                key={line.connectionId}
                line={line}
                open={open}
                onToggle={() => setTurned((before) => new Map([...before, [line.connectionId, !open]]))}
                chosen={chosen}
                onChoose={onChoose}
              />
            );
          })}
        </tbody>
      </table>
    </section>
  );
};
