import { daysOfMonth } from '../../../core/shift.ts';
import { seriesOf } from '../../../historian/index.ts';
import { limitUnit, toShown } from '../../../plantModel/index.ts';
import type { Rule, RuleFinding, SlotView } from './model.ts';
import { isInService, paramsOf } from './params.ts';

const PERCENT = 100;
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Steps over the limit that are reported as insights, at most. */
const MOST_STEPS = 20;

/** Sum of the shift days of the calendar month so far, thousands of the stored unit. */
const monthSum = (view: SlotView, seriesId: number, fromDay: number): number => {
  let sum = 0;
  for (let day = fromDay; day <= view.today.day; day += 1) sum += view.daySum(seriesId, day) ?? 0;
  return sum / 1000;
};

/** A calendar month of shift days over its limit; every further step of it as an insight. */
export const monthlyThreshold: Rule = {
  category: 'monthly_threshold',
  prepare(parts) {
    const { unit } = parts;
    const limit = unit.meta.monthlyThreshold ?? 0;
    const series = seriesOf(unit, 'volume') ?? seriesOf(unit, 'energy');
    if (!series || limit <= 0 || !isInService('monthly_threshold', parts)) return undefined;
    const params = paramsOf('monthly_threshold', parts);
    const shownIn = limitUnit(series.measure, unit.siUnit);
    const [warnPct, stepPct] = [params.number('warnPct', 80), Math.max(1, params.number('stepPct', 10))];
    return (view) => {
      const month = view.today.date.slice(0, 7);
      const { fromDay, toDay } = daysOfMonth(month);
      const sum = monthSum(view, series.id, fromDay);
      const pct = (PERCENT * sum) / limit;
      // shift days of the month, this slot included: above 0
      const passed =
        view.today.day - fromDay + (view.slot + 1 - view.today.firstSlot) / (view.today.endSlot - view.today.firstSlot);
      const facts = {
        unit: unit.name,
        v: toShown(sum, shownIn),
        u: shownIn.unit,
        thr: toShown(limit, shownIn),
        pct,
        since: `1 ${monthNames[Number(month.slice(5)) - 1] ?? ''}`,
        proj: toShown((sum / passed) * (toDay - fromDay + 1), shownIn),
      };
      const shared = {
        direction: 'high',
        period: month,
        value: facts.v,
        threshold: facts.thr,
        facts,
        onSlots: 1,
        offSlots: 1,
      } as const;
      const step = Math.min(MOST_STEPS, Math.floor((pct - PERCENT) / stepPct));
      const isNear = pct >= warnPct && pct < PERCENT;
      const findings: RuleFinding[] = [
        { ...shared, param: 'volume', isMet: pct >= PERCENT, isOver: pct < PERCENT, text: 'monthLimit' },
        { ...shared, param: 'volume:warn', isMet: isNear, isOver: !isNear, text: 'monthNear', insight: true, priority: 4 },
      ];
      if (step >= 1) {
        const at = PERCENT + step * stepPct;
        findings.push({
          ...shared,
          param: `volume:${at}`,
          isMet: true,
          isOver: false,
          text: 'monthStep',
          insight: true,
          priority: 4,
        });
      }
      return findings;
    };
  },
};
