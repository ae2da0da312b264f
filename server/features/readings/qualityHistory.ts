import { placesBeside } from '../../contract/rules/besideMarks.ts';
import { finePlaces } from '../../contract/rules/finePlaces.ts';
import type { QualityDay } from '../../contract/user/deviceDataV1.ts';
import { round } from '../../core/round.ts';
import { MINUTES_PER_QUARTER, type QuarterHour } from '../../core/slots.ts';
import { mean } from '../../core/statistics.ts';
import {
  dmyOfDay,
  figuresByDay,
  linkedFlow,
  percentOf,
  qualitySeries,
  readWhileFlowing,
  type Selection,
  type ServingContext,
} from '../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../plantModel/index.ts';

type ParamDay = QualityDay['params'][string];

const DAYS = 7;
const PERCENTILE = 0.95;
const PLACES = 2;

/** i inside, l below, h above, n no water flowed, v too few valid slots. */
export type QuarterState = 'i' | 'l' | 'h' | 'n' | 'v';
export type EvaluatedQuarter = { mean: number | null; state: QuarterState };

const stateOf = (mean: number, lt: number | null, ht: number | null): QuarterState =>
  lt !== null && mean < lt ? 'l' : ht !== null && mean > ht ? 'h' : 'i';

const evaluated = (quarters: readonly QuarterHour[], { lt = null, ht = null }: Limits): EvaluatedQuarter[] =>
  quarters.map(({ mean, isDry }) => ({ mean, state: mean !== null ? stateOf(mean, lt, ht) : isDry ? 'n' : 'v' }));

type Limits = { lt?: number | null | undefined; ht?: number | null | undefined };
const limitsOf = (unit: Unit, series: SeriesInfo): Limits => unit.meta.params?.[series.param] ?? {};

const outIn = (quarters: readonly EvaluatedQuarter[]): number =>
  quarters.filter(({ state }) => state === 'l' || state === 'h').length;

/** The quarter hours of [fromSlot, toSlot) that were measured while water flowed, and how many of them were outside the limits. */
export const quartersOut = (
  unit: Unit,
  series: SeriesInfo,
  span: { fromSlot: number; toSlot: number },
  source: Pick<ServingContext, 'reader' | 'unitOf'>,
): { evaluated: number; out: number } => {
  const quarters = evaluated(readWhileFlowing(unit, series, span, source).quarters, limitsOf(unit, series));
  return { evaluated: quarters.filter(({ mean }) => mean !== null).length, out: outIn(quarters) };
};

/**
 * Slots [fromSlot, toSlot), and the places that values of them are rounded to: two where that is absent, of small values more, and so
 * many that none becomes one of the limits in `beside` that it is off.
 */
type Stretch = { fromSlot: number; toSlot: number; places?: number; beside?: readonly (number | null)[] };

/** What a parameter kept and how long it was out of its limits in a stretch, and its quarter hours; only while water flows. */
export const evaluatedStretch = (
  unit: Unit,
  series: SeriesInfo,
  span: Stretch,
  source: Pick<ServingContext, 'reader' | 'unitOf'>,
): ParamDay & { quarters: EvaluatedQuarter[] } => {
  const { places = PLACES, beside = [] } = span;
  const kept = (value: number | null = null): number | null =>
    value === null ? null : round(value, placesBeside(value, beside, finePlaces(value, places)));
  const read = readWhileFlowing(unit, series, span, source);
  const known = read.values.filter((value) => value !== null).sort((a, b) => a - b);
  const quarters = evaluated(read.quarters, limitsOf(unit, series));
  return {
    min: kept(known[0]),
    max: kept(known.at(-1)),
    avg: kept(mean(known)),
    p95: kept(known[Math.ceil(PERCENTILE * known.length) - 1]),
    minutesOut: MINUTES_PER_QUARTER * outIn(quarters),
    validPct: percentOf(known.length, span.toSlot - span.fromSlot),
    quarters,
  };
};

/** The least of a unit that decides about its quarter hours: limits, and the water that must flow past it. */
export const quartersBasis = (unit: Unit, series: SeriesInfo, { unitOf }: Pick<ServingContext, 'unitOf'>): string => {
  const { lt = null, ht = null } = limitsOf(unit, series);
  const flow = linkedFlow(unit, unitOf);
  return JSON.stringify([lt, ht, flow ? [flow.volume.id, flow.unit.meta.minimumFlowM3h ?? 0] : null]);
};

/** `quartersOut` of a day of one industry, worked out once. */
export const quartersOutOfDay = (
  unit: Unit,
  series: SeriesInfo,
  day: number,
  source: ServingContext,
): { evaluated: number; out: number } => {
  const { id, industryId } = series;
  const ofDay = figuresByDay(source, { kind: 'quarters 1', subject: id, industryId }, day, day);
  const [evaluated, out] = ofDay(day, quartersBasis(unit, series, source), (fromSlot, toSlot) => {
    const found = quartersOut(unit, series, { fromSlot, toSlot }, source);
    return [found.evaluated, found.out];
  });
  return { evaluated: evaluated ?? 0, out: out ?? 0 };
};

/** `paramStretch` of a day, worked out once. */
export const paramDay = (unit: Unit, series: SeriesInfo, day: number, source: ServingContext): ParamDay => {
  const { id, industryId } = series;
  const ofDay = figuresByDay(source, { kind: 'kept 2', subject: id, industryId }, day, day);
  const basis = quartersBasis(unit, series, source);
  const [min = null, max = null, avg = null, p95 = null, minutesOut, validPct] = ofDay(day, basis, () => {
    const { firstSlot, slots } = source.calendar.windowOfDay(day);
    const kept = paramStretch(unit, series, { fromSlot: firstSlot, toSlot: firstSlot + slots }, source);
    return [kept.min, kept.max, kept.avg, kept.p95, kept.minutesOut, kept.validPct];
  });
  return { min, max, avg, p95, minutesOut: minutesOut ?? 0, validPct: validPct ?? 0 };
};

export const paramStretch = (unit: Unit, series: SeriesInfo, slots: Stretch, source: ServingContext): ParamDay => {
  const { quarters: _, ...day } = evaluatedStretch(unit, series, slots, source);
  return day;
};

/** The seven shift days before a day, oldest first, of every quality unit of a selection. */
export const qualityHistory = async (selection: Selection, day: number, source: ServingContext): Promise<QualityDay[]> => {
  const units = selection.categories
    .flatMap(({ subs }) => subs.flatMap((sub) => sub.units))
    .filter(({ type }) => type === 'quality');
  const days: QualityDay[] = [];
  for (let ago = DAYS; ago >= 1; ago -= 1) {
    for (const unit of units) {
      const params: QualityDay['params'] = {};
      for (const series of qualitySeries(unit)) {
        await source.pace.turn();
        params[series.param] = paramDay(unit, series, day - ago, source);
      }
      days.push({ date: dmyOfDay(day - ago), unitId: unit.id, params });
    }
  }
  return days;
};
