import type { MeterChange } from '../../core/counterModel.ts';
import { unpack } from '../../core/packing.ts';
import type { SlotBlock } from '../../core/slots.ts';
import type { Sqlite } from '../../db/open.ts';
import type { CounterEvent, DaysTotal, DayTotal } from '../read/reader.ts';
import type { ClosedDays } from '../slots/dayBlocks.ts';
import type { MeterRow } from '../slots/seriesRule.ts';

export type OpenRow = [slot: number, seriesId: number, value: number | null, quality: string, raw: number | null, mark: number];
type PackedRow = { day: number; firstSlot: number; slots: number; packed: Uint8Array };

/** With more than this part of all series it is quicker to read the days whole than to seek every series. */
const WIDE_PART = 0.5;
/** So few are sought whatever their part is. */
const FEW_SERIES = 50;

/** Series ids as one bound value, so that a statement is compiled once for any number of them. */
const asJson = (ids: readonly number[]): string => JSON.stringify(ids);

/** Everything that is read of readings, on a connection that need not be able to write. */
export class ReadingStore implements ClosedDays {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(sqlite: Sqlite) {
    this.#statements = prepare(sqlite);
  }

  load(seriesId: number, day: number): { block: SlotBlock; packed: Uint8Array } | undefined {
    const row = this.#statements.packedDay.get(seriesId, day) as PackedRow | undefined;
    return row && { block: unpack(row.packed, row.firstSlot, row.slots), packed: row.packed };
  }

  dayBefore(seriesId: number, day: number): number | undefined {
    return this.#statements.dayBefore.get(seriesId, day) as number | undefined;
  }

  /** Closed days [fromDay, toDay] in order. */
  closedDays(seriesId: number, fromDay: number, toDay: number): { day: number; block: SlotBlock }[] {
    if (fromDay === toDay) {
      // one row costs a tenth of a list of one
      const found = this.load(seriesId, fromDay);
      return found ? [{ day: fromDay, block: found.block }] : [];
    }
    const rows = this.#statements.packedDays.all(seriesId, fromDay, toDay) as PackedRow[];
    return rows.map(({ day, firstSlot, slots, packed }) => ({ day, block: unpack(packed, firstSlot, slots) }));
  }

  /** Rows of the open days, oldest slot first. */
  openRows(): IterableIterator<OpenRow> {
    return this.#statements.openRows.raw(true).iterate() as IterableIterator<OpenRow>;
  }

  /** Of one series, slots [fromSlot, toSlot). */
  openSlots(seriesId: number, fromSlot: number, toSlot: number): OpenRow[] {
    return this.#statements.openSlots.raw(true).all(fromSlot, toSlot, seriesId) as OpenRow[];
  }

  oldestOpenSlot(): number | null {
    return this.#statements.oldestOpenSlot.get() as number | null;
  }

  newestOpenSlot(): number | null {
    return this.#statements.newestOpenSlot.get() as number | null;
  }

  dayTotals(seriesIds: readonly number[], fromDay: number, toDay: number): DayTotal[] {
    const [only] = seriesIds;
    if (seriesIds.length === 1) return this.#statements.totalsOfOne.all(only, fromDay, toDay) as DayTotal[];
    if (!this.#isWide(seriesIds)) {
      const sorted = seriesIds.toSorted((a, b) => a - b);
      return this.#statements.totals.all(asJson(sorted), fromDay, toDay) as DayTotal[];
    }
    const wanted = new Set(seriesIds);
    const ofAll = this.#statements.totalsOfAll.all(fromDay, toDay) as DayTotal[];
    return ofAll.filter(({ seriesId }) => wanted.has(seriesId)).sort((a, b) => a.seriesId - b.seriesId || a.day - b.day);
  }

  #isWide({ length }: readonly number[]): boolean {
    return length > FEW_SERIES && length > WIDE_PART * (this.#statements.seriesCount.get() as number);
  }

  /** Closed days [fromDay, toDay] of one series together; undefined where there are none. */
  daysTotal(seriesId: number, fromDay: number, toDay: number): DaysTotal | undefined {
    const row = this.#statements.daysTotal.get({ seriesId, fromDay, toDay }) as (DaysTotal & { days: number }) | undefined;
    if (!row?.days) return undefined;
    const { days: _days, ...total } = row;
    return total;
  }

  /** Grows with every closed day of an industry in [fromDay, toDay] that is stored or changed. */
  revision(industryId: string, fromDay: number, toDay: number): number {
    return this.#statements.revision.get(industryId, fromDay, toDay) as number;
  }

  events(seriesIds: readonly number[], fromSlot: number, toSlot: number): CounterEvent[] {
    return this.#statements.events.all(asJson(seriesIds), fromSlot, toSlot) as CounterEvent[];
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

const total = `series_id seriesId, day, revision, sum, min, max, avg, last, expected, complete, estimated,
  counter_open counterOpen, counter_close counterClose`;
const packed = 'day, first_slot firstSlot, slots, packed';
const open = 'slot, series_id, value, quality, raw, mark';

const prepare = (sqlite: Sqlite) => ({
  packedDay: sqlite.prepare(`select ${packed} from reading_day where series_id = ? and day = ?`),
  packedDays: sqlite.prepare(`select ${packed} from reading_day where series_id = ? and day between ? and ? order by day`),
  dayBefore: sqlite.prepare('select day from reading_day where series_id = ? and day < ? order by day desc limit 1').pluck(),
  openRows: sqlite.prepare(`select ${open} from reading_open order by slot, series_id`),
  // the slots come from a counter and not from a range, because rows are clustered by slot: each is then one look-up
  openSlots: sqlite.prepare(
    `with recursive wanted(slot, toSlot) as (
       select * from (values (?, ?)) union all select slot + 1, toSlot from wanted where slot + 1 < toSlot)
     select r.slot, r.series_id, r.value, r.quality, r.raw, r.mark
     from wanted w cross join reading_open r on r.slot = w.slot and r.series_id = ?`,
  ),
  oldestOpenSlot: sqlite.prepare('select min(slot) from reading_open').pluck(),
  newestOpenSlot: sqlite.prepare('select max(slot) from reading_open').pluck(),
  totalsOfOne: sqlite.prepare(`select ${total} from day_total where series_id = ? and day between ? and ? order by day`),
  totalsOfAll: sqlite.prepare(`select ${total} from day_total indexed by day_total_day where day between ? and ?`),
  totals: sqlite.prepare(
    // the ids come sorted, and the join keeps their order
    `select ${total} from json_each(?) wanted cross join day_total on series_id = wanted.value and day between ? and ?`,
  ),
  seriesCount: sqlite.prepare('select count(*) from series').pluck(),
  daysTotal: sqlite.prepare(
    `select @seriesId seriesId, count(*) days, sum(sum) sum, min(min) min, max(max) max,
       sum(avg * max(1, complete)) / sum(iif(avg is null, null, max(1, complete))) avg,
       coalesce(sum(iif(avg is null, null, max(1, complete))), 0) weight, sum(complete) complete, sum(estimated) estimated,
       (select last from day_total where series_id = @seriesId and day between @fromDay and @toDay and last is not null order by day desc limit 1) last
     from day_total where series_id = @seriesId and day between @fromDay and @toDay`,
  ),
  revision: sqlite
    .prepare('select coalesce(sum(revision), 0) from day_revision where industry_id = ? and day between ? and ?')
    .pluck(),
  events: sqlite.prepare(
    `select series_id seriesId, slot, kind, before, after, note from json_each(?) wanted
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
