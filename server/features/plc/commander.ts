import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Outcome } from '../../contract/plc.ts';
import type { Clock } from '../../core/clock.ts';
import type { FieldCommands, FieldWrite } from '../../core/command.ts';
import { messageOf } from '../../core/fail.ts';
import type { Log } from '../../core/log.ts';
import type { AuditTrail } from '../audit/model.ts';
import { refuseHaste, refuseInterlock, refuseValue } from './checks.ts';
import { hexOf, ownPlace, specOf, wordsOf } from './frames.ts';
import type { JournalStore } from './journalStore.ts';
import type { CommandRow, DeviceBook, TagValues, WritePoint } from './model.ts';
import { proofOf, readBack } from './readBack.ts';

export type CommanderParts = {
  commands: FieldCommands;
  journal: JournalStore;
  book: DeviceBook;
  tags: TagValues;
  audit: AuditTrail;
  clock: Clock;
  log: Log;
};

export type By = { userId: string; username: string; industryId: string; requestId: string; ip: string };

/** One frame as it is wanted: through a point, or raw where `point` is absent. */
export type WantedFrame = {
  frameId: string;
  fn: number;
  address: number;
  write: FieldWrite;
  point: WritePoint | undefined;
  value: number | null;
  /** Why it is refused whatever else holds. */
  refusal: string | null;
};

export type Wanted = {
  commandId: string;
  deviceId: string;
  asset: string;
  command: string;
  reason: string;
  verify: boolean;
  withinMs: number;
  frames: readonly WantedFrame[];
};

const READ_WITHIN_MS = 1000;
const shortest = (name: string): string => name.slice(0, 200);

/**
 * The way of a write: value, haste and interlocks are checked, its row is on the disk, the old value is read, one frame is sent, and
 * what it did is read back. A time-out is UNKNOWN and settled by reading, never by sending again.
 */
export class Commander {
  readonly #parts: CommanderParts;
  /** Commands to one device run one after the other. */
  readonly #queues = new Map<string, Promise<unknown>>();
  readonly #stopping = new AbortController();

  constructor(parts: CommanderParts) {
    this.#parts = parts;
  }

  /** Ends waiting for feedbacks; what was sent is settled after the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the server stops'));
    await Promise.allSettled(this.#queues.values());
  }

  /** Carries out the frames in their order. Every answered row is settled and on the disk. */
  run(by: By, wanted: Wanted): Promise<CommandRow[]> {
    const before = this.#queues.get(wanted.deviceId) ?? Promise.resolve();
    const startedMs = this.#parts.clock.monotonicMs();
    const running = before.catch(() => undefined).then(() => this.#run(by, wanted, startedMs));
    this.#queues.set(wanted.deviceId, running);
    void running
      .catch(() => undefined)
      .finally(() => {
        if (this.#queues.get(wanted.deviceId) === running) this.#queues.delete(wanted.deviceId);
      });
    return running;
  }

  async #run(by: By, wanted: Wanted, startedMs: number): Promise<CommandRow[]> {
    const done: CommandRow[] = [];
    for (const frame of wanted.frames) {
      const leftMs = wanted.withinMs - (this.#parts.clock.monotonicMs() - startedMs);
      done.push(await this.#one(by, wanted, frame, leftMs));
    }
    return done;
  }

  async #one(by: By, wanted: Wanted, frame: WantedFrame, leftMs: number): Promise<CommandRow> {
    const { journal } = this.#parts;
    const row = this.#rowOf(by, wanted, frame);
    const refusal = frame.refusal ?? this.#refuse(frame) ?? (leftMs <= 0 ? 'its deadline has passed' : null);
    await this.#whenFree();
    if (refusal !== null) {
      const refused: CommandRow = { ...row, outcome: 'REFUSED', error: refusal, settledAtMs: row.createdAtMs };
      journal.add([refused]);
      return this.#audited(by, refused);
    }
    journal.add([row]);
    const old = await this.#readOld(row, frame.point);
    const result = await this.#parts.commands.write(wanted.deviceId, frame.write, Math.max(1, leftMs));
    const settled = await this.#outcome({ ...row, ...old }, frame, wanted.verify, result);
    await this.#whenFree();
    journal.settle(settled);
    return this.#audited(by, settled);
  }

  async #outcome(
    row: CommandRow,
    frame: WantedFrame,
    verify: boolean,
    result: Awaited<ReturnType<FieldCommands['write']>>,
  ): Promise<CommandRow> {
    const { clock, journal } = this.#parts;
    const settled = (outcome: Outcome, more: Partial<CommandRow>): CommandRow => ({
      ...row,
      outcome,
      settledAtMs: clock.now(),
      ...more,
    });
    if (result.kind === 'unsent') return settled('REFUSED', { error: `not sent: ${result.reason}` });
    if (result.kind === 'refused') return settled('REFUSED', { sent: true, exception: result.exception, error: result.reason });
    await this.#whenFree();
    journal.markSent(row.id);
    const isUnknown = result.kind === 'unknown';
    const proof = frame.point && frame.value !== null && (verify || isUnknown) ? proofOf(frame.point, frame.value) : null;
    const unproven: Outcome = isUnknown ? 'UNKNOWN' : 'ACCEPTED_UNVERIFIED';
    if (!proof) return settled(unproven, { sent: true, error: isUnknown ? result.reason : '' });
    try {
      const seen = await readBack(this.#parts.commands, clock, row.deviceId, proof, this.#stopping.signal);
      if (seen.isProven) return settled('CONFIRMED', { sent: true, rawBack: seen.hex });
      const error = seen.hex === '' ? 'nothing could be read back' : `the feedback shows ${seen.hex}`;
      return settled(isUnknown ? 'UNKNOWN' : 'ACCEPTED_UNVERIFIED', { sent: true, rawBack: seen.hex, error });
    } catch (error) {
      return settled(unproven, { sent: true, error: messageOf(error) });
    }
  }

  /** What stood there before; its registers are the point's own. */
  async #readOld(row: CommandRow, point: WritePoint | undefined): Promise<Pick<CommandRow, 'oldValue' | 'rawBefore'>> {
    const { commands, journal } = this.#parts;
    const place = point && ownPlace(point);
    const read = place ? await commands.read(row.deviceId, place, READ_WITHIN_MS) : undefined;
    if (!point || read?.kind !== 'answered') return { oldValue: null, rawBefore: '' };
    const oldValue = point.type === 'bool' ? (read.words[0] ?? null) : commands.decode(specOf(point), read.words);
    const rawBefore = hexOf(read.words);
    await this.#whenFree();
    journal.noteBefore(row.id, oldValue, rawBefore);
    return { oldValue, rawBefore };
  }

  #refuse({ point, value }: WantedFrame): string | null {
    if (!point) return null;
    const { journal, book, tags, clock } = this.#parts;
    if (value === null) return 'the registers hold no value of this point';
    const nowMs = clock.now();
    const wrong = refuseValue(value, point) ?? refuseHaste(value, point, journal.lastSent(point.id), nowMs);
    if (wrong !== null) return wrong;
    for (const interlock of point.interlocks) {
      const state = tags.tag(interlock.tagId);
      const periodMs = book.tag(point.industryId, interlock.tagId)?.periodMs;
      const refusal = refuseInterlock(interlock, state && periodMs !== undefined ? { ...state, periodMs } : undefined, nowMs);
      if (refusal !== null) return refusal;
    }
    return null;
  }

  #rowOf(by: By, wanted: Wanted, frame: WantedFrame): CommandRow {
    return {
      id: randomUUID(),
      commandId: wanted.commandId,
      industryId: by.industryId,
      userId: by.userId,
      username: by.username,
      requestId: by.requestId,
      ip: by.ip,
      deviceId: wanted.deviceId,
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
      exception: null,
      error: '',
      reason: wanted.reason,
      createdAtMs: this.#parts.clock.now(),
      settledAtMs: null,
    };
  }

  async #audited(by: By, row: CommandRow): Promise<CommandRow> {
    const { audit } = this.#parts;
    await audit.record({
      kind: row.pointId === null ? 'plc.rawWrite' : 'plc.write',
      industryId: by.industryId,
      userId: by.userId,
      outcome: row.outcome === 'REFUSED' && !row.sent ? 'refused' : 'done',
      ip: by.ip,
      requestId: by.requestId,
      subject: `${row.asset}.${row.command} (${row.frameId})`,
      before: { value: row.oldValue, raw: row.rawBefore },
      after: { value: row.value, raw: row.rawOut, readBack: row.rawBack, outcome: row.outcome, error: row.error },
    });
    return row;
  }

  /** Another transaction on the connection waits for the database only, and ends soon. */
  async #whenFree(): Promise<void> {
    while (this.#parts.journal.isBusy) await nextTurn();
  }
}
