import { randomUUID } from 'node:crypto';
import { sayRemark } from '../../contract/model/commandRemarks.ts';
import type { FieldWrite } from '../../core/field/command.ts';
import { hexOf, wordsOf } from './frames.ts';
import type { CommandRow, WritePoint } from './model.ts';

export type Initiator = {
  userId: string;
  username: string;
  industryId: string;
  requestId: string;
  ip: string;
  /** May use a raw window. */
  isTechnician: boolean;
  /** Where it was given; null where the plant itself gave it. */
  sessionId: string | null;
};

/** One frame as it is wanted: through a point, or raw where `point` is absent. */
export type CommandFrame = {
  frameId: string;
  fn: number;
  address: number;
  write: FieldWrite;
  point: WritePoint | undefined;
  value: number | null;
  /** Why it is refused whatever else holds. */
  refusal: string | null;
  /** Asked again when it is about to leave: what allowed it may have been taken back while it waited. */
  refuseNow(): string | null;
};

export type CommandRequest = {
  commandId: string;
  deviceId: string;
  asset: string;
  command: string;
  reason: string;
  verify: boolean;
  withinMs: number;
  frames: readonly CommandFrame[];
};

/** What a row says of a frame that the rules allowed when it came and that never left. */
export const undeliveredBecause = (reason: string): Pick<CommandRow, 'undelivered' | 'error'> => ({
  undelivered: true,
  error: sayRemark('notSent', { why: reason }),
});

export const LATE = sayRemark('deadline', {});

const shortest = (name: string): string => name.slice(0, 200);

/** A frame's row before anything is known of it. */
export const rowOf = (
  by: Initiator,
  wanted: CommandRequest,
  frame: CommandFrame,
  { position, atMs, place }: { position: number; atMs: number; place: string },
): CommandRow => ({
  id: randomUUID(),
  commandId: wanted.commandId,
  position,
  industryId: by.industryId,
  userId: by.userId,
  username: by.username,
  requestId: by.requestId,
  ip: by.ip,
  deviceId: wanted.deviceId,
  place,
  pointId: frame.point?.id ?? null,
  asset: shortest(wanted.asset),
  command: shortest(wanted.command),
  frameId: frame.frameId,
  fn: frame.fn,
  address: frame.address,
  value: frame.value,
  oldValue: null,
  rawOut: hexOf(wordsOf(frame.write)),
  rawBefore: '',
  rawBack: '',
  outcome: null,
  sent: false,
  undelivered: false,
  exception: null,
  error: '',
  reason: wanted.reason,
  createdAtMs: atMs,
  settledAtMs: null,
});
