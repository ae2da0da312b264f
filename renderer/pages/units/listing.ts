import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import type { Attention } from '../../state/alarms.ts';
import { type SectionId, sectionsOf } from '../../state/grouping.ts';

export type ListRow =
  | { kind: 'head'; key: string; id: SectionId; count: number }
  | { kind: 'unit'; key: string; unit: OverviewUnit };

/** Groups with their units, one row each. */
export const rowsOf = (units: readonly OverviewUnit[]): ListRow[] =>
  sectionsOf(units).flatMap(({ id, units: members }): ListRow[] => [
    { kind: 'head', key: `head ${id}`, id, count: members.length },
    ...members.map((unit): ListRow => ({ kind: 'unit', key: unit.unitId, unit })),
  ]);

/** Units with an active alarm, each with its most urgent priority, and units that do not report (null). */
export const abnormalOf = (units: readonly OverviewUnit[], attention: Attention | null): Map<string, number | null> => {
  const found = new Map<string, number | null>();
  for (const { unitId, online, type } of units) if (!online && type !== 'virtual') found.set(unitId, null);
  for (const { unitId, priority } of [...(attention?.waiting ?? []), ...(attention?.seen ?? [])])
    if (unitId !== '') found.set(unitId, Math.min(priority, found.get(unitId) ?? priority));
  return found;
};

export const shownBy = (
  units: readonly OverviewUnit[],
  filter: 'all' | 'starred' | 'abnormal',
  stars: ReadonlySet<string>,
  abnormal: ReadonlyMap<string, number | null>,
): OverviewUnit[] =>
  units.filter(({ unitId }) => filter === 'all' || (filter === 'starred' ? stars.has(unitId) : abnormal.has(unitId)));
