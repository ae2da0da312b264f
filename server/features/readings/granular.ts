import type { QualityLetter } from '../../contract/model/common.ts';
import type { GranularPoint } from '../../contract/user/granular.ts';
import { dayNumber, type ShiftCalendar } from '../../core/shift.ts';
import { isCountedAt, SLOTS_PER_DAY } from '../../core/slots.ts';
import {
  type DisplayUnit,
  isoOfSlot,
  jointLetter,
  mainSeries,
  type ReadingReader,
  toDisplaySlot,
} from '../../historian/index.ts';
import { type SeriesInfo, totalParts, type Unit } from '../../plantModel/index.ts';

/** A day of 25 hours has 300 slots; the API stops at 288. */
const MOST_POINTS = SLOTS_PER_DAY;

type Slots = { values: Float64Array; quality: string };

/** Counters and stocks of several units add up; levels, rain and quality parameters have a mean. */
const isAdded = (series: SeriesInfo): boolean => series.measure === 'L' || series.measure === 'Wh';

const combine = (runs: readonly Slots[], added: boolean): Slots => {
  const [only] = runs;
  if (runs.length === 1 && only) return only;
  const values = new Float64Array(only?.values.length ?? 0);
  let quality = '';
  for (let at = 0; at < values.length; at += 1) {
    const letters = runs.map((run) => (run.quality[at] ?? 'M') as QualityLetter);
    const known = runs.filter((run) => isCountedAt(run.quality, at));
    const sum = known.reduce((total, run) => total + (run.values[at] ?? 0), 0);
    values[at] = added || known.length === 0 ? sum : sum / known.length;
    quality += jointLetter(letters);
  }
  return { values, quality };
};

/**
 * The points of a shift date for one series or several of the same measure together; values divided
 * and rounded, 0 where nothing is known.
 * @param asked.nowSlot the first slot that is not over: a part of a slot is not its value.
 */
export const granularDay = (
  reader: ReadingReader,
  calendar: ShiftCalendar,
  series: readonly SeriesInfo[],
  { date, measure, nowSlot }: { date: string; measure: DisplayUnit; nowSlot: number },
): GranularPoint[] => {
  const [first] = series;
  if (!first) return [];
  const { firstSlot, slots } = calendar.windowOfDay(dayNumber(date));
  const toSlot = firstSlot + Math.min(slots, MOST_POINTS);
  const { values, quality } = combine(
    series.map(({ id }) => reader.slots(id, firstSlot, toSlot)),
    isAdded(first),
  );
  return Array.from({ length: toSlot - firstSlot }, (_, at) => {
    const q = firstSlot + at < nowSlot ? ((quality[at] ?? 'M') as QualityLetter) : 'M';
    return {
      t: isoOfSlot(firstSlot + at),
      v: q === 'M' || q === 'X' ? 0 : toDisplaySlot(values[at] ?? 0, measure, first.kind),
      q,
    };
  });
};

/** The series of several units that can be combined: those in the same measure as the first and, for sums, each litre once. */
export const together = (units: readonly Unit[]): SeriesInfo[] => {
  const mains = units.flatMap((unit) => {
    const series = mainSeries(unit);
    return series ? [{ unit, series }] : [];
  });
  const alike = mains.filter(({ series }) => series.measure === mains[0]?.series.measure);
  const shown = alike[0] && isAdded(alike[0].series) ? totalParts(alike).counted : alike;
  return shown.map(({ series }) => series);
};
