import { DAY_MS } from '../../../../core/time.ts';
import type { SeriesInfo, Unit } from '../../../../plantModel/index.ts';
import type { RuleFinding, ShiftDay, SlotView } from '../model.ts';

const PERCENT = 100;
const MONTHS = 12;

const shared = { direction: 'high', code: 3, onSlots: 1, offSlots: 1, reAlarmMinutes: 0 } as const;

/** Water of a shift day over what the permit to abstract allows, KL. */
export const dayPermit = (view: SlotView, unit: Unit, volume: SeriesInfo, permittedKL: number): RuleFinding[] => {
  const litres = view.daySum(volume.id, view.today.day);
  if (litres === null) return [];
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
      text: 'wellPermit',
      facts: { unit: unit.name, v: sum, thr: permittedKL, pct: (PERCENT * sum) / permittedKL },
    },
  ];
};

/** First day of the permit's year that contains a shift day. */
const yearOf = ({ date }: ShiftDay, startMonth: number): { fromDay: number; name: string } => {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  const first = month >= startMonth ? year : year - 1;
  return { fromDay: Date.UTC(first, startMonth - 1, 1) / DAY_MS, name: `${first}-${startMonth}` };
};

export type YearPermit = { unit: Unit; volume: SeriesInfo; permittedKL: number; warnPct: number; startMonth: number };

/** Water of the permit's year over what it allows; the days before today are added up once a day. */
export const yearPermitEvaluator = ({ unit, volume, permittedKL, warnPct, startMonth }: YearPermit) => {
  const month = Math.min(MONTHS, Math.max(1, Math.round(startMonth)));
  let known = { day: Number.NaN, litres: 0 };
  return (view: SlotView): RuleFinding[] => {
    const { fromDay, name } = yearOf(view.today, month);
    if (known.day !== view.today.day) {
      known = { day: view.today.day, litres: 0 };
      // from the last day back: sums are fetched by the month before the day that is asked for
      for (let day = view.today.day - 1; day >= fromDay; day -= 1) known.litres += view.daySum(volume.id, day) ?? 0;
    }
    const sum = (known.litres + (view.daySum(volume.id, view.today.day) ?? 0)) / 1000;
    const pct = (PERCENT * sum) / permittedKL;
    const isNear = pct >= warnPct && sum <= permittedKL;
    const since = new Date(fromDay * DAY_MS).toISOString().slice(0, 10);
    const facts = { unit: unit.name, v: sum, thr: permittedKL, pct, since };
    const year = { ...shared, period: name, value: sum, threshold: permittedKL, facts };
    const isMet = sum > permittedKL;
    return [
      { ...year, param: 'permitYear', isMet, isOver: !isMet, text: 'wellYearPermit' },
      { ...year, param: 'permitYear:warn', isMet: isNear, isOver: !isNear, text: 'wellYearNear', insight: true, priority: 4 },
    ];
  };
};
