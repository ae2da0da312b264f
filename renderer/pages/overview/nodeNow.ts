import type { QualityLetter } from '../../../server/contract/model/common.ts';
import type { OverviewUnit } from '../../../server/contract/plant/overview.ts';
import { liveParamOf } from '../../state/grouping.ts';
import type { LiveValues } from '../../state/liveValues.ts';
import { litresOf } from '../../state/measures.ts';
import { type Trust, trustIn } from '../../state/trust.ts';
import type { TankFlows, TankTrend } from './tankState.ts';

export type Moment = { nowMs: number; connected: boolean };
type Known = ReadonlyMap<string, OverviewUnit>;

/** What several meters together say now; `doubtful` where one of them cannot be trusted, `ageMs` of the oldest such one. */
export type FlowNow = {
  value: number | null;
  doubtful: boolean;
  ageMs: number | null;
  normal: { low: number; high: number } | null;
  /** Since the start of the shift. */
  todayKL: number | null;
  running: number;
  meters: number;
};

const unknown = { value: null, doubtful: false, ageMs: null, normal: null, todayKL: null, running: 0, meters: 0 };

/** A live reading of one parameter of a unit, as far as it may be trusted. */
const readingOf = (
  values: LiveValues,
  unit: OverviewUnit | undefined,
  param: OverviewUnit['params'][number] | undefined,
  moment: Moment,
): { value: number | null; trust: Trust } => {
  if (unit === undefined || param === undefined) return { value: null, trust: { kind: 'none', why: null } };
  const reading = values.get(unit.unitId, param.param);
  const staleAfterMs = param.staleAfterSeconds === undefined ? undefined : param.staleAfterSeconds * 1000;
  return { value: reading?.value ?? null, trust: trustIn(reading, { ...moment, staleAfterMs }) };
};

const add = (sum: number | null, value: number | null): number | null => (value === null ? sum : (sum ?? 0) + value);

/** What a meter counted today: each is shown in a unit of its own. */
const inKL = ({ today: { value }, siUnit }: OverviewUnit): number | null =>
  value === null ? null : (value * (litresOf[siUnit] ?? 1000)) / 1000;

/** Flow of several meters together, in m3/h. */
export const flowNow = (values: LiveValues, units: Known, unitIds: readonly string[], moment: Moment): FlowNow => {
  let now: FlowNow = unknown;
  for (const id of unitIds) {
    const unit = units.get(id);
    const param = unit && liveParamOf(unit);
    if (unit === undefined || param === undefined) continue;
    const { value, trust } = readingOf(values, unit, param, moment);
    const { normal } = param;
    now = {
      value: add(now.value, value),
      doubtful: now.doubtful || trust.kind !== 'good',
      ageMs: trust.kind === 'doubtful' ? Math.max(now.ageMs ?? 0, trust.ageMs) : now.ageMs,
      normal:
        normal === undefined
          ? now.normal
          : { low: (now.normal?.low ?? 0) + normal.low, high: (now.normal?.high ?? 0) + normal.high },
      todayKL: add(now.todayKL, inKL(unit)),
      running: now.running + (value !== null && value > 0 ? 1 : 0),
      meters: now.meters + 1,
    };
  }
  return now;
};

/** The letters of the slot that is drawn, of a moment of the past. */
export const lettersOf = (units: Known, unitIds: readonly string[]): QualityLetter[] => {
  const letters = unitIds.flatMap((id) => {
    const unit = units.get(id);
    if (unit === undefined) return [];
    const param = unit.type === 'stock' ? unit.params.find(({ param: name }) => name === 'volume') : liveParamOf(unit);
    return param?.letter ?? [];
  });
  return [...new Set(letters)];
};

/** How far a level may be trusted; how old a good one is changes with every second and is not shown. */
type LevelTrust = Exclude<Trust, { kind: 'good' }> | { kind: 'good' };

/** A tank now: percent of its capacity, and when it is full or empty. */
export type TankNow = {
  unit: OverviewUnit;
  percent: number | null;
  trust: LevelTrust;
  lowPercent: number | null;
  highPercent: number | null;
  normal: { low: number; high: number } | null;
  flows: TankFlows | null;
  trend: TankTrend;
};

type Level = Omit<TankNow, 'flows' | 'trend'>;

export const tankNow = (values: LiveValues, unit: OverviewUnit, moment: Moment): Level => {
  const param = unit.params.find(({ param: name }) => name === 'volume') ?? unit.params[0];
  const { value, trust } = readingOf(values, unit, param, moment);
  const capacity = unit.maxCapacity ?? null;
  const perUnit = param?.measure === 'L' ? (litresOf[unit.siUnit] ?? 1000) : 1;
  const share = (amount: number | null | undefined): number | null =>
    amount == null || capacity === null || capacity <= 0 ? null : (100 * amount) / capacity;
  // limits of a volume are in kilolitres, the capacity is in the tank's own unit
  const limitOf = (limit: number | null | undefined): number | null =>
    share(limit == null || param?.measure !== 'L' ? limit : (limit * 1000) / perUnit);
  const normal = param?.normal;
  const [low, high] = [
    share(normal === undefined ? null : normal.low / perUnit),
    share(normal === undefined ? null : normal.high / perUnit),
  ];
  return {
    unit,
    percent: share(value === null ? null : value / perUnit) ?? (trust.kind === 'none' ? (unit.percent ?? null) : null),
    trust: trust.kind === 'good' ? { kind: 'good' } : trust,
    lowPercent: limitOf(param?.lt),
    highPercent: limitOf(param?.ht),
    normal: low === null || high === null ? null : { low, high },
  };
};

/** Soonest full or empty first, steady ones last. */
export const soonest = (tanks: readonly TankNow[]): TankNow[] => {
  const hours = ({ trend }: TankNow) => {
    const ahead = trend.kind === 'differ' ? trend.ahead : trend;
    return ahead !== null && 'hours' in ahead ? ahead.hours : Number.POSITIVE_INFINITY;
  };
  return tanks.toSorted((a, b) => hours(a) - hours(b));
};
