import { SLOT_MINUTES, SLOTS_PER_HOUR } from '../../../core/slots.ts';
import { seriesOf } from '../../../historian/index.ts';
import { capacityM3h } from '../../../plantModel/index.ts';
import { flowOf } from './flow.ts';
import type { Rule, RuleFinding, RuleParts, SlotView } from './model.ts';
import { isInService, paramsOf } from './params.ts';
import { isQuiet, quietTimeOf } from './quietTime.ts';

const PERCENT = 100;
/** Part of its low limit below which a line counts as stopped, where neither its hours nor its pump are known. */
const RUNNING_PART = 0.1;
/** Part of a pump's rated power above which it runs. */
const POWER_PART = 0.1;
/** Least deadband, part of what the line may pass. */
const LEAST_DEADBAND = 0.01;

/** Whether a line is supposed to run: by its hours, else by its pump's power, else by its own flow; null: not known now. */
const runningOf = (parts: RuleParts, flowLow: number): ((view: SlotView, q: number) => boolean | null) => {
  const { unit, units } = parts;
  const params = paramsOf('flow_rate', parts);
  const from = params.text('runFrom', '');
  if (from !== '') {
    const hours = quietTimeOf(from, params.text('runTo', '24:00'), undefined);
    return (view) => isQuiet(hours, view, view.slot);
  }
  const pump = units.find(({ type, deployed, meta }) => type === 'energy' && deployed && meta.flowUnitId === unit.id);
  const energy = pump && seriesOf(pump, 'energy');
  const ratedKW = pump?.meta.ratedKW;
  if (!energy || ratedKW === undefined) return (_, q) => q >= flowLow * RUNNING_PART;
  return (view) =>
    view.isMeasured(energy.id, view.slot)
      ? (view.value(energy.id, view.slot) * SLOTS_PER_HOUR) / 1000 > ratedKW * POWER_PART
      : null;
};

/** The flow of a line over its high or under its low limit. */
export const flowRate: Rule = {
  category: 'flow_rate',
  prepare(parts) {
    const { unit, settings } = parts;
    const { flowHigh, flowLow } = unit.meta;
    const flow = flowOf(unit);
    if (!flow || (flowHigh === undefined && flowLow === undefined) || !isInService('flow_rate', parts)) return undefined;
    const least = (capacityM3h(unit) ?? 0) * LEAST_DEADBAND;
    const isRunningNow = runningOf(parts, flowLow ?? 0);
    const deadbandOf = (limit: number): number => Math.max((limit * settings.deadbandPct) / PERCENT, least);
    return (view) => {
      const q = flow.at(view, view.slot);
      const isKnown = Number.isFinite(q) && flow.isMeasured(view, view.slot);
      const minutes = Math.max(1, settings.onDelaySlots) * SLOT_MINUTES;
      const findings: RuleFinding[] = [];
      const shared = { param: 'flow', period: '', value: isKnown ? q : 0 } as const;
      if (flowHigh !== undefined)
        findings.push({
          ...shared,
          direction: 'high',
          isMet: isKnown ? q > flowHigh : null,
          isOver: isKnown && q <= flowHigh - deadbandOf(flowHigh),
          threshold: flowHigh,
          text: 'flowHigh',
          facts: { unit: unit.name, v: q, thr: flowHigh, min: minutes },
        });
      if (flowLow !== undefined) {
        const isRunning = isRunningNow(view, q);
        const isEvaluated = isKnown && isRunning !== null;
        findings.push({
          ...shared,
          direction: 'low',
          isMet: isEvaluated ? isRunning && q < flowLow : null,
          isOver: isEvaluated && (!isRunning || q >= flowLow + deadbandOf(flowLow)),
          threshold: flowLow,
          text: 'flowLow',
          facts: { unit: unit.name, v: q, thr: flowLow, min: minutes },
        });
      }
      return findings;
    };
  },
};
