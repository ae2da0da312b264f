import { dateOfDay, daysOfMonth } from '../../../core/shift.ts';
import type { DayLevels } from '../../dashboards/groundwater/levels.ts';
import type { WellLevels } from '../../dashboards/groundwater/wellLevels.ts';
import type { Well } from '../../dashboards/groundwater/wells.ts';
import type { Source } from '../../readings/gather.ts';
import type { Window } from '../../readings/window.ts';

/** One day of a well: the display at its ends, what was taken, how the water stood. */
export type WellDay = {
  day: number;
  open: number | null;
  close: number | null;
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
  source: Source,
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
export const wellDays = async (well: Well, levels: WellLevels, source: Source, window: Window): Promise<WellDay[]> => {
  const { fromDay, toDay } = window;
  const ofLevel = await levelsOf(well, levels, source, window);
  const totals = well.volume ? source.reader.dayTotals([well.volume.id], fromDay, toDay) : [];
  const byDay = new Map(totals.map((total) => [total.day, total]));
  return ofLevel.map(({ swlMbgl, recovering, runHours }, at): WellDay => {
    const total = byDay.get(fromDay + at);
    return {
      day: fromDay + at,
      open: total?.counterOpen ?? byDay.get(fromDay + at - 1)?.counterClose ?? null,
      close: total?.counterClose ?? null,
      volumeKL: total?.sum == null ? null : total.sum / 1000,
      estimatedKL: (total?.estimated ?? 0) / 1000,
      runHours,
      swlMbgl,
      recovering,
    };
  });
};
