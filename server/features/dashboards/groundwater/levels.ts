import { SLOTS_PER_HOUR } from '../../../core/slots.ts';
import { median, slopeOf } from '../../../core/statistics.ts';
import type { PumpState } from '../../../plantModel/index.ts';

/** Slot by slot, metres below ground; NaN where the level is not known. */
export type WellSlots = { levels: Float64Array; pump: readonly PumpState[]; flowM3h: Float64Array };

/** A run of the pump of at least an hour, by its last half hour. */
export type PumpRun = { pwlMbgl: number; flowM3h: number | null };

export type DayLevels = {
  /** Static level, or the most recovered one of the day; null where nothing says. */
  swlMbgl: number | null;
  /** The level had not come to rest. */
  recovering: boolean;
  runs: PumpRun[];
  runHours: number | null;
};

/** Slots before the day that its first static level looks back at. */
export const REST_SLOTS = 4 * SLOTS_PER_HOUR;
/** 2 cm/h; what is above it in the ninth place is the arithmetic's. */
const STATIC_M_PER_HOUR = 0.02 + 1e-9;
/** Of the last hour, so that a slope is on more than its ends. */
const FEWEST_FOR_SLOPE = 9;
const PWL_SLOTS = 6;

/** Least squares over the hour that ends with a slot, m/h; null where too little of it is known. */
export const slopePerHour = (levels: Float64Array, at: number): number | null => {
  const slope = slopeOf(levels, FEWEST_FOR_SLOPE, Math.max(0, at - SLOTS_PER_HOUR + 1), at + 1);
  return slope === null ? null : slope * SLOTS_PER_HOUR;
};

/** The pump has been off for four hours and the level moved by at most 2 cm/h over the last one. */
export const isStatic = ({ levels, pump }: Pick<WellSlots, 'levels' | 'pump'>, at: number): boolean => {
  if (at < REST_SLOTS - 1 || Number.isNaN(levels[at])) return false;
  for (let back = at; back > at - REST_SLOTS; back -= 1) if (pump[back] !== 'off') return false;
  const slope = slopePerHour(levels, at);
  return slope !== null && Math.abs(slope) <= STATIC_M_PER_HOUR;
};

/** Known levels of the slots [from, to) where `wanted` holds. */
const levelsWhere = (levels: Float64Array, from: number, to: number, wanted: (at: number) => boolean): number[] => {
  const found: number[] = [];
  for (let at = from; at < to; at += 1) {
    const level = levels[at] ?? Number.NaN;
    if (!Number.isNaN(level) && wanted(at)) found.push(level);
  }
  return found;
};

/** Stretches of a running pump that reach into the day, from their first slot on. */
const runsOf = (pump: readonly PumpState[], firstOfDay: number): { from: number; to: number }[] => {
  const runs: { from: number; to: number }[] = [];
  for (let at = 0; at < pump.length; ) {
    const from = at;
    while (pump[at] === 'on') at += 1;
    if (at > from && at > firstOfDay) runs.push({ from, to: at });
    if (at === from) at += 1;
  }
  return runs;
};

const pumpRun = ({ levels, flowM3h }: WellSlots, run: { from: number; to: number }): PumpRun | undefined => {
  if (run.to - run.from < SLOTS_PER_HOUR) return undefined;
  const from = run.to - PWL_SLOTS;
  const pwlMbgl = median(levelsWhere(levels, from, run.to, () => true));
  if (pwlMbgl === null) return undefined;
  const flows = [...flowM3h.subarray(from, run.to)].filter((flow) => !Number.isNaN(flow));
  return { pwlMbgl, flowM3h: flows.length > 0 ? flows.reduce((sum, flow) => sum + flow, 0) / flows.length : null };
};

/**
 * What a day says of a well. Its slots come with those of the four hours before it (`REST_SLOTS`), so that a rest or a run that
 * began the day before is seen. A day without a static level gives the least depth while the pump was (while nobody knew, of all).
 */
export const dayLevels = (slots: WellSlots, firstOfDay: number): DayLevels => {
  const { levels, pump } = slots;
  const ofDay = pump.slice(firstOfDay);
  const atRest = levelsWhere(levels, firstOfDay, levels.length, (at) => isStatic(slots, at));
  const isBlind = ofDay.every((state) => state === 'unknown');
  const recovered = levelsWhere(levels, firstOfDay, levels.length, (at) => isBlind || pump[at] === 'off');
  const recovering = atRest.length === 0;
  return {
    swlMbgl: recovering ? (recovered.length > 0 ? Math.min(...recovered) : null) : median(atRest),
    recovering,
    runs: runsOf(pump, firstOfDay).flatMap((run) => pumpRun(slots, run) ?? []),
    runHours: isBlind ? null : ofDay.filter((state) => state === 'on').length / SLOTS_PER_HOUR,
  };
};

/** Static levels of several days as one: their median; of the recovering ones only where no day came to rest. */
export const joinLevels = (
  days: readonly Pick<DayLevels, 'swlMbgl' | 'recovering'>[],
): { swlMbgl: number | null; recovering: boolean } => {
  const of = (recovering: boolean): number[] =>
    days.flatMap((day) => (day.swlMbgl !== null && day.recovering === recovering ? [day.swlMbgl] : []));
  const atRest = median(of(false));
  if (atRest !== null) return { swlMbgl: atRest, recovering: false };
  const recovered = median(of(true));
  return { swlMbgl: recovered, recovering: recovered !== null };
};
