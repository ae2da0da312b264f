import type { IndustryFacts } from '../../../contract/model/industryFacts.ts';
import { KILO, litresOf, type MetersByUse, type Totals } from './water.ts';

type SavedParts = {
  water: Pick<MetersByUse, 'fresh' | 'recycled' | 'rain'>;
  facts: Pick<IndustryFacts, 'tariffs' | 'rainWater'>;
};

/** What recycled water and rain saved: each KL at the price of what it is in for, less its own. Rain falls for nothing; treatment does not. */
export const savedCost = ({ water, facts }: SavedParts, totals: Totals): number | null => {
  const { waterPerKL } = facts.tariffs;
  const priced = water.fresh.flatMap(({ unit, series }) => {
    const rate = unit.meta.waterSource === undefined ? undefined : waterPerKL[unit.meta.waterSource];
    const litres = totals.get(series.id)?.sum ?? null;
    return rate === undefined || litres === null ? [] : [{ rate, litres }];
  });
  const freshL = priced.reduce((sum, { litres }) => sum + litres, 0);
  const meanRate = freshL > 0 ? priced.reduce((sum, { rate, litres }) => sum + rate * litres, 0) / freshL : undefined;
  const { replaces } = facts.rainWater;
  const worth = (litres: number | null, rate: number | undefined, own: number | undefined): number | null =>
    litres === null || rate === undefined || own === undefined ? null : (litres / KILO) * (rate - own);
  const costs = [
    worth(litresOf(water.recycled, totals), meanRate, waterPerKL.recycled),
    worth(litresOf(water.rain, totals), (replaces && waterPerKL[replaces]) ?? meanRate, waterPerKL.rain ?? 0),
  ].filter((cost) => cost !== null);
  return costs.length > 0 ? costs.reduce((sum, cost) => sum + cost, 0) : null;
};
