import { monthOfDay } from '../../core/months.ts';
import type { Sqlite } from '../../db/open.ts';
import type { DatabaseState } from './databaseStateStore.ts';

type Known = { stamp: string; sum: number; months: ReadonlyMap<number, number> };

/**
 * Revisions of an industry's closed days, added up by month. They are read anew only after something was written to the database, by
 * whichever process.
 */
export class MonthRevisions {
  readonly #statements: ReturnType<typeof prepare>;
  readonly #state: DatabaseState;
  readonly #known = new Map<string, Known>();

  constructor(sqlite: Sqlite, state: DatabaseState) {
    this.#state = state;
    this.#statements = prepare(sqlite);
  }

  of(industryId: string): ReadonlyMap<number, number> {
    const stamp = this.#state.now();
    const known = this.#known.get(industryId);
    if (known?.stamp === stamp) return known.months;
    // most of what is written closes no day, and a revision never falls
    const sum = this.#statements.sum.get(industryId) as number;
    const months = known?.sum === sum ? known.months : this.#read(industryId);
    this.#known.set(industryId, { stamp, sum, months });
    return months;
  }

  #read(industryId: string): ReadonlyMap<number, number> {
    const months = new Map<number, number>();
    for (const [day, revision] of this.#statements.days.all(industryId) as [number, number][]) {
      const month = monthOfDay(day);
      months.set(month, (months.get(month) ?? 0) + revision);
    }
    return months;
  }
}

const prepare = (sqlite: Sqlite) => ({
  sum: sqlite.prepare('select coalesce(sum(revision), 0) from day_revision where industry_id = ?').pluck(),
  days: sqlite.prepare('select day, revision from day_revision where industry_id = ?').raw(true),
});
