import { isCountedAt } from '../../../core/slots.ts';
import type { DayTotal, ReadContext } from '../../../historian/index.ts';
import { LOOK_BACK_SLOTS, type SlotRain } from './events.ts';
import type { RainGauge } from './gauges.ts';

/** Dates that say how a stretch of rain was measured. */
export type SiteRain = {
  /** Wet slots, the mean of the gauges that were known; from some days before the window on. */
  wet: SlotRain[];
  /** Null where no gauge measured anything in the window. */
  mm: number | null;
  complete: number;
  /** Slots of the window, from when the plant joined on, in which a gauge knew the rain; and those that have passed. */
  known: number;
  passed: number;
  /** Most rain of a shift day, mean of the gauges. */
  wettestDayMm: number;
};

/** Counts the slots of days of which no gauge measured all; of the others no slot is looked at. */
const addKnown = async (
  site: SiteRain,
  totals: readonly DayTotal[],
  { calendar, reader, pace }: ReadContext,
  { ids, fromSlot, end }: { ids: readonly number[]; fromSlot: number; end: number },
): Promise<void> => {
  const byDay = Map.groupBy(totals, ({ day }) => day);
  site.passed = Math.max(0, end - fromSlot);
  for (let day = calendar.dayOfSlot(fromSlot); site.passed > 0 && day <= calendar.dayOfSlot(end - 1); day += 1) {
    const ofDay = byDay.get(day);
    if (!ofDay) continue;
    const { firstSlot, slots } = calendar.windowOfDay(day);
    const [from, to] = [Math.max(fromSlot, firstSlot), Math.min(end, firstSlot + slots)];
    if (from === firstSlot && ofDay.some(({ complete }) => complete >= to - from)) {
      site.known += to - from;
      continue;
    }
    await pace.turn();
    const runs = ids.map((id) => reader.slots(id, from, to));
    for (let at = 0; at < to - from; at += 1) if (runs.some(({ quality }) => isCountedAt(quality, at))) site.known += 1;
  }
};

/** Rain over a site in [fromSlot, toSlot), read only where a gauge had some. */
export const readSiteRain = async (
  gauges: readonly RainGauge[],
  source: ReadContext,
  { fromSlot, toSlot }: { fromSlot: number; toSlot: number },
): Promise<SiteRain> => {
  const { calendar, reader, pace, nowSlot } = source;
  const ids = gauges.map(({ seriesId }) => seriesId);
  const end = Math.min(toSlot, nowSlot);
  const site: SiteRain = { wet: [], mm: null, complete: 0, known: 0, passed: 0, wettestDayMm: 0 };
  if (ids.length === 0 || end <= fromSlot) return site;
  const [firstDay, lastDay] = [Math.max(0, calendar.dayOfSlot(fromSlot - LOOK_BACK_SLOTS)), calendar.dayOfSlot(end - 1)];
  await pace.turn();
  const totals = reader.dayTotals(ids, firstDay, lastDay);
  const windowDay = calendar.dayOfSlot(fromSlot);
  for (const { day, complete, sum } of totals) {
    if (day < windowDay) continue;
    site.complete += complete;
    if (sum !== null) site.mm ??= 0;
  }
  await addKnown(site, totals, source, { ids, fromSlot: Math.max(fromSlot, source.joinedSlot ?? 0), end });
  const wetDays = new Set(totals.flatMap(({ day, sum }) => (sum !== null && sum > 0 ? [day] : [])));
  for (const day of [...wetDays].sort((a, b) => a - b)) {
    const { firstSlot, slots } = calendar.windowOfDay(day);
    await pace.turn();
    const runs = ids.map((id) => reader.slots(id, firstSlot, Math.min(firstSlot + slots, end)));
    let ofDay = 0;
    for (let at = 0; at < Math.min(slots, end - firstSlot); at += 1) {
      const known = runs.flatMap(({ values, quality }) => (isCountedAt(quality, at) ? [values[at] ?? 0] : []));
      const mm = known.length > 0 ? known.reduce((sum, one) => sum + one, 0) / known.length : 0;
      if (mm <= 0) continue;
      site.wet.push({ slot: firstSlot + at, mm });
      if (firstSlot + at < fromSlot) continue;
      site.mm = (site.mm ?? 0) + mm;
      ofDay += mm;
    }
    site.wettestDayMm = Math.max(site.wettestDayMm, ofDay);
  }
  site.complete = Math.min(site.complete, ids.length * (end - fromSlot));
  return site;
};
