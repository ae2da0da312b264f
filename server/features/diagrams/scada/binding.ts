import { liveParams } from '../../../contract/model/unitSeries.ts';
import { mainSeries, qualitySeries, seriesOf } from '../../../historian/index.ts';
import { hasCountedVolume, type SeriesInfo, type Unit } from '../../../plantModel/index.ts';

export type Binding = { unitId: string; field: string; param?: string | undefined };

/** What a binding shows: a reading of the moment, a counter over the window, a totalizer's reading, a tank's filling, or whether readings come. */
export type Target =
  | { shows: 'reading' | 'total' | 'counter'; series: SeriesInfo }
  | { shows: 'percent'; series: SeriesInfo; capacityL: number }
  | { shows: 'status' };

/** A parameter with a tag goes before one without. */
const liveSeries = (unit: Unit): SeriesInfo | undefined => {
  if (unit.type === 'quality') return qualitySeries(unit)[0];
  // a tank's volume comes from its level
  if (unit.meta.tank) return seriesOf(unit, 'volume');
  const known = (liveParams[unit.type] ?? []).flatMap((param) => seriesOf(unit, param) ?? []);
  const isFed = ({ param }: SeriesInfo): boolean => unit.feeds.some((feed) => feed.param === param);
  return known.find(isFed) ?? known[0];
};

const ofSeries = (series: SeriesInfo | undefined): Target | undefined =>
  series && { shows: series.kind === 'counter' ? 'total' : 'reading', series };

const counterOf = (unit: Unit): SeriesInfo | undefined => {
  const main = mainSeries(unit);
  return main?.kind === 'counter' ? main : undefined;
};

/** Undefined for a field that the unit does not have. */
export const resolveBinding = (unit: Unit, { field, param }: Binding): Target | undefined => {
  const counter = counterOf(unit);
  switch (field) {
    case 'status':
      return { shows: 'status' };
    case 'total':
      return counter && { shows: 'total', series: counter };
    case 'counter':
      return counter && unit.meta.meter ? { shows: 'counter', series: counter } : undefined;
    case 'percent': {
      const volume = unit.type === 'stock' ? seriesOf(unit, 'volume') : undefined;
      return volume && unit.maxCapacity !== null
        ? { shows: 'percent', series: volume, capacityL: unit.maxCapacity * 1000 }
        : undefined;
    }
    case 'value':
      return param === undefined ? ofSeries(liveSeries(unit) ?? counter) : ofSeries(seriesOf(unit, param));
    default:
      return ofSeries(seriesOf(unit, field));
  }
};

/** The fields that a unit has, for those who chose another one. */
export const fieldsOf = (unit: Unit): string[] => [
  'value',
  'status',
  ...(counterOf(unit) ? ['total'] : []),
  ...(counterOf(unit) && unit.meta.meter ? ['counter'] : []),
  ...(unit.type === 'stock' && unit.maxCapacity !== null ? ['percent'] : []),
  ...unit.series.map(({ param }) => param),
];

/** The counter that adds to the total of a node. */
export const totalSeries = (unit: Unit): SeriesInfo | undefined =>
  unit.type === 'energy' || unit.type === 'rain' || hasCountedVolume(unit) ? counterOf(unit) : undefined;
