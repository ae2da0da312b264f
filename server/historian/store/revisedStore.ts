import type { Database, Statement } from 'better-sqlite3';

/** Slots [fromSlot, toSlot] of an industry's series that changed after they had been told. */
export type Revised = { industryId: string; fromSlot: number; toSlot: number; seriesIds: number[] };

/** Keeps which slots were revised from before their values are stored until whoever hears of it is done: a crash forgets none. */
export class RevisedStore {
  readonly #sqlite: Database;
  readonly #add: Statement;
  readonly #waiting: Statement<[], { mark: number; industryId: string; fromSlot: number; toSlot: number; seriesIds: string }>;
  readonly #drop: Statement;

  constructor(sqlite: Database) {
    this.#sqlite = sqlite;
    this.#add = sqlite.prepare('insert into reading_revised (industry_id, from_slot, to_slot, series_ids) values (?, ?, ?, ?)');
    this.#waiting = sqlite.prepare(
      `select id as mark, industry_id as industryId, from_slot as fromSlot, to_slot as toSlot, series_ids as seriesIds
       from reading_revised order by id`,
    );
    this.#drop = sqlite.prepare('delete from reading_revised where id <= ?');
  }

  /** A transaction of somebody else is open on this connection. */
  get isBusy(): boolean {
    return this.#sqlite.inTransaction;
  }

  /** Answers the mark by which these and all before are dropped. */
  add(revised: readonly Revised[]): number {
    let mark = 0;
    const addAll = () => {
      for (const { industryId, fromSlot, toSlot, seriesIds } of revised)
        mark = Number(this.#add.run(industryId, fromSlot, toSlot, JSON.stringify(seriesIds)).lastInsertRowid);
    };
    this.#sqlite.transaction(addAll).immediate();
    return mark;
  }

  waiting(): (Revised & { mark: number })[] {
    return this.#waiting.all().map((row) => ({ ...row, seriesIds: JSON.parse(row.seriesIds) as number[] }));
  }

  drop(mark: number): void {
    this.#drop.run(mark);
  }
}
