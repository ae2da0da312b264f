import type { ChannelView, DeviceView, PlantField, TagView } from '../../contract/plant/state.ts';
import type { ChannelState, DeviceState, FieldStatus, TagState } from '../../core/field/field.ts';
import { iso } from '../../core/time.ts';
import type { Connection, Device, Tag } from './model.ts';
import type { FieldRegistry } from './registry.ts';

const toIsoOrNull = (ms: number | null | undefined): string | null => (ms === null || ms === undefined ? null : iso(ms));

const noChannel: Omit<ChannelState, 'connectionId' | 'sinceMs'> & { sinceMs: null } = {
  state: 'stopped',
  reason: null,
  sinceMs: null,
  reconnects: 0,
  lateAnswers: 0,
  bytesDropped: 0,
  violations: 0,
  utilisationPct: 0,
  queueDepth: [0, 0, 0],
};

const channelView = ({ id, name, enabled, settings }: Connection, state: ChannelState | undefined): ChannelView => {
  const { sinceMs, queueDepth, ...figures } = state ?? noChannel;
  const [commands, polls, scans] = queueDepth;
  return {
    ...figures,
    connectionId: id,
    name,
    enabled,
    settings,
    since: toIsoOrNull(sinceMs),
    queueDepth: { commands, polls, scans },
  };
};

const noDevice = {
  health: 'unknown',
  requests: 0,
  ok: 0,
  timeouts: 0,
  crcErrors: 0,
  exceptions: {},
  badAnswers: 0,
  skippedBlocks: 0,
  rttMsP50: null,
  rttMsP95: null,
  lastGoodAtMs: null,
  lastError: null,
  plan: [],
  learntForbidden: [],
} as const satisfies Omit<DeviceState, 'deviceId' | 'connectionId'>;

const deviceView = ({ id, connectionId, name, slaveId, enabled }: Device, state: DeviceState | undefined): DeviceView => {
  const { lastGoodAtMs, lastError, exceptions, plan, learntForbidden, ...figures } = state ?? noDevice;
  return {
    ...figures,
    deviceId: id,
    connectionId,
    name,
    slaveId,
    enabled,
    exceptions: { ...exceptions },
    lastGoodAt: toIsoOrNull(lastGoodAtMs),
    lastError: lastError && { at: iso(lastError.atMs), message: lastError.message },
    plan: [...plan],
    learntForbidden: [...learntForbidden],
  };
};

const tagView = ({ id, deviceId, name, measure, unitId, param }: Tag, state: TagState | undefined, nowMs: number): TagView => {
  const lastGoodAtMs = state?.lastGoodAtMs ?? null;
  return {
    tagId: id,
    deviceId,
    name,
    measure,
    unitId,
    param,
    value: state?.value ?? null,
    quality: state?.quality ?? null,
    at: toIsoOrNull(state?.atMs),
    lastGoodAt: toIsoOrNull(lastGoodAtMs),
    ageSeconds: lastGoodAtMs === null ? null : Math.max(0, Math.round((nowMs - lastGoodAtMs) / 100) / 10),
    raw: state?.raw ?? null,
  };
};

/** State of everything that is configured for an industry; what is not read now is there too, and says so. */
export const fieldView = (registry: FieldRegistry, industryId: string, status: FieldStatus, nowMs: number): PlantField => {
  const channels = new Map(status.channels.map((state) => [state.connectionId, state]));
  const devices = new Map(status.devices.map((state) => [state.deviceId, state]));
  const tags = new Map(status.tags.map((state) => [state.tagId, state]));
  return {
    at: iso(nowMs),
    channels: registry.connectionsOf(industryId).map((one) => channelView(one, channels.get(one.id))),
    devices: registry.devicesOf(industryId).map((one) => deviceView(one, devices.get(one.id))),
    tags: registry.tagsOf(industryId).map((one) => tagView(one, tags.get(one.id), nowMs)),
  };
};
