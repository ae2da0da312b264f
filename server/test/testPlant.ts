import type { QualityLetter } from '../contract/model/common.ts';
import { seriesOfUnit } from '../contract/model/unitSeries.ts';
import { unitSpec } from '../contract/model/units.ts';
import { daysOf } from '../core/months.ts';
import { dayNumber, ShiftCalendar, type ShiftStart } from '../core/shift.ts';
import { addDays } from '../historian/read/monthTotals.ts';
import type { CounterEvent, DayTotal, LatestValue, MonthTotal, ReadingReader, SlotRun } from '../historian/read/reader.ts';
import { metersAbove, metersAdded } from '../plantModel/meterTree.ts';
import type { Category, Industry, SeriesInfo, ShiftRule, Unit, UnitDirectory } from '../plantModel/model.ts';

/** Slots in memory, and day totals worked out from them by their definition. */
class MemoryReader implements ReadingReader {
  readonly slotsOf = new Map<number, Map<number, [number, QualityLetter]>>();
  readonly events: CounterEvent[] = [];
  readonly live = new Map<number, LatestValue>();
  readonly #calendar: ShiftCalendar;
  /** Days of which something was written of each series: years without readings cost nothing. */
  readonly #written = new Map<number, Set<number>>();
  #changes = 0;
  /** By day, the change that was the last. */
  readonly #changed = new Map<number, number>();

  constructor(calendar: ShiftCalendar) {
    this.#calendar = calendar;
  }

  write(seriesId: number, fromSlot: number, values: readonly number[], letters: string): void {
    const known = this.slotsOf.get(seriesId) ?? new Map<number, [number, QualityLetter]>();
    for (const [at, value] of values.entries()) known.set(fromSlot + at, [value, (letters[at] ?? letters[0]) as QualityLetter]);
    this.slotsOf.set(seriesId, known);
    const written = this.#written.get(seriesId) ?? new Set<number>();
    this.#written.set(seriesId, written);
    this.#changes += 1;
    const [fromDay, toDay] = [fromSlot, fromSlot + values.length - 1].map((slot) => this.#calendar.dayOfSlot(slot));
    for (let day = fromDay ?? 0; day <= (toDay ?? -1); day += 1) {
      written.add(day);
      this.#changed.set(day, this.#changes);
    }
  }

  slots(seriesId: number, fromSlot: number, toSlot: number): SlotRun {
    const known = this.slotsOf.get(seriesId);
    const at = Array.from({ length: toSlot - fromSlot }, (_, index) => known?.get(fromSlot + index) ?? ([0, 'M'] as const));
    return { fromSlot, values: Float64Array.from(at, ([value]) => value), quality: at.map(([, letter]) => letter).join('') };
  }

  dayTotals(seriesIds: readonly number[], fromDay: number, toDay: number): DayTotal[] {
    return seriesIds.flatMap((id) =>
      Array.from({ length: toDay - fromDay + 1 }, (_, at) => this.#total(id, fromDay + at)).filter(
        (total) => total !== undefined,
      ),
    );
  }

  monthTotals(seriesIds: readonly number[], fromMonth: number, toMonth: number): MonthTotal[] {
    return seriesIds.flatMap((id) =>
      Array.from({ length: toMonth - fromMonth + 1 }, (_, at) => fromMonth + at).flatMap((month) => {
        const total = addDays(this.dayTotals([id], daysOf(month).fromDay, daysOf(month).toDay));
        return total ? [{ ...total, month }] : [];
      }),
    );
  }

  counterEvents(seriesIds: readonly number[], fromSlot: number, toSlot: number): CounterEvent[] {
    return this.events.filter(({ seriesId, slot }) => seriesIds.includes(seriesId) && slot >= fromSlot && slot < toSlot);
  }

  latest(seriesId: number): LatestValue | undefined {
    return this.live.get(seriesId);
  }

  revision(_: readonly number[], fromDay: number, toDay: number): string {
    let latest = 0;
    for (let day = fromDay; day <= toDay; day += 1) latest = Math.max(latest, this.#changed.get(day) ?? 0);
    return String(latest);
  }

  #total(seriesId: number, day: number): DayTotal | undefined {
    if (!this.#written.get(seriesId)?.has(day)) return undefined;
    const { firstSlot, slots } = this.#calendar.windowOfDay(day);
    const run = this.slots(seriesId, firstSlot, firstSlot + slots);
    const known = [...run.values]
      .map((value, at) => ({ value, letter: run.quality[at] ?? 'M' }))
      .filter(({ letter }) => !'MX'.includes(letter));
    if (known.length === 0) return undefined;
    const values = known.map(({ value }) => value);
    const sum = values.reduce((total, value) => total + value, 0);
    return {
      seriesId,
      day,
      revision: 1,
      sum,
      min: Math.min(...values),
      max: Math.max(...values),
      avg: sum / values.length,
      last: values.at(-1) ?? null,
      expected: slots,
      complete: known.filter(({ letter }) => 'GBR'.includes(letter)).length,
      estimated: known.filter(({ letter }) => letter === 'F').reduce((total, { value }) => total + value, 0),
      counterOpen: null,
      counterClose: null,
    };
  }
}

type UnitFields = Partial<Unit> & { id: string; type: Unit['type']; subCategoryId: string };

/** One industry, DEMO, with categories and units in memory and readings written by hand. */
export class TestPlant implements UnitDirectory {
  readonly calendar: ShiftCalendar;
  readonly reader: MemoryReader;
  readonly #industry: Industry;
  readonly #categories: Category[] = [];
  readonly #units: Unit[] = [];
  readonly #series = new Map<number, SeriesInfo>();
  #lastSeriesId = 0;

  /** @param later other starts of the shift day, each from a date on. */
  constructor({ timezone = 'Asia/Kolkata', startAt = '06:00:00', later = [] as readonly ShiftStart[] } = {}) {
    const shift: ShiftRule = { validFrom: '2000-01-01', timezone, startAt, endAt: startAt, shiftName: 'day' };
    this.calendar = new ShiftCalendar([shift, ...later]);
    this.reader = new MemoryReader(this.calendar);
    this.#industry = {
      id: 'DEMO',
      name: 'Demo',
      currency: 'INR',
      joinedAtMs: 0,
      disabled: false,
      meta: {},
      version: 1,
      shifts: [shift, ...later.map((rule) => ({ ...shift, ...rule, endAt: rule.startAt }))],
    };
  }

  addCategory(id: string, subCategoryIds: string[], fields: Partial<Category> = {}): this {
    const subCategories = subCategoryIds.map((subId, position) => ({
      id: subId,
      categoryId: id,
      displayName: `Sub ${subId}`,
      group: '',
      enabled: true,
      position,
      version: 1,
    }));
    const position = this.#categories.length;
    const siUnit = id === 'ENERGY_CATEGORY' ? 'kWh' : id === 'GROUND_WATER_LEVEL' ? 'm' : id === 'QUALITY_CATEGORY' ? '' : 'KL';
    this.#categories.push({
      id,
      displayName: `Cat ${id}`,
      standardCategoryId: id,
      siUnit,
      enabled: true,
      position,
      version: 1,
      subCategories,
      ...fields,
    });
    return this;
  }

  addUnit(fields: UnitFields): this {
    const category = this.#categories.find(({ subCategories }) => subCategories.some(({ id }) => id === fields.subCategoryId));
    const categoryId = category?.id ?? '';
    const spec = unitSpec.parse({
      name: `Unit ${fields.id}`,
      standardCategoryId: categoryId,
      siUnit: category?.siUnit ?? '',
      ...fields,
    });
    const series = seriesOfUnit(spec).map((one): SeriesInfo => {
      this.#lastSeriesId += 1;
      return { ...one, id: this.#lastSeriesId, uid: `uid${this.#lastSeriesId}`, unitId: fields.id, industryId: 'DEMO' };
    });
    for (const one of series) this.#series.set(one.id, one);
    const unit = {
      ...spec,
      industryId: 'DEMO',
      categoryId,
      createdAtMs: fields.createdAtMs ?? 0,
      version: 1,
      series,
      feeds: fields.feeds ?? [],
      countedIn: metersAbove(fields.id, (id) =>
        id === fields.id ? spec.meta.subMeterOf : this.#units.find((unit) => unit.id === id)?.meta.subMeterOf,
      ),
      id: fields.id,
    };
    this.#units.push({ ...unit, adds: metersAdded(unit, (id) => this.unit('DEMO', id)) });
    return this;
  }

  seriesId(unitId: string, param: string): number {
    const found = this.unit('DEMO', unitId)?.series.find((series) => series.param === param);
    if (!found) throw new Error(`${unitId} has no ${param}`);
    return found.id;
  }

  /** Writes slots of one parameter, from a slot of a shift date on; one letter stands for all. */
  write(unitId: string, param: string, date: string, at: number, values: readonly number[], letters = 'G'): this {
    this.reader.write(this.seriesId(unitId, param), this.calendar.windowOfDay(dayNumber(date)).firstSlot + at, values, letters);
    return this;
  }

  industries = (): Industry[] => [this.#industry];
  industry = (id: string): Industry | undefined => (id === 'DEMO' ? this.#industry : undefined);
  categories = (id: string): Category[] => (id === 'DEMO' ? this.#categories : []);
  units = (id: string): Unit[] => (id === 'DEMO' ? this.#units : []);
  unit = (id: string, unitId: string): Unit | undefined => this.units(id).find((unit) => unit.id === unitId);
  seriesById = (id: number): SeriesInfo | undefined => this.#series.get(id);
}
