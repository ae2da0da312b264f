import { MINUTES_PER_DAY, SLOTS_PER_HOUR } from '../../../../core/slots.ts';
import { seriesOf } from '../../../../historian/index.ts';
import { ratedFlowM3h } from '../../../../plantModel/index.ts';
import { flowOf } from '../flow.ts';
import type { Rule, RuleFinding, RuleParts, SlotView } from '../model.ts';
import { isInService, paramsOf } from '../params.ts';
import { capacityFindings, levelNow, staticLevel, type WatchedWell } from './wellLevels.ts';
import { dayPermit, yearPermitEvaluator } from './wellPermit.ts';

/** Water over the pump's intake that keeps it from running dry, metres. */
const MARGIN_M = 3;
/** Part of the rated flow below which a pump that runs is running dry. */
const DRY_PART = 0.1;
/** Part of a pump's rated power above which it runs. */
const POWER_PART = 0.1;
/** Months, counted from 1, in which the water level is deepest (docs/domain.md 4.1). */
const preMonsoon = new Set([3, 4, 5]);

/** Depths grow downwards: deeper is worse. */
const depthFinding = (
  { unit }: WatchedWell,
  depthMbgl: number | null,
  limitMbgl: number,
  deadbandM: number,
): Omit<RuleFinding, 'param' | 'text'> => ({
  direction: 'high',
  period: '',
  isMet: depthMbgl === null ? null : depthMbgl > limitMbgl,
  isOver: depthMbgl !== null && depthMbgl <= limitMbgl - deadbandM,
  value: depthMbgl ?? 0,
  threshold: limitMbgl,
  facts: { unit: unit.name, v: depthMbgl ?? '', thr: limitMbgl, i: unit.meta.well?.pumpIntakeMbgl ?? '', u: 'm bgl' },
});

/** The pump runs and hardly anything flows; undefined where its power or rated flow is not known. */
const dryEvaluator = ({ unit, units }: RuleParts, ratedM3h: number | null): ((view: SlotView) => RuleFinding) | undefined => {
  const pump = units.find(({ type, deployed, meta }) => type === 'energy' && deployed && meta.flowUnitId === unit.id);
  const energy = pump && seriesOf(pump, 'energy');
  const pumpKW = pump?.meta.ratedKW ?? unit.meta.well?.pumpKW;
  const flows = [flowOf(unit, true), flowOf(unit)].filter((flow) => flow !== undefined);
  if (!energy || pumpKW === undefined || flows.length === 0 || ratedM3h === null) return undefined;
  const limit = ratedM3h * DRY_PART;
  return (view) => {
    const kW = (view.value(energy.id, view.slot) * SLOTS_PER_HOUR) / 1000;
    // a coarse meter counts in some slots only, and a register shows nothing below its cut-off: either one is enough
    const shown = flows.filter((flow) => flow.isMeasured(view, view.slot)).map((flow) => flow.at(view, view.slot));
    const q = Math.max(...shown);
    const isKnown = view.isMeasured(energy.id, view.slot) && shown.length > 0;
    const isRunning = kW > pumpKW * POWER_PART;
    return {
      param: 'dry',
      direction: 'low',
      period: '',
      code: 5,
      isMet: isKnown ? isRunning && q < limit : null,
      isOver: isKnown && (!isRunning || q >= limit),
      value: isKnown ? q : 0,
      threshold: limit,
      text: 'wellDry',
      facts: { unit: unit.name, v: isKnown ? q : '', thr: limit, u: 'm3/h' },
      priority: 1,
      onSlots: 2,
      offSlots: 1,
    };
  };
};

/** Pumping level (a well's first limit) and static level of a well, or of a piezometer, which has but the one. */
const levelEvaluator = (parts: RuleParts, well: WatchedWell): ((view: SlotView) => RuleFinding[]) => {
  const { unit, settings } = parts;
  const params = paramsOf('borewell_threshold', parts);
  const { highThreshold, well: built } = unit.meta;
  const deadbandM = params.number('deadbandM', 0.2);
  const hasPump = well.volume !== undefined;
  const intakeLimit = built?.pumpIntakeMbgl === undefined ? undefined : built.pumpIntakeMbgl - MARGIN_M;
  const pumpingLimit = hasPump ? (highThreshold ?? intakeLimit) : undefined;
  const staticLimit = params.optional('staticLimitMbgl') ?? (hasPump ? undefined : highThreshold);
  const summerLimit = params.optional('staticLimitPreMonsoonMbgl') ?? staticLimit;
  return (view) => {
    const findings: RuleFinding[] = [];
    if (pumpingLimit !== undefined) {
      const now = levelNow(view, well);
      const finding = depthFinding(well, now?.depthMbgl ?? null, pumpingLimit, deadbandM);
      findings.push({
        ...finding,
        // once the pump is stopped only the way back is watched
        isMet: now?.isPumped === false ? false : finding.isMet,
        param: 'pumping',
        code: 1,
        text: 'wellPumping',
        priority: 1,
        onSlots: settings.onDelaySlots,
      });
    }
    const limit = preMonsoon.has(Number(view.today.date.slice(5, 7))) ? summerLimit : staticLimit;
    if (limit !== undefined) {
      const finding = depthFinding(well, staticLevel(view, well), limit, deadbandM);
      findings.push({ ...finding, reAlarmMinutes: MINUTES_PER_DAY, param: 'static', code: 2, text: 'wellStatic', onSlots: 1 });
    }
    return hasPump ? [...findings, ...capacityFindings(view, well)] : findings;
  };
};

/** Pumping and static level, permit, specific capacity and dry running of a well (docs/domain.md 4, 13.3). */
export const borewellThreshold: Rule = {
  category: 'borewell_threshold',
  seldom: ({ unit }) => (seriesOf(unit, 'volume') && seriesOf(unit, 'level') ? ['capacity'] : []),
  prepare(parts) {
    const { unit } = parts;
    const isPiezometer = unit.type === 'level' && unit.meta.alertEnabled?.borewell_threshold === true;
    if ((unit.type !== 'borewell' && !isPiezometer) || !isInService('borewell_threshold', parts)) return undefined;
    const { well: built } = unit.meta;
    const volume = seriesOf(unit, 'volume');
    const level = seriesOf(unit, 'level');
    const params = paramsOf('borewell_threshold', parts);
    const ratedM3h = ratedFlowM3h(unit);
    const dry = dryEvaluator(parts, ratedM3h);
    const levels = level && levelEvaluator(parts, { unit, level, volume, flow: seriesOf(unit, 'flow'), ratedM3h });
    const permittedKLY = built?.noc?.permittedKLY ?? null;
    const year =
      volume && permittedKLY !== null
        ? yearPermitEvaluator({ unit, volume, permittedKL: permittedKLY, warnPct: params.number('warnPct', 80) })
        : undefined;
    return (view) => [
      ...(levels?.(view) ?? []),
      ...(volume && built?.noc ? dayPermit(view, unit, volume, built.noc) : []),
      ...(year?.(view) ?? []),
      ...(dry ? [dry(view)] : []),
    ];
  },
};
