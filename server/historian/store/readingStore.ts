import type { MeterChange } from '../../core/counters/counterModel.ts';
import type { SlotBlock } from '../../core/slots.ts';
import type { Sqlite } from '../../db/open.ts';
import { isWhole } from '../../db/wholeRows.ts';
import { addDays } from '../read/monthTotals.ts';
import type { CounterEvent, DaysTotal, DayTotal } from '../read/reader.ts';
import type { ClosedDays } from '../slots/dayBlocks.ts';
import type { MeterRow } from '../slots/seriesRule.ts';
import { DamageList } from './damage.ts';
import { DatabaseState } from './databaseStateStore.ts';
import { type DayRow, isOpenRowWhole, isTotalWhole, type OpenRow, readDay, totalColumns, totalOfRow } from './dayRows.ts';
import { MonthRevisions } from './monthRevisionStore.ts';
import { RunningReader } from './runningReaderStore.ts';

type TotalRow = (number | null)[];

type EventRow = CounterEvent & { id: number; checksum: number | null };

/** With more than this part of all series it is quicker to read the days whole than to seek every series. */
const WIDE_PART = 0.5;
/** So few are sought whatever their part is. */
const FEW_SERIES = 50;

/** Series ids as one bound value, so that a statement is compiled once for any number of them. */
const asJson = (ids: readonly number[]): string => JSON.stringify(ids);

/** Everything that is read of readings, on a connection that need not be able to write. */
export class ReadingStore implements ClosedDays {
  /** What was found damaged in reading; it is answered as missing. */
  readonly damage: DamageList;
  readonly #statements: ReturnType<typeof prepare>;
  readonly #revisions: MonthRevisions;
  readonly #running: RunningReader;
  readonly #sqlite: Sqlite;

  constructor(sqlite: Sqlite, damage = new DamageList(), state = new DatabaseState(sqlite)) {
    this.damage = damage;
    this.#sqlite = sqlite;
    this.#revisions = new MonthRevisions(sqlite, state);
    this.#running = new RunningReader(sqlite);
    this.#statements = prepare(sqlite);
  }

  /** All that is read in `work` is of one state of the database, whatever another process stores meanwhile. */
  atOneMoment<T>(work: () => T): T {
    return this.#sqlite.transaction(work)();
  }

  load(seriesId: number, day: number): { block: SlotBlock; packed: Uint8Array } | undefined {
    const row = this.#statements.packedDay.get(seriesId, day) as DayRow | undefined;
    const block = row && this.#blockOf(row);
    return block && { block, packed: row.packed };
  }

  #blockOf(row: DayRow): SlotBlock | undefined {
    const read = readDay(row);
    if ('block' in read) return read.block;
    this.damage.add({ seriesId: row.seriesId, day: row.day, part: 'slots', reason: read.damage });
    return undefined;
  }

  dayBefore(seriesId: number, day: number): number | undefined {
    return this.#statements.dayBefore.get(seriesId, day) as number | undefined;
  }

  dayAfter(seriesId: number, day: number): number | undefined {
    return this.#statements.dayAfter.get(seriesId, day) as number | undefined;
  }

  /** Closed days [fromDay, toDay] in order. */
  closedDays(seriesId: number, fromDay: number, toDay: number): { day: number; block: SlotBlock }[] {
    if (fromDay === toDay) {
      // one row costs a tenth of a list of one
      const found = this.load(seriesId, fromDay);
      return found ? [{ day: fromDay, block: found.block }] : [];
    }
    const rows = this.#statements.packedDays.all(seriesId, fromDay, toDay) as DayRow[];
    return rows.flatMap((row) => {
      const block = this.#blockOf(row);
      return block ? [{ day: row.day, block }] : [];
    });
  }

  /** Rows of the open days, oldest slot first, and then what slots have that are not over; damaged ones are left out. */
  *openRows(): Generator<OpenRow> {
    const running = this.#running.all();
    for (const row of this.#statements.openRows.raw(true).iterate() as IterableIterator<OpenRow>) {
      if (!isOpenRowWhole(row)) continue;
      running.leaveOut(row);
      yield row;
    }
    yield* running.rows();
  }

  /** Of one series, slots [fromSlot, toSlot); damaged ones are left out. */
  openSlots(seriesId: number, fromSlot: number, toSlot: number): OpenRow[] {
    // a day of which few slots have a row is asked for these alone: each slot is a look-up
    const { oldest, newest } = this.#statements.openEnds.get() as { oldest: number | null; newest: number | null };
    const [first, end] = [Math.max(fromSlot, oldest ?? toSlot), Math.min(toSlot, (newest ?? fromSlot) + 1)];
    const rows = first < end ? (this.#statements.openSlots.raw(true).all(first, end, seriesId) as OpenRow[]) : [];
    const whole = rows.filter(isOpenRowWhole);
    const running = this.#running.of(seriesId, fromSlot, toSlot).filter(([slot]) => !whole.some(([known]) => known === slot));
    return running.length === 0 ? whole : [...whole, ...running].sort((a, b) => a[0] - b[0]);
  }

  oldestOpenSlot(): number | null {
    return this.#statements.oldestOpenSlot.get() as number | null;
  }

  newestOpenSlot(): number | null {
    return this.#statements.newestOpenSlot.get() as number | null;
  }

  /** Totals that are damaged are left out. */
  dayTotals(seriesIds: readonly number[], fromDay: number, toDay: number): DayTotal[] {
    const [only] = seriesIds;
    if (seriesIds.length === 1)
      return this.#whole(this.#statements.totalsOfOne.raw(true).all(only, fromDay, toDay) as TotalRow[]);
    if (!this.#isWide(seriesIds)) {
      const sorted = seriesIds.toSorted((a, b) => a - b);
      return this.#whole(this.#statements.totals.raw(true).all(asJson(sorted), fromDay, toDay) as TotalRow[]);
    }
    const wanted = new Set<unknown>(seriesIds);
    const ofAll = this.#statements.totalsOfAll.raw(true).all(fromDay, toDay) as TotalRow[];
    return this.#whole(ofAll.filter(([seriesId]) => wanted.has(seriesId))).sort(
      (a, b) => a.seriesId - b.seriesId || a.day - b.day,
    );
  }

  #whole(rows: readonly TotalRow[]): DayTotal[] {
    const totals: DayTotal[] = [];
    for (const row of rows) {
      const total = totalOfRow(row);
      if (isTotalWhole(row)) totals.push(total);
      else this.damage.add({ seriesId: total.seriesId, day: total.day, part: 'total', reason: 'checksum' });
    }
    return totals;
  }

  #isWide({ length }: readonly number[]): boolean {
    return length > FEW_SERIES && length > WIDE_PART * (this.#statements.seriesCount.get() as number);
  }

  /** Closed days [fromDay, toDay] of one series together; undefined where there are none. */
  daysTotal(seriesId: number, fromDay: number, toDay: number): DaysTotal | undefined {
    return addDays(this.dayTotals([seriesId], fromDay, toDay));
  }

  /** Grows with every closed day of an industry in [fromDay, toDay] that is stored or changed. */
  revision(industryId: string, fromDay: number, toDay: number): number {
    return this.#statements.revision.get(industryId, fromDay, toDay) as number;
  }

  monthRevisions(industryId: string): ReadonlyMap<number, number> {
    return this.#revisions.of(industryId);
  }

  hasDamagedTotal(seriesId: number, fromDay: number, toDay: number): boolean {
    return this.damage
      .all()
      .some(({ part, seriesId: of, day }) => part === 'total' && of === seriesId && day >= fromDay && day <= toDay);
  }

  events(seriesIds: readonly number[], fromSlot: number, toSlot: number): CounterEvent[] {
    const rows = this.#statements.events.all(asJson(seriesIds), fromSlot, toSlot) as EventRow[];
    // one that is damaged is no event; the self-test names it
    return rows.flatMap(({ id, checksum, ...event }) => {
      const { seriesId, slot, kind, before, after, note } = event;
      return isWhole([id, seriesId, slot, kind, before, after, note], checksum) ? [event] : [];
    });
  }

  /** Meters of every counter, oldest first. */
  meters(): Map<number, MeterRow[]> {
    return Map.groupBy(this.#statements.meters.all() as MeterRow[], ({ seriesId }) => seriesId);
  }

  /** Changes of the meter of every counter, oldest first. */
  meterChanges(): Map<number, MeterChange[]> {
    const rows = this.#statements.meterChanges.all() as (MeterChange & { seriesId: number })[];
    const bySeries = new Map<number, MeterChange[]>();
    for (const { seriesId, ...change } of rows) bySeries.set(seriesId, [...(bySeries.get(seriesId) ?? []), change]);
    return bySeries;
  }
}

const packed = 'series_id seriesId, day, first_slot firstSlot, slots, packed, revision, hash, checksum';
const open = 'slot, series_id, value, quality, raw, mark, checksum';

const prepare = (sqlite: Sqlite) => ({
  packedDay: sqlite.prepare(`select ${packed} from reading_day where series_id = ? and day = ?`),
  packedDays: sqlite.prepare(`select ${packed} from reading_day where series_id = ? and day between ? and ? order by day`),
  dayBefore: sqlite.prepare('select day from reading_day where series_id = ? and day < ? order by day desc limit 1').pluck(),
  dayAfter: sqlite.prepare('select day from reading_day where series_id = ? and day > ? order by day limit 1').pluck(),
  openRows: sqlite.prepare(`select ${open} from reading_open order by slot, series_id`),
  // the slots come from a counter and not from a range, because rows are clustered by slot: each is then one look-up
  openSlots: sqlite.prepare(
    `with recursive wanted(slot, toSlot) as (
       select * from (values (?, ?)) union all select slot + 1, toSlot from wanted where slot + 1 < toSlot)
     select r.slot, r.series_id, r.value, r.quality, r.raw, r.mark, r.checksum
     from wanted w cross join reading_open r on r.slot = w.slot and r.series_id = ?`,
  ),
  openEnds: sqlite.prepare('select (select min(slot) from reading_open) oldest, (select max(slot) from reading_open) newest'),
  oldestOpenSlot: sqlite.prepare('select min(slot) from reading_open').pluck(),
  newestOpenSlot: sqlite
    .prepare('select max(slot) from (select max(slot) slot from reading_open union all select max(slot) from reading_running)')
    .pluck(),
  totalsOfOne: sqlite.prepare(`select ${totalColumns} from day_total where series_id = ? and day between ? and ? order by day`),
  totalsOfAll: sqlite.prepare(`select ${totalColumns} from day_total indexed by day_total_day where day between ? and ?`),
  totals: sqlite.prepare(
    // the ids come sorted, and the join keeps their order
    `select ${totalColumns} from json_each(?) wanted cross join day_total on series_id = wanted.value and day between ? and ?`,
  ),
  seriesCount: sqlite.prepare('select count(*) from series').pluck(),
  revision: sqlite
    .prepare('select coalesce(sum(revision), 0) from day_revision where industry_id = ? and day between ? and ?')
    .pluck(),
  events: sqlite.prepare(
    `select counter_event.id, series_id seriesId, slot, kind, before, after, note,
       (select checksum from row_checksum where name = 'counter_event' and row_checksum.key = json_array(counter_event.id)) checksum
     from json_each(?) wanted
     cross join counter_event on series_id = wanted.value and slot >= ? and slot < ? order by series_id, slot, counter_event.id`,
  ),
  meters: sqlite.prepare(
    `select series_id seriesId, valid_from_slot validFromSlot, modulus, base_per_count basePerCount, max_per_hour maxPerHour,
       back_deadband backDeadband from meter order by series_id, valid_from_slot`,
  ),
  meterChanges: sqlite.prepare(
    `select series_id seriesId, slot, second, closing, opening, old_base_per_count oldBasePerCount
     from meter_change order by series_id, slot, second`,
  ),
});
