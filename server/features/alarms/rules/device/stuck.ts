import { tankHeight } from '../../../../contract/model/tankVolume.ts';
import { SLOT_MINUTES, SLOTS_PER_HOUR } from '../../../../core/slots.ts';
import type { SeriesInfo, Unit } from '../../../../plantModel/index.ts';
import type { RuleFinding, RuleParts, SlotView } from '../model.ts';
import { neverRests } from '../tankRest.ts';

/** Whether a series had one and the same value in all slots of a period; null where the measured slots agree but some were not measured. */
const isStill = (view: SlotView, id: number, slots: number): boolean | null => {
  let known: number | undefined;
  let isWhole = true;
  for (let slot = view.slot - slots + 1; slot <= view.slot; slot += 1) {
    if (!view.isMeasured(id, slot)) {
      isWhole = false;
      continue;
    }
    const value = view.value(id, slot);
    known ??= value;
    if (value !== known) return false;
  }
  return isWhole ? true : null;
};

/** A gauge that can be stuck; flows and rates at 0 are at rest, and derived values are stuck with their source. */
const isStuckKind = ({ kind, param }: SeriesInfo, unit: Unit): boolean =>
  kind !== 'counter' &&
  param !== 'flow' &&
  param !== 'power' &&
  (unit.type === 'stock' || unit.type === 'level' || unit.type === 'quality' || unit.type === 'borewell');

/** A full or empty tank shows the same level for hours without being stuck. */
const ENDS_PART = 0.01;
const isAtEnd = ({ meta, maxCapacity }: Unit, { param, kind }: SeriesInfo, value: number): boolean => {
  const full = kind === 'stock' && param === 'volume' ? (maxCapacity ?? 0) * 1000 : meta.tank ? tankHeight(meta.tank) : 0;
  return full > 0 && (value >= full * (1 - ENDS_PART) || value <= full * ENDS_PART);
};

type Companion = { id: number; unitId: string };
type Companions = ReadonlyMap<string, readonly Companion[]>;

const inPlant = ({ param, kind }: SeriesInfo): string => `${param} ${kind}`;
const inSubCategory = (one: SeriesInfo, { subCategoryId }: Unit): string => `${inPlant(one)} ${subCategoryId}`;

const groupAll = (units: readonly Unit[]): Companions => {
  const groups = new Map<string, Companion[]>();
  for (const unit of units.filter(({ deployed }) => deployed))
    for (const series of unit.series)
      for (const key of [inPlant(series), inSubCategory(series, unit)]) {
        const group = groups.get(key) ?? [];
        group.push({ id: series.id, unitId: unit.id });
        groups.set(key, group);
      }
  return groups;
};

/** One for all gauges of a plant: a list for each of 1,000 is a million entries. */
const grouped = new WeakMap<readonly Unit[], Companions>();
const groupsOf = (units: readonly Unit[]): Companions => {
  const groups = grouped.get(units) ?? groupAll(units);
  grouped.set(units, groups);
  return groups;
};

/**
 * Gauges of the same kind, those of its own unit among them, in its sub-category where another unit there has any, else in the plant:
 * when none of the others moves, this one may be constant too.
 */
const companions = ({ unit, units }: RuleParts, one: SeriesInfo): readonly Companion[] => {
  const groups = groupsOf(units);
  const near = groups.get(inSubCategory(one, unit)) ?? [];
  return near.some(({ unitId }) => unitId !== unit.id) ? near : (groups.get(inPlant(one)) ?? []);
};

/** Evaluates for each gauge whether it has shown the very same value for `stuckSlots` although others of its kind moved. */
export const stuckEvaluator = (
  parts: RuleParts,
  series: readonly SeriesInfo[],
  stuckSlots: number,
): ((view: SlotView) => RuleFinding[]) => {
  const { unit } = parts;
  const stuckable = series.filter((one) => isStuckKind(one, unit)).map((one) => ({ one, others: companions(parts, one) }));
  return (view) =>
    stuckable.map(({ one, others }) => {
      const still = isStill(view, one.id, stuckSlots);
      const isMoving =
        still === true &&
        !isAtEnd(unit, one, view.value(one.id, view.slot)) &&
        others.some(({ id, unitId }) => unitId !== unit.id && isStill(view, id, stuckSlots) === false) &&
        (unit.type !== 'stock' || neverRests(view, one.id, stuckSlots));
      return {
        param: `stuck:${one.param}`,
        direction: '',
        period: '',
        code: 2,
        isMet: still === null ? null : isMoving,
        isOver: still === false,
        value: view.value(one.id, view.slot) || 0,
        threshold: (stuckSlots * SLOT_MINUTES) / 60,
        text: 'stuck',
        facts: {
          unit: unit.name,
          param: one.param,
          v: view.value(one.id, view.slot) || 0,
          u: one.measure,
          h: stuckSlots / SLOTS_PER_HOUR,
        },
        onSlots: 1,
        offSlots: 1,
      };
    });
};
