import { seriesOf, shownUnits, type Tally } from '../../../historian/index.ts';
import { countedOnce, countsAs, type SeriesInfo, totalParts, type Unit, type UnitDirectory } from '../../../plantModel/index.ts';

export type CountedMeter = { unit: Unit; series: SeriesInfo };
/** Meters of a plant by what they count; none is behind another one of its list. */
export type MetersByUse = {
  withdrawal: CountedMeter[];
  fresh: CountedMeter[];
  ground: CountedMeter[];
  recycled: CountedMeter[];
  rain: CountedMeter[];
};

export type Totals = ReadonlyMap<number, Tally>;

export const KILO = 1000;
export const kilo = (litres: number | null): number | null => (litres === null ? null : litres / KILO);

/** What meters counted together, as far as it is known; null where nothing is. */
export const litresOf = (meters: readonly CountedMeter[], totals: Totals): number | null => {
  const known = meters.flatMap(({ series }) => totals.get(series.id)?.sum ?? []);
  return known.length > 0 ? known.reduce((sum, litres) => sum + litres, 0) : null;
};

/** Slots of meters that were measured, of those that have passed. */
export const completeOf = (meters: readonly CountedMeter[], totals: Totals): { top: number | null; bottom: number } => {
  const own = meters.flatMap(({ series }) => totals.get(series.id) ?? []);
  const expected = own.reduce((sum, tally) => sum + tally.expected, 0);
  const complete = own.reduce((sum, tally) => sum + Math.min(tally.complete, tally.expected), 0);
  return { top: expected > 0 ? complete : null, bottom: expected };
};

const notFresh = new Set(['sea', 'recycled', 'other']);

/** Rain is kept apart, whatever it holds; where nobody said, other water is fresh but from the sea and from recycling. */
const isFresh = ({ meta }: Unit): boolean =>
  meta.waterSource !== 'rain' && (meta.freshwater ?? !notFresh.has(meta.waterSource ?? ''));

/** Which meters count what a plant takes and what it uses again. */
export const waterOf = (directory: UnitDirectory, industryId: string, rainUnitIds: readonly string[]): MetersByUse => {
  const meters = shownUnits(directory, industryId).flatMap((unit): CountedMeter[] => {
    const series = seriesOf(unit, 'volume');
    return series?.kind === 'counter' ? [{ unit, series }] : [];
  });
  // the intake of the categories, by the same rule
  const { counted: sources } = totalParts(meters.filter(({ unit }) => countsAs(unit, 'ID_SOURCE')));
  return {
    withdrawal: sources,
    fresh: sources.filter(({ unit }) => isFresh(unit)),
    ground: sources.filter(({ unit }) => unit.meta.waterSource === 'ground' || unit.type === 'borewell'),
    recycled: countedOnce(meters.filter(({ unit }) => unit.meta.waterSource === 'recycled')),
    rain: countedOnce(meters.filter(({ unit }) => rainUnitIds.includes(unit.id))),
  };
};
