import type { WellMonth } from '../../../contract/user/gwi.ts';
import { round } from '../../../core/round.ts';
import { median } from '../../../core/statistics.ts';
import { type DayTotal, daysOf, percentOf } from '../../../historian/index.ts';
import { permittedKL, type Unit } from '../../../plantModel/index.ts';
import { type DayLevels, joinLevels, type PumpRun } from './levels.ts';

/** MM/YYYY of months since year 0. */
export const monthText = (month: number): string =>
  `${String((month % 12) + 1).padStart(2, '0')}/${String(Math.floor(month / 12)).padStart(4, '0')}`;

/** What was read of a well in a month. */
export type MonthRead = {
  month: number;
  levels: readonly DayLevels[];
  /** Totals of its meter and of its level, by day. */
  volumes: readonly DayTotal[];
  levelTotals: readonly DayTotal[];
  /** Slots of both that have passed since it joined. */
  expectedSlots: number;
  /** The last day that has begun. */
  lastDay: number;
  rainMm: number | null;
  rechargeL: number | null;
};

/** Runs with nearly the same flow can be compared; the specific capacity falls with the flow. */
const SAME_FLOW = 0.1;

const isPumped = (run: PumpRun): run is PumpRun & { flowM3h: number } => run.flowM3h !== null && run.flowM3h > 0;

/** Median flow of all runs, m3/h; null of none. */
export const referenceFlow = (runs: readonly PumpRun[]): number | null =>
  median(runs.filter(isPumped).map(({ flowM3h }) => flowM3h));

/** Q / s by sums over the runs of about the reference flow, m3/h per m; null where the water was no lower than at rest. */
export const specificCapacity = (
  runs: readonly PumpRun[],
  swlMbgl: number | null,
  referenceM3h: number | null,
): number | null => {
  if (swlMbgl === null || referenceM3h === null) return null;
  let [flows, drawdowns] = [0, 0];
  for (const run of runs.filter(isPumped)) {
    if (Math.abs(run.flowM3h - referenceM3h) > SAME_FLOW * referenceM3h) continue;
    flows += run.flowM3h;
    drawdowns += run.pwlMbgl - swlMbgl;
  }
  return drawdowns > 0 ? flows / drawdowns : null;
};

const sumOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null;
};

const daysBetween = (fromDay: number, toDay: number): number[] =>
  Array.from({ length: Math.max(0, toDay - fromDay + 1) }, (_, at) => fromDay + at);

/** One month of a well as it is answered. */
export const wellMonthOf = (unit: Unit, read: MonthRead, referenceM3h: number | null): WellMonth => {
  const { levels, volumes, levelTotals, expectedSlots } = read;
  const runs = levels.flatMap((day) => day.runs);
  const { swlMbgl, recovering } = joinLevels(levels);
  const pwlMbgl = median(runs.map((run) => run.pwlMbgl));
  const abstractionL = sumOf(volumes.map(({ sum }) => sum));
  const { fromDay, toDay } = daysOf(read.month);
  const days = daysBetween(fromDay, Math.min(toDay, read.lastDay));
  const complete = [...volumes, ...levelTotals].reduce((sum, day) => sum + day.complete, 0);
  return {
    month: monthText(read.month),
    abstractionKL: abstractionL === null ? null : round(abstractionL / 1000, 2),
    permittedKL: round(permittedKL(unit, days), 2),
    runHours: round(sumOf(levels.map(({ runHours }) => runHours)), 1),
    swlMbgl: round(swlMbgl, 2),
    recovering,
    pwlMbgl: round(pwlMbgl, 2),
    drawdownM: pwlMbgl === null || swlMbgl === null ? null : round(pwlMbgl - swlMbgl, 2),
    specificCapacity: round(specificCapacity(runs, swlMbgl, referenceM3h), 2),
    rainMm: round(read.rainMm, 1),
    rechargeKL: read.rechargeL === null ? null : round(read.rechargeL / 1000, 2),
    completeness: percentOf(Math.min(complete, expectedSlots), expectedSlots),
  };
};

/** Abstraction in percent of the permit over the days that were metered; null without a permit for any of them. */
export const usedOfPermitPct = (unit: Unit, volumes: readonly DayTotal[]): number | null => {
  const metered = volumes.filter(({ sum }) => sum !== null);
  const allowed = permittedKL(
    unit,
    metered.map(({ day }) => day),
  );
  const used = sumOf(metered.map(({ sum }) => sum));
  return allowed && used !== null ? round(used / 10 / allowed, 1) : null;
};
