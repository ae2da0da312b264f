import { SLOTS_PER_HOUR } from '../../../core/slots.ts';
import { median } from '../../../core/statistics.ts';
import { isStaticLevel, type PumpState } from '../../../plantModel/index.ts';

/** Slot by slot, metres below ground; NaN where the level is not known. */
export type WellSlots = {
  levels: Float64Array;
  pump: readonly PumpState[];
  flowM3h: Float64Array;
  /** When the pump ran, where `pump` does not say for how long. */
  timed?: readonly PumpState[] | undefined;
};

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

const PWL_SLOTS = 6;

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

/** A run over the end of a day ends later, and has its level then; one that fills the day has none of its own otherwise. */
const isOfDay = ({ from, to }: { from: number; to: number }, { firstOfDay, end, goesOn }: Day): boolean =>
  !goesOn || to < end || from <= firstOfDay;

/** Where a day begins and ends in its slots, and whether the pump is known to run on after it. */
type Day = { firstOfDay: number; end: number; goesOn: boolean };

/**
 * What a day says of a well. Its slots come with those of the four hours before it (`REST_SLOTS`), so that a rest or a run that
 * began the day before is seen; `goesOn`: the pump is on in the first slot after them. A day without a static level gives the least depth
 * while the pump was off (while nobody knew, of all).
 */
export const dayLevels = (slots: WellSlots, firstOfDay: number, goesOn = false): DayLevels => {
  const { levels, pump, timed = pump } = slots;
  const ofDay = pump.slice(firstOfDay);
  const ran = timed.slice(firstOfDay);
  const pumpAt = (at: number): PumpState => pump[at] ?? 'unknown';
  const atRest = levelsWhere(levels, firstOfDay, levels.length, (at) => isStaticLevel(levels, at, pumpAt));
  const isBlind = ofDay.every((state) => state === 'unknown');
  const recovered = levelsWhere(levels, firstOfDay, levels.length, (at) => isBlind || pump[at] === 'off');
  const recovering = atRest.length === 0;
  const day = { firstOfDay, end: pump.length, goesOn };
  return {
    swlMbgl: recovering ? (recovered.length > 0 ? Math.min(...recovered) : null) : median(atRest),
    recovering,
    runs: runsOf(pump, firstOfDay).flatMap((run) => (isOfDay(run, day) ? (pumpRun(slots, run) ?? []) : [])),
    runHours: ran.every((state) => state === 'unknown') ? null : ran.filter((state) => state === 'on').length / SLOTS_PER_HOUR,
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
