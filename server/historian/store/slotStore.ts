import { hashOfBlock } from '../../core/bytes/blockHash.ts';
import { dayChecksum } from '../../core/bytes/rowChecksum.ts';
import type { BlockTotal } from '../../core/counters/aggregate.ts';
import { code, isCounted, letterOf } from '../../core/slots.ts';
import type { Writer, WriteTx } from '../../db/writer.ts';
import type { SeriesInfo } from '../../plantModel/index.ts';
import type { CounterEvent } from '../read/reader.ts';
import type { LedgerEntry } from '../slots/counterSlots.ts';
import type { DayBlock } from '../slots/dayBlocks.ts';
import type { DamageList } from './damage.ts';
import { openChecksum, totalChecksum } from './dayRows.ts';
import { RevisedStore } from './revisedStore.ts';
import { RunningSlots } from './runningSlotStore.ts';

export type ClosingTotal = BlockTotal & { counterOpen: number | null; counterClose: number | null };

/** A closed day of a series as another store has it. */
export type AdoptedDay = {
  seriesId: number;
  industryId: string;
  day: number;
  revision: number;
  total: ClosingTotal;
  block: { firstSlot: number; slots: number; packed: Uint8Array; hash: Uint8Array };
};

/** Everything that is written of readings: statements compiled once, on the one connection that writes. */
export class SlotStore {
  readonly revised: RevisedStore;
  readonly running: RunningSlots;
  readonly #statements: ReturnType<typeof prepare>;
  readonly #damage: DamageList | undefined;

  /** @param damage found in reading: what is damaged is set aside before something new takes its place. */
  constructor(sqlite: Writer, damage?: DamageList) {
    this.#damage = damage;
    this.#statements = prepare(sqlite);
    this.revised = new RevisedStore(sqlite);
    this.running = new RunningSlots(sqlite);
  }

  /** All of it or nothing; synchronous. */
  transaction<T>(work: (tx: WriteTx) => T): T {
    return this.running.transaction(work);
  }

  /** The changed slots of an open day: a row of each that is over; of those that are not, all series go together. */
  putOpen(tx: WriteTx, seriesId: number, { block, dirtyFrom, dirtyTo }: DayBlock, closedThrough: number): void {
    const { putOpen } = this.#statements;
    for (let place = dirtyFrom; place <= dirtyTo; place += 1) {
      const letter = block.quality[place] ?? code.M;
      const raw = block.raw[place] ?? Number.NaN;
      const slot = block.firstSlot + place;
      if (slot > closedThrough) {
        this.running.put(slot, seriesId, block, place);
        continue;
      }
      const value = isCounted(letter) ? (block.values[place] ?? 0) : null;
      const [quality, reading, mark] = [letterOf(letter), Number.isNaN(raw) ? null : raw, block.mark[place] ?? 0];
      const checksum = openChecksum(slot, seriesId, value, quality, reading, mark);
      putOpen.run(tx, slot, seriesId, value, quality, reading, mark, checksum);
      this.running.noteRow(slot, seriesId);
    }
  }

  /** A closed day with the hash of its content; one that was closed before gets the next revision. */
  putDay(
    tx: WriteTx,
    { id, industryId }: SeriesInfo,
    { day, block }: DayBlock,
    { packed, total }: { packed: Uint8Array; total: ClosingTotal },
  ): void {
    const revision = (this.#statements.dayRevision.get(id, day)?.revision ?? 0) + 1;
    const content = { firstSlot: block.firstSlot, slots: block.values.length, packed, hash: hashOfBlock(block) };
    this.adopt(tx, { seriesId: id, industryId, day, revision, total, block: content });
  }

  /** A closed day as it is, with its revision and the hash that its content was found to have. */
  adopt(tx: WriteTx, { seriesId, industryId, day, revision, total, block }: AdoptedDay): void {
    const { firstSlot, slots, packed, hash } = block;
    if (this.#damage?.has('slots', seriesId, day)) this.#statements.keepDamaged.run(tx, seriesId, day);
    const checksum = dayChecksum({ seriesId, day, firstSlot, slots, revision, hash });
    this.#statements.putDay.run(tx, seriesId, day, firstSlot, slots, packed, revision, hash, checksum);
    this.#damage?.drop('slots', seriesId, day);
    this.#statements.staleNode.run(tx, industryId, day);
    this.putTotal(tx, { id: seriesId, industryId }, day, total);
  }

  /** Totals of a closed day, stored beside its slots. */
  putTotal(tx: WriteTx, { id, industryId }: Pick<SeriesInfo, 'id' | 'industryId'>, day: number, total: ClosingTotal): void {
    const revision = (this.#statements.totalRevision.get(id, day)?.revision ?? 0) + 1;
    const { sum, min, max, avg, last, expected, complete, estimated, counterOpen, counterClose } = total;
    const checksum = totalChecksum({ seriesId: id, day, revision, ...total });
    this.#statements.putTotal.run(
      tx,
      id,
      day,
      revision,
      sum,
      min,
      max,
      avg,
      last,
      expected,
      complete,
      estimated,
      counterOpen,
      counterClose,
      checksum,
    );
    this.#damage?.drop('total', id, day);
    this.#statements.putRevision.run(tx, industryId, day);
  }

  putLedger(tx: WriteTx, seriesId: number, { afterSlot, slot, replace, notes }: LedgerEntry): void {
    if (replace) this.#statements.dropEvents.run(tx, seriesId, afterSlot, slot);
    for (const { kind, slot: at, before, after, note } of notes)
      this.putEvent(tx, { seriesId, kind, slot: at, before, after, note });
  }

  putEvent(tx: WriteTx, { seriesId, kind, slot, before, after, note }: CounterEvent): void {
    this.#statements.putEvent.run(tx, seriesId, slot, kind, before, after, note);
  }

  /** Drops open rows of an industry's slots [fromSlot, toSlot): its days are packed. */
  dropOpen(tx: WriteTx, industryId: string, fromSlot: number, toSlot: number): void {
    this.#statements.dropOpen.run(tx, fromSlot, toSlot, industryId);
  }
}

const prepare = (sqlite: Writer) => ({
  putOpen: sqlite.prepare(
    `insert into reading_open (slot, series_id, value, quality, raw, mark, checksum) values (?, ?, ?, ?, ?, ?, ?)
     on conflict (slot, series_id) do update set value = excluded.value, quality = excluded.quality, raw = excluded.raw,
       mark = excluded.mark, checksum = excluded.checksum`,
  ),
  putDay: sqlite.prepare(
    `insert into reading_day (series_id, day, first_slot, slots, packed, revision, hash, checksum) values (?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (series_id, day) do update set first_slot = excluded.first_slot, slots = excluded.slots,
       packed = excluded.packed, revision = excluded.revision, hash = excluded.hash, checksum = excluded.checksum`,
  ),
  dayRevision: sqlite.select<[number, number], { revision: number }>(
    'select revision from reading_day where series_id = ? and day = ?',
  ),
  totalRevision: sqlite.select<[number, number], { revision: number }>(
    'select revision from day_total where series_id = ? and day = ?',
  ),
  keepDamaged: sqlite.prepare(
    `insert into damaged_day (series_id, day, first_slot, slots, packed, hash)
     select series_id, day, first_slot, slots, packed, hash from reading_day where series_id = ? and day = ?`,
  ),
  staleNode: sqlite.prepare(
    'insert into day_node (industry_id, day, hash) values (?, ?, null) on conflict (industry_id, day) do update set hash = null',
  ),
  putTotal: sqlite.prepare(
    `insert into day_total
       (series_id, day, revision, sum, min, max, avg, last, expected, complete, estimated, counter_open, counter_close, checksum)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (series_id, day) do update
     set revision = excluded.revision, sum = excluded.sum, min = excluded.min, max = excluded.max, avg = excluded.avg,
       last = excluded.last, expected = excluded.expected, complete = excluded.complete, estimated = excluded.estimated,
       counter_open = excluded.counter_open, counter_close = excluded.counter_close, checksum = excluded.checksum`,
  ),
  putRevision: sqlite.prepare(
    'insert into day_revision (industry_id, day) values (?, ?) on conflict (industry_id, day) do update set revision = revision + 1',
  ),
  dropEvents: sqlite.prepare(
    `delete from counter_event where series_id = ? and slot > ? and slot <= ?
     and kind not in ('clock', 'manual')`,
  ),
  putEvent: sqlite.prepare(
    `insert into counter_event (series_id, slot, kind, before, after, note) values (?, ?, ?, ?, ?, ?)
     on conflict (series_id, slot, kind) do update set before = excluded.before, after = excluded.after, note = excluded.note`,
  ),
  dropOpen: sqlite.prepare(
    `delete from reading_open where slot >= ? and slot < ? and series_id in (select id from series where industry_id = ?)`,
  ),
});
