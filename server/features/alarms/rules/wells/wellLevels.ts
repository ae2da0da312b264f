import { SLOTS_PER_DAY, SLOTS_PER_HOUR } from '../../../../core/slots.ts';
import { median } from '../../../../core/statistics.ts';
import { isStaticLevel, type PumpState, pumpState, type SeriesInfo, type Unit } from '../../../../plantModel/index.ts';
import type { RuleFinding, SlotView } from '../model.ts';

/** A pumping level is the median of the last half hour of a run of an hour. */
const PUMPING_SLOTS = 6;
const SPECIFIC_DAYS = 90;
const LEAST_DAYS = 20;
const SPECIFIC_PART = 0.8;
/** Specific capacity falls with the flow: only runs at similar flow are compared. */
const LIKE_PART = 0.1;
const SUNDAY = 0;

export type WatchedWell = {
  unit: Unit;
  level: SeriesInfo;
  volume: SeriesInfo | undefined;
  flow?: SeriesInfo | undefined;
  ratedM3h: number | null;
};

/** m3/h by its register, else by the volume of a slot that was measured: of a gap nobody knows when it passed (docs/domain.md 4.1). */
const flowAt = (view: SlotView, { volume, flow }: WatchedWell, slot: number): number => {
  const shown = flow ? view.value(flow.id, slot) : Number.NaN;
  if (!Number.isNaN(shown)) return shown;
  return volume && view.isMeasured(volume.id, slot) ? (view.value(volume.id, slot) * SLOTS_PER_HOUR) / 1000 : Number.NaN;
};

const pumpAt = (view: SlotView, well: WatchedWell, slot: number): PumpState => pumpState(flowAt(view, well, slot), well.ratedM3h);

/** Depth to water, m below ground, and whether the pump runs; null where either is not measured now. */
export const levelNow = (view: SlotView, well: WatchedWell): { depthMbgl: number; isPumped: boolean } | null => {
  const depthMbgl = view.value(well.level.id, view.slot);
  const state = pumpAt(view, well, view.slot);
  return state !== 'unknown' && view.isMeasured(well.level.id, view.slot) ? { depthMbgl, isPumped: state === 'on' } : null;
};

/** Depth with the pump off and the level recovered (docs/domain.md 4.1), of a well without a pump any that is calm; else null. */
export const staticLevel = (view: SlotView, well: WatchedWell): number | null => {
  if (!view.isMeasured(well.level.id, view.slot)) return null;
  const firstSlot = view.slot - SLOTS_PER_HOUR + 1;
  const lastHour = Float64Array.from({ length: SLOTS_PER_HOUR }, (_, at) => view.value(well.level.id, firstSlot + at));
  const isStatic = isStaticLevel(lastHour, SLOTS_PER_HOUR - 1, (at) =>
    well.volume ? pumpAt(view, well, firstSlot + at) : 'off',
  );
  return isStatic ? view.value(well.level.id, view.slot) : null;
};

type Run = { flowM3h: number; capacity: number };

/**
 * Flow and specific capacity of the last run that was over within a day, m3/h and m3/h per metre of drawdown; null where there was none. One
 * that runs on at the day's end is of the day in which it ends: until then it has not drawn the level down as far as others had.
 */
const runOf = (view: SlotView, well: WatchedWell, endSlot: number): Run | null => {
  const fromSlot = endSlot - SLOTS_PER_DAY;
  let still = Number.NaN;
  let found: Run | null = null;
  let run = 0;
  for (let slot = fromSlot - SLOTS_PER_DAY; slot < endSlot - 1; slot += 1) {
    const state = pumpAt(view, well, slot);
    const depth = view.value(well.level.id, slot);
    if (state !== 'on') {
      if (state === 'off' && Number.isFinite(depth)) still = depth;
      run = 0;
      continue;
    }
    run += 1;
    // only where it ends is the run's level looked at
    const isLast = slot + 1 >= fromSlot && pumpAt(view, well, slot + 1) !== 'on';
    if (run < SLOTS_PER_HOUR || !isLast || !Number.isFinite(still)) continue;
    const last = Array.from({ length: PUMPING_SLOTS }, (_, at) => slot - at);
    const flowM3h = median(last.map((one) => flowAt(view, well, one))) ?? Number.NaN;
    const drawdown = (median(last.map((one) => view.value(well.level.id, one)).filter(Number.isFinite)) ?? Number.NaN) - still;
    if (drawdown > 0 && Number.isFinite(flowM3h)) found = { flowM3h, capacity: flowM3h / drawdown };
  }
  return found;
};

/** Weekly, at the end of Sunday's shift day: is the well giving less at the same flow than in the 90 days before? */
export const capacityFindings = (view: SlotView, well: WatchedWell): RuleFinding[] => {
  const end = view.today.endSlot;
  if (view.slot + 1 !== end || view.localTime(view.today.firstSlot).weekday !== SUNDAY) return [];
  const today = runOf(view, well, end);
  if (!today) return [];
  const before = Array.from({ length: SPECIFIC_DAYS }, (_, at) => runOf(view, well, end - (at + 1) * SLOTS_PER_DAY))
    .filter((run) => run !== null)
    .filter(({ flowM3h }) => Math.abs(flowM3h - today.flowM3h) <= LIKE_PART * today.flowM3h);
  if (before.length < LEAST_DAYS) return [];
  const usual = median(before.map(({ capacity }) => capacity)) ?? Number.NaN;
  const limit = usual * SPECIFIC_PART;
  return [
    {
      param: 'capacity',
      direction: 'low',
      period: '',
      code: 4,
      isMet: today.capacity < limit,
      isOver: today.capacity >= limit,
      value: today.capacity,
      threshold: limit,
      text: 'wellCapacity',
      facts: { unit: well.unit.name, v: today.capacity, thr: limit, b: usual, u: 'm3/h per m' },
      insight: true,
      priority: 4,
      onSlots: 1,
      offSlots: 1,
    },
  ];
};
