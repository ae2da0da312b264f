import type { SlotBlock } from '../../core/slots.ts';
import type { Writer, WriteTx } from '../../db/writer.ts';
import { isOpenRowWhole, type OpenRow, openChecksum, putOpenRow } from './dayRows.ts';
import {
  copyOfPart,
  emptyPart,
  openPart,
  openRowsOf,
  partOf,
  placeInPart,
  type RunningRow,
  runningColumns,
  SERIES_PER_PART,
  sealPart,
} from './runningPart.ts';

/** What the database has of one slot and part, and which series have their own row of the slot already. */
type Part = { slot: number; part: number; block: SlotBlock; rowed: Uint8Array };

const keyOf = (slot: number, part: number): string => `${slot} ${part}`;

/**
 * Slots that are not over: all series of a part in one row, which is written anew with every change, because a row for each would
 * rewrite their pages every 10 s. When a slot is over each series has its row of the open day, which counts in place of what is here.
 */
export class RunningSlots {
  readonly #sqlite: Writer;
  readonly #statements: ReturnType<typeof prepare>;
  #parts: Map<string, Part> | undefined;
  /** As they are once the transaction has ended. */
  readonly #changed = new Map<string, Part>();
  readonly #gone = new Set<string>();
  /** The part that was changed last in this transaction: that of the next series as a rule. */
  #atHand: Part | undefined;

  constructor(sqlite: Writer) {
    this.#sqlite = sqlite;
    this.#statements = prepare(sqlite);
  }

  /** All or nothing of what the work changes here. */
  transaction<T>(work: (tx: WriteTx) => T): T {
    this.#changed.clear();
    this.#atHand = undefined;
    this.#gone.clear();
    const result = this.#sqlite.run((tx) => {
      const done = work(tx);
      for (const { slot, part, block } of this.#changed.values()) this.#write(tx, sealPart(slot, part, block));
      return done;
    });
    for (const [key, part] of this.#changed) this.#known().set(key, part);
    for (const key of this.#gone) this.#parts?.delete(key);
    return result;
  }

  /** What a series has in a slot that is not over: place `at` of its day. */
  put(slot: number, seriesId: number, day: SlotBlock, at: number): void {
    const { block, rowed } = this.#change(slot, partOf(seriesId));
    const place = placeInPart(seriesId);
    block.values[place] = day.values[at] ?? 0;
    block.quality[place] = day.quality[at] ?? 0;
    block.raw[place] = day.raw[at] ?? Number.NaN;
    block.mark[place] = day.mark[at] ?? 0;
    rowed[place] = 0;
  }

  /** The series has its own row of this slot. */
  noteRow(slot: number, seriesId: number): void {
    const part = this.#known().get(keyOf(slot, partOf(seriesId)));
    if (part) part.rowed[placeInPart(seriesId)] = 1;
  }

  /** Whether there are slots up to this one. */
  hasThrough(throughSlot: number): boolean {
    for (const { slot } of this.#known().values()) if (slot <= throughSlot) return true;
    return false;
  }

  /**
   * Gives every series its row of the slots up to this one, part by part, until about `most` rows were written.
   * @returns whether there are more.
   */
  fold(tx: WriteTx, throughSlot: number, most: number): boolean {
    let written = 0;
    for (const [key, { slot, part, block, rowed }] of this.#known()) {
      if (slot > throughSlot) continue;
      if (written >= most) return true;
      for (const row of openRowsOf(part, block)) if (rowed[placeInPart(row[1])] === 0) written += this.#putRow(tx, row);
      this.#statements.drop.run(tx, slot, part);
      this.#gone.add(key);
    }
    return false;
  }

  /** Rows of slots that are not over, as a server before this version wrote them, or a clock that was set back made them run again. */
  takeRows(tx: WriteTx, fromSlot: number): void {
    const rows = this.#statements.rowsFrom.all(fromSlot) as OpenRow[];
    if (rows.length === 0) return;
    for (const row of rows) {
      if (!isOpenRowWhole(row)) continue;
      const [slot, seriesId] = row;
      const { block } = this.#change(slot, partOf(seriesId));
      putOpenRow(block, placeInPart(seriesId), row);
    }
    this.#statements.dropRows.run(tx, fromSlot);
  }

  #known(): Map<string, Part> {
    this.#parts ??= new Map(
      this.#statements.all.all().flatMap((row) => {
        const { slot, part } = row;
        const block = openPart(row) ?? emptyPart(slot);
        return [[keyOf(slot, part), { slot, part, block, rowed: new Uint8Array(SERIES_PER_PART) }]];
      }),
    );
    return this.#parts;
  }

  #change(slot: number, part: number): Part {
    const atHand = this.#atHand;
    if (atHand?.slot === slot && atHand.part === part) return atHand;
    this.#atHand = this.#changedPart(slot, part);
    return this.#atHand;
  }

  #changedPart(slot: number, part: number): Part {
    const key = keyOf(slot, part);
    const changed = this.#changed.get(key);
    if (changed) return changed;
    const known = this.#known().get(key);
    const copy = known
      ? { slot, part, block: copyOfPart(known.block), rowed: known.rowed.slice() }
      : { slot, part, block: emptyPart(slot), rowed: new Uint8Array(SERIES_PER_PART) };
    this.#changed.set(key, copy);
    return copy;
  }

  #write(tx: WriteTx, { slot, part, places, packed, checksum }: RunningRow): void {
    this.#statements.put.run(tx, slot, part, places, packed, checksum);
  }

  #putRow(tx: WriteTx, [slot, seriesId, value, quality, raw, mark]: OpenRow): number {
    const checksum = openChecksum(slot, seriesId, value, quality, raw, mark);
    return this.#statements.putRow.run(tx, slot, seriesId, value, quality, raw, mark, checksum, seriesId).changes;
  }
}

const prepare = (sqlite: Writer) => ({
  all: sqlite.select<[], RunningRow>(`select ${runningColumns} from reading_running`),
  put: sqlite.prepare(
    `insert into reading_running (slot, part, places, packed, checksum) values (?, ?, ?, ?, ?)
     on conflict (slot, part) do update set places = excluded.places, packed = excluded.packed, checksum = excluded.checksum`,
  ),
  drop: sqlite.prepare('delete from reading_running where slot = ? and part = ?'),
  putRow: sqlite.prepare(
    // a unit may have been deleted meanwhile
    `insert into reading_open (slot, series_id, value, quality, raw, mark, checksum)
     select ?, ?, ?, ?, ?, ?, ? where exists (select 1 from series where id = ?)
     on conflict (slot, series_id) do nothing`,
  ),
  rowsFrom: sqlite
    .select<[number], unknown>('select slot, series_id, value, quality, raw, mark, checksum from reading_open where slot >= ?')
    .raw(true),
  dropRows: sqlite.prepare('delete from reading_open where slot >= ?'),
});
