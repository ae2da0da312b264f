import { type LimitUnit, toShown } from '../../../plantModel/index.ts';
import { DayProfile } from './dayProfile.ts';
import type { RuleFinding, SlotView } from './model.ts';

export const clock = (view: SlotView, slot: number): string => {
  const { minute } = view.localTime(slot);
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
};

export type DayLimit = {
  seriesId: number;
  /** Limit and sums in thousands of the stored unit: KL, kWh. */
  limit: number;
  warnPct: number;
  unitName: string;
  /** The unit of measure of the message. */
  shownIn: LimitUnit;
  param: string;
  text: string;
  code?: number;
  reAlarmMinutes?: number;
};

const RATE_SLOTS = 12;
const PERCENT = 100;
/** A sum so near under its limit may have been over it. */
const NEAR_PART = 0.5;

/** The slot in which a sum first reached a limit; null where it never did. A backflow afterwards takes nothing back. */
const crossing = (view: SlotView, seriesId: number, limit: number): number | null => {
  let sum = 0;
  for (let slot = view.today.firstSlot; slot <= view.slot; slot += 1) {
    sum += view.value(seriesId, slot) || 0;
    if (sum >= limit * 1000) return slot;
  }
  return null;
};

/** When the limit will be reached at the rate of the last hour; null where that is not today. */
const atThisRate = (view: SlotView, { seriesId, limit }: DayLimit, sum: number): number | null => {
  let rate = 0;
  for (let slot = view.slot - RATE_SLOTS + 1; slot <= view.slot; slot += 1) rate += (view.value(seriesId, slot) || 0) / 1000;
  const slots = ((limit - sum) * RATE_SLOTS) / rate;
  return rate > 0 && view.slot + slots < view.today.endSlot ? Math.ceil(view.slot + slots) : null;
};

/**
 * What was used since the shift began against a limit (docs/domain.md 13.3): an alarm once a day; insights before, when a part of it is
 * used, and when it will be reached by what such a day usually uses from now on.
 */
export const dayLimitEvaluator = (limit: DayLimit): ((view: SlotView) => RuleFinding[]) => {
  const profile = new DayProfile(limit.seriesId);
  return (view) => evaluateDay(view, limit, profile);
};

const evaluateDay = (view: SlotView, limit: DayLimit, profile: DayProfile): RuleFinding[] => {
  const total = view.daySum(limit.seriesId, view.today.day);
  if (total === null) return [];
  const sum = total / 1000;
  const shared = {
    param: limit.param,
    direction: 'high',
    period: view.today.date,
    value: toShown(sum, limit.shownIn),
    threshold: toShown(limit.limit, limit.shownIn),
    onSlots: 1,
    offSlots: 1,
    ...(limit.code !== undefined && { code: limit.code }),
    ...(limit.reAlarmMinutes !== undefined && { reAlarmMinutes: limit.reAlarmMinutes }),
  } as const;
  const facts = {
    unit: limit.unitName,
    v: shared.value,
    u: limit.shownIn.unit,
    thr: shared.threshold,
    pct: (PERCENT * sum) / limit.limit,
    since: clock(view, view.today.firstSlot),
  };
  const atSlot = sum >= limit.limit * NEAR_PART ? crossing(view, limit.seriesId, limit.limit) : null;
  const isCrossed = atSlot !== null;
  const expected = isCrossed ? null : profile.crossing(view, sum, limit.limit);
  // a limit that such a day comes near but is not expected to reach is no news
  const isNear = !isCrossed && expected !== null && sum >= (limit.limit * limit.warnPct) / PERCENT;
  const insight = { ...shared, insight: true, priority: 4 } as const;
  const soon = isNear && expected === undefined ? atThisRate(view, limit, sum) : (expected ?? null);
  return [
    { ...shared, isMet: isCrossed, isOver: !isCrossed, text: limit.text, facts, ...(isCrossed && { atSlot }) },
    {
      ...insight,
      param: `${limit.param}:warn`,
      isMet: isNear,
      isOver: !isNear,
      text: `${limit.text}Near`,
      facts: { ...facts, at: soon === null ? '' : clock(view, soon) },
    },
    {
      ...insight,
      param: `${limit.param}:forecast`,
      // once a day; no forecast after the pre-warning
      isMet: typeof expected === 'number' && !isNear,
      isOver: false,
      text: `${limit.text}Expected`,
      facts: { ...facts, at: typeof expected === 'number' ? clock(view, expected) : '' },
    },
  ];
};
