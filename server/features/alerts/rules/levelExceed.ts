import { tankHeight } from '../../../core/tank.ts';
import { seriesOf } from '../../readings/mainSeries.ts';
import type { Unit } from '../../units/model.ts';
import type { Finding, Rule, SlotView } from '../model.ts';
import { isInService } from '../params.ts';
import { slopeOf } from '../slope.ts';

const PERCENT = 100;
const SIGMAS = 3;
/** Standard deviation of a level reading where none is given, metres. */
const USUAL_SIGMA_M = 0.002;
const SLOPE_SLOTS = 6;
const SLOT_MINUTES = 5;
const WARN_MINUTES = 30;
const SLOTS_PER_HOUR = 12;

type Level = {
  seriesId: number;
  /** From the stored unit to the one that the limits are in. */
  scale: number;
  measure: string;
  span: number;
  leastDeadband: number;
  /** m3 of one unit of the limit, where a tank tells it. */
  m3PerUnit: number | null;
};

/** A tank's fill in percent of its volume, any other level in metres. */
const levelOf = (unit: Unit): Level | undefined => {
  const { tank, highThreshold, lowThreshold, levelSigmaM = USUAL_SIGMA_M } = unit.meta;
  const stock = seriesOf(unit, 'stock');
  if (unit.type === 'stock' && stock && unit.maxCapacity !== null) {
    const height = tank ? tankHeight(tank) : undefined;
    return {
      seriesId: stock.id,
      scale: PERCENT / (unit.maxCapacity * 1000),
      measure: '%',
      span: PERCENT,
      leastDeadband: height ? (SIGMAS * levelSigmaM * PERCENT) / height : 0,
      m3PerUnit: unit.maxCapacity / PERCENT,
    };
  }
  const level = seriesOf(unit, 'level');
  if (!level) return undefined;
  const span = tank ? tankHeight(tank) : Math.abs((highThreshold ?? 0) - (lowThreshold ?? 0));
  return { seriesId: level.id, scale: 1, measure: 'm', span, leastDeadband: SIGMAS * levelSigmaM, m3PerUnit: null };
};

/** Minutes until a limit is reached at the present slope; null where it is not getting nearer. */
const minutesTo = (
  view: SlotView,
  { seriesId, scale }: Level,
  now: number,
  limit: number,
): { minutes: number; perHour: number } | null => {
  const values = Array.from({ length: SLOPE_SLOTS }, (_, at) => view.value(seriesId, view.slot - SLOPE_SLOTS + 1 + at) * scale);
  const slope = slopeOf(values);
  if (slope === null || slope === 0 || (limit - now) / slope < 0) return null;
  return { minutes: ((limit - now) / slope) * SLOT_MINUTES, perHour: slope * SLOTS_PER_HOUR };
};

/** A tank or level over its high or under its low limit; high also as a warning when it is due within half an hour. */
export const levelExceed: Rule = {
  category: 'level_exceed',
  prepare(parts) {
    const { unit, settings } = parts;
    const { highThreshold, lowThreshold } = unit.meta;
    const level = unit.type === 'borewell' || unit.type === 'quality' ? undefined : levelOf(unit);
    if (!level || (highThreshold === undefined && lowThreshold === undefined) || !isInService('level_exceed', parts))
      return undefined;
    const deadband = Math.max((level.span * settings.deadbandPct) / PERCENT, level.leastDeadband);
    return (view) => {
      const value = view.value(level.seriesId, view.slot) * level.scale;
      const isKnown = Number.isFinite(value) && view.isMeasured(level.seriesId, view.slot);
      const findings: Finding[] = [];
      const facts = { unit: unit.name, v: value, u: level.measure };
      if (highThreshold !== undefined) {
        const due = isKnown && value < highThreshold ? minutesTo(view, level, value, highThreshold) : null;
        const q = due && level.m3PerUnit !== null ? due.perHour * level.m3PerUnit : null;
        const shared = {
          param: 'level',
          direction: 'high',
          period: '',
          value: isKnown ? value : 0,
          threshold: highThreshold,
        } as const;
        findings.push({
          ...shared,
          isMet: isKnown ? value >= highThreshold : null,
          isOver: isKnown && value < highThreshold - deadband,
          text: 'levelHigh',
          facts: { ...facts, thr: highThreshold },
        });
        const isDue = due !== null && due.minutes > 0 && due.minutes <= WARN_MINUTES;
        findings.push({
          ...shared,
          param: 'level:warn',
          isMet: isKnown ? isDue : null,
          isOver: isKnown && !isDue,
          text: 'levelHighSoon',
          facts: { ...facts, thr: highThreshold, min: due?.minutes ?? 0, q: q ?? '' },
          insight: true,
          priority: 4,
          onSlots: 2,
        });
      }
      if (lowThreshold !== undefined)
        findings.push({
          param: 'level',
          direction: 'low',
          period: '',
          value: isKnown ? value : 0,
          threshold: lowThreshold,
          isMet: isKnown ? value <= lowThreshold : null,
          isOver: isKnown && value > lowThreshold + deadband,
          text: 'levelLow',
          facts: { ...facts, thr: lowThreshold },
        });
      return findings;
    };
  },
};
