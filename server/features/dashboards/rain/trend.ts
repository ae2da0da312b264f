import type { Series } from '../../../contract/model/common.ts';
import type { RainTrend } from '../../../contract/user/rainfall.ts';
import { round } from '../../../core/round.ts';
import { dateOfDay, daysOfMonth } from '../../../core/shift.ts';
import { isCompleteAt } from '../../../core/slots.ts';
import {
  emptyTally,
  isoOfSlot,
  joinTallies,
  percentOf,
  type ReadContext,
  type SlotRun,
  type Tally,
  tallySlots,
  type Window,
} from '../../../historian/index.ts';
import type { RainGauge } from './gauges.ts';
import type { StoredNormal } from './historyStore.ts';
import { classOfDay, classOfDeparture, departurePct, RAINY_DAY_MM } from './rainClass.ts';
import { type RainDayKind, rainDays } from './windows.ts';

/** Fifteen minutes, of which four make an hour. */
const INTENSITY_SLOTS = 3;
/** Part of a window that must be known before it is held against its normal. */
const COMPLETE = 0.9;
const PLACES = 1;
const SLOT_PLACES = 4;

/** Most rain of 15 min as mm/h; null where no three slots in a row are known. */
const intensityOf = ({ values, quality }: SlotRun): number | null => {
  let most: number | null = null;
  for (let at = INTENSITY_SLOTS - 1; at < values.length; at += 1) {
    let sum = 0;
    let known = true;
    for (let back = at - INTENSITY_SLOTS + 1; back <= at; back += 1) {
      // a shape that was estimated says nothing of an intensity
      if (!isCompleteAt(quality, back)) known = false;
      sum += values[back] ?? 0;
    }
    if (known && (most === null || sum * 4 > most)) most = sum * 4;
  }
  return most;
};

type Read = { days: { day: number; tally: Tally }[]; buckets: Tally[]; maxMmPerHour: number | null };

/** A gauge in a window, rain day by rain day; slots are read of every day, as days other than shift days have no totals. */
const readGauge = async (seriesId: number, window: Window, source: ReadContext, kind: RainDayKind): Promise<Read> => {
  const buckets: Tally[] = window.buckets.map(() => ({ ...emptyTally }));
  const days: Read['days'] = [];
  let maxMmPerHour: number | null = null;
  let bucket = 0;
  const add = (at: number, part: Tally): void => {
    const known = buckets[at] ?? emptyTally;
    buckets[at] = known.expected > 0 ? joinTallies(known, [part]) : part;
  };
  for (const { day, fromSlot, toSlot } of rainDays(source.calendar, window, kind)) {
    await source.pace.turn();
    // a quarter hour may begin on the day before
    const run = source.reader.slots(seriesId, Math.max(window.fromSlot, fromSlot - INTENSITY_SLOTS + 1), toSlot);
    const tally = tallySlots(run, fromSlot, toSlot, source.nowSlot);
    days.push({ day, tally });
    const intensity = tally.sum === 0 && run.values.every((mm) => mm === 0) ? 0 : intensityOf(run);
    if (intensity !== null) maxMmPerHour = Math.max(maxMmPerHour ?? 0, intensity);
    for (; bucket < window.buckets.length; bucket += 1) {
      const { fromSlot: from = 0, toSlot: to = 0 } = window.buckets[bucket] ?? {};
      if (from >= toSlot) break;
      const isInside = from >= fromSlot && to <= toSlot;
      add(bucket, isInside ? tallySlots(run, from, to, source.nowSlot) : tally);
      if (to > toSlot) break;
    }
  }
  return { days, buckets, maxMmPerHour };
};

const lineOf = ({ key, name }: Pick<Series, 'key' | 'name'>, window: Window, values: readonly number[], read: Read): Series => {
  const sizes = new Set(window.buckets.map(({ fromSlot, toSlot }) => toSlot - fromSlot));
  const [size = 0] = sizes;
  const expected = read.days.reduce((sum, { tally }) => sum + tally.expected, 0);
  const complete = read.days.reduce((sum, { tally }) => sum + tally.complete, 0);
  return {
    key,
    name,
    unit: 'mm',
    start: isoOfSlot(window.fromSlot),
    stepMinutes: sizes.size === 1 ? size * 5 : null,
    labels: window.buckets.map(({ label }) => label),
    values: values.map((value) => round(value, SLOT_PLACES)),
    quality: read.buckets.map(({ quality }) => quality).join(''),
    total: round(totalOf(read), PLACES),
    completeness: percentOf(complete, expected),
  };
};

const totalOf = ({ days }: Read): number | null => {
  const known = days.flatMap(({ tally }) => tally.sum ?? []);
  return known.length > 0 ? known.reduce((sum, mm) => sum + mm, 0) : null;
};

/** Normal of a window: whole months, and of a part of one that part of its days; null for one day, or where a month has none. */
const normalOfWindow = (
  normals: readonly StoredNormal[],
  { fromDay, toDay, type }: Pick<Window, 'fromDay' | 'toDay' | 'type'>,
): number | null => {
  if (type === 'DAY') return null;
  let sum = 0;
  for (let day = fromDay; day <= toDay; ) {
    const month = daysOfMonth(dateOfDay(day).slice(0, 7));
    const last = Math.min(toDay, month.toDay);
    const normal = normals.find((one) => one.month === Number(dateOfDay(day).slice(5, 7)));
    if (!normal) return null;
    sum += (normal.mm * (last - day + 1)) / (month.toDay - month.fromDay + 1);
    day = last + 1;
  }
  return sum;
};

/** The rain of one gauge as it leaves. */
export const gaugeTrend = async (
  { unit, seriesId }: RainGauge,
  window: Window,
  source: ReadContext,
  { normals, kind }: { normals: readonly StoredNormal[]; kind: RainDayKind },
): Promise<RainTrend['units'][number]> => {
  const read = await readGauge(seriesId, window, source, kind);
  const total = totalOf(read);
  const wettest = read.days.reduce<number | null>(
    (most, { tally: { sum } }) => (sum !== null && sum > (most ?? -1) ? sum : most),
    null,
  );
  const sums = read.buckets.map(({ sum }) => sum ?? 0);
  let fallen = 0;
  const cumulative = sums.map((mm) => {
    fallen += mm;
    return fallen;
  });
  // a running window has its normal only as far as it has come
  const lastDay = read.days.findLast(({ tally }) => tally.expected > 0)?.day ?? window.toDay;
  const normalMm = normalOfWindow(normals, { ...window, toDay: lastDay });
  const slots = read.days.reduce((sum, { tally }) => sum + tally.expected, 0);
  const known = read.days.reduce((sum, { tally }) => sum + tally.known, 0);
  // rain that nobody measured is no deficit
  const departure = slots > 0 && known >= COMPLETE * slots ? departurePct(total, normalMm) : null;
  return {
    unitId: unit.id,
    unitName: unit.name,
    totalMm: round(total, PLACES),
    // where it rained, and no quarter hour of it was measured, nobody knows how hard
    maxMmPerHour: read.maxMmPerHour === 0 && total !== 0 ? null : round(read.maxMmPerHour, PLACES),
    rainyDays: read.days.filter(({ tally }) => (tally.sum ?? 0) >= RAINY_DAY_MM).length,
    category: wettest === null ? 'unknown' : classOfDay(wettest),
    normalMm: round(normalMm, PLACES),
    departurePct: round(departure, PLACES),
    departureCategory: classOfDeparture(departure),
    graph: lineOf({ key: 'rain', name: unit.name }, window, sums, read),
    cumulative: lineOf({ key: 'cumulative', name: `${unit.name}, from the start` }, window, cumulative, read),
  };
};
