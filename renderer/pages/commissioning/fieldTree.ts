import type { ChannelView, DeviceView, PlantField } from '../../../server/contract/plant/state.ts';

export type LineState = 'good' | 'down' | 'off' | 'some' | 'connecting';
export type DeviceState = 'good' | 'slow' | 'damaged' | 'silent' | 'never' | 'line' | 'off' | 'waits';

export type DeviceRow = DeviceView & { state: DeviceState };
export type LineRow = ChannelView & {
  lineState: LineState;
  devices: DeviceRow[];
  answering: number;
  silent: number;
  p50: number | null;
  p95: number | null;
  lastGoodMs: number | null;
};

const slowMs = 1000;

/** A line that is down is one trouble: its devices are not silent each, they are behind it. */
const stateOf = (device: DeviceView, line: LineState): DeviceState => {
  if (!device.enabled || line === 'off') return 'off';
  if (line === 'down') return 'line';
  if (device.requests === 0) return 'waits';
  if (device.health === 'good') return (device.rttMsP95 ?? 0) > slowMs ? 'slow' : 'good';
  if (device.lastGoodAt === null) return 'never';
  return device.crcErrors > device.timeouts ? 'damaged' : 'silent';
};

const isSilent = (state: DeviceState): boolean => state === 'silent' || state === 'never' || state === 'damaged';

const lineOf = (channel: ChannelView): Exclude<LineState, 'some'> => {
  if (!channel.enabled || channel.state === 'stopped') return 'off';
  if (channel.state === 'down' || channel.state === 'backoff') return 'down';
  return channel.state === 'connecting' ? 'connecting' : 'good';
};

const median = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  return known[Math.floor(known.length / 2)] ?? null;
};

/** Lines with their devices and what state each is in. */
export const fieldTree = ({ channels, devices }: PlantField): LineRow[] =>
  channels.map((channel) => {
    const own = lineOf(channel);
    const rows = devices
      .filter(({ connectionId }) => connectionId === channel.connectionId)
      .map((device) => ({ ...device, state: stateOf(device, own) }))
      .sort((a, b) => a.slaveId - b.slaveId);
    const silent = rows.filter(({ state }) => isSilent(state)).length;
    const times = rows.flatMap(({ lastGoodAt }) => (lastGoodAt === null ? [] : [Date.parse(lastGoodAt)]));
    return {
      ...channel,
      lineState: own === 'good' && silent > 0 ? 'some' : own,
      devices: rows,
      answering: rows.filter(({ state }) => state === 'good' || state === 'slow').length,
      silent,
      p50: own === 'good' ? median(rows.map(({ rttMsP50 }) => rttMsP50)) : null,
      p95: own === 'good' ? median(rows.map(({ rttMsP95 }) => rttMsP95)) : null,
      lastGoodMs: times.length === 0 ? null : Math.max(...times),
    };
  });

const urgency: Record<LineState, number> = { down: 0, some: 1, connecting: 2, good: 3, off: 4 };

/** What is wrong before what is good; otherwise by name. */
export const troubleFirst = (lines: readonly LineRow[]): LineRow[] =>
  lines.toSorted((a, b) => urgency[a.lineState] - urgency[b.lineState] || a.name.localeCompare(b.name));

/** Devices that answer, all that are meant to, lines that are down, devices that are silent on a line that works. */
export const summaryOf = (lines: readonly LineRow[]) => {
  const meant = lines.flatMap(({ devices }) => devices).filter(({ state }) => state !== 'off');
  return {
    answer: lines.reduce((sum, { answering }) => sum + answering, 0),
    all: meant.length,
    linesDown: lines.filter(({ lineState }) => lineState === 'down').length,
    silent: meant.filter(({ state }) => isSilent(state)).length,
  };
};
