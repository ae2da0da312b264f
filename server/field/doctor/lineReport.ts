import type { LineReport } from '../../contract/plant/tools/line.ts';
import type { ChannelState, DeviceState, FieldConnection, TagState } from '../../core/field/field.ts';
import { wireMs } from '../polling/line.ts';
import type { DeviceTags } from '../polling/linePoller.ts';
import type { RawFrame } from '../traffic/trafficRing.ts';
import { busLoadPct } from './busLoad.ts';
import { lineFacts } from './lineFacts.ts';
import { unreadOf } from './unread.ts';
import { verdictOf } from './verdict.ts';

type Observed = {
  connection: FieldConnection;
  channel: ChannelState;
  devices: readonly DeviceState[];
  configured: readonly DeviceTags[];
  frames: readonly RawFrame[];
  tagOf: (tagId: string) => TagState | undefined;
  nowMs: number;
};

const oneRegister = { kind: 'read', space: 'holding', address: 0, count: 1 } as const;

const percent = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((1000 * part) / whole) / 10);
const tenth = (ms: number | null): number | null => (ms === null ? null : Math.round(10 * ms) / 10);

const exceptionsOf = ({ exceptions }: DeviceState): number => Object.values(exceptions).reduce((sum, count) => sum + count, 0);
const answeredOf = (state: DeviceState): number => state.ok + exceptionsOf(state);

/** Figures of a line and its devices, and what they mean. Rates are since the line began. */
export const reportLine = ({ connection, channel, devices, configured, frames, tagOf, nowMs }: Observed): LineReport => {
  const { settings } = connection;
  const known = new Map(configured.map(({ device, tags }) => [device.id, { device, tags }]));
  const sum = (of: (state: DeviceState) => number): number => devices.reduce((all, state) => all + of(state), 0);
  const requests = sum((state) => state.requests);
  const turnaround = (state: DeviceState, rttMs: number | null): number | null => {
    const [block] = state.plan;
    const operation = block ? { ...oneRegister, space: block.space as 'holding', count: block.count } : oneRegister;
    return rttMs === null ? null : tenth(Math.max(0, rttMs - wireMs(settings, operation)));
  };
  const { receivedBytes, isLate, ...facts } = lineFacts(frames, settings);
  const figures = {
    connectionId: connection.id,
    name: connection.name,
    at: new Date(nowMs).toISOString(),
    state: channel.state,
    requests,
    answeredPct: percent(sum(answeredOf), requests),
    timeoutPct: percent(
      sum((state) => state.timeouts),
      requests,
    ),
    crcPct: percent(
      sum((state) => state.crcErrors),
      requests,
    ),
    lateAnswers: channel.lateAnswers,
    noiseBytes: channel.bytesDropped,
    ...facts,
    utilisationPct: channel.utilisationPct,
    plannedLoadPct:
      configured.length === 0
        ? null
        : busLoadPct(
            settings,
            configured.map((one) => {
              const state = devices.find(({ deviceId }) => deviceId === one.device.id);
              return { ...one, turnaroundMs: (state && turnaround(state, state.rttMsP50)) ?? undefined };
            }),
          ),
    devices: devices.map((state) => ({
      deviceId: state.deviceId,
      name: known.get(state.deviceId)?.device.name ?? state.deviceId,
      slaveId: known.get(state.deviceId)?.device.slaveId ?? 0,
      requests: state.requests,
      answeredPct: percent(answeredOf(state), state.requests),
      timeoutPct: percent(state.timeouts, state.requests),
      crcPct: percent(state.crcErrors, state.requests),
      turnaroundMsP50: turnaround(state, state.rttMsP50),
      turnaroundMsP95: turnaround(state, state.rttMsP95),
    })),
  };
  const evidence = {
    receivedBytes,
    isLate: settings.kind === 'tcp' ? channel.lateAnswers > 0 : isLate,
    reason: channel.reason,
    isSilent: channel.lastFault === 'timeout' || channel.lastFault === 'badAnswer',
    violations: channel.violations,
    badAnswers: sum((state) => state.badAnswers),
    company: channel.company ?? null,
    unread: unreadOf(configured, devices, tagOf),
    settings,
  };
  return { ...figures, ...verdictOf({ ...figures, ...evidence }) };
};
