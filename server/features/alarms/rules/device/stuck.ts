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

/**
 * Gauges of the same kind beside this one, in its sub-category where there are any, else in the plant: when none of them
 * moves, this one may be constant too.
 */
const companions = ({ unit, units }: RuleParts, one: SeriesInfo): number[] => {
  const others = units.flatMap(({ id, deployed, subCategoryId, series }) =>
    series
      .filter(({ param, kind }) => id !== unit.id && deployed && param === one.param && kind === one.kind)
      .map((series) => ({ id: series.id, isNear: subCategoryId === unit.subCategoryId })),
  );
  const near = others.filter(({ isNear }) => isNear);
  return (near.length > 0 ? near : others).map(({ id }) => id);
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
        others.some((id) => isStill(view, id, stuckSlots) === false) &&
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
