import { consumptionIdOf, mainSeries } from '../../../historian/index.ts';
import { countsAs, type SeriesInfo, totalParts, type Unit } from '../../../plantModel/index.ts';

const sums = {
  intake: { standardId: 'ID_SOURCE', kind: 'counter', measure: 'L' },
  consumption: { standardId: null, kind: 'counter', measure: 'L' },
  energy: { standardId: 'ENERGY_CATEGORY', kind: 'counter', measure: 'Wh' },
  stock: { standardId: 'STOCK_CATEGORY', kind: 'stock', measure: 'L' },
} as const;
export type SumName = keyof typeof sums | 'discharge';

export type SummedUnit = { unit: Unit; series: SeriesInfo };

const summedOf = (name: SumName, units: readonly Unit[], dischargeIds: ReadonlySet<string>): SummedUnit[] => {
  const { kind, measure } = name === 'discharge' ? sums.intake : sums[name];
  const standardId = name === 'discharge' ? null : (sums[name].standardId ?? consumptionIdOf(units));
  const isAsked = (unit: Unit): boolean => (standardId === null ? dischargeIds.has(unit.id) : countsAs(unit, standardId));
  const parts = units.flatMap((unit): SummedUnit[] => {
    const series = mainSeries(unit);
    return unit.deployed && series?.kind === kind && series.measure === measure && isAsked(unit) ? [{ unit, series }] : [];
  });
  return kind === 'stock' ? parts : totalParts(parts).counted;
};

/** By list of units, of which there is another after each change, and name; what leaves the plant depends on more than the units. */
const known = new WeakMap<readonly Unit[], Map<SumName, readonly SummedUnit[]>>();

/** The units whose main series make a figure of the plant, each water or energy once; of stock every tank. */
export const summedUnits = (name: SumName, units: readonly Unit[], dischargeIds: ReadonlySet<string>): readonly SummedUnit[] => {
  if (name === 'discharge') return summedOf(name, units, dischargeIds);
  const byName = known.get(units) ?? new Map<SumName, readonly SummedUnit[]>();
  known.set(units, byName);
  const found = byName.get(name) ?? summedOf(name, units, dischargeIds);
  byName.set(name, found);
  return found;
};

const seriesOfLists = new WeakMap<readonly SummedUnit[], readonly SeriesInfo[]>();

/** The series of such a list; of one list always the same one, by which what is known of it is found again. */
export const summedSeries = (units: readonly SummedUnit[]): readonly SeriesInfo[] => {
  const known = seriesOfLists.get(units) ?? units.map(({ series }) => series);
  seriesOfLists.set(units, known);
  return known;
};
