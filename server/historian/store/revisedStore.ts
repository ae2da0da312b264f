import type { Statement } from 'better-sqlite3';
import type { Writer, WriteStatement, WriteTx } from '../../db/writer.ts';

/** Slots [fromSlot, toSlot] of an industry's series that changed after their `slotsClosed`. */
export type Revised = { industryId: string; fromSlot: number; toSlot: number; seriesIds: number[] };

/** Remembers revised slots from before their values are stored until every subscriber has handled them, so that a crash loses none. */
export class RevisedStore {
  readonly #add: WriteStatement;
  readonly #waiting: Statement<[], { mark: number; industryId: string; fromSlot: number; toSlot: number; seriesIds: string }>;
  readonly #marks: Statement<[], { mark: number }>;
  readonly #drop: WriteStatement;

  constructor(sqlite: Writer) {
    this.#add = sqlite.prepare('insert into reading_revised (industry_id, from_slot, to_slot, series_ids) values (?, ?, ?, ?)');
    this.#waiting = sqlite.select(
      `select id as mark, industry_id as industryId, from_slot as fromSlot, to_slot as toSlot, series_ids as seriesIds
       from reading_revised order by id`,
    );
    this.#marks = sqlite.select('select id as mark from reading_revised order by id');
    this.#drop = sqlite.prepare('delete from reading_revised where id <= ?');
  }

  /** Answers the mark by which these and all before are dropped. */
  add(tx: WriteTx, revised: readonly Revised[]): number {
    let mark = 0;
    for (const { industryId, fromSlot, toSlot, seriesIds } of revised)
      mark = Number(this.#add.run(tx, industryId, fromSlot, toSlot, JSON.stringify(seriesIds)).lastInsertRowid);
    return mark;
  }

  waiting(): (Revised & { mark: number })[] {
    return this.#waiting.all().map((row) => ({ ...row, seriesIds: JSON.parse(row.seriesIds) as number[] }));
  }

  /** Marks of those that wait, in their order. */
  marks(): number[] {
    return this.#marks.all().map(({ mark }) => mark);
  }

  drop(tx: WriteTx, mark: number): void {
    this.#drop.run(tx, mark);
  }
}
