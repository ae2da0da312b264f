import { seriesOf } from '../../readings/mainSeries.ts';
import type { SeriesInfo, Unit } from '../../units/model.ts';
import { capacityM3h, flowOf } from '../flow.ts';
import { DAY_SLOTS, type Finding, type Rule, SLOTS_PER_HOUR, type SlotView } from '../model.ts';
import { isInService, paramsOf } from '../params.ts';
import { median } from './nightFlow.ts';

/** Water over the pump's intake that keeps it from running dry, metres. */
const MARGIN_M = 3;
/** Part of the rated flow below which a pump is off, and below which one that runs is running dry. */
const OFF_PART = 0.01;
const DRY_PART = 0.1;
/** Part of a pump's rated power above which it runs. */
const POWER_PART = 0.1;
/** Static: the pump off for 4 hours, at most 2 cm of change in the last one. */
const STATIC_SLOTS = 4 * SLOTS_PER_HOUR;
const STATIC_STEP_M = 0.02;
/** A pumping level is the median of the last half hour of a run of an hour. */
const PUMPING_SLOTS = 6;
const SPECIFIC_DAYS = 90;
const LEAST_DAYS = 20;
const SPECIFIC_PART = 0.8;
/** Specific capacity falls with the flow: only runs at like flow are held against each other. */
const LIKE_PART = 0.1;
const SUNDAY = 0;

type Well = { unit: Unit; level: SeriesInfo | undefined; volume: SeriesInfo | undefined; ratedM3h: number | undefined };

const flowAt = (view: SlotView, { volume }: Well, slot: number): number =>
  volume ? (view.value(volume.id, slot) * SLOTS_PER_HOUR) / 1000 : Number.NaN;

const isPumping = (view: SlotView, well: Well, slot: number): boolean | null => {
  const q = flowAt(view, well, slot);
  return Number.isFinite(q) ? q > (well.ratedM3h ?? 0) * OFF_PART : null;
};

/** Depth to water in a slot with the pump on; null where that is not so or not known. */
const pumpingLevel = (view: SlotView, well: Well, level: SeriesInfo): number | null => {
  const depth = view.value(level.id, view.slot);
  return Number.isFinite(depth) && view.isMeasured(level.id, view.slot) && isPumping(view, well, view.slot) ? depth : null;
};

const staticLevel = (view: SlotView, well: Well, level: SeriesInfo): number | null => {
  const depth = view.value(level.id, view.slot);
  const before = view.value(level.id, view.slot - SLOTS_PER_HOUR);
  if (!(Math.abs(depth - before) <= STATIC_STEP_M)) return null;
  for (let slot = view.slot - STATIC_SLOTS + 1; slot <= view.slot; slot += 1)
    if (isPumping(view, well, slot) !== false) return null;
  return depth;
};

type Run = { flowM3h: number; capacity: number };

/** Flow and specific capacity of the last run of a day, m3/h and m3/h per metre; null where there was none. */
const runOf = (view: SlotView, well: Well, level: SeriesInfo, endSlot: number): Run | null => {
  const startSlot = endSlot - DAY_SLOTS;
  let still = Number.NaN;
  let found: Run | null = null;
  let run = 0;
  for (let slot = startSlot; slot < endSlot; slot += 1) {
    const isOn = isPumping(view, well, slot);
    const depth = view.value(level.id, slot);
    if (isOn) {
      run += 1;
      if (run < SLOTS_PER_HOUR || !Number.isFinite(still)) continue;
      const last = Array.from({ length: PUMPING_SLOTS }, (_, at) => slot - at);
      const flowM3h = median(last.map((one) => flowAt(view, well, one)));
      const drawdown = median(last.map((one) => view.value(level.id, one)).filter(Number.isFinite)) - still;
      if (drawdown > 0 && Number.isFinite(flowM3h)) found = { flowM3h, capacity: flowM3h / drawdown };
    } else {
      if (isOn === false && Number.isFinite(depth)) still = depth;
      run = 0;
    }
  }
  return found;
};

/** Weekly, at the end of Sunday's shift day: is the well giving less at the same flow than it did? */
const capacityFinding = (view: SlotView, well: Well, level: SeriesInfo): Finding[] => {
  const end = view.today.endSlot;
  if (view.slot + 1 !== end || view.localTime(view.today.firstSlot).weekday !== SUNDAY) return [];
  const today = runOf(view, well, level, end);
  if (!today) return [];
  const before = Array.from({ length: SPECIFIC_DAYS }, (_, at) => runOf(view, well, level, end - (at + 1) * DAY_SLOTS)).filter(
    (run) => run !== null && Math.abs(run.flowM3h - today.flowM3h) <= LIKE_PART * today.flowM3h,
  );
  if (before.length < LEAST_DAYS) return [];
  const usual = median(before.map((run) => run?.capacity ?? 0));
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

/** Depths grow downwards: deeper is worse. @returns a finding about a depth that is known or not. */
const depthFinding = (
  well: Well,
  depth: number | null,
  limit: number,
  deadbandM: number,
  more: Pick<Finding, 'param' | 'text' | 'code'>,
): Finding => ({
  ...more,
  direction: 'high',
  period: '',
  isMet: depth === null ? null : depth > limit,
  isOver: depth !== null && depth <= limit - deadbandM,
  value: depth ?? 0,
  threshold: limit,
  facts: { unit: well.unit.name, v: depth ?? 0, thr: limit, i: well.unit.meta.well?.pumpIntakeMbgl ?? '', u: 'm bgl' },
});

/** Pumping and static level, permit, specific capacity and dry running of a well (domain.md 4, 13.3). */
export const borewellThreshold: Rule = {
  category: 'borewell_threshold',
  prepare(parts) {
    const { unit, settings, units } = parts;
    if (unit.type !== 'borewell' || !isInService('borewell_threshold', parts)) return undefined;
    const { well: built, highThreshold } = unit.meta;
    const volume = seriesOf(unit, 'volume');
    const level = seriesOf(unit, 'level');
    const well: Well = { unit, level, volume, ratedM3h: built?.ratedFlowM3h ?? capacityM3h(unit) };
    const params = paramsOf('borewell_threshold', parts);
    const deadbandM = params.number('deadbandM', 0.2);
    const staticLimit = params.optional('staticLimitMbgl');
    const pumpingLimit = highThreshold ?? (built?.pumpIntakeMbgl === undefined ? undefined : built.pumpIntakeMbgl - MARGIN_M);
    const permittedKLD = built?.noc?.permittedKLD ?? undefined;
    const pump = units.find(({ type, meta }) => type === 'energy' && meta.flowUnitId === unit.id);
    const energy = pump && seriesOf(pump, 'energy');
    const pumpKW = pump?.meta.ratedKW ?? built?.pumpKW;
    const flow = flowOf(unit, true);

    const dry = (view: SlotView): Finding[] => {
      if (!energy || pumpKW === undefined || !flow || well.ratedM3h === undefined) return [];
      const kW = (view.value(energy.id, view.slot) * SLOTS_PER_HOUR) / 1000;
      const q = flow.at(view, view.slot);
      const isKnown =
        Number.isFinite(kW) && Number.isFinite(q) && view.isMeasured(energy.id, view.slot) && flow.isMeasured(view, view.slot);
      const limit = well.ratedM3h * DRY_PART;
      const isRunning = kW > pumpKW * POWER_PART;
      return [
        {
          param: 'dry',
          direction: 'low',
          period: '',
          code: 5,
          isMet: isKnown ? isRunning && q < limit : null,
          isOver: isKnown && (!isRunning || q >= limit),
          value: isKnown ? q : 0,
          threshold: limit,
          text: 'wellDry',
          facts: { unit: unit.name, v: isKnown ? q : 0, thr: limit, u: 'm3/h' },
          priority: 1,
          onSlots: 2,
          offSlots: 1,
        },
      ];
    };

    const permit = (view: SlotView): Finding[] => {
      if (!volume || permittedKLD === undefined) return [];
      const sum = (view.daySum(volume.id, view.today.day) ?? 0) / 1000;
      const isOver = sum <= permittedKLD;
      return [
        {
          param: 'permit',
          direction: 'high',
          period: view.today.date,
          code: 3,
          isMet: !isOver,
          isOver,
          value: sum,
          threshold: permittedKLD,
          text: 'wellPermit',
          facts: { unit: unit.name, v: sum, thr: permittedKLD, u: 'KL', pct: (100 * sum) / permittedKLD },
          onSlots: 1,
          offSlots: 1,
        },
      ];
    };

    return (view) => [
      ...(level && pumpingLimit !== undefined
        ? [
            {
              ...depthFinding(well, pumpingLevel(view, well, level), pumpingLimit, deadbandM, {
                param: 'pumping',
                text: 'wellPumping',
                code: 1,
              }),
              priority: 1 as const,
              onSlots: settings.onDelaySlots,
            },
          ]
        : []),
      ...(level && staticLimit !== undefined
        ? [
            {
              ...depthFinding(well, staticLevel(view, well, level), staticLimit, deadbandM, {
                param: 'static',
                text: 'wellStatic',
                code: 2,
              }),
              onSlots: 1,
            },
          ]
        : []),
      ...permit(view),
      ...(level ? capacityFinding(view, well, level) : []),
      ...dry(view),
    ];
  },
};
