import type { UnitType } from '../../contract/model/common.ts';
import type { SeriesInfo, Unit } from '../../plantModel/index.ts';

/** Parameters of each unit type in order of preference: the main one, then its substitutes. */
const mainParams: Record<UnitType, readonly string[]> = {
  flow: ['volume'],
  virtual: ['volume'],
  manual: ['volume'],
  stock: ['volume', 'level'],
  level: ['level'],
  borewell: ['volume', 'level'],
  energy: ['energy'],
  rain: ['rain'],
  quality: [],
};

/** The level of a well is kept in metres and is a depth: it has the same name as that of a borewell. */
const isDepth = ({ type, standardCategoryId }: Unit, { measure }: SeriesInfo): boolean =>
  type === 'level' && standardCategoryId === 'GROUND_WATER_LEVEL' && measure === 'm';

export const seriesOf = (unit: Unit, param: string): SeriesInfo | undefined => {
  const found = unit.series.find((one) => one.param === param);
  return found && isDepth(unit, found) ? { ...found, measure: 'm bgl' } : found;
};

/** A quality unit's parameters in the order of its configuration, those without a place in it last. */
export const qualitySeries = (unit: Unit): SeriesInfo[] => {
  const order = Object.keys(unit.meta.params ?? {});
  const place = ({ param }: SeriesInfo): number => (order.includes(param) ? order.indexOf(param) : order.length);
  return unit.series.toSorted((a, b) => place(a) - place(b));
};

/** The series that represents a unit where only one can be shown. */
export const mainSeries = (unit: Unit): SeriesInfo | undefined => {
  for (const param of mainParams[unit.type]) {
    const found = seriesOf(unit, param);
    if (found) return found;
  }
  return qualitySeries(unit)[0];
};
