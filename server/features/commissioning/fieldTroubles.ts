import type { ConnectionSettings } from '../../contract/model/field.ts';
import type { ChannelState, DeviceState, FieldStatus } from '../../core/field/field.ts';
import type { FieldTrouble, FieldTroubles } from '../readings/index.ts';
import type { Connection, Device } from './model.ts';
import type { FieldRegistry } from './registry.ts';

const addressOf = (settings: ConnectionSettings): string =>
  settings.kind === 'serial' ? settings.path : `${settings.host}:${settings.port}`;

const downStates: readonly ChannelState['state'][] = ['stopped', 'connecting', 'settling', 'down', 'backoff'];

const latestOf = (devices: readonly DeviceState[]): number | null => {
  const times = devices.flatMap(({ lastGoodAtMs }) => lastGoodAtMs ?? []);
  return times.length === 0 ? null : Math.max(...times);
};

const ofLine = ({ id, name, enabled, settings }: Connection, channel: ChannelState | undefined, sinceMs: number | null) => {
  const trouble = { kind: 'line', id, name, address: addressOf(settings), sinceMs } as const;
  if (!enabled) return { ...trouble, reason: 'disabled', detail: null } as const;
  if (channel === undefined || !downStates.includes(channel.state)) return null;
  const reason = channel.lastFault === 'timeout' ? 'noAnswer' : channel.lastFault === 'badAnswer' ? 'badAnswers' : 'lineDown';
  return { ...trouble, reason, detail: channel.reason } as const;
};

const ofDevice = ({ id, name, enabled }: Device, state: DeviceState | undefined, line: Connection): FieldTrouble | null => {
  const trouble = { kind: 'device', id, name, address: addressOf(line.settings), sinceMs: state?.lastGoodAtMs ?? null } as const;
  if (!enabled) return { ...trouble, reason: 'disabled', detail: null };
  if (state === undefined || state.health === 'good') return null;
  const isReporting = state.timeouts < state.requests - state.ok;
  return { ...trouble, reason: isReporting ? 'badAnswers' : 'noAnswer', detail: state.lastError?.message ?? null };
};

/** What is wrong with each device now: its line where the whole line is in trouble, else the device itself. */
export const fieldTroubles = (registry: FieldRegistry, status: FieldStatus): FieldTroubles => {
  const channels = new Map(status.channels.map((state) => [state.connectionId, state]));
  const states = new Map(status.devices.map((state) => [state.deviceId, state]));
  const onLine = Map.groupBy(status.devices, ({ connectionId }) => connectionId);
  return (deviceId) => {
    const device = registry.devices.get(deviceId);
    const line = device && registry.connections.get(device.connectionId);
    if (!device || !line) return null;
    return (
      ofLine(line, channels.get(line.id), latestOf(onLine.get(line.id) ?? [])) ?? ofDevice(device, states.get(deviceId), line)
    );
  };
};
