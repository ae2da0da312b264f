import type { Pool } from 'pg';
import { daysOf, monthOfDay } from '../../core/months.ts';

/** Held while a month's table is made; the first number keeps it apart from the locks of plants. */
const PARTITION_LOCK = 728_102;

const nameOf = (month: number): string => `block_${Math.floor(month / 12)}_${String((month % 12) + 1).padStart(2, '0')}`;

/** Tables of months, made when the first day of one comes. They are attached, which holds up nobody who reads or writes meanwhile. */
export class BlockPartitions {
  readonly #pool: Pool;
  readonly #known = new Set<number>();

  /** @param pool one connection of its own: whoever waits for a table holds another one. */
  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async haveDays(days: readonly number[]): Promise<void> {
    for (const month of new Set(days.map(monthOfDay))) if (!this.#known.has(month)) await this.#make(month);
  }

  /** PostgreSQL was started anew, perhaps with fewer tables. */
  forget(): void {
    this.#known.clear();
  }

  async #make(month: number): Promise<void> {
    const name = nameOf(month);
    const { fromDay, toDay } = daysOf(month);
    // several statements at once are one transaction
    await this.#pool.query(`
      select pg_advisory_xact_lock(${PARTITION_LOCK});
      do $$ begin
        if to_regclass('${name}') is null then
          create table ${name} (like block including all);
          alter table ${name} alter column packed set storage external;
          alter table ${name} enable row level security;
          alter table ${name} force row level security;
          alter table block attach partition ${name} for values from (${fromDay}) to (${toDay + 1});
        end if;
      end $$`);
    this.#known.add(month);
  }
}
