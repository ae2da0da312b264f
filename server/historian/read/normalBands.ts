import { roundSingle } from '../../core/round.ts';
import { isCompleteAt, SLOTS_PER_DAY, SLOTS_PER_HOUR } from '../../core/slots.ts';
import type { SeriesInfo } from '../../plantModel/index.ts';
import type { DayFigures, Figures } from './knownFigures.ts';
import type { ReadingReader } from './reader.ts';
import type { ReadContext } from './source.ts';

type Band = { low: number; high: number };
type When = Pick<ReadContext, 'nowSlot' | 'calendar'>;

const DAYS = 7;
const WEEK_SLOTS = DAYS * SLOTS_PER_DAY;
/** Fewer values than two days' worth say nothing about what is normal. */
const FEWEST_VALUES = 2 * SLOTS_PER_HOUR;
const TAIL = 0.05;

const bandOf = (values: number[]): Band | null => {
  if (values.length < FEWEST_VALUES) return null;
  values.sort((a, b) => a - b);
  const at = (part: number): number => roundSingle(values[Math.round(part * (values.length - 1))] ?? 0);
  return { low: at(TAIL), high: at(1 - TAIL) };
};

/**
 * Where nine tenths of a gauge's values was in the same hour of the last 7 days; worked out once an hour. Where figures are kept, all
 * hours of a day are worked out together from the seven days before it, which are over.
 */
export class NormalBands {
  readonly #reader: ReadingReader;
  readonly #figures: DayFigures | undefined;
  readonly #known = new Map<number, Band | null>();
  #hour = 0;

  /** @param figures only of now: one day of a series is kept. */
  constructor(reader: ReadingReader, figures?: DayFigures) {
    this.#reader = reader;
    this.#figures = figures;
  }

  of(series: SeriesInfo, when: When): Band | null {
    if (series.kind === 'counter') return null;
    const hour = Math.floor(when.nowSlot / SLOTS_PER_HOUR);
    if (hour !== this.#hour) this.#known.clear();
    this.#hour = hour;
    const known = this.#known.get(series.id);
    if (known !== undefined) return known;
    const band = this.#workOut(series, hour * SLOTS_PER_HOUR, when);
    this.#known.set(series.id, band);
    return band;
  }

  #workOut({ id, industryId }: SeriesInfo, hourSlot: number, { calendar }: When): Band | null {
    const day = calendar.dayOfSlot(hourSlot);
    const { firstSlot } = calendar.windowOfDay(day);
    const firstHour = Math.ceil(firstSlot / SLOTS_PER_HOUR) * SLOTS_PER_HOUR;
    const weekSlot = firstSlot - WEEK_SLOTS;
    const isWithinDay = hourSlot + SLOTS_PER_HOUR <= firstSlot + SLOTS_PER_DAY;
    // with a change of clocks or of shifts the week before is not the seven days before
    const isOfDays = isWithinDay && calendar.windowOfDay(day - DAYS).firstSlot === weekSlot;
    if (!this.#figures || !isOfDays) {
      const values: number[] = [];
      for (let slot = hourSlot - WEEK_SLOTS; slot < hourSlot; slot += SLOTS_PER_DAY) this.#addHour(values, id, slot);
      return bandOf(values);
    }
    const asked = { kind: 'usual hours 1', subject: id, industryId, basis: String(firstSlot) };
    const { known, keep } = this.#figures.ofStretch(asked, day - DAYS, day - 1);
    const hours = known ?? this.#hoursOfDay(id, weekSlot, firstHour);
    if (!known) keep(hours);
    const at = (2 * (hourSlot - firstHour)) / SLOTS_PER_HOUR;
    const [low = null, high = null] = hours.slice(at, at + 2);
    return low === null || high === null ? null : { low, high };
  }

  /** Of each hour of the day after a week of slots its lowest and highest. */
  #hoursOfDay(seriesId: number, weekSlot: number, firstHour: number): Figures {
    const { values, quality } = this.#reader.slots(seriesId, weekSlot, weekSlot + WEEK_SLOTS);
    const figures: (number | null)[] = [];
    const end = weekSlot + SLOTS_PER_DAY;
    for (let hour = firstHour - WEEK_SLOTS; hour + SLOTS_PER_HOUR <= end; hour += SLOTS_PER_HOUR) {
      const known: number[] = [];
      for (let day = hour - weekSlot; day < WEEK_SLOTS; day += SLOTS_PER_DAY)
        for (let at = day; at < day + SLOTS_PER_HOUR; at += 1) if (isCompleteAt(quality, at)) known.push(values[at] ?? 0);
      const band = bandOf(known);
      figures.push(band?.low ?? null, band?.high ?? null);
    }
    return figures;
  }

  #addHour(values: number[], seriesId: number, fromSlot: number): void {
    const run = this.#reader.slots(seriesId, fromSlot, fromSlot + SLOTS_PER_HOUR);
    for (const [at, value] of run.values.entries()) if (isCompleteAt(run.quality, at)) values.push(value);
  }
}
