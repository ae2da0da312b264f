import { HOURS_PER_DAY, SLOT_MS, SLOTS_PER_HOUR } from '../../../core/slots.ts';
import { capacityM3h, type Unit } from '../../../plantModel/index.ts';
import { type FlowOf, flowOf } from './flow.ts';
import { type LearnedWatch, learning } from './learnedWatch.ts';
import type { Evaluator, Rule, RuleFinding, RuleParts, SlotView } from './model.ts';
import { learnedMargin, nightFlow, nightOf } from './nightFlow.ts';
import { isInService, paramsOf } from './params.ts';
import { isQuiet, type QuietTime, quietTimeOf } from './quietTime.ts';

const PERCENT = 100;
/** Part of the window that must have been measured. */
const GOOD_PART = 0.9;
/** Part of the capacity below which nothing counts as a flow. */
const LEAST_PART = 0.02;
/** A litre an hour. */
const NOTHING_M3H = 0.001;
const CLEAR_SLOTS = 2;
/** A pump may fill a tank for some hours of a night: a watch that nobody chose waits for five. */
const LEARNED_SLOTS = 5 * SLOTS_PER_HOUR;

/**
 * The least flow that is one, m3/h: 2 % of capacity, the meter's Q1. Of a meter that pulses every slot of a flow has a pulse at
 * least, or it is no flow.
 */
export const leastFlowM3h = (parts: RuleParts): number => {
  const { meta } = parts.unit;
  const given = paramsOf('stable_flow', parts).optional('qMinM3h');
  if (given !== undefined) return given;
  return Math.max((capacityM3h(parts.unit) ?? 0) * LEAST_PART, meta.minimumFlowM3h ?? 0, NOTHING_M3H);
};

/** A meter that gives flow and no count: its volume is worked out from the flow, and then never counts as measured. */
const isFlowAlone = ({ feeds }: Unit): boolean =>
  feeds.some(({ param }) => param === 'flow') && !feeds.some(({ param }) => param === 'volume');

type Window = { min: number; max: number; mean: number } | null;
type Watched = { flow: FlowOf; quiet: QuietTime; slots: number; leastM3h: number };

/** Least, largest and mean flow of a window in quiet time; null where too little was measured, it is not quiet, or the line came to rest. */
const windowOf = (view: SlotView, { flow, quiet, slots, leastM3h }: Watched): Window => {
  let [min, max, sum, good] = [Number.POSITIVE_INFINITY, 0, 0, 0];
  // from the newest on: most windows end at once
  for (let slot = view.slot; slot > view.slot - slots; slot -= 1) {
    if (!isQuiet(quiet, view, slot)) return null;
    const q = flow.at(view, slot);
    if (!Number.isFinite(q) || !flow.isMeasured(view, slot)) continue;
    if (q < leastM3h) return null;
    good += 1;
    sum += q;
    if (q < min) min = q;
    if (q > max) max = q;
  }
  return good >= slots * GOOD_PART ? { min, max, mean: sum / good } : null;
};

const modeOf = (parts: RuleParts): string => paramsOf('stable_flow', parts).text('mode', 'continuous');

/** A flow that is steady and never ends in quiet time may be a leak (docs/domain.md 8.1), or a night that uses too much (8.2). */
export const stableFlow: Rule = {
  category: 'stable_flow',
  seldom(parts) {
    const mode = modeOf(parts);
    return mode === 'night' ? (nightOf(parts).isAlways ? [] : ['night']) : mode === 'learned' ? ['flow', 'night'] : [];
  },
  prepare(parts) {
    const { unit, settings } = parts;
    const flow = flowOf(unit, !isFlowAlone(unit));
    if (!flow || !isInService('stable_flow', parts)) return undefined;
    const params = paramsOf('stable_flow', parts);
    const mode = modeOf(parts);
    if (mode === 'night') return nightFlow(parts, flow, leastFlowM3h(parts));
    const quiet = quietTimeOf(
      params.text('quietFrom', '23:00'),
      params.text('quietTo', '05:00'),
      params.optional('weeklyOffDay'),
    );
    if (mode === 'learned') return learnedFlow(parts, flow, quiet);
    return steadyFlow(parts, flow, quiet, Math.max(2, settings.onDelaySlots));
  },
};

/** Watches as the line's first days say it should be watched. */
const learnedFlow = (parts: RuleParts, flow: FlowOf, quiet: QuietTime): Evaluator => {
  const leastM3h = leastFlowM3h(parts);
  const from = paramsOf('stable_flow', parts).text('learnFrom', '1970-01-01');
  // what has no quiet time rests at any hour
  const watchAt = learning({ flow, leastM3h, quiet: quiet.isAlways ? quietTimeOf('23:00', '05:00', undefined) : quiet, from });
  const steady = steadyFlow(parts, flow, quiet, Math.max(LEARNED_SLOTS, parts.settings.onDelaySlots));
  const night = nightFlow(parts, flow, leastM3h, learnedMargin);
  let endless: { slots: number; evaluate: Evaluator } | undefined;
  let watch: LearnedWatch | null = null;
  const evaluate = (view: SlotView): RuleFinding[] => {
    watch = watchAt(view);
    if (!watch || watch.kind === 'none') return [];
    if (watch.kind === 'steady') return steady(view);
    if (watch.kind !== 'rest') return night(view);
    if (endless?.slots !== watch.slots)
      endless = { slots: watch.slots, evaluate: steadyFlow(parts, flow, { isAlways: true }, watch.slots) };
    return endless.evaluate(view);
  };
  // an alarm of what was watched before waits until it is learned, and is over where another kind is watched then
  return Object.assign(evaluate, {
    seldom: () => (watch === null ? ['flow', 'night'] : watch.kind === 'night' ? ['night'] : []),
  });
};

const steadyFlow = (parts: RuleParts, flow: FlowOf, quiet: QuietTime, slots: number): Evaluator => {
  const { unit } = parts;
  const params = paramsOf('stable_flow', parts);
  const leastM3h = leastFlowM3h(parts);
  const watched = { flow, quiet, slots, leastM3h };
  // a line that must come back to nothing at any hour is leaking when it does not, however much is used besides
  const spread = quiet.isAlways ? Number.POSITIVE_INFINITY : params.number('spreadPct', 20) / PERCENT;
  return (view) => {
    const q = flow.at(view, view.slot);
    const isKnown = Number.isFinite(q) && flow.isMeasured(view, view.slot);
    const window = isKnown && q >= leastM3h ? windowOf(view, watched) : null;
    const isSteady = window !== null && window.max - window.min <= spread * window.mean;
    const flowM3h = (quiet.isAlways ? window?.min : window?.mean) ?? (isKnown ? q : 0);
    const finding: RuleFinding = {
      param: 'flow',
      direction: 'high',
      period: '',
      isMet: isKnown ? isSteady : null,
      // by day other use hides a leak that goes on: it is over when the line comes back to nothing
      isOver: isKnown && q < leastM3h,
      stage: isSteady ? 'confirmed' : 'unconfirmed',
      code: 1,
      value: flowM3h,
      threshold: leastM3h,
      text: 'steadyFlow',
      facts: {
        unit: unit.name,
        v: flowM3h,
        h: slots / SLOTS_PER_HOUR,
        b: leastM3h,
        lossKLD: flowM3h * HOURS_PER_DAY,
        leakM3h: flowM3h,
        since: new Date((view.slot - slots + 1) * SLOT_MS).toISOString(),
      },
      onSlots: 1,
      offSlots: CLEAR_SLOTS,
    };
    return [finding];
  };
};
