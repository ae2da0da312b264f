import { setImmediate as nextTurn } from 'node:timers/promises';
import { SLOT_MS } from '../../core/slots.ts';
import type { Window } from '../../historian/index.ts';
import type { AlarmHistory, AlertCategory } from './model.ts';
import { isOfUnit } from './subject.ts';

export type UnitCounts = { unitId: string; counts: number[]; total: number; byType: Partial<Record<AlertCategory, number[]>> };

export type UnitGraphParts = {
  alarms: Pick<AlarmHistory, 'counts'>;
  industryId: string;
  buckets: Window['buckets'];
  /** All where absent. */
  unitIds: readonly string[] | undefined;
  /** Categories or alert types; all where absent. */
  types: readonly string[] | undefined;
};

/** How many alerts each unit had in each bucket of a window, units in the order in which they first had one. */
export const unitCounts = async ({ alarms, industryId, buckets, unitIds, types }: UnitGraphParts): Promise<UnitCounts[]> => {
  const units = new Map<string, UnitCounts>();
  const wanted = types && new Set(types);
  const none = (): number[] => buckets.map(() => 0);
  for (const [at, { fromSlot, toSlot }] of buckets.entries()) {
    for (const { unitId, category, alertType, count } of alarms.counts(industryId, fromSlot * SLOT_MS, toSlot * SLOT_MS)) {
      if (!isOfUnit(unitId)) continue;
      if (unitIds && !unitIds.includes(unitId)) continue;
      if (wanted && !wanted.has(category) && !wanted.has(alertType)) continue;
      const unit = units.get(unitId) ?? { unitId, counts: none(), total: 0, byType: {} };
      units.set(unitId, unit);
      unit.total += count;
      unit.counts[at] = (unit.counts[at] ?? 0) + count;
      const ofType = unit.byType[category] ?? none();
      unit.byType[category] = ofType;
      ofType[at] = (ofType[at] ?? 0) + count;
    }
    // a month of many alarms takes some milliseconds
    await nextTurn();
  }
  return [...units.values()];
};
