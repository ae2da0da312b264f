import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import type { Writer, WriteTx } from '../../../db/writer.ts';

export type StoredRain = { day: number; mm: number; source: string };
export type StoredNormal = { month: number; mm: number; source: string };
type Gauge = { industryId: string; unitId: string };

/** About a millisecond of writing. */
const ROWS_PER_STEP = 200;
const DAYS_PER_READ = 1500;

/** Rain that was brought along for gauges, day by day and as normals. */
export class RainHistoryStore {
  readonly #writer: Writer;
  readonly #reader: Kysely<Schema>;

  constructor(writer: Writer, reader: Kysely<Schema>) {
    this.#writer = writer;
    this.#reader = reader;
  }

  /** Adds or replaces days, in steps; answers how many were not stored so before. */
  async putDays({ industryId, unitId }: Gauge, days: readonly { day: number; mm: number }[], source: string): Promise<number> {
    let changed = 0;
    for (let at = 0; at < days.length; at += ROWS_PER_STEP) {
      await nextTurn();
      const rows = days
        .slice(at, at + ROWS_PER_STEP)
        .map(({ day, mm }) => ({ industry_id: industryId, unit_id: unitId, day, mm, source }));
      changed += this.#writer.run((tx) => {
        const done = tx.run(
          tx.query
            .insertInto('rain_day')
            .values(rows)
            .onConflict((conflict) =>
              conflict
                .columns(['industry_id', 'unit_id', 'day'])
                .doUpdateSet((update) => ({ mm: update.ref('excluded.mm'), source: update.ref('excluded.source') }))
                .where(sql<boolean>`excluded.mm <> rain_day.mm or excluded.source <> rain_day.source`),
            ),
        );
        const count = done.changes;
        if (count > 0) this.#countUp(tx, { industryId, unitId });
        return count;
      });
    }
    return changed;
  }

  /** The twelve normals of a gauge in place of those before; answers how many are new or different. */
  async putNormals({ industryId, unitId }: Gauge, monthlyMm: readonly number[], source: string): Promise<number> {
    return this.#writer.run((tx) => {
      const done = tx.run(
        tx.query
          .insertInto('rain_normal')
          .values(monthlyMm.map((mm, at) => ({ industry_id: industryId, unit_id: unitId, month: at + 1, mm, source })))
          .onConflict((conflict) =>
            conflict
              .columns(['industry_id', 'unit_id', 'month'])
              .doUpdateSet((update) => ({ mm: update.ref('excluded.mm'), source: update.ref('excluded.source') }))
              .where(sql<boolean>`excluded.mm <> rain_normal.mm or excluded.source <> rain_normal.source`),
          ),
      );
      const count = done.changes;
      if (count > 0) this.#countUp(tx, { industryId, unitId });
      return count;
    });
  }

  /** All days of a gauge in order, read in steps with a turn between them. */
  async days({ industryId, unitId }: Gauge, pace: { turn(): Promise<void> }): Promise<StoredRain[]> {
    const found: StoredRain[] = [];
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      await pace.turn();
      const rows = await this.#reader
        .selectFrom('rain_day')
        .select(['day', 'mm', 'source'])
        .where('industry_id', '=', industryId)
        .where('unit_id', '=', unitId)
        .where('day', '>', after)
        .orderBy('day')
        .limit(DAYS_PER_READ)
        .execute();
      found.push(...rows);
      const last = rows.at(-1);
      if (!last || rows.length < DAYS_PER_READ) return found;
      after = last.day;
    }
  }

  /** Stored days of [fromDay, toDay]. */
  async count({ industryId, unitId }: Gauge, fromDay: number, toDay: number): Promise<number> {
    const row = await this.#reader
      .selectFrom('rain_day')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('industry_id', '=', industryId)
      .where('unit_id', '=', unitId)
      .where('day', '>=', fromDay)
      .where('day', '<=', toDay)
      .executeTakeFirst();
    return row?.count ?? 0;
  }

  /** By month, January first; empty where none is stored. */
  async normals({ industryId, unitId }: Gauge): Promise<StoredNormal[]> {
    return this.#reader
      .selectFrom('rain_normal')
      .select(['month', 'mm', 'source'])
      .where('industry_id', '=', industryId)
      .where('unit_id', '=', unitId)
      .orderBy('month')
      .execute();
  }

  /** Changes with everything that is stored for any gauge of an industry. */
  async revision(industryId: string): Promise<string> {
    const row = await this.#reader
      .selectFrom('rain_change')
      .select(({ fn }) => [fn.sum<number>('revision').as('changes'), fn.countAll<number>().as('gauges')])
      .where('industry_id', '=', industryId)
      .executeTakeFirst();
    return `${row?.gauges ?? 0}.${row?.changes ?? 0}`;
  }

  #countUp(tx: WriteTx, { industryId, unitId }: Gauge): void {
    tx.run(
      tx.query
        .insertInto('rain_change')
        .values({ industry_id: industryId, unit_id: unitId, revision: 1 })
        .onConflict((conflict) =>
          conflict.columns(['industry_id', 'unit_id']).doUpdateSet({ revision: sql`rain_change.revision + 1` }),
        ),
    );
  }
}
