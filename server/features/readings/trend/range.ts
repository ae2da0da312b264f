import { Failure } from '../../../core/fail.ts';
import { dayNumber, type ShiftCalendar } from '../../../core/shift.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { refuseDayOutside } from '../../../historian/index.ts';

/** Slots [fromSlot, toSlot), which are the days [fromDay, toDay] or are within them. */
export type TrendRange = { fromSlot: number; toSlot: number; fromDay: number; toDay: number; wholeDays: boolean };

const MOST_DAYS = { slot: 366, hour: 366, day: 1830 } as const;

type Asked = {
  date1?: string | undefined;
  date2?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  step: 'slot' | 'hour' | 'day';
};

const daysAsked = (calendar: ShiftCalendar, date1: string, date2: string): TrendRange => {
  const [fromDay, toDay] = [dayNumber(date1), dayNumber(date2)];
  refuseDayOutside(fromDay, 'date1');
  refuseDayOutside(toDay, 'date2');
  if (toDay < fromDay) throw new Failure('parameter', 'date2 is before date1');
  const last = calendar.windowOfDay(toDay);
  return {
    fromDay,
    toDay,
    fromSlot: calendar.windowOfDay(fromDay).firstSlot,
    toSlot: last.firstSlot + last.slots,
    wholeDays: true,
  };
};

const stretchAsked = (calendar: ShiftCalendar, from: string, to: string): TrendRange => {
  const [fromSlot, toSlot] = [Date.parse(from) / SLOT_MS, Date.parse(to) / SLOT_MS];
  if (fromSlot < 0) throw new Failure('parameter', 'from is before 1970');
  if (toSlot <= fromSlot) throw new Failure('parameter', 'to is not after from');
  return { fromSlot, toSlot, fromDay: calendar.dayOfSlot(fromSlot), toDay: calendar.dayOfSlot(toSlot - 1), wholeDays: false };
};

/** @throws Failure `parameter` for dates that are missing, run backwards, or are further apart than a step allows. */
export const trendRange = (calendar: ShiftCalendar, { date1, date2, from, to, step }: Asked): TrendRange => {
  if ((date1 === undefined) === (from === undefined)) throw new Failure('parameter', 'either date1 or from and to must be given');
  if ((from === undefined) !== (to === undefined)) throw new Failure('parameter', 'from and to belong together');
  if (step === 'day' && date1 === undefined) throw new Failure('parameter', 'step=day needs date1');
  const range = date1 === undefined ? stretchAsked(calendar, from ?? '', to ?? '') : daysAsked(calendar, date1, date2 ?? date1);
  const days = range.toDay - range.fromDay + 1;
  if (days > MOST_DAYS[step] + (date1 === undefined ? 1 : 0))
    throw new Failure('parameter', `the range has ${days} days; at most ${MOST_DAYS[step]} with step=${step}`);
  return range;
};
