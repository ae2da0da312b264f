import { dateOfDay, daysOfMonth } from '../../../core/shift.ts';
import type { ServingContext } from '../../../historian/index.ts';
import { completenessOf } from '../../readings/index.ts';
import { consumptionOf, type LandingFamily } from './families.ts';
import type { Glance } from './kpis.ts';
import { passedTotals } from './pastTotals.ts';

/** How much of the figures is known, beside the figures themselves; percentages of the readings that were expected. */
export type Known = {
  /** Of the consumption of the month to the date. */
  monthCompleteness: number;
  /** Of the consumption of the date and the day before, by which stock is drawn. */
  drawnCompleteness: number;
  /** Of the water balance on the date: nodes that could be evaluated, of those that have to close. */
  nodes: { evaluated: number; all: number };
};

type Work = { industryId: string; families: readonly LandingFamily[]; day: number; source: ServingContext; glance: Glance };

export const knownOf = async ({ industryId, families, day, source, glance }: Work): Promise<Known> => {
  const nodes = await glance.evaluatedNodes(industryId, dateOfDay(day));
  const used = consumptionOf(families);
  if (!used) return { monthCompleteness: 0, drawnCompleteness: 0, nodes };
  const { fromDay } = daysOfMonth(dateOfDay(day).slice(0, 7));
  return {
    monthCompleteness: completenessOf(await passedTotals(used, fromDay, day, source)),
    drawnCompleteness: completenessOf(await passedTotals(used, Math.max(0, day - 1), day, source)),
    nodes,
  };
};
