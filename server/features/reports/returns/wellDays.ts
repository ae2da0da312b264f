import { dateOfDay, daysOfMonth } from '../../../core/shift.ts';
import type { ReadContext, Window } from '../../../historian/index.ts';
import type { DayLevels, Well, WellLevels } from '../../dashboards/groundwater/index.ts';
import type { Collecting } from '../collect/context.ts';
import { displayUnitOver } from '../collect/sections/counters.ts';

/** One day of a well: the display at its ends, what was taken, the water level. */
export type WellDay = {
  day: number;
  open: number | null;
  close: number | null;
  /** Of the display, empty where it showed nothing. */
  counterUnit: string;
  volumeKL: number | null;
  estimatedKL: number;
  runHours: number | null;
  swlMbgl: number | null;
  recovering: boolean;
};

const noLevels: DayLevels = { swlMbgl: null, recovering: true, runs: [], runHours: null };

/** Levels day by day, read by months. */
const levelsOf = async (
  well: Well,
  levels: WellLevels,
  source: ReadContext,
  { fromDay, toDay }: Pick<Window, 'fromDay' | 'toDay'>,
): Promise<DayLevels[]> => {
  const found: DayLevels[] = [];
  for (let day = fromDay; day <= toDay; ) {
    const last = Math.min(toDay, daysOfMonth(dateOfDay(day).slice(0, 7)).toDay);
    const month = await levels.days(well, source, day, last);
    for (let at = 0; at <= last - day; at += 1) found.push(month[at] ?? noLevels);
    day = last + 1;
  }
  return found;
};

/** Every day of a window as a log book has it. */
export const wellDays = async (well: Well, levels: WellLevels, context: Collecting): Promise<WellDay[]> => {
  const { source, window, calendar } = context;
  const { fromDay, toDay } = window;
  const ofLevel = await levelsOf(well, levels, source, window);
  const totals = well.volume ? source.reader.dayTotals([well.volume.id], fromDay, toDay) : [];
  const byDay = new Map(totals.map((total) => [total.day, total]));
  return ofLevel.map(({ swlMbgl, recovering, runHours }, at): WellDay => {
    const total = byDay.get(fromDay + at);
    const open = total?.counterOpen ?? byDay.get(fromDay + at - 1)?.counterClose ?? null;
    const close = total?.counterClose ?? null;
    const { firstSlot, slots } = calendar.windowOfDay(fromDay + at);
    return {
      day: fromDay + at,
      open,
      close,
      counterUnit:
        well.volume && (open !== null || close !== null)
          ? displayUnitOver(context, well.volume, firstSlot - 1, firstSlot + slots - 1)
          : '',
      volumeKL: total?.sum == null ? null : total.sum / 1000,
      estimatedKL: (total?.estimated ?? 0) / 1000,
      runHours,
      swlMbgl,
      recovering,
    };
  });
};
