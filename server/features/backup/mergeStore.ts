import { checksumsOf, type StoredDay } from '../../db/transfer/storedDays.ts';
import type { Writer, WriteStatement } from '../../db/writer.ts';

export type HeldDay = { seriesId: number; industryId: string; day: StoredDay };

/** Takes closed days of a backup into the plant where it has none; what it has stays as it is. */
export class MergeStore {
  readonly #writer: Writer;
  readonly #putTotal: WriteStatement;
  readonly #putDay: WriteStatement;
  readonly #putRevision: WriteStatement;
  readonly #staleNode: WriteStatement;

  constructor(writer: Writer) {
    this.#writer = writer;
    this.#putTotal = writer.prepare(
      `insert or ignore into day_total (series_id, day, revision, sum, min, max, avg, last, expected, complete, estimated,
         counter_open, counter_close, checksum) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#putDay = writer.prepare(
      `insert or ignore into reading_day (series_id, day, first_slot, slots, packed, revision, hash, checksum)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#staleNode = writer.prepare(
      'insert into day_node (industry_id, day, hash) values (?, ?, null) on conflict (industry_id, day) do update set hash = null',
    );
    this.#putRevision = writer.prepare(
      `insert into day_revision (industry_id, day) values (?, ?)
       on conflict (industry_id, day) do update set revision = revision + 1`,
    );
  }

  /** In one transaction. @returns how many were missing. */
  take(days: readonly HeldDay[]): number {
    return this.#writer.run((tx) => {
      let taken = 0;
      for (const { seriesId, industryId, day: one } of days) {
        const { day, revision, sum, min, max, avg, last, expected, complete, estimated, counterOpen, counterClose } = one;
        const total = [sum, min, max, avg, last, expected, complete, estimated, counterOpen, counterClose];
        const checksums = checksumsOf(seriesId, one, one.hash);
        if (this.#putTotal.run(tx, seriesId, day, revision, ...total, checksums.total).changes === 0) continue;
        if (one.packed) {
          const { firstSlot, slots, packed, hash } = one;
          this.#putDay.run(tx, seriesId, day, firstSlot, slots, packed, revision, hash, checksums.slots);
        }
        // figures that are kept of it, and the roots that a hub compares, were those of a day without this series
        this.#staleNode.run(tx, industryId, day);
        this.#putRevision.run(tx, industryId, day);
        taken += 1;
      }
      return taken;
    });
  }
}
