import { ownLimitSource } from '../../../contract/model/alarmTexts.ts';
import { quarterHourAt, SLOTS_PER_HOUR, SLOTS_PER_QUARTER } from '../../../core/slots.ts';
import { seriesOf } from '../../../historian/index.ts';
import { flowOf } from './flow.ts';
import type { Rule, RuleFinding, SlotView } from './model.ts';
import { paramsOf } from './params.ts';

const STUCK_SLOTS = 6 * SLOTS_PER_HOUR;
const PERCENT = 100;

/** Deadbands that are no part of the limit. */
const ownDeadbands: [RegExp, number][] = [
  [/^ph$/, 0.1],
  [/chlorine|^frc$|^rcl$/, 0.05],
];

/** The very same value for six hours: the instrument shows nothing. */
const isStuck = (view: SlotView, seriesId: number): boolean => {
  const now = view.value(seriesId, view.slot);
  for (let ago = 1; ago < STUCK_SLOTS; ago += 1) if (view.value(seriesId, view.slot - ago) !== now) return false;
  return true;
};

/** A parameter's quarter-hour mean outside its limits (docs/domain.md 5.2, 13.3), only while water flows. */
export const qualityThreshold: Rule = {
  category: 'quality_threshold',
  prepare(parts) {
    const { unit, settings, units } = parts;
    if (unit.type !== 'quality' || !unit.deployed || !settings.enabled) return undefined;
    const gate = units.find(({ id }) => id === unit.meta.flowUnitId);
    const flow = gate && flowOf(gate);
    const consentMinutes = paramsOf('quality_threshold', parts).number('consentReAlarmMinutes', 60);
    const watched = Object.entries(unit.meta.params ?? {}).flatMap(([param, spec]) => {
      const series = seriesOf(unit, param);
      const isOn = unit.meta.alertEnabled?.[param] === true && (spec.lt !== null || spec.ht !== null);
      return series && isOn ? [{ param, spec, seriesId: series.id }] : [];
    });
    if (watched.length === 0) return undefined;
    const deadbandOf = (param: string, limit: number): number =>
      ownDeadbands.find(([name]) => name.test(param))?.[1] ?? Math.abs(limit * settings.deadbandPct) / PERCENT;
    const onSlots = Math.max(1, Math.ceil(settings.onDelaySlots / SLOTS_PER_QUARTER));
    const offSlots = Math.max(1, Math.ceil(settings.offDelaySlots / SLOTS_PER_QUARTER));
    return (view) => {
      const isQuarter = (view.slot + 1) % SLOTS_PER_QUARTER === 0;
      const flowM3h = flow?.at(view, view.slot) ?? Number.NaN;
      return watched.flatMap(({ param, spec, seriesId }): RuleFinding[] => {
        const measuredAt = (slot: number): number | null => {
          const value = view.value(seriesId, slot);
          return Number.isFinite(value) && view.isMeasured(seriesId, slot) ? value : null;
        };
        const isWet = (slot: number): boolean => flow === undefined || flow.at(view, slot) > 0;
        const quarter = isQuarter ? quarterHourAt(view.slot - SLOTS_PER_QUARTER + 1, measuredAt, isWet) : undefined;
        const mean = quarter?.mean ?? 0;
        const isOutside = (spec.ht !== null && mean > spec.ht) || (spec.lt !== null && mean < spec.lt);
        const isKnown = typeof quarter?.mean === 'number' && !(isOutside && isStuck(view, seriesId));
        const shared = {
          param,
          period: '',
          value: mean,
          onSlots,
          offSlots,
          ...(unit.meta.underConsent && { priority: 1 as const, reAlarmMinutes: consentMinutes }),
        };
        const facts = {
          unit: unit.name,
          param: spec.name,
          v: mean,
          u: spec.unit,
          source: spec.limitSource ?? ownLimitSource,
          q: Number.isFinite(flowM3h) ? flowM3h : '',
        };
        const findings: RuleFinding[] = [];
        const { lt, ht } = spec;
        if (ht !== null)
          findings.push({
            ...shared,
            direction: 'high',
            isMet: isKnown ? mean > ht : null,
            isOver: isKnown && mean <= ht - deadbandOf(param, ht),
            threshold: ht,
            text: 'qualityHigh',
            facts: { ...facts, thr: ht },
          });
        if (lt !== null)
          findings.push({
            ...shared,
            direction: 'low',
            isMet: isKnown ? mean < lt : null,
            isOver: isKnown && mean >= lt + deadbandOf(param, lt),
            threshold: lt,
            text: 'qualityLow',
            facts: { ...facts, thr: lt },
          });
        return findings;
      });
    };
  },
};
