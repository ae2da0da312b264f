import type { ClientBase } from 'pg';
import { daysOf, monthOfDay } from '../../core/months.ts';

/** Held while a month's table is made; the first number keeps it apart from the locks of plants. */
const PARTITION_LOCK = 728_102;

const nameOf = (month: number): string => `block_${Math.floor(month / 12)}_${String((month % 12) + 1).padStart(2, '0')}`;

type Asked = { query(text: string): Promise<unknown> };

/** One table a month, made when its first day arrives, and attached as a partition: that blocks neither readers nor writers. */
export class BlockPartitions {
  readonly #pool: Asked;

  /** @param pool one connection of its own: whoever waits for a table holds another one. */
  constructor(pool: Asked) {
    this.#pool = pool;
  }

  /** Asks the store itself each time: it may have been put back to a state with fewer tables. @param client of whoever writes these days. */
  async haveDays(client: ClientBase, days: readonly number[]): Promise<void> {
    const months = new Map([...new Set(days.map(monthOfDay))].map((month) => [nameOf(month), month]));
    const { rows } = await client.query<{ name: string }>(
      'select name from unnest($1::text[]) name where to_regclass(name) is null',
      [[...months.keys()]],
    );
    for (const { name } of rows) await this.#make(months.get(name) ?? 0);
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
  }
}
