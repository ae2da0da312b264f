import type { Clock } from '../../core/clock.ts';
import type { FieldCommands } from '../../core/command.ts';
import type { Log } from '../../core/log.ts';
import type { AuditTrail } from '../audit/model.ts';
import { auditOf } from './auditing.ts';
import type { JournalStore } from './journalStore.ts';
import type { CommandRow } from './model.ts';
import type { WritePoints } from './points.ts';
import { ownProof, proofOf, readBack } from './readBack.ts';

export type SettlingParts = {
  journal: JournalStore;
  points: WritePoints;
  commands: FieldCommands;
  audit: Pick<AuditTrail, 'append'>;
  clock: Clock;
  log: Log;
};

/** A device that does not come back within this time leaves its command unknown. */
const GIVE_UP_MS = 60_000;

/**
 * After a crash: frames whose row says that they may have left are settled by reading back what the device shows, never by sending
 * them again.
 */
export class Settling {
  readonly #parts: SettlingParts;
  readonly #waiting = new Map<string, CommandRow>();
  readonly #stopping = new AbortController();
  #off: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: SettlingParts) {
    this.#parts = parts;
  }

  /** Before new commands are taken. */
  start(): void {
    for (const row of this.#parts.journal.unsettled()) this.#waiting.set(row.id, row);
    if (this.#waiting.size === 0) return;
    this.#parts.log.warn({ commands: this.#waiting.size }, 'commands of before the last stop are being settled');
    this.#off = this.#parts.commands.onLineUp((deviceIds) => {
      for (const row of this.#waiting.values()) if (deviceIds.includes(row.deviceId)) void this.#settle(row);
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

  async #settle(row: CommandRow): Promise<void> {
    const { points, commands, clock, log } = this.#parts;
    const point = row.pointId === null ? undefined : points.find(row.industryId, row.pointId);
    const proof = point && row.value !== null ? (proofOf(point, row.value) ?? ownProof(point, row.value)) : null;
    if (!proof) return this.#write(row, 'UNKNOWN', '', 'the server stopped while it was under way, and nothing shows its effect');
    try {
      const seen = await readBack(commands, clock, row.deviceId, proof, this.#stopping.signal);
      if (seen.hex === '') return;
      if (seen.isProven) this.#write(row, 'CONFIRMED', seen.hex, 'settled after a restart');
      else this.#write(row, 'UNKNOWN', seen.hex, `the server stopped while it was under way; the feedback shows ${seen.hex}`);
    } catch (error) {
      log.debug({ err: error }, 'a command is settled after the next start');
    }
  }

  #write(row: CommandRow, outcome: 'CONFIRMED' | 'UNKNOWN', rawBack: string, error: string): void {
    if (!this.#waiting.delete(row.id)) return;
    const { journal, audit, clock } = this.#parts;
    const settled: CommandRow = { ...row, outcome, sent: true, error, rawBack, settledAtMs: clock.now() };
    const write = (): void => {
      if (journal.isBusy) setImmediate(write);
      else journal.settle(settled, () => audit.append(auditOf(settled)));
    };
    write();
  }

  #giveUp(): void {
    for (const row of [...this.#waiting.values()])
      this.#write(row, 'UNKNOWN', '', 'the device did not come back after a restart');
  }
}
