import { capacityM3h, flowOf } from '../flow.ts';
import type { Finding, Rule } from '../model.ts';
import { isInService } from '../params.ts';

const PERCENT = 100;
const SLOT_MINUTES = 5;
/** Below this part of its low limit a line stands: low flow is judged only while it runs. */
const RUNNING_PART = 0.1;
/** Least deadband, part of what the line may pass. */
const LEAST_DEADBAND = 0.01;

/** The flow of a line over its high or under its low limit. */
export const flowRate: Rule = {
  category: 'flow_rate',
  prepare(parts) {
    const { unit, settings } = parts;
    const { flowHigh, flowLow } = unit.meta;
    const flow = flowOf(unit);
    if (!flow || (flowHigh === undefined && flowLow === undefined) || !isInService('flow_rate', parts)) return undefined;
    const least = (capacityM3h(unit) ?? 0) * LEAST_DEADBAND;
    const deadbandOf = (limit: number): number => Math.max((limit * settings.deadbandPct) / PERCENT, least);
    return (view) => {
      const q = flow.at(view, view.slot);
      const isKnown = Number.isFinite(q) && flow.isMeasured(view, view.slot);
      const minutes = Math.max(1, settings.onDelaySlots) * SLOT_MINUTES;
      const findings: Finding[] = [];
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
        const isRunning = q >= flowLow * RUNNING_PART;
        findings.push({
          ...shared,
          direction: 'low',
          isMet: isKnown ? isRunning && q < flowLow : null,
          isOver: isKnown && (!isRunning || q >= flowLow + deadbandOf(flowLow)),
          threshold: flowLow,
          text: 'flowLow',
          facts: { unit: unit.name, v: q, thr: flowLow, min: minutes },
        });
      }
      return findings;
    };
  },
};
