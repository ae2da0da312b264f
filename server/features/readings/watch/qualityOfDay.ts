import type { QualityOfDay, QualityParam } from '../../../contract/plant/readings/watch.ts';
import { finePlaces } from '../../../contract/rules/finePlaces.ts';
import { round } from '../../../core/round.ts';
import { firstQuarter, MINUTES_PER_QUARTER, SLOTS_PER_QUARTER } from '../../../core/slots.ts';
import { dmyOfDay, isoOfSlot, qualitySeries, type ServingContext, toTimeWindow, type Window } from '../../../historian/index.ts';
import type { SeriesInfo, SubCategory, Unit } from '../../../plantModel/index.ts';
import { evaluatedStretch } from '../qualityHistory.ts';

const PLACES = 3;

const meanOf = ({ mean }: { mean: number | null } = { mean: null }): number | null =>
  mean === null ? null : round(mean, finePlaces(mean, PLACES));

type Day = { day: number; fromSlot: number; toSlot: number; nowSlot: number };

const evaluatedMinutes = (quarters: readonly { mean: number | null }[]): number =>
  MINUTES_PER_QUARTER * quarters.filter(({ mean }) => mean !== null).length;

const dayBefore = (unit: Unit, series: SeriesInfo, { day, fromSlot, toSlot, nowSlot }: Day, source: ServingContext) => {
  const stretch = evaluatedStretch(unit, series, { fromSlot, toSlot: Math.max(fromSlot, Math.min(toSlot, nowSlot)) }, source);
  return {
    date: dmyOfDay(day),
    minutesOut: stretch.minutesOut,
    minutesJudged: evaluatedMinutes(stretch.quarters),
    validPct: stretch.validPct,
  };
};

const daysUpTo = (day: number, count: number, { calendar, nowSlot }: ServingContext): Day[] =>
  Array.from({ length: count }, (_, at) => {
    const one = day - count + 1 + at;
    const { firstSlot, slots } = calendar.windowOfDay(one);
    return { day: one, fromSlot: firstSlot, toSlot: firstSlot + slots, nowSlot };
  });

const paramOf = async (
  { unit, series }: { unit: Unit; series: SeriesInfo },
  window: Window,
  days: number,
  source: ServingContext,
): Promise<QualityParam> => {
  const spec = unit.meta.params?.[series.param];
  const toSlot = Math.max(window.fromSlot, Math.min(window.toSlot, source.nowSlot));
  const { quarters, ...kept } = evaluatedStretch(unit, series, { fromSlot: window.fromSlot, toSlot }, source);
  const first = firstQuarter(window.fromSlot);
  const all = Math.floor((window.toSlot - first) / SLOTS_PER_QUARTER);
  const strip: QualityParam['days'] = [];
  for (const day of daysUpTo(window.fromDay, days, source)) {
    await source.pace.turn();
    strip.push(dayBefore(unit, series, day, source));
  }
  return {
    param: series.param,
    name: spec?.name ?? series.param,
    unit: spec?.unit ?? series.measure,
    lt: spec?.lt ?? null,
    ht: spec?.ht ?? null,
    limitSource: spec?.limitSource ?? null,
    surrogate: spec?.surrogate ?? false,
    labComparedOn: spec?.labComparedOn ?? null,
    start: isoOfSlot(first),
    means: Array.from({ length: all }, (_, at) => meanOf(quarters[at])),
    states: quarters
      .map(({ state }) => state)
      .join('')
      .padEnd(all, '-'),
    mean: kept.avg,
    min: kept.min,
    max: kept.max,
    p95: kept.p95,
    minutesOut: kept.minutesOut,
    minutesJudged: evaluatedMinutes(quarters),
    minutesNoFlow: MINUTES_PER_QUARTER * quarters.filter(({ state }) => state === 'n').length,
    validPct: kept.validPct,
    days: strip,
  };
};

/** Every analyser of an industry over a shift day and how it kept its limits on the days before. */
export const qualityOfDay = async (
  units: readonly { unit: Unit; sub: SubCategory }[],
  window: Window,
  days: number,
  source: ServingContext,
): Promise<QualityOfDay> => {
  const answers: QualityOfDay['units'] = [];
  for (const { unit, sub } of units) {
    const params: QualityParam[] = [];
    for (const series of qualitySeries(unit)) params.push(await paramOf({ unit, series }, window, days, source));
    const flow = unit.meta.flowUnitId === undefined ? undefined : source.unitOf(unit.meta.flowUnitId);
    answers.push({
      unitId: unit.id,
      unitName: unit.name,
      subCategoryName: sub.displayName,
      underConsent: unit.meta.underConsent ?? false,
      flowUnitId: flow?.id ?? null,
      flowUnitName: flow?.name ?? null,
      params,
    });
  }
  return { window: toTimeWindow(window, source.nowMs), units: answers };
};
