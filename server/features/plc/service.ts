import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sayRemark } from '../../contract/model/commandRemarks.ts';
import type { Permission } from '../../contract/permissions.ts';
import type { CommandOutcome, Frame } from '../../contract/user/plc.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import type { FieldCommands, ReadResult } from '../../core/field/command.ts';
import type { Log } from '../../core/log.ts';
import type { Commander } from './commander.ts';
import { type CommandFrame, type Initiator, LATE } from './commandRequest.ts';
import { bitsOf, isOneWay, namesOf, readOf, refuseDoubles, specOf, valuesOf, widthOf, wordsOf, writeOf } from './frames.ts';
import { Idempotency } from './idempotency.ts';
import type { JournalStore } from './journalStore.ts';
import type { CommandRow, DeviceLookup, WritePoint } from './model.ts';
import { PointsNow } from './pointNow.ts';
import type { WritePoints } from './points.ts';
import type { RawWindows } from './rawWindows.ts';
import type { Valves } from './valves.ts';

export type PlcParts = {
  commander: Commander;
  commands: FieldCommands;
  journal: JournalStore;
  points: WritePoints;
  windows: RawWindows;
  valves: Valves;
  devices: DeviceLookup;
  /** What a session may do now; null once it has ended. */
  permissionsNow(sessionId: string): ReadonlySet<Permission> | null;
  clock: Clock;
  log: Log;
};

type Request = {
  deviceId: string;
  asset?: string | undefined;
  command?: string | undefined;
  frames: readonly Frame[];
  deadlineMs: number;
};
type WriteRequest = Request & { reason?: string | undefined; verify: boolean; commandId?: string | undefined };

/** Status of a command from what became of its frames. */
/** The worst of what became of the frames: only frames whose effect was seen make a success. */
export const worstOf = (outcomes: readonly (CommandOutcome | null)[]): CommandOutcome => {
  if (outcomes.some((one) => one === 'UNKNOWN' || one === null)) return 'UNKNOWN';
  if (outcomes.includes('REFUSED')) return 'REFUSED';
  return outcomes.includes('ACCEPTED_UNVERIFIED') ? 'ACCEPTED_UNVERIFIED' : 'CONFIRMED';
};

export const statusOf = {
  CONFIRMED: 'success',
  ACCEPTED_UNVERIFIED: 'unverified',
  REFUSED: 'failed',
  UNKNOWN: 'unknown',
} as const;

/** Raw frames wait a second between them, so that a command of several would be carried out in half: none of its raw ones is. */
const oneRawAtMost = (frames: readonly CommandFrame[]): CommandFrame[] => {
  const isRaw = ({ point, refusal }: CommandFrame): boolean => !point && refusal === null;
  if (frames.filter(isRaw).length < 2) return [...frames];
  return frames.map((frame) => (isRaw(frame) ? { ...frame, refusal: sayRemark('oneRaw', {}) } : frame));
};

/** A UUID is the same in capital letters, as some phones write it. */
const idOf = (sent: string | undefined): string => sent?.toLowerCase() ?? randomUUID();

/** What a person was shown is not what stands there now. @throws Failure `conflict`. */
const refuseOther = (point: WritePoint | undefined, shown: number | undefined): void => {
  if (shown === undefined || shown === point?.version) return;
  throw new Failure('conflict', 'the write point was changed meanwhile: look at it once more');
};

/** Commands as the User API and the panel give them. */
export class PlcService {
  readonly #parts: PlcParts;
  readonly now: PointsNow;
  readonly #repeats: Idempotency;

  constructor(parts: PlcParts) {
    this.#parts = parts;
    this.now = new PointsNow(parts);
    this.#repeats = new Idempotency(parts.journal);
  }

  /** @throws Failure `badRequest` for frames that make no sense, `notFound` for the device, `conflict` for another command's id. */
  async write(
    by: Initiator,
    request: WriteRequest,
  ): Promise<{ commandId: string; asset: string; command: string; rows: CommandRow[] }> {
    const { deviceId, frames } = request;
    const commandId = idOf(request.commandId);
    this.#device(by.industryId, deviceId, frames);
    refuseDoubles(frames);
    const { asset, command } = namesOf(frames, request.asset, request.command);
    const wanted = {
      commandId,
      deviceId,
      asset,
      command,
      reason: request.reason ?? '',
      verify: request.verify,
      withinMs: request.deadlineMs,
      frames: oneRawAtMost(frames.map((frame, index) => this.#wanted(by, deviceId, frame, index))),
    };
    const rows = await this.#repeats.once(by, wanted, request.commandId !== undefined, () => {
      for (const { fn, address, pointVersion } of frames)
        refuseOther(this.#parts.points.at(by.industryId, deviceId, fn, address), pointVersion);
      return this.#parts.commander.run(by, wanted);
    });
    return { commandId: rows[0]?.commandId ?? commandId, asset, command, rows };
  }

  /** @throws Failure as `write`. */
  async read(by: Initiator, { deviceId, frames, deadlineMs }: Request) {
    const { commands, clock } = this.#parts;
    const endMs = clock.monotonicMs() + deadlineMs;
    this.#device(by.industryId, deviceId, frames);
    refuseDoubles(frames);
    const reads = frames.map((frame, index) => ({ frame, read: readOf(frame, index) }));
    const answers = [];
    for (const { frame, read } of reads) {
      const leftMs = endMs - clock.monotonicMs();
      const result: ReadResult = leftMs <= 0 ? { kind: 'failed', reason: LATE } : await commands.read(deviceId, read, leftMs);
      if (result.kind !== 'answered') {
        answers.push({
          frameId: frame.frameId,
          ok: false,
          raw: [],
          value: null,
          error: result.reason,
          ...(result.kind === 'refused' && { exception: result.exception }),
        });
        continue;
      }
      const raw = [...result.words];
      const { dataType, wordOrder = 'ABCD', scale = 1 } = frame;
      const isBit = read.space === 'coil' || read.space === 'discrete' || dataType === 'bool';
      const spec = {
        space: read.space,
        address: frame.address,
        type: dataType ?? 'uint16',
        wordOrder,
        scale,
        offset: 0,
        sentinels: [],
      };
      const isOne = raw.length === 1;
      const value = isBit
        ? isOne
          ? raw[0] === 1
          : null
        : dataType === undefined && raw.length !== 1
          ? null
          : commands.decode(spec, raw);
      answers.push({ frameId: frame.frameId, ok: true, raw, value });
    }
    return answers;
  }

  /** @throws Failure `notFound` for the valve. */
  async move(
    by: Initiator,
    pointId: string,
    to: 'open' | 'close',
    more: { commandId?: string | undefined; pointVersion?: number | undefined; deadlineMs: number },
  ): Promise<CommandRow> {
    const point = this.#parts.points.find(by.industryId, pointId);
    if (!point?.valve || point.permission !== 'RELAY_CONTROL') throw new Failure('notFound', 'valve or relay not found');
    if (isOneWay(point, this.#parts.commands))
      throw new Failure(
        'badRequest',
        `${point.name} is opened and closed by the same value: its write point has to be corrected`,
      );
    const refuseNow = (): string | null => this.#lost(by, point.permission) ?? this.#changed(point);
    const value = to === 'open' ? point.valve.openValue : point.valve.closeValue;
    const frame = {
      frameId: `${point.asset}.${to.toUpperCase()}`,
      slaveId: 0,
      fn: point.fn,
      address: point.address,
      values: valuesOf(point, value, this.#parts.commands),
    };
    const wanted = {
      commandId: idOf(more.commandId),
      deviceId: point.deviceId,
      asset: point.asset,
      command: to.toUpperCase(),
      reason: '',
      verify: true,
      withinMs: more.deadlineMs,
      frames: [{ ...frame, write: writeOf(frame, 0), point, value, refusal: null, refuseNow }],
    };
    const [row] = await this.#repeats.once(by, wanted, more.commandId !== undefined, () => {
      refuseOther(point, more.pointVersion);
      return this.#parts.commander.run(by, wanted);
    });
    if (!row) throw new Failure('server', 'the command left no trace');
    // nothing has moved, or it is not known: the next look shows it, and the answer does not wait for it
    if (row.undelivered) return row;
    if (row.outcome === 'UNKNOWN') {
      this.#parts.valves.forget(point);
      return row;
    }
    try {
      await this.#parts.valves.look(point);
    } catch (error) {
      // what became of the command is known and on the disk, whatever reading its effect shows
      this.#parts.valves.forget(point);
      this.#parts.log.error({ err: error, valve: point.name }, 'a valve could not be looked at after its command');
    }
    return row;
  }

  #device(industryId: string, deviceId: string, frames: readonly Frame[]): void {
    const device = this.#parts.devices.device(industryId, deviceId);
    if (!device) throw new Failure('notFound', 'device not found');
    for (const [index, { slaveId }] of frames.entries())
      if (slaveId !== device.slaveId)
        throw new Failure('badRequest', `frames.${index}.slaveId: ${device.name} is unit ${device.slaveId}`, {
          errors: [{ path: `frames.${index}.slaveId`, message: `must be ${device.slaveId}` }],
        });
  }

  #wanted(by: Initiator, deviceId: string, frame: Frame, index: number): CommandFrame {
    const { points, windows } = this.#parts;
    const write = writeOf(frame, index);
    const { frameId, fn, address } = frame;
    const shared = { frameId, fn, address, write };
    const point = points.at(by.industryId, deviceId, fn, address);
    const words = wordsOf(write);
    if (point && point.permission === 'PLC_WRITE') {
      const refuseNow = (): string | null => this.#lost(by, point.permission) ?? this.#changed(point);
      return { ...shared, point, value: this.#valueOf(point, words), refusal: null, refuseNow };
    }
    const isInWindow = (): boolean => windows.allows(by, deviceId, { fn, address, width: widthOf(frame) });
    if (isInWindow()) {
      const refuseNow = (): string | null =>
        this.#lost(by, 'PLC_WRITE') ?? this.#lost(by, 'COMMISSIONING') ?? (isInWindow() ? null : sayRemark('windowClosed', {}));
      return { ...shared, point: undefined, value: null, refusal: null, refuseNow };
    }
    const refusal = point ? sayRemark('useValve', {}) : sayRemark('noWritePoint', {});
    return { ...shared, point: undefined, value: null, refusal, refuseNow: () => refusal };
  }

  /** A command waits for its line, at most a minute: whoever gave it may be shut out by then. */
  #lost({ sessionId, username }: Initiator, permission: Permission): string | null {
    if (sessionId === null) return null;
    const held = this.#parts.permissionsNow(sessionId);
    if (held === null) return sayRemark('sessionEnded', { user: username });
    return held.has(permission) ? null : sayRemark('rightTaken', { user: username, right: permission });
  }

  /** Not by its version alone: one that was deleted and made again by the same id begins with 1 as well. */
  #changed(point: WritePoint): string | null {
    return isDeepStrictEqual(this.#parts.points.find(point.industryId, point.id), point) ? null : sayRemark('pointChanged', {});
  }

  /** The value in the point's own unit, or null when the registers are not those of its type. */
  #valueOf(point: WritePoint, words: readonly number[]): number | null {
    if (point.type === 'bool') return words.length === 1 ? (words[0] ?? null) : null;
    const bits = bitsOf(point);
    if (bits !== null) {
      // every bit that is not the point's own must stay as it is
      const [and = 0, or = 0] = words;
      return and === (~bits & 0xffff) && (or & ~bits) === 0 ? or : null;
    }
    const wide = point.type === 'uint32' || point.type === 'int32' || point.type === 'float32' ? 2 : 1;
    return words.length === wide ? this.#parts.commands.decode(specOf(point), words) : null;
  }
}
