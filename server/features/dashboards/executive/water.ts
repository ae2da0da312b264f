import { seriesOf, type Tally } from '../../../historian/index.ts';
import { countedOnce, type SeriesInfo, type Unit, type UnitDirectory } from '../../../plantModel/index.ts';

export type Meter = { unit: Unit; series: SeriesInfo };
/** Meters of a plant by what they count; none is behind another one of its list. */
export type Water = { withdrawal: Meter[]; fresh: Meter[]; ground: Meter[]; recycled: Meter[]; rain: Meter[] };

export type Totals = ReadonlyMap<number, Tally>;

export const KILO = 1000;
export const kilo = (litres: number | null): number | null => (litres === null ? null : litres / KILO);

/** What meters counted together, as far as it is known; null where nothing is. */
export const litresOf = (meters: readonly Meter[], totals: Totals): number | null => {
  const known = meters.flatMap(({ series }) => totals.get(series.id)?.sum ?? []);
  return known.length > 0 ? known.reduce((sum, litres) => sum + litres, 0) : null;
};

const notFresh = new Set(['sea', 'recycled', 'other']);

/** Rain is kept apart, whatever it holds; where nobody said, other water is fresh but from the sea and from recycling. */
const isFresh = ({ meta }: Unit): boolean =>
  meta.waterSource !== 'rain' && (meta.freshwater ?? !notFresh.has(meta.waterSource ?? ''));

/** Which meters count what a plant takes and what it uses again. */
export const waterOf = (directory: UnitDirectory, industryId: string, rainUnitIds: readonly string[]): Water => {
  const meters = directory.units(industryId).flatMap((unit): Meter[] => {
    const series = unit.deployed ? seriesOf(unit, 'volume') : undefined;
    return series?.kind === 'counter' ? [{ unit, series }] : [];
  });
  const sources = countedOnce(
    meters.filter(
      ({ unit }) =>
        (unit.standardCategoryId === 'ID_SOURCE' || unit.standardCategoryIds.includes('ID_SOURCE')) &&
        unit.meta.waterSource !== 'recycled',
    ),
  );
  return {
    withdrawal: sources,
    fresh: sources.filter(({ unit }) => isFresh(unit)),
    ground: sources.filter(({ unit }) => unit.meta.waterSource === 'ground' || unit.type === 'borewell'),
    recycled: countedOnce(meters.filter(({ unit }) => unit.meta.waterSource === 'recycled')),
    rain: countedOnce(meters.filter(({ unit }) => rainUnitIds.includes(unit.id))),
  };
};
