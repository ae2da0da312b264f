import type { WritePointSpec } from '../../contract/model/writePoint.ts';
import type { CommandOutcome } from '../../contract/user/plc.ts';

export type WritePoint = WritePointSpec & { id: string; industryId: string; version: number };

/** One frame of a command, as the journal has it. Values are the point's own, raw ones hex. */
export type CommandRow = {
  id: string;
  commandId: string;
  /** Of the frame in its command, from 0. */
  position: number;
  industryId: string;
  userId: string;
  username: string;
  requestId: string;
  ip: string;
  deviceId: string;
  /** Where its device was when the command was given, as `unitOf` says it; null in rows of earlier versions. */
  place: string | null;
  pointId: string | null;
  asset: string;
  command: string;
  frameId: string;
  fn: number;
  address: number;
  value: number | null;
  oldValue: number | null;
  rawOut: string;
  rawBefore: string;
  rawBack: string;
  /** null while it is not known what became of it. */
  outcome: CommandOutcome | null;
  /** The frame may have left. */
  sent: boolean;
  /** Refused without a frame although the rules allowed it when it came: the device could not be reached in time, or a condition changed. */
  undelivered: boolean;
  exception: number | null;
  error: string;
  reason: string;
  createdAtMs: number;
  settledAtMs: number | null;
};

/** What commands ask of the field's configuration. */
export interface DeviceLookup {
  device(industryId: string, id: string): { id: string; name: string; slaveId: number; enabled: boolean } | undefined;
  tag(
    industryId: string,
    id: string,
  ): { id: string; name: string; periodMs: number; unitId: string | null; measure: string } | undefined;
  tagsOn(deviceId: string): readonly { unitId: string | null }[];
}

export type TagReading = { deviceId: string; value: number | string | null; quality: string; lastGoodAtMs: number | null };

/** Last values of tags, with how well they may be trusted. */
export interface TagValues {
  tag(tagId: string): TagReading | undefined;
}

/** Whether an escalation can sound it: what is no relay, or needs another permission than a relay, it leaves alone. */
export const canSound = ({ kind, permission }: Pick<WritePoint, 'kind' | 'permission'>): boolean =>
  kind === 'relay' && permission === 'RELAY_CONTROL';

/** Why a write point is neither deleted nor made something else than a relay: a step of the escalation would reach nobody. */
export const soundedReason = ({ name }: Pick<WritePoint, 'name'>): string =>
  `${name} is a horn of the escalation: take it out of the steps and rotas first`;
