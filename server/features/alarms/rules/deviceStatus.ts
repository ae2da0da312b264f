import { tankHeight } from '../../../core/tank.ts';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';
import { disagreement, ledgerFindings } from './counterStatus.ts';
import { clock } from './dayLimit.ts';
import { type Finding, type Rule, type RuleParts, SLOTS_PER_HOUR, type SlotView } from './model.ts';
import { isInService, paramsOf } from './params.ts';
import { leastFlowM3h } from './stableFlow.ts';
import { neverRests } from './tankRest.ts';

const SLOT_MINUTES = 5;
/** Far enough to say since when, at most. */
const LOOK_BACK_SLOTS = 288;
const STUCK_SLOTS = 6 * SLOTS_PER_HOUR;
const REJECTED_SLOTS = 3;

/** Series that readings feed; a unit without any is not watched. */
const fedSeries = ({ series, feeds }: Unit): SeriesInfo[] =>
  series.filter(({ param }) => feeds.some((feed) => feed.param === param));

/** Slots since anything of the unit was measured; as many as are looked at, where nothing was. */
const silentSlots = (view: SlotView, series: readonly SeriesInfo[], most: number): number => {
  for (let ago = 0; ago < most; ago += 1) if (series.some(({ id }) => view.isMeasured(id, view.slot - ago))) return ago;
  return most;
};

/** Whether a series has shown the very same value for all slots of a time, or null where it was not measured throughout. */
const isStill = (view: SlotView, id: number, slots: number): boolean | null => {
  const now = view.value(id, view.slot);
  for (let slot = view.slot - slots + 1; slot <= view.slot; slot += 1) {
    if (!view.isMeasured(id, slot)) return null;
    if (view.value(id, slot) !== now) return false;
  }
  return true;
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

/** No data, a stuck value, values that fail their checks, a wrong clock, a counter that cannot be right (docs/domain.md 2.5, 13.3). */
export const deviceStatus: Rule = {
  category: 'device_status',
  prepare(parts) {
    const { unit, settings } = parts;
    const series = fedSeries(unit);
    if (series.length === 0 || !isInService('device_status', parts)) return undefined;
    const params = paramsOf('device_status', parts);
    const intervalSlots = Math.ceil(params.number('expectedIntervalMinutes', SLOT_MINUTES) / SLOT_MINUTES);
    const offSlots = Math.max(settings.onDelaySlots, 3 * intervalSlots, 1);
    const stuckSlots = Math.max(2, Math.round(params.number('stuckHours', STUCK_SLOTS / SLOTS_PER_HOUR) * SLOTS_PER_HOUR));
    const stuckable = series.filter((one) => isStuckKind(one, unit)).map((one) => ({ one, others: companions(parts, one) }));

    let firstJudged = Number.POSITIVE_INFINITY;
    const silence = (view: SlotView): Finding => {
      const silent = silentSlots(view, series, offSlots + 1);
      const isSilent = silent >= offSlots;
      const since = isSilent ? silentSlots(view, series, LOOK_BACK_SLOTS) : silent;
      firstJudged = Math.min(firstJudged, view.slot);
      // of a unit that was never measured the delay runs from when it is watched: a counter's first reading gives no slot
      const isNew = since >= LOOK_BACK_SLOTS && view.slot - firstJudged < offSlots;
      const isMet = isSilent && isNew ? null : isSilent;
      return {
        param: 'silence',
        direction: '',
        period: '',
        code: 1,
        isMet,
        isOver: silent === 0,
        value: since * SLOT_MINUTES,
        threshold: offSlots * SLOT_MINUTES,
        text: 'silent',
        facts: isMet === true ? lastSeen(view, series, since, unit) : { unit: unit.name },
        onSlots: 1,
        offSlots: settings.offDelaySlots,
        ...(isMet === true && { atSlot: view.slot }),
      };
    };

    const stuck = (view: SlotView): Finding[] =>
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

    const rejected = (view: SlotView): Finding => {
      const { slot } = view;
      const isMet = series.some(({ id }) =>
        Array.from({ length: REJECTED_SLOTS }, (_, ago) => slot - ago).every((one) => view.isRejected(id, one)),
      );
      return {
        param: 'rejected',
        direction: '',
        period: '',
        code: 3,
        isMet,
        isOver: !isMet,
        value: REJECTED_SLOTS * SLOT_MINUTES,
        threshold: REJECTED_SLOTS * SLOT_MINUTES,
        text: 'rejected',
        facts: { unit: unit.name, min: REJECTED_SLOTS * SLOT_MINUTES },
        onSlots: 1,
        offSlots: settings.offDelaySlots,
      };
    };

    const counter = series.find(({ kind }) => kind === 'counter');
    const hasFlow = series.some(({ param }) => param === 'flow');
    const leastM3h = leastFlowM3h(parts);
    return (view) => [
      silence(view),
      rejected(view),
      ...stuck(view),
      ...(counter ? ledgerFindings(view, unit, counter) : []),
      ...(counter && hasFlow ? disagreement(view, unit, counter, leastM3h) : []),
    ];
  },
};

const lastSeen = (view: SlotView, series: readonly SeriesInfo[], since: number, unit: Unit): Finding['facts'] => {
  const slot = view.slot - since;
  const last = series.find(({ id, kind }) => kind !== 'counter' && view.isMeasured(id, slot));
  return {
    unit: unit.name,
    at: since >= LOOK_BACK_SLOTS ? 'yesterday' : clock(view, slot + 1),
    min: since * SLOT_MINUTES,
    // what a counter added in five minutes says little
    v: last ? view.value(last.id, slot) : '',
    u: last?.measure ?? '',
    device: unit.feeds[0]?.deviceId ?? '',
  };
};
