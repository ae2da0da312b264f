import { dateOfDay } from '../../../../core/shift.ts';
import { dayLimitKL, hasEnded, permitYear, type SeriesInfo, type Unit } from '../../../../plantModel/index.ts';
import type { RuleFinding, SlotView } from '../model.ts';

type Noc = NonNullable<NonNullable<Unit['meta']['well']>['noc']>;

const PERCENT = 100;

const shared = { direction: 'high', code: 3, onSlots: 1, offSlots: 1, reAlarmMinutes: 0 } as const;

/** Water of a shift day over what the permit to abstract allows, KL: nothing once it has ended. */
export const dayPermit = (view: SlotView, unit: Unit, volume: SeriesInfo, noc: Noc): RuleFinding[] => {
  const isEnded = hasEnded(noc, view.today.day);
  const permittedKL = dayLimitKL(noc, view.today.day);
  const litres = view.daySum(volume.id, view.today.day);
  if (litres === null || permittedKL === null) return [];
  const sum = litres / 1000;
  const isMet = sum > permittedKL;
  return [
    {
      ...shared,
      param: 'permit',
      period: view.today.date,
      isMet,
      isOver: !isMet,
      value: sum,
      threshold: permittedKL,
      ...(isEnded
        ? { text: 'wellPermitEnded', facts: { unit: unit.name, v: sum, until: noc.validTo } }
        : { text: 'wellPermit', facts: { unit: unit.name, v: sum, thr: permittedKL, pct: (PERCENT * sum) / permittedKL } }),
    },
  ];
};

export type YearPermit = { unit: Unit; volume: SeriesInfo; permittedKL: number; warnPct: number };

/** Water of the permit's year over what it allows; the days before today are added up once a day. */
export const yearPermitEvaluator = ({ unit, volume, permittedKL, warnPct }: YearPermit) => {
  let known = { day: Number.NaN, litres: 0 };
  return (view: SlotView): RuleFinding[] => {
    const { fromDay } = permitYear(unit, view.today.day);
    if (known.day !== view.today.day) {
      known = { day: view.today.day, litres: 0 };
      // from the last day back: sums are fetched by the month before the day that is asked for
      for (let day = view.today.day - 1; day >= fromDay; day -= 1) known.litres += view.daySum(volume.id, day) ?? 0;
    }
    const sum = (known.litres + (view.daySum(volume.id, view.today.day) ?? 0)) / 1000;
    const pct = (PERCENT * sum) / permittedKL;
    const isNear = pct >= warnPct && sum <= permittedKL;
    const since = dateOfDay(fromDay);
    const facts = { unit: unit.name, v: sum, thr: permittedKL, pct, since };
    const period = `${since.slice(0, 4)}-${Number(since.slice(5, 7))}`;
    const year = { ...shared, period, value: sum, threshold: permittedKL, facts };
    const isMet = sum > permittedKL;
    return [
      { ...year, param: 'permitYear', isMet, isOver: !isMet, text: 'wellYearPermit' },
      { ...year, param: 'permitYear:warn', isMet: isNear, isOver: !isNear, text: 'wellYearNear', insight: true, priority: 4 },
    ];
  };
};
