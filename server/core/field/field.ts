import type { ConnectionSettings, DecodeSpec, DeviceLimits, FieldQuality, TagKind } from '../../contract/model/field.ts';
import type { FailureCode } from '../fail.ts';

/** What the field knows: lines, devices and tags, no tenants and no units. */
export type FieldConnection = { id: string; name: string; settings: ConnectionSettings };

export type FieldDevice = {
  id: string;
  connectionId: string;
  name: string;
  /** Modbus unit id. */
  slaveId: number;
  limits: DeviceLimits;
  /** Overrides the line's timeout. */
  timeoutMs?: number;
  /** Some gateways answer with unit 0 or 255. */
  acceptAnyUnit?: boolean;
};

export type FieldTag = {
  id: string;
  deviceId: string;
  name: string;
  kind: TagKind;
  decode: DecodeSpec;
  periodMs: number;
};

export type FieldConfiguration = { connections: FieldConnection[]; devices: FieldDevice[]; tags: FieldTag[] };

/** One reading of one tag. A failed read has value null and says why in its quality. */
export type Sample = {
  tagId: string;
  value: number | string | null;
  quality: FieldQuality;
  /** Epoch ms: midpoint of request and response. */
  atMs: number;
  /** May still be taken back: its line has no transaction ids. */
  isRevocable?: true;
};

/** Published readings that were, or may have been, the answer to another request. */
export type Retraction = { tagId: string; fromMs: number; toMs: number };

/** Whether a line without transaction ids is ours alone. Counted for the life of the line. */
export type LineCompany = {
  /** `notAlone`: surplus or foreign frames were received of late. `untrustworthy`: they can pass for answers to us. */
  state: 'alone' | 'notAlone' | 'untrustworthy';
  duplicates: number;
  foreign: number;
  /** Answers that came after that of a later request. */
  overtaken: number;
  /** Longest time after which a frame came a second time. */
  longestRepeatMs: number;
  /** Answers whose published values were taken back. */
  takenBack: number;
};

export type TagState = {
  tagId: string;
  deviceId: string;
  value: number | string | null;
  quality: FieldQuality;
  /** Epoch ms of the last attempt and of the last good value. */
  atMs: number | null;
  lastGoodAtMs: number | null;
  /** Raw registers (or bits) of the last answer. */
  raw: number[] | null;
};

export type DeviceState = {
  deviceId: string;
  connectionId: string;
  health: 'good' | 'suspect' | 'offline' | 'unknown';
  requests: number;
  ok: number;
  timeouts: number;
  crcErrors: number;
  exceptions: Record<number, number>;
  badAnswers: number;
  skippedBlocks: number;
  rttMsP50: number | null;
  rttMsP95: number | null;
  lastGoodAtMs: number | null;
  lastError: { atMs: number; message: string } | null;
  /** Block reads of the present plan. */
  plan: { space: string; address: number; count: number; periodMs: number; tagIds: string[] }[];
  /** Ranges that the device refused and that are now read around. */
  learntForbidden: { space: string; from: number; to: number }[];
};

export type ChannelState = {
  connectionId: string;
  state: 'stopped' | 'connecting' | 'settling' | 'ready' | 'busy' | 'draining' | 'down' | 'backoff';
  reason: string | null;
  /** Why the last connection ended: `timeout` when we gave it up because nothing answered. Null before the first end. */
  lastFault?: FailureCode | null;
  sinceMs: number;
  reconnects: number;
  lateAnswers: number;
  bytesDropped: number;
  violations: number;
  utilisationPct: number;
  queueDepth: [commands: number, polls: number, scans: number];
  /** Only of lines whose answers carry no transaction id. */
  company?: LineCompany;
};

export type FieldStatus = { channels: ChannelState[]; devices: DeviceState[]; tags: TagState[] };

/** How features reach the field; implemented in `field`, handed over by the composition root. */
export interface FieldGateway {
  /** Replaces the configuration; lines and devices that did not change keep running. */
  configure(configuration: FieldConfiguration): void;
  status(): FieldStatus;
  tag(tagId: string): TagState | undefined;
  /** Every block's samples, good and bad, as they come. Returns the function that ends the subscription. */
  onSamples(listener: (samples: Sample[]) => void): () => void;
  /** Readings published within the last minute that must not have been; what was made of them is to be worked out without them. */
  onRetracted(listener: (retractions: Retraction[]) => void): () => void;
  start(): void;
  stop(): Promise<void>;
}
