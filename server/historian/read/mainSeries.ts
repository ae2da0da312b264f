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

export const seriesOf = (unit: Unit, param: string): SeriesInfo | undefined => unit.series.find((one) => one.param === param);

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
