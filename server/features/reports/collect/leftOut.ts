import { gatherTotals, rangeWindow, seriesOf, shownUnits } from '../../../historian/index.ts';
import { countsAs, type Unit } from '../../../plantModel/index.ts';
import { numberText } from '../render/numbers.ts';
import type { Collecting } from './context.ts';

/** Water that figures would have, were its unit shown. */
const isAsked = (unit: Unit): boolean =>
  unit.type === 'borewell' ||
  ['ID_SOURCE', 'ID_CONSUMPTION'].some((id) => countsAs(unit, id)) ||
  unit.meta.dischargeTo !== undefined;

const isOrdered = ({ id, subCategoryId }: Unit, { order: { unitIds, subCategories } }: Collecting): boolean =>
  (unitIds?.includes(id) ?? true) && (subCategories?.includes(subCategoryId) ?? true);

/** Meters that counted since a day and are in none of the figures, as they were retired since or are switched off. */
export const leftOutNotes = async (context: Collecting, fromDay: number): Promise<string[]> => {
  const { directory, source, calendar, order } = context;
  const shown = new Set(shownUnits(directory, order.industryId).map(({ id }) => id));
  const meters = directory.units(order.industryId).flatMap((unit) => {
    const series = seriesOf(unit, 'volume');
    if (shown.has(unit.id) || unit.type === 'virtual' || series?.kind !== 'counter') return [];
    return isAsked(unit) && isOrdered(unit, context) ? [{ unit, id: series.id }] : [];
  });
  if (meters.length === 0) return [];
  const window = rangeWindow(calendar, Math.max(0, fromDay), order.toDay, 'month');
  const ids = meters.map(({ id }) => id);
  const totals = await gatherTotals(source, ids, window, Math.min(window.toSlot, source.nowSlot));
  return meters.flatMap(({ unit, id }) => {
    const litres = totals.get(id)?.sum ?? 0;
    const reason = unit.deployed ? 'its group is not shown' : 'it is retired';
    return litres === 0 ? [] : [`Not in these figures: ${unit.name} (${numberText(litres / 1000, 2)} KL), as ${reason}.`];
  });
};
