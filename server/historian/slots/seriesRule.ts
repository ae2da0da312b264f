import { isDeepStrictEqual } from 'node:util';
import { rateParams } from '../../contract/model/unitSeries.ts';
import type { TankShape } from '../../contract/model/units.ts';
import type { CounterModel, MeterChange } from '../../core/counters/counterModel.ts';
import type { SeriesInfo, Unit } from '../../plantModel/index.ts';
import type { CounterMeter } from './counterHistory.ts';

/** How the slots of a series come about. */
export type SeriesRule =
  /** Steps of a totalizer. */
  | ({ how: 'counter' } & CounterMeter)
  /** Mean of the good samples in the slot. */
  | { how: 'mean' }
  /** Last good sample in the slot. */
  | { how: 'last' }
  /** Litres from a level, m. */
  | { how: 'tank'; levelId: number; shape: TankShape }
  /** Integral of a flow (m3/h to L) or power (kW to Wh) where there is no counter. */
  | { how: 'integral'; rateId: number }
  /** Virtual unit: signed sum; a part that does not exist is null. */
  | { how: 'sum'; parts: { seriesId: number | null; factor: number }[] };

export type SeriesPlan = { info: SeriesInfo; rule: SeriesRule };

/** Meters of every counter, and their changes, oldest first. */
export type Meters = { rows: ReadonlyMap<number, MeterRow[]>; changes: ReadonlyMap<number, MeterChange[]> };

export type MeterRow = CounterModel & { seriesId: number; validFromSlot: number };

const UINT32 = 2 ** 32;

/** The meter of a unit that has no row of its own: its settings, else one that believes every step forward. */
const fallback = (unit: Unit, measure: string): CounterModel => {
  const { meter } = unit.meta;
  const basePerCount = meter?.basePerCount ?? (measure === 'mm' ? 1 : 1000);
  const maxPerHour = meter?.maxPerHour ?? Number.POSITIVE_INFINITY;
  const modulus = meter?.modulus ?? UINT32;
  return {
    modulus,
    basePerCount,
    maxPerHour,
    backDeadband: meter?.backDeadband ?? (meter ? Math.max(1, maxPerHour * 0.0002) : 1),
  };
};

const meterFrom = (rows: readonly MeterRow[], otherwise: CounterModel): ((slot: number) => CounterModel) => {
  const [first] = rows;
  if (!first) return () => otherwise;
  if (rows.length === 1) return () => first;
  return (slot) => rows.findLast(({ validFromSlot }) => validFromSlot <= slot) ?? first;
};

/** The meter of a counter at a slot. @param rows its meters, oldest first. */
export const meterOf = (unit: Unit, { measure }: Pick<SeriesInfo, 'measure'>, rows: readonly MeterRow[]) =>
  meterFrom(rows, fallback(unit, measure));

type Lookups = {
  isFed(series: SeriesInfo): boolean;
  seriesOf(unitId: string, param: string): SeriesInfo | undefined;
};

const ruleOf = (series: SeriesInfo, unit: Unit, { rows, changes }: Meters, { isFed, seriesOf }: Lookups): SeriesRule => {
  const sibling = (param: string): SeriesInfo | undefined => unit.series.find((other) => other.param === param);
  if (series.kind === 'gauge') return { how: 'mean' };
  if (series.kind === 'stock') {
    const level = sibling('level');
    if (series.param !== 'volume' || isFed(series) || !level || !unit.meta.tank) return { how: 'last' };
    return { how: 'tank', levelId: level.id, shape: unit.meta.tank };
  }
  if (unit.meta.expression)
    return {
      how: 'sum',
      parts: unit.meta.expression.map(({ unitId, factor }) => ({ seriesId: seriesOf(unitId, series.param)?.id ?? null, factor })),
    };
  const rate = sibling(rateParams[series.param] ?? '');
  if (!isFed(series) && rate && isFed(rate)) return { how: 'integral', rateId: rate.id };
  const meterAt = meterOf(unit, series, rows.get(series.id) ?? []);
  return { how: 'counter', meterAt, changes: changes.get(series.id) ?? [] };
};

/**
 * The rule of every series, a sum after all its parts.
 * @param fed series that readings come for; where not given, every gauge and level, and the counters that have a meter.
 */
export const planSeries = (units: readonly Unit[], meters: Meters, fed?: ReadonlySet<number>): SeriesPlan[] => {
  const byUnit = new Map(units.map((unit) => [unit.id, unit]));
  const seriesOf = (unitId: string, param: string): SeriesInfo | undefined =>
    byUnit.get(unitId)?.series.find((series) => series.param === param);
  const isFed = (series: SeriesInfo): boolean => {
    if (fed) return fed.has(series.id);
    if (series.kind === 'counter') return meters.rows.has(series.id) || byUnit.get(series.unitId)?.meta.meter !== undefined;
    return series.kind === 'gauge' || series.param !== 'volume';
  };
  const plans = units.flatMap((unit) =>
    unit.series.map((info) => ({ info, rule: ruleOf(info, unit, meters, { isFed, seriesOf }) })),
  );
  return partsFirst(plans);
};

/** Units refuse cycles; one that got here all the same is cut where it closes. */
const partsFirst = (plans: readonly SeriesPlan[]): SeriesPlan[] => {
  const byId = new Map(plans.map((plan) => [plan.info.id, plan]));
  const ordered = new Set<SeriesPlan>();
  const visit = (plan: SeriesPlan, above: ReadonlySet<SeriesPlan>): void => {
    if (ordered.has(plan) || above.has(plan)) return;
    if (plan.rule.how === 'sum')
      for (const { seriesId } of plan.rule.parts) {
        const part = byId.get(seriesId ?? -1);
        if (part) visit(part, new Set([...above, plan]));
      }
    ordered.add(plan);
  };
  const rank = { counter: 0, mean: 0, last: 0, tank: 1, integral: 1, sum: 2 };
  for (const plan of plans.toSorted((a, b) => rank[a.rule.how] - rank[b.rule.how])) visit(plan, new Set());
  return [...ordered];
};

const noSources: readonly number[] = [];

/** The series that a rule works from. */
export const sourcesOf = (rule: SeriesRule): readonly number[] => {
  if (rule.how === 'tank') return [rule.levelId];
  if (rule.how === 'integral') return [rule.rateId];
  if (rule.how === 'sum') return rule.parts.flatMap(({ seriesId }) => (seriesId === null ? [] : [seriesId]));
  return noSources;
};

/** Whether a sum is of other parts than before, or a tank of another shape. @param before undefined of a series that is new. */
export const isOtherFormula = (before: SeriesRule | undefined, now: SeriesRule): boolean => {
  if (now.how !== 'sum' && now.how !== 'tank') return false;
  return before === undefined || (before.how === now.how && !isDeepStrictEqual(before, now));
};
