import { sayRemark } from '../../contract/model/commandRemarks.ts';
import type { CommandOutcome } from '../../contract/user/plc.ts';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/fail.ts';
import type { FieldCommands, FieldRead, WriteResult } from '../../core/field/command.ts';
import type { Log } from '../../core/log.ts';
import type { Writer } from '../../db/writer.ts';
import type { AuditTrail } from '../audit/index.ts';
import { auditOf } from './auditing.ts';
import { type LastSent, refuseInterlock, refuseRawTooSoon, refuseTooSoon, refuseValue } from './checks.ts';
import { type CommandFrame, type CommandRequest, type Initiator, LATE, rowOf, undeliveredBecause } from './commandRequest.ts';
import { hexOf, isHeld, isWritten, overlaps, ownPlace, sentValue, wordsOfHex, writtenPlace } from './frames.ts';
import type { JournalStore } from './journalStore.ts';
import type { CommandRow, DeviceLookup, TagReading, TagValues, WritePoint } from './model.ts';
import { ownProof, proofOf, readBack, unitOf } from './readBack.ts';
import { readOld } from './shownBefore.ts';
import { Turns, unlessOver } from './turns.ts';
import type { Undecided } from './undecided.ts';

export type CommanderParts = {
  commands: FieldCommands;
  writer: Writer;
  journal: JournalStore;
  devices: DeviceLookup;
  tags: TagValues;
  undecided: Undecided;
  isSimulated(deviceId: string): boolean;
  audit: AuditTrail;
  clock: Clock;
  log: Log;
};

const READ_WITHIN_MS = 1000;
/** The line itself says first that a frame was too late for it. */
const LINE_SAYS_WITHIN_MS = 100;
const unsentLate: WriteResult = { kind: 'unsent', reason: LATE };

export type Condition = {
  interlock: WritePoint['interlocks'][number];
  /** Unit of the signal that it depends on. */
  measure: string;
  state: TagReading | undefined;
  refusal: string | null;
};

/** A frame whose effect is being looked for, and where. */
type Awaited = { deviceId: string; pointId: string; places: readonly FieldRead[]; superseded: AbortController };

/** What a frame has while it waits for its turn and its line. */
type Waiting = {
  leftMs(): number;
  /** Its device is where it was when the command was given. */
  isThere(): boolean;
  /** Why frames before it keep it back. */
  earlier: string | null;
};

/** A frame that was sent, or may have been, and whose effect is still to be seen. `wasShown`: it was seen before; null: nobody knows. */
type Sent = { row: CommandRow; result: WriteResult; wasShown: boolean | null };

/**
 * The way of a write: value, interval, rate and interlocks are checked, its row is on the disk, the old value is read, one frame is sent, and
 * what it did is read back. A time-out is UNKNOWN and settled by reading, never by sending again.
 */
export class Commander {
  readonly #parts: CommanderParts;
  /** The frames of a device are checked and sent one after the other; their effects are awaited side by side. */
  readonly #turns = new Turns();
  readonly #running = new Set<Promise<unknown>>();
  readonly #awaited = new Set<Awaited>();
  /** When the last raw frame to each device was answered or given up. */
  readonly #rawEndedAtMs = new Map<string, number>();
  /** What was last sent to each point in this run, in monotonic ms: no step of the clock hastens or hinders the next. */
  readonly #sent = new Map<string, { value: number | null; rawOut: string; atMs: number }>();
  readonly #madeAtMs: number;
  readonly #underWay = new Set<CommandFrame>();
  readonly #stopping = new AbortController();

  constructor(parts: CommanderParts) {
    this.#parts = parts;
    this.#madeAtMs = parts.clock.monotonicMs();
  }

  /** Ends waiting for feedbacks; what was not seen yet is looked for after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error(sayRemark('stoppedBefore', {})));
    await Promise.allSettled(this.#running);
  }

  /** Carries out the frames in their order, up to the first that is refused or unknown. Every answered row is on the disk, and settled unless the server stops. */
  run(by: Initiator, wanted: CommandRequest): Promise<CommandRow[]> {
    const running = this.#run(by, wanted);
    this.#running.add(running);
    const ended = (): void => void this.#running.delete(running);
    running.then(ended, ended);
    return running;
  }

  async #run(by: Initiator, wanted: CommandRequest): Promise<CommandRow[]> {
    const { clock } = this.#parts;
    const [endMs, dueMs] = [clock.monotonicMs() + wanted.withinMs, clock.now() + wanted.withinMs];
    const unit = unitOf(this.#parts.commands, wanted.deviceId);
    const isThere = (): boolean => unitOf(this.#parts.commands, wanted.deviceId) === unit;
    const done: CommandRow[] = [];
    let earlier: string | null = null;
    for (const [position, frame] of wanted.frames.entries()) {
      const row = rowOf(by, wanted, frame, { position, atMs: clock.now(), place: unit });
      // the time of day goes on while the machine sleeps, the other does not go back
      const leftMs = (): number => Math.min(endMs - clock.monotonicMs(), dueMs - clock.now());
      const waiting = { leftMs, isThere, earlier: this.#stopping.signal.aborted ? sayRemark('stoppedBeforeTurn', {}) : earlier };
      this.#underWay.add(frame);
      try {
        const sent = await this.#turns.take(wanted.deviceId, leftMs(), (isLate) =>
          this.#send(row, frame, isLate ? { ...waiting, earlier: waiting.earlier ?? LATE } : waiting),
        );
        const settled = 'result' in sent ? await this.#settle(sent, frame, wanted.verify, unit) : sent;
        done.push(settled);
        const { outcome } = settled;
        if (outcome === 'UNKNOWN') this.#parts.undecided.note(settled);
        if (outcome === 'REFUSED' || outcome === 'UNKNOWN') earlier ??= sayRemark('earlierFailed', { frame: frame.frameId });
      } finally {
        this.#underWay.delete(frame);
      }
    }
    return done;
  }

  /** A frame to the point waits, or its effect is awaited. */
  isUnderWay(pointId: string): boolean {
    return [...this.#underWay].some(({ point }) => point?.id === pointId);
  }

  /** Answers the row settled where nothing left. */
  async #send(asked: CommandRow, frame: CommandFrame, { leftMs, isThere, earlier }: Waiting): Promise<Sent | CommandRow> {
    const { writer, journal, commands, clock, audit } = this.#parts;
    const row = { ...asked, createdAtMs: clock.now() };
    const late = (): string | null => (leftMs() <= 0 ? LATE : isThere() ? null : sayRemark('deviceChanged', {}));
    const hindrance = earlier ?? late();
    const unsent = frame.refusal === null && hindrance !== null ? undeliveredBecause(hindrance) : null;
    const refusal = frame.refusal ?? (unsent ? null : this.#refuse(row.deviceId, frame));
    if (unsent || refusal !== null) {
      const why = unsent ?? { error: refusal ?? '' };
      const refused: CommandRow = { ...row, outcome: 'REFUSED', settledAtMs: row.createdAtMs, ...why };
      writer.run((tx) => {
        journal.add(tx, refused);
        audit.append(tx, auditOf(refused));
      });
      return refused;
    }
    writer.run((tx) => journal.add(tx, row));
    const read = await readOld(this.#parts, row, frame, leftMs).catch((error: unknown) => ({ fault: messageOf(error) }));
    // what could not be stored, as on a full disk, is no reason to leave open whether it left
    if ('fault' in read) return this.#write(row, 'REFUSED', undeliveredBecause(read.fault));
    const { wasShown, ...old } = read;
    const before = { ...row, ...old };
    let [atMs, isGivenUp, isLeaving] = [clock.monotonicMs(), false, false];
    const refuseAtLast = (): string | null => {
      // the line may have kept it waiting
      atMs = clock.monotonicMs();
      const why = (isGivenUp ? LATE : late()) ?? frame.refuseNow() ?? this.#refuseConditions(frame);
      isLeaving = why === null;
      if (isLeaving) this.#supersede(row.deviceId, frame);
      return why;
    };
    // a line in doubt is probed before the frame leaves; what has not left by the deadline never will
    const giveUp = (): WriteResult | undefined => {
      isGivenUp = !isLeaving;
      return isGivenUp ? unsentLate : undefined;
    };
    const send = (): Promise<WriteResult> => commands.write(row.deviceId, frame.write, leftMs(), refuseAtLast);
    let result = leftMs() <= 0 ? unsentLate : await unlessOver(send(), leftMs() + LINE_SAYS_WITHIN_MS, giveUp);
    if (result.kind !== 'unsent') {
      if (frame.point) this.#sent.set(frame.point.id, { value: frame.value, rawOut: row.rawOut, atMs });
      else this.#rawEndedAtMs.set(row.deviceId, clock.monotonicMs());
    }
    if (result.kind === 'unsent') return this.#write(before, 'REFUSED', undeliveredBecause(result.reason));
    if (result.kind === 'refused') {
      const { exception, reason: error } = result;
      const now = await this.#readAfterRefusal(before, frame, isThere);
      const isDone = now && before.rawBefore !== '' && isWritten(frame.write, wordsOfHex(before.rawBefore), now);
      const isUnclear =
        now === null ? result.mayBeAnothers === true : now !== undefined && before.rawBefore === '' && isHeld(frame.write, now);
      if (isUnclear) return this.#write(before, 'UNKNOWN', { sent: true, exception, error, rawBack: hexOf(now ?? []) });
      if (!isDone) return this.#write(before, 'REFUSED', { sent: true, exception, error });
      result = { kind: 'unknown', reason: error };
    }
    this.#parts.writer.runReserved((tx) => journal.markSent(tx, row.id));
    return { row: { ...before, sent: true }, result, wasShown };
  }

  /** A device may refuse what it has carried out, or another's refusal be taken for its own. null: no answer; undefined: none can be had. */
  async #readAfterRefusal(
    { deviceId }: CommandRow,
    { point, write }: CommandFrame,
    isThere: () => boolean,
  ): Promise<readonly number[] | null | undefined> {
    const place = point ? ownPlace(point) : writtenPlace(write);
    for (let tries = 0; tries < 2; tries += 1) {
      const read = await this.#parts.commands.read(deviceId, place, READ_WITHIN_MS);
      if (!isThere()) return null;
      if (read.kind === 'answered') return read.words;
      if (read.kind === 'refused') return undefined;
    }
    return null;
  }

  /** @param unit who had the device's place when the command was given: nobody else shows what became of it */
  async #settle({ row, result, wasShown }: Sent, { point, value }: CommandFrame, verify: boolean, unit: string) {
    const isUnknown = result.kind === 'unknown';
    const unproven: CommandOutcome = isUnknown ? 'UNKNOWN' : 'ACCEPTED_UNVERIFIED';
    const proof =
      point &&
      value !== null &&
      ((verify && proofOf(point, value)) || (isUnknown && (proofOf(point, value) ?? ownProof(point, value))));
    if (!point || !proof) return this.#write(row, unproven, { error: isUnknown ? result.reason : '' });
    const superseded = new AbortController();
    const awaited = { deviceId: row.deviceId, pointId: point.id, places: [ownPlace(point), proof.place], superseded };
    this.#awaited.add(awaited);
    const signal = AbortSignal.any([this.#stopping.signal, superseded.signal]);
    try {
      const seen = await readBack({ ...this.#parts, unit }, row.deviceId, proof, signal);
      const frame = { deviceId: row.deviceId, place: ownPlace(point) };
      const doubt = isUnknown ? this.#parts.undecided.doubtOf(frame, wasShown) : null;
      if (seen.isProven && !doubt) return await this.#write(row, 'CONFIRMED', { rawBack: seen.hex });
      const shown = sayRemark((seen.isProven && doubt) || 'feedbackShows', { raw: seen.hex });
      const isMoved = unitOf(this.#parts.commands, row.deviceId) !== unit;
      const error = isMoved ? sayRemark('deviceChanged', {}) : seen.hex === '' ? sayRemark('nothingRead', {}) : shown;
      return await this.#write(row, unproven, { rawBack: seen.hex, error });
    } catch (error) {
      if (!signal.aborted) throw error;
      const more = { outcome: unproven, error: messageOf(signal.reason) };
      return superseded.signal.aborted ? this.#write(row, unproven, more) : { ...row, ...more };
    } finally {
      this.#awaited.delete(awaited);
    }
  }

  /** A newer frame decides from here on what the registers that it writes show. */
  #supersede(deviceId: string, { point, write }: CommandFrame): void {
    for (const one of this.#awaited) {
      const isMeant = one.pointId === point?.id || one.places.some((place) => overlaps(place, writtenPlace(write)));
      if (one.deviceId === deviceId && isMeant) one.superseded.abort(new Error(sayRemark('newerFollowed', {})));
    }
  }

  #refuse(deviceId: string, frame: CommandFrame): string | null {
    const { point, value } = frame;
    const { clock, commands } = this.#parts;
    // the port would refuse it as well; said before anything is read for it
    if (commands.isReadOnly) return sayRemark('siteReadOnly', {});
    const takenBack = frame.refuseNow();
    if (takenBack !== null) return takenBack;
    if (!point) return refuseRawTooSoon(this.#rawEndedAtMs.get(deviceId), clock.monotonicMs());
    if (value === null) return sayRemark('noValue', {});
    return refuseValue(value, point) ?? refuseTooSoon(value, point, this.#lastSent(point)) ?? this.#refuseConditions(frame);
  }

  #lastSent(point: WritePoint): LastSent | undefined {
    const { journal, clock, commands } = this.#parts;
    const nowMs = clock.monotonicMs();
    const known = this.#sent.get(point.id);
    if (known) return { value: sentValue(point, known, commands), passedMs: nowMs - known.atMs };
    const stored = journal.lastLeft(point.id);
    if (!stored) return undefined;
    const passedMs = clock.now() - stored.atMs;
    // sent before this run by a clock that was set back since: at least as long ago as this run lasts
    return { value: sentValue(point, stored, commands), passedMs: passedMs >= 0 ? passedMs : nowMs - this.#madeAtMs };
  }

  /** Each interlock of a point with the value it depends on and why it would refuse, as a command would find it now. */
  conditions({ deviceId, industryId, interlocks }: WritePoint): Condition[] {
    const { devices, tags, clock, isSimulated } = this.#parts;
    return interlocks.map((interlock) => {
      const state = tags.tag(interlock.tagId);
      const { periodMs, measure = '' } = devices.tag(industryId, interlock.tagId) ?? {};
      // what a simulated twin says is no reason to switch a real device
      const isForeign = state !== undefined && isSimulated(state.deviceId) && !isSimulated(deviceId);
      const known = state && periodMs !== undefined ? { ...state, periodMs } : undefined;
      const refusal = isForeign
        ? sayRemark('interlockSimulated', { interlock: interlock.text })
        : refuseInterlock(interlock, known, clock.now());
      return { interlock, measure, state, refusal };
    });
  }

  #refuseConditions({ point }: CommandFrame): string | null {
    return (point ? this.conditions(point) : []).find(({ refusal }) => refusal !== null)?.refusal ?? null;
  }

  /** Outcome and audit entry together, or neither. */
  async #write(row: CommandRow, outcome: CommandOutcome, more: Partial<CommandRow>): Promise<CommandRow> {
    const { writer, journal, audit, clock } = this.#parts;
    const settled: CommandRow = { ...row, outcome, settledAtMs: clock.now(), ...more };
    writer.runReserved((tx) => {
      journal.settle(tx, settled);
      audit.append(tx, auditOf(settled));
    });
    return settled;
  }
}
