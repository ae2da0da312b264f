import { dateOfDay, dayNumber } from '../../core/shift.ts';
import type { MadeWells, PlainSeries, PlainWell } from './madeWells.ts';

/** Figures of wells worked out slot by slot as docs/domain.md 4 defines them, with nothing of the product but its calendar of shift days. */

type Pump = 'on' | 'off' | 'unknown';
/** Slots from one on to before another. */
type Span = { from: number; to: number };

const HOUR = 12;
const FOUR_HOURS = 48;
const DAY = 288;

const middle = (values: readonly number[]): number | null => {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)] ?? 0, sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0];
  return (low + high) / 2;
};
const add = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const meanOf = (values: readonly number[]): number | null => (values.length === 0 ? null : add(values) / values.length);

const knownAt = (series: PlainSeries, slot: number): number | null => {
  const found = series.get(slot);
  return found === undefined || 'MX'.includes(found.letter) ? null : found.value;
};
const measuredAt = (series: PlainSeries, slot: number): number | null =>
  'GBR'.includes(series.get(slot)?.letter ?? 'M') ? knownAt(series, slot) : null;

const each = ({ from, to }: Span): number[] => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
const known = (series: PlainSeries, span: Span): number[] => each(span).flatMap((slot) => knownAt(series, slot) ?? []);

type Run = Span & { levelM: number | null; flowM3h: number | null };
type Day = { swl: number | null; recovering: boolean; runs: Run[]; hours: number | null };

export class PlainWells {
  readonly #made: MadeWells;
  readonly #pumps = new Map<PlainWell, Map<number, Pump>>();
  readonly #days = new Map<string, Day>();
  /** Hours since 1970 of which something was read. */
  readonly #hours = new Map<PlainWell, Set<number>>();

  constructor(made: MadeWells) {
    this.#made = made;
  }

  daySpan(day: number): Span {
    const { firstSlot, slots } = this.#made.plant.calendar.windowOfDay(day);
    return { from: firstSlot, to: Math.min(this.#made.nowSlot, firstSlot + slots) };
  }

  /** m3/h by the flow register, else by the volume where it was measured: of a filled gap nobody knows when it flowed. */
  flow({ flow, volume }: PlainWell, slot: number): number | null {
    const litres = measuredAt(volume, slot);
    return knownAt(flow, slot) ?? (litres === null ? null : (litres / 1000) * HOUR);
  }

  /** Of a well its own pump; of a piezometer those of the wells of its aquifer. */
  pump(well: PlainWell, slot: number): Pump {
    const states = this.#pumps.get(well) ?? new Map<number, Pump>();
    const before = states.get(slot);
    if (before !== undefined) return before;
    this.#pumps.set(well, states);
    const state = this.#pump(well, slot);
    states.set(slot, state);
    return state;
  }

  #pump(well: PlainWell, slot: number): Pump {
    if (well.isPiezometer) {
      const isOfAquifer = (one: PlainWell): boolean =>
        !one.isPiezometer && well.aquiferId !== undefined && one.aquiferId === well.aquiferId;
      const states = this.#made.wells.filter(isOfAquifer).map((one) => this.pump(one, slot));
      return states.find((state) => state === 'on') ?? states.find((state) => state === 'unknown') ?? 'off';
    }
    const flow = this.flow(well, slot);
    if (flow === null) return 'unknown';
    return flow > 0 && flow >= (well.ratedM3h ?? 0) / 100 ? 'on' : 'off';
  }

  isStatic(well: PlainWell, slot: number): boolean {
    if (knownAt(well.level, slot) === null) return false;
    for (let back = 0; back < FOUR_HOURS; back += 1) if (this.pump(well, slot - back) !== 'off') return false;
    const points = each({ from: slot - HOUR + 1, to: slot + 1 }).flatMap((one) => {
      const y = knownAt(well.level, one);
      return y === null ? [] : [{ x: (one - slot) / HOUR, y }];
    });
    if (points.length < 9) return false;
    const [x0, y0] = [add(points.map(({ x }) => x)) / points.length, add(points.map(({ y }) => y)) / points.length];
    const slope = add(points.map(({ x, y }) => (x - x0) * (y - y0))) / add(points.map(({ x }) => (x - x0) ** 2));
    return Math.abs(slope) <= 0.02 + 1e-9;
  }

  /** Runs of an hour or more that reach into a span of slots, by their last half hour, wherever they began. */
  runs(well: PlainWell, { from, to }: Span): Run[] {
    const found: Run[] = [];
    for (const slot of each({ from, to })) {
      if (this.pump(well, slot) !== 'on' || (slot + 1 < to && this.pump(well, slot + 1) === 'on')) continue;
      let start = slot;
      while (this.pump(well, start - 1) === 'on') start -= 1;
      if (slot + 1 - start < HOUR) continue;
      const last = { from: slot - 5, to: slot + 1 };
      const levelM = middle(known(well.level, last));
      found.push({ from: start, to: slot + 1, levelM, flowM3h: meanOf(each(last).flatMap((one) => this.flow(well, one) ?? [])) });
    }
    return found;
  }

  day(well: PlainWell, day: number): Day {
    const key = `${well.id} ${day}`;
    const found = this.#days.get(key) ?? this.#day(well, day);
    this.#days.set(key, found);
    return found;
  }

  #day(well: PlainWell, day: number): Day {
    const span = this.daySpan(day);
    if (!this.#isRead(well, span)) return { swl: null, recovering: true, runs: [], hours: null };
    const slots = each(span);
    const still = slots.filter((slot) => this.isStatic(well, slot)).flatMap((slot) => knownAt(well.level, slot) ?? []);
    const isBlind = slots.every((slot) => this.pump(well, slot) === 'unknown');
    const off = slots.filter((slot) => isBlind || this.pump(well, slot) === 'off');
    const recovered = off.flatMap((slot) => knownAt(well.level, slot) ?? []);
    // a run over the day's end is of the day in which it ends, and of each day that it fills
    const goesOn = span.to < this.#made.nowSlot && this.pump(well, span.to) === 'on';
    const runs = this.runs(well, span).filter((run) => run.to < span.to || !goesOn || run.from <= span.from);
    // a count that takes longer than a slot does not say when the pump ran
    const timed = well.countsSeldom ? slots.filter((slot) => knownAt(well.flow, slot) !== null) : slots;
    const isTimed = timed.some((slot) => this.pump(well, slot) !== 'unknown');
    const on = timed.filter((slot) => this.pump(well, slot) === 'on').length;
    return {
      swl: middle(still) ?? (recovered.length > 0 ? Math.min(...recovered) : null),
      recovering: still.length === 0,
      runs: well.isPiezometer ? [] : runs.filter(({ levelM }) => levelM !== null),
      hours: !isTimed || well.isPiezometer ? null : on / HOUR,
    };
  }

  #isRead(well: PlainWell, { from, to }: Span): boolean {
    const hours = this.#hours.get(well) ?? new Set<number>();
    if (hours.size === 0)
      for (const series of [well.level, well.volume, well.flow])
        for (const slot of series.keys()) hours.add(Math.floor(slot / HOUR));
    this.#hours.set(well, hours);
    return each({ from: Math.floor(from / HOUR), to: Math.ceil(to / HOUR) }).some((hour) => hours.has(hour));
  }

  /** Days of a month that have begun. */
  daysOfMonth(month: string): number[] {
    const first = dayNumber(`${month}-01`);
    const today = this.#made.plant.calendar.dayOfSlot(this.#made.nowSlot);
    const days = Array.from({ length: 31 }, (_, at) => first + at);
    return days.filter((day) => dateOfDay(day).startsWith(month) && day <= today);
  }

  /** The newest level at rest of the 24 hours before a slot, else the least depth with the pump off (while nobody knew, of all). */
  restBefore(well: PlainWell, to: number): { levelM: number | null; recovering: boolean; slot: number | null } {
    const slots = each({ from: to - DAY, to });
    const still = slots.findLast((slot) => this.isStatic(well, slot));
    if (still !== undefined) return { levelM: knownAt(well.level, still), recovering: false, slot: still };
    const isBlind = slots.every((slot) => this.pump(well, slot) === 'unknown');
    const off = slots.filter((slot) => isBlind || this.pump(well, slot) === 'off');
    const levels = off.flatMap((slot) => knownAt(well.level, slot) ?? []);
    if (levels.length === 0) return { levelM: null, recovering: false, slot: null };
    const least = Math.min(...levels);
    return { levelM: least, recovering: true, slot: off.find((slot) => knownAt(well.level, slot) === least) ?? null };
  }

  /** The newest run of which an hour or more lies in the 28 hours before a slot. */
  newestRun(well: PlainWell, to: number): Run | undefined {
    const from = to - DAY - FOUR_HOURS;
    return this.runs(well, { from, to }).findLast((run) => run.to - Math.max(from, run.from) >= HOUR);
  }

  sumL(series: PlainSeries, days: readonly number[]): number | null {
    const values = days.flatMap((day) => known(series, this.daySpan(day)));
    return values.length === 0 ? null : add(values);
  }

  measured(series: PlainSeries, days: readonly number[]): number {
    return days.flatMap((day) => each(this.daySpan(day))).filter((slot) => measuredAt(series, slot) !== null).length;
  }

  knownSlots(series: PlainSeries, day: number): number {
    return known(series, this.daySpan(day)).length;
  }
}

/** Static level of several days: the median of those at rest, of the recovering ones where none was. */
export const joined = (days: readonly Pick<Day, 'swl' | 'recovering'>[]): { swl: number | null; recovering: boolean } => {
  const of = (recovering: boolean): number[] =>
    days.flatMap((day) => (day.swl !== null && day.recovering === recovering ? [day.swl] : []));
  const still = middle(of(false));
  const recovered = middle(of(true));
  return still !== null ? { swl: still, recovering: false } : { swl: recovered, recovering: recovered !== null };
};

/** Flow by drawdown, sums of runs within a tenth of the reference flow. */
export const capacityOf = (runs: readonly Run[], swl: number | null, reference: number | null): number | null => {
  if (swl === null || reference === null) return null;
  const like = runs.filter(({ flowM3h }) => flowM3h !== null && flowM3h > 0 && Math.abs(flowM3h - reference) <= reference / 10);
  const drawdown = add(like.map(({ levelM }) => (levelM ?? 0) - swl));
  return drawdown > 0 ? add(like.map(({ flowM3h }) => flowM3h ?? 0)) / drawdown : null;
};

export const referenceOf = (runs: readonly Run[]): number | null =>
  middle(runs.flatMap(({ flowM3h }) => (flowM3h !== null && flowM3h > 0 ? [flowM3h] : [])));

export const medianOf = middle;

/** Sen's slope over all pairs within a season of five years or more, m a year. */
export const senSlope = (seasons: readonly (readonly { year: number; value: number }[])[]): number | null =>
  middle(
    seasons
      .filter(({ length }) => length >= 5)
      .flatMap((season) =>
        season.flatMap((late) =>
          season.filter(({ year }) => year < late.year).map(({ year, value }) => (late.value - value) / (late.year - year)),
        ),
      ),
  );
