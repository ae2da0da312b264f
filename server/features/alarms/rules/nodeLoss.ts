import { HOURS_PER_DAY } from '../../../core/slots.ts';
import { mean } from '../../../core/statistics.ts';
import { dmyOf } from '../../../core/time.ts';
import type { RuleFinding } from './model.ts';

/** One shift day of a node of the water balance; null where the day could not be evaluated. */
export type NodeDay = {
  /** YYYY-MM-DD, and the moment at which it began. */
  date: string;
  fromMs: number;
  lossKL: number | null;
  /** Standard uncertainty of the loss. */
  uncertaintyKL: number | null;
  /** Loss by its uncertainty. */
  z: number | null;
  /** Distance of the loss from that of the days before in units of their scatter; null before there are enough of them. */
  baselineZ: number | null;
};

/** A node that conserves water, with its last days, oldest first; `unitId` is the meter that represents it, if any. */
export type NodeDays = { nodeId: string; label: string; unitId: string | null; days: readonly NodeDay[] };

const ALARM_Z = 3;
const CLOSED_Z = 2;
/** Cumulative sum of the baseline z: what is ordinary on a day, and the sum at which it is no chance. */
const CUSUM_SLACK = 1;
const CUSUM_LIMIT = 6;
const BAND_95 = 1.96;
/** Which of the signs of a leak an alarm of `stable_flow` is about. */
const NODE_CODE = 3;

type Known = NodeDay & { lossKL: number; z: number };
const isKnown = (day: NodeDay): day is Known => day.lossKL !== null && day.z !== null;

const strength = ({ z, baselineZ }: Known): number => Math.max(z, baselineZ ?? z);

/** Since when a node loses water, by place among known days: the run of days up to the last that are each out of the ordinary. */
const runOf = (days: readonly Known[]): Known[] => {
  const first = days.findLastIndex((day) => strength(day) < CLOSED_Z);
  return days.slice(first + 1);
};

const cusumOf = (run: readonly Known[]): number =>
  run.reduce((sum, { baselineZ }) => Math.max(0, sum + (baselineZ ?? CUSUM_SLACK) - CUSUM_SLACK), 0);

/**
 * Whether a node of the balance loses water (docs/domain.md 7.2), evaluated when a shift day is over: lost on two days running at 3 times
 * the uncertainty or 3 times the usual scatter, or sooner where the days' excess over the usual adds up beyond chance. It is over
 * once the balance closes.
 */
export const nodeLoss = ({ nodeId, label, unitId, days }: NodeDays): RuleFinding | undefined => {
  const last = days.at(-1);
  if (!last) return undefined;
  const known = days.filter(isKnown);
  const run = runOf(known);
  const [first] = run;
  const now = isKnown(last) ? last : null;
  const isTwice = run.length > 1 && run.slice(-2).every((day) => strength(day) >= ALARM_Z);
  const isLost = now !== null && now.lossKL > 0 && (isTwice || cusumOf(run) >= CUSUM_LIMIT);
  const isUsual = now !== null && (now.baselineZ === null ? now.z < CLOSED_Z : now.baselineZ < CLOSED_Z && now.z < ALARM_Z);
  const lossKLD = mean(run.map(({ lossKL }) => lossKL)) ?? 0;
  return {
    param: 'balance',
    direction: 'high',
    period: '',
    code: NODE_CODE,
    isMet: now === null ? null : isLost,
    isOver: isUsual,
    value: lossKLD,
    threshold: ALARM_Z,
    text: 'nodeLoss',
    facts: {
      unit: label,
      nodeId,
      ...(unitId !== null && { meterUnitId: unitId }),
      lossKLD,
      bandKLD: BAND_95 * (last.uncertaintyKL ?? 0),
      z: now?.z ?? '',
      baselineZ: now?.baselineZ ?? '',
      date: dmyOf((first ?? last).date),
      since: new Date((first ?? last).fromMs).toISOString(),
      leakM3h: lossKLD / HOURS_PER_DAY,
    },
    onSlots: 1,
    offSlots: 1,
    // one alarm for one loss, however long it lasts
    reAlarmMinutes: 0,
  };
};
