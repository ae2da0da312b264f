import { sayRemark } from '../../contract/model/commandRemarks.ts';
import { HOUR_MS } from '../../contract/model/common.ts';
import type { Clock } from '../../core/clock.ts';
import type { FieldCommands } from '../../core/field/command.ts';
import type { Log } from '../../core/log.ts';
import type { Writer } from '../../db/writer.ts';
import type { AuditTrail } from '../audit/index.ts';
import { auditOf } from './auditing.ts';
import type { JournalStore } from './journalStore.ts';
import type { CommandRow, WritePoint } from './model.ts';
import type { WritePoints } from './points.ts';
import { ownProof, proofOf, type ReadBackProof, readBack, unitOf } from './readBack.ts';
import { isShownElsewhere, wasHeld } from './shownBefore.ts';
import type { Undecided } from './undecided.ts';

export type UnknownOutcomeParts = {
  writer: Pick<Writer, 'runReserved'>;
  journal: Pick<JournalStore, 'unsettled' | 'settle' | 'wasFollowed' | 'wasPreceded'>;
  points: Pick<WritePoints, 'find'>;
  undecided: Pick<Undecided, 'note'>;
  commands: FieldCommands;
  audit: Pick<AuditTrail, 'append'>;
  clock: Clock;
  log: Log;
};

type Doubt = 'shownBefore' | 'mayBeEarlier' | 'stoppedShows';

/** A device that does not come back within this time leaves its command unknown. */
const GIVE_UP_MS = 60_000;
/** After a longer outage, and in a database that was restored, what shows may be anybody's doing. */
const PROVES_WITHIN_MS = HOUR_MS;

/**
 * After a crash: frames whose row says that they may have left are settled by reading back what the device shows, never by sending
 * them again.
 */
export class UnknownOutcomeResolver {
  readonly #parts: UnknownOutcomeParts;
  readonly #waiting = new Map<string, CommandRow>();
  readonly #stopping = new AbortController();
  #off: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: UnknownOutcomeParts) {
    this.#parts = parts;
  }

  /** Before new commands are taken. */
  start(): void {
    for (const row of this.#parts.journal.unsettled()) this.#waiting.set(row.id, row);
    if (this.#waiting.size === 0) return;
    this.#parts.log.warn({ commands: this.#waiting.size }, 'commands of before the last stop are being settled');
    this.#off = this.#parts.commands.onLineUp((deviceIds) => {
      for (const row of [...this.#waiting.values()]) if (deviceIds.includes(row.deviceId)) this.#settle(row);
    });
    this.#timer = setTimeout(() => this.#giveUp(), GIVE_UP_MS);
  }

  stop(): void {
    this.#off?.();
    clearTimeout(this.#timer);
    this.#stopping.abort(new Error('the server stops'));
  }

  get left(): number {
    return this.#waiting.size;
  }

  #settle(row: CommandRow): void {
    this.#look(row).catch((error: unknown) => {
      this.#parts.log.debug({ err: error }, 'a command is settled later, or after the next start');
    });
  }

  async #look(row: CommandRow): Promise<void> {
    const { points, commands, clock, journal } = this.#parts;
    const now = row.pointId === null ? undefined : points.find(row.industryId, row.pointId);
    const isMoved = now?.deviceId !== row.deviceId || now.fn !== row.fn || now.address !== row.address;
    const point = isMoved ? undefined : now;
    const proof = point && row.value !== null ? (proofOf(point, row.value) ?? ownProof(point, row.value)) : null;
    if (!point || !proof) return this.#write(row, 'UNKNOWN', '', sayRemark('stoppedUnseen', {}));
    const unit = unitOf(commands, row.deviceId);
    // who has its device's place now shows nothing of it
    if (row.place !== null && row.place !== unit) return this.#write(row, 'UNKNOWN', '', sayRemark('deviceChanged', {}));
    const seen = await readBack({ commands, clock, unit }, row.deviceId, proof, this.#stopping.signal);
    if (seen.hex === '') return;
    const doubt = seen.isProven ? await this.#doubtOf(row, point, proof) : null;
    // after the last read: what showed may be the newer one's doing
    if (journal.wasFollowed(row, proof.place)) this.#write(row, 'UNKNOWN', '', sayRemark('newerFollowed', {}));
    else if (doubt) this.#write(row, 'UNKNOWN', seen.hex, sayRemark(doubt, { raw: seen.hex }));
    else if (seen.isProven) this.#write(row, 'CONFIRMED', seen.hex, sayRemark('settledAfterRestart', {}));
    else this.#write(row, 'UNKNOWN', seen.hex, sayRemark('stoppedShows', { raw: seen.hex }));
  }

  /** Why what shows is no proof: without what was there before, the frame may not have left either. */
  async #doubtOf(row: CommandRow, point: WritePoint, proof: ReadBackProof): Promise<Doubt | null> {
    const { clock, journal } = this.#parts;
    if (wasHeld({ ...row, point })) return 'shownBefore';
    if (row.rawBefore === '' || row.value === null || journal.wasPreceded(row)) return 'mayBeEarlier';
    if (clock.now() - row.createdAtMs > PROVES_WITHIN_MS) return 'stoppedShows';
    if (!isShownElsewhere(point, proof)) return null;
    // what another place showed before is not in the journal; the written registers show whether the frame came
    const own = ownProof(point, row.value);
    const seen = own && (await readBack(this.#parts, row.deviceId, own, this.#stopping.signal));
    return seen?.isProven ? null : 'mayBeEarlier';
  }

  #write(row: CommandRow, outcome: 'CONFIRMED' | 'UNKNOWN', rawBack: string, error: string): void {
    if (!this.#waiting.delete(row.id)) return;
    const { writer, journal, undecided, audit, clock, log } = this.#parts;
    const settled: CommandRow = { ...row, outcome, sent: true, error, rawBack, settledAtMs: clock.now() };
    try {
      writer.runReserved((tx) => {
        journal.settle(tx, settled);
        audit.append(tx, auditOf(settled));
      });
      undecided.note(settled);
    } catch (error) {
      // a full disk must not end the server: it is settled when the line comes again, or after the next start
      this.#waiting.set(row.id, row);
      log.error({ err: error, command: row.commandId }, 'a command could not be settled');
    }
  }

  #giveUp(): void {
    for (const row of [...this.#waiting.values()]) this.#write(row, 'UNKNOWN', '', sayRemark('deviceStayedAway', {}));
  }
}
