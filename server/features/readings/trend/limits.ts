import type { Trend } from '../../../contract/plant/readings/trend.ts';
import { type DisplayUnit, limitIn } from '../../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';

type Limit = Trend['limits'][number];

const of = (kind: Limit['kind'], value: number | null | undefined, unit: string): Limit[] =>
  value === null || value === undefined || value === 0 ? [] : [{ kind, value, unit }];

const ofTank = (unit: Unit, series: SeriesInfo, measure: DisplayUnit): Limit[] => {
  const { lowThreshold = null, highThreshold = null } = unit.meta;
  const amount = (percent: number | null): number | null =>
    percent === null || unit.maxCapacity === null ? null : limitIn((percent * unit.maxCapacity) / 100, series, measure);
  return [...of('low', amount(lowThreshold), measure.unit), ...of('high', amount(highThreshold), measure.unit)];
};

/** Every limit that is set for a parameter: of a quality parameter its own, of a tank its share, of a meter its flow and its days. */
export const limitsOf = (unit: Unit, series: SeriesInfo, measure: DisplayUnit): Limit[] => {
  const spec = unit.meta.params?.[series.param];
  if (spec) return [...of('low', spec.lt, measure.unit), ...of('high', spec.ht, measure.unit)];
  const { flowLow, flowHigh, unitThreshold, monthlyThreshold, lowThreshold, highThreshold } = unit.meta;
  if (unit.type === 'stock' && series.param === 'volume') return ofTank(unit, series, measure);
  if (unit.type !== 'stock' && series.param === 'level')
    return [...of('low', lowThreshold, measure.unit), ...of('high', highThreshold, measure.unit)];
  const isWater = series.measure === 'L' && series.kind === 'counter';
  if (series.param === 'flow' || isWater)
    return [
      ...of('low', flowLow, 'm3/h'),
      ...of('high', flowHigh, 'm3/h'),
      ...(isWater ? of('day', limitIn(unitThreshold, series, measure), measure.unit) : []),
      ...(isWater ? of('month', limitIn(monthlyThreshold, series, measure), measure.unit) : []),
    ];
  return series.kind === 'counter' ? of('day', limitIn(unitThreshold, series, measure), measure.unit) : [];
};
