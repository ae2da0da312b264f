import type { StoredDay } from '../../db/transfer/storedDays.ts';
import type { Writer, WriteStatement } from '../../db/writer.ts';

export type HeldDay = { seriesId: number; industryId: string; day: StoredDay };

/** Takes closed days of a backup into the plant where it has none; what it has stays as it is. */
export class MergeStore {
  readonly #writer: Writer;
  readonly #putTotal: WriteStatement;
  readonly #putDay: WriteStatement;
  readonly #putRevision: WriteStatement;
  readonly #unseal: WriteStatement;

  constructor(writer: Writer) {
    this.#writer = writer;
    this.#putTotal = writer.prepare(
      `insert or ignore into day_total (series_id, day, revision, sum, min, max, avg, last, expected, complete, estimated,
         counter_open, counter_close) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#putDay = writer.prepare(
      'insert or ignore into reading_day (series_id, day, first_slot, slots, packed) values (?, ?, ?, ?, ?)',
    );
    this.#unseal = writer.prepare("delete from integrity_step where name = 'days sealed'");
    this.#putRevision = writer.prepare(
      `insert into day_revision (industry_id, day) values (?, ?)
       on conflict (industry_id, day) do update set revision = revision + 1`,
    );
  }

  /** Days taken in carry no seal yet: they get theirs in the background, from the next start on. */
  unseal(): void {
    this.#writer.run((tx) => this.#unseal.run(tx));
  }

  /** In one transaction. @returns how many were missing. */
  take(days: readonly HeldDay[]): number {
    return this.#writer.run((tx) => {
      let taken = 0;
      for (const { seriesId, industryId, day: one } of days) {
        const { day, revision, sum, min, max, avg, last, expected, complete, estimated, counterOpen, counterClose } = one;
        const total = [sum, min, max, avg, last, expected, complete, estimated, counterOpen, counterClose];
        if (this.#putTotal.run(tx, seriesId, day, revision, ...total).changes === 0) continue;
        if (one.packed) this.#putDay.run(tx, seriesId, day, one.firstSlot, one.slots, one.packed);
        this.#putRevision.run(tx, industryId, day);
        taken += 1;
      }
      return taken;
    });
  }
}
