import { SLOT_MS, SLOTS_PER_DAY, SLOTS_PER_HOUR } from '../../../core/slots.ts';
import { median } from '../../../core/statistics.ts';
import type { FlowOf } from './flow.ts';
import type { SlotView } from './model.ts';
import { isQuiet, type QuietTime } from './quietTime.ts';

/** Days with water that a watch learns from, and how many days it looks for them. */
const DAYS = 14;
const MOST_DAYS = 400;
const GOOD_PART = 0.9;
const HOURS_OF_STEADY = 2;
const STEADY_SPREAD = 0.2;
/** A line that ran through so many of the nights runs at night. */
const NIGHTS_RUN = 10;
/** A line that comes to rest some time is not at rest for at most so many times the longest of its runs. */
const RUNS = 4;
const MOST_RUN_DAYS = 7;

/**
 * How a line is watched for leaks, by what it did on its first days:
 * `steady`: it was at rest in every night, so that a steady flow in quiet time is a leak;
 * `night`: it ran through most nights, so that its least flow of a night is held against that of other nights;
 * `rest`: it came to rest at one time or another, so that a flow that does not end is a leak;
 * `none`: its nights are too unlike each other for any of these.
 */
export type LearnedWatch = { kind: 'steady' } | { kind: 'night' | 'none' } | { kind: 'rest'; slots: number };

type Day = { wasAtRest: boolean; wasSteady: boolean; leastHourM3h: number };

export type LearnParts = { flow: FlowOf; leastM3h: number; quiet: QuietTime; from: string };

/** What was measured on the day up to the end of a night; null where too little was, or no water flowed. */
const lookAt = (view: SlotView, { flow, leastM3h, quiet }: LearnParts, endSlot: number): Day | null => {
  const day: Day = { wasAtRest: false, wasSteady: false, leastHourM3h: Number.POSITIVE_INFINITY };
  let [good, most, rest] = [0, 0, 0];
  const night: number[] = [];
  for (let slot = endSlot - SLOTS_PER_DAY + 1; slot <= endSlot; slot += 1) {
    const q = flow.at(view, slot);
    const isGood = Number.isFinite(q) && flow.isMeasured(view, slot);
    if (isGood) good += 1;
    if (isGood && q > most) most = q;
    if (!isQuiet(quiet, view, slot)) continue;
    night.push(isGood ? q : Number.NaN);
    rest = isGood && q < leastM3h ? rest + 1 : 0;
    day.wasAtRest ||= rest >= SLOTS_PER_HOUR;
    const hour = night.slice(-SLOTS_PER_HOUR);
    if (hour.length === SLOTS_PER_HOUR && hour.every(Number.isFinite))
      day.leastHourM3h = Math.min(day.leastHourM3h, hour.reduce((sum, one) => sum + one, 0) / SLOTS_PER_HOUR);
    day.wasSteady ||= isSteady(night.slice(-HOURS_OF_STEADY * SLOTS_PER_HOUR), leastM3h);
  }
  return good >= GOOD_PART * SLOTS_PER_DAY && most >= leastM3h && Number.isFinite(day.leastHourM3h) ? day : null;
};

const isSteady = (window: readonly number[], leastM3h: number): boolean => {
  const [least, most] = [Math.min(...window), Math.max(...window)];
  const mean = window.reduce((sum, one) => sum + one, 0) / window.length;
  return window.length === HOURS_OF_STEADY * SLOTS_PER_HOUR && least >= leastM3h && most - least <= STEADY_SPREAD * mean;
};

/** The longest time for which water flowed without a pause between two slots. */
const longestRun = (view: SlotView, { flow, leastM3h }: LearnParts, fromSlot: number, toSlot: number): number => {
  let [longest, run] = [0, 0];
  for (let slot = fromSlot; slot <= toSlot; slot += 1) {
    const q = flow.at(view, slot);
    // what was not measured may have been anything
    run = q < leastM3h ? 0 : run + 1;
    longest = Math.max(longest, run);
  }
  return longest;
};

const decided = (
  view: SlotView,
  parts: LearnParts,
  days: readonly Day[],
  { fromSlot, toSlot }: { fromSlot: number; toSlot: number },
): LearnedWatch => {
  if (days.every(({ wasAtRest, wasSteady }) => wasAtRest && !wasSteady)) return { kind: 'steady' };
  const running = days.map(({ leastHourM3h }) => leastHourM3h).filter((flowM3h) => flowM3h >= parts.leastM3h);
  if (running.length >= NIGHTS_RUN)
    return { kind: Math.max(...running) - Math.min(...running) <= (median(running) ?? Number.NaN) ? 'night' : 'none' };
  const slots = Math.max(2 * SLOTS_PER_DAY, RUNS * longestRun(view, parts, fromSlot, toSlot));
  return { kind: 'rest', slots: Math.min(slots, MOST_RUN_DAYS * SLOTS_PER_DAY) };
};

/**
 * Learns a watch from the first 14 days on which water flowed, and then keeps it.
 * @returns the watch as of a slot; null while it learns
 */
export const learning = (parts: LearnParts): ((view: SlotView) => LearnedWatch | null) => {
  const firstSlot = Math.ceil(Date.parse(`${parts.from}T00:00:00Z`) / SLOT_MS);
  const days: Day[] = [];
  let watch: LearnedWatch | null = null;
  /** The end of the night that is looked at next. */
  let nextSlot = Number.NaN;
  return (view) => {
    if (Number.isNaN(nextSlot)) nextSlot = nightEnd(view, parts.quiet, firstSlot + SLOTS_PER_DAY);
    for (; nextSlot <= view.slot && !watch && nextSlot < firstSlot + MOST_DAYS * SLOTS_PER_DAY; nextSlot += SLOTS_PER_DAY) {
      const day = lookAt(view, parts, nextSlot);
      if (day) days.push(day);
      const fromSlot = nextSlot - MOST_RUN_DAYS * SLOTS_PER_DAY * 2;
      if (days.length === DAYS) watch = decided(view, parts, days, { fromSlot, toSlot: nextSlot });
    }
    return watch;
  };
};

const nightEnd = (view: SlotView, quiet: QuietTime, fromSlot: number): number => {
  let slot = fromSlot;
  while (slot < fromSlot + SLOTS_PER_DAY && !(isQuiet(quiet, view, slot) && !isQuiet(quiet, view, slot + 1))) slot += 1;
  return slot;
};
