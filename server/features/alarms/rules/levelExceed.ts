import { LEVEL_SIGMA_M, tankHeight } from '../../../contract/model/tankVolume.ts';
import { SLOTS_PER_DAY, SLOTS_PER_HOUR } from '../../../core/slots.ts';
import { slopeOf, slopeSigma } from '../../../core/statistics.ts';
import { seriesOf } from '../../../historian/index.ts';
import { limitUnit, toShown, type Unit } from '../../../plantModel/index.ts';
import type { Rule, RuleFinding, SlotView } from './model.ts';
import { isInService } from './params.ts';

const PERCENT = 100;
const SIGMAS = 3;
const SLOPE_SLOTS = 6;
const WARN_MINUTES = 30;

type Level = {
  seriesId: number;
  /** From the stored unit to the one that the limits are in: percent of a tank, metres of any other level. */
  scale: number;
  measure: '%' | 'm';
  span: number;
  /** Standard deviation of a reading, in the limits' unit. */
  sigma: number;
  /** Level at which it overflows, where that is known. */
  full: number | undefined;
  /** m3 of one percent of a tank. */
  m3PerUnit: number | undefined;
};

/** A tank's fill in percent of its volume, any other level in metres; undefined where neither is known. */
const levelOf = (unit: Unit): Level | undefined => {
  const { tank, highThreshold, lowThreshold, levelSigmaM = LEVEL_SIGMA_M } = unit.meta;
  const height = tank ? tankHeight(tank) : undefined;
  const stock = seriesOf(unit, 'volume');
  if (unit.type === 'stock' && stock && unit.maxCapacity !== null)
    return {
      seriesId: stock.id,
      scale: PERCENT / (unit.maxCapacity * 1000),
      measure: '%',
      span: PERCENT,
      sigma: height ? (levelSigmaM * PERCENT) / height : 0,
      full: PERCENT,
      m3PerUnit: unit.maxCapacity / PERCENT,
    };
  const level = seriesOf(unit, 'level');
  if (!level || unit.type === 'stock') return undefined;
  const span = height ?? Math.abs((highThreshold ?? 0) - (lowThreshold ?? 0));
  return { seriesId: level.id, scale: 1, measure: 'm', span, sigma: levelSigmaM, full: height, m3PerUnit: undefined };
};

/** Change of a level per hour by the slope of half an hour; 0 where it is no more than the sensor's noise (docs/domain.md 3.2). */
const ratePerHour = (view: SlotView, { seriesId, scale, sigma }: Level): number => {
  const values: number[] = [];
  for (let ago = SLOPE_SLOTS - 1; ago >= 0; ago -= 1) values.push(view.value(seriesId, view.slot - ago) * scale);
  const slope = slopeOf(values, 3) ?? 0;
  return Math.abs(slope) < SIGMAS * sigma * slopeSigma(SLOPE_SLOTS) ? 0 : slope * SLOTS_PER_HOUR;
};

/** The highest level in two days that did not pass the limit: a tank that fills to about there is being filled as usual. */
const usualPeak = (view: SlotView, { seriesId, scale }: Level, highThreshold: number): number => {
  let peak = Number.NEGATIVE_INFINITY;
  for (let ago = SLOPE_SLOTS; ago <= 2 * SLOTS_PER_DAY; ago += 1) {
    const value = view.value(seriesId, view.slot - ago) * scale;
    if (value < highThreshold && value > peak) peak = value;
  }
  return peak;
};

/** Minutes until a level is reached at a rate; null where it never is. */
const minutesTo = (target: number | undefined, now: number, perHour: number): number | null =>
  target === undefined || perHour === 0 || (target - now) / perHour <= 0 ? null : ((target - now) / perHour) * 60;

/**
 * A tank or level at or over its high, at or under its low limit; an insight before, when it overflows within half an hour. High
 * and low are alarms of their own (docs/domain.md 13.3).
 */
export const levelExceed: Rule = {
  category: 'level_exceed',
  prepare(parts) {
    const { unit, settings } = parts;
    const { highThreshold, lowThreshold } = unit.meta;
    const level = unit.type === 'stock' || unit.type === 'level' ? levelOf(unit) : undefined;
    if (!level || (highThreshold === undefined && lowThreshold === undefined) || !isInService('level_exceed', parts))
      return undefined;
    const { seriesId, scale, measure, m3PerUnit } = level;
    const volume = limitUnit('L', unit.siUnit);
    const deadband = Math.max((level.span * settings.deadbandPct) / PERCENT, SIGMAS * level.sigma);
    // an intentionally empty tank is not low
    const isWatchedLow = lowThreshold !== undefined && unit.meta.alertParams?.level_exceed?.outOfService !== true;

    const factsOf = (value: number, limit: number, perHour: number, target: number | undefined): RuleFinding['facts'] => ({
      unit: unit.name,
      v: m3PerUnit === undefined ? value : toShown(value * m3PerUnit, volume),
      u: m3PerUnit === undefined ? measure : volume.unit,
      pct: m3PerUnit === undefined ? '' : value,
      thr: limit,
      measure,
      min: minutesTo(target, value, perHour) ?? '',
      q: m3PerUnit === undefined ? '' : Math.abs(perHour) * m3PerUnit,
    });

    return (view) => {
      const value = view.value(seriesId, view.slot) * scale;
      const isKnown = Number.isFinite(value) && view.isMeasured(seriesId, view.slot);
      const shared = { param: 'level', period: '', value: isKnown ? value : 0 } as const;
      const perHour = isKnown ? ratePerHour(view, level) : 0;
      const findings: RuleFinding[] = [];
      if (highThreshold !== undefined) {
        const high = { ...shared, direction: 'high', threshold: highThreshold } as const;
        const facts = factsOf(value, highThreshold, perHour, level.full);
        findings.push({
          ...high,
          isMet: isKnown ? value >= highThreshold : null,
          isOver: isKnown && value < highThreshold - deadband,
          text: 'levelHigh',
          facts,
        });
        const due = value < highThreshold ? minutesTo(level.full ?? highThreshold, value, perHour) : null;
        const isDue = due !== null && due <= WARN_MINUTES && value > usualPeak(view, level, highThreshold) + deadband;
        findings.push({
          ...high,
          param: 'level:warn',
          isMet: isKnown ? isDue : null,
          isOver: isKnown && !isDue,
          text: 'levelHighSoon',
          facts: { ...facts, min: due ?? '' },
          insight: true,
          priority: 4,
          onSlots: 1,
          offSlots: SLOPE_SLOTS,
        });
      }
      if (isWatchedLow)
        findings.push({
          ...shared,
          direction: 'low',
          isMet: isKnown ? value <= lowThreshold : null,
          isOver: isKnown && value > lowThreshold + deadband,
          threshold: lowThreshold,
          text: 'levelLow',
          facts: factsOf(value, lowThreshold, perHour, 0),
        });
      return findings;
    };
  },
};
