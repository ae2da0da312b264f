import type { ShiftCalendar } from '../../core/shift.ts';
import { isCompleteAt, SLOT_MS, SLOTS_PER_HOUR } from '../../core/slots.ts';
import { DAY_MS, HOUR_MS } from '../../core/time.ts';
import { zoneOffsetMs } from '../../core/zoneOffset.ts';
import { figuresByDay, type ReadContext, type ReadingReader } from '../../historian/index.ts';
import type { SeriesInfo } from '../../plantModel/index.ts';

const LITRES_PER_M3 = 1000;
/** The night ends at this hour of the plant's clock; it begins at midnight. */
const NIGHT_ENDS = 6;
/** Of a night of which less was measured, the least hour of the rest is no least of the night; as the alarm has it. */
const LEAST_PART = 0.5;

/** Slots [fromSlot, toSlot). */
type Night = { fromSlot: number; toSlot: number };

const isNight = (slot: number, timezone: string): boolean => {
  const ms = slot * SLOT_MS;
  return (ms + zoneOffsetMs(ms, timezone)) % DAY_MS < NIGHT_ENDS * HOUR_MS;
};

/** The hours of a day between 00:00 and 06:00: one stretch, or two where the day begins within them. */
const nightsOf = (calendar: ShiftCalendar, day: number): Night[] => {
  const { firstSlot, slots, timezone } = calendar.windowOfDay(day);
  const nights: Night[] = [];
  for (let slot = firstSlot; slot < firstSlot + slots; slot += 1) {
    if (!isNight(slot, timezone)) continue;
    const last = nights.at(-1);
    if (last?.toSlot === slot) last.toSlot += 1;
    else nights.push({ fromSlot: slot, toSlot: slot + 1 });
  }
  return nights;
};

/** A day with the stretches of its night: worked out once for all meters. */
export type NightOfDay = { day: number; nights: readonly Night[] };
export const nightOf = (calendar: ShiftCalendar, day: number): NightOfDay => ({ day, nights: nightsOf(calendar, day) });

type LeastHour = { leastL: number | null; measured: number };

/**
 * The smallest sum of an hour that is wholly measured, and how many slots are; a month has millions of hours, so that no text or list
 * is made for each.
 */
const leastHourOf = (values: Float64Array, quality: string): LeastHour => {
  let leastL: number | null = null;
  let measured = 0;
  let knownFrom = 0;
  for (let last = 0; last < values.length; last += 1) {
    if (isCompleteAt(quality, last)) measured += 1;
    else knownFrom = last + 1;
    const first = last + 1 - SLOTS_PER_HOUR;
    if (first < knownFrom) continue;
    let hourL = 0;
    for (let at = first; at <= last; at += 1) hourL += values[at] ?? 0;
    if (leastL === null || hourL < leastL) leastL = hourL;
  }
  return { leastL, measured };
};

/**
 * The smallest mean of an hour in the stretches of a night as far as they are over, m³/h; null where less than half of it was measured,
 * or no hour wholly.
 */
const leastFlowM3h = (seriesId: number, nights: readonly Night[], endSlot: number, reader: ReadingReader): number | null => {
  let leastL: number | null = null;
  let [measured, all] = [0, 0];
  for (const { fromSlot, toSlot } of nights) {
    const { values, quality } = reader.slots(seriesId, fromSlot, Math.max(fromSlot, Math.min(toSlot, endSlot)));
    const hour = leastHourOf(values, quality);
    if (hour.leastL !== null && (leastL === null || hour.leastL < leastL)) leastL = hour.leastL;
    measured += hour.measured;
    all += toSlot - fromSlot;
  }
  return leastL === null || measured < LEAST_PART * all ? null : leastL / LITRES_PER_M3;
};

/**
 * The minimum night flow of each of some days in order, m³/h (docs/domain.md 8.2), of closed days worked out once; null where less
 * than half of a night was measured or no hour of it wholly, and for what is no meter of water.
 */
export const nightFlowsM3h = (
  { id, industryId, measure, kind }: SeriesInfo,
  days: readonly NightOfDay[],
  source: Pick<ReadContext, 'reader' | 'calendar' | 'nowSlot' | 'endSlot'>,
): (number | null)[] => {
  const [first, last] = [days[0], days.at(-1)];
  if (measure !== 'L' || kind !== 'counter' || !first || !last) return days.map(() => null);
  const ofDay = figuresByDay(source, { kind: 'night 3', subject: id, industryId }, first.day, last.day);
  return days.map(({ day, nights }) => {
    const hours = nights.map(({ fromSlot, toSlot }) => `${fromSlot}-${toSlot}`).join();
    const [flowM3h = null] = ofDay(day, hours, (_, endSlot) => [leastFlowM3h(id, nights, endSlot, source.reader)]);
    return flowM3h;
  });
};
