import { period as en } from '../../text/en/parts/period.ts';
import { inLanguage } from '../../text/language.ts';
import { addDays, addMonths, lastOfMonth, longDate, monthOf } from '../../text/times.ts';
import { Choice } from '../Choice.tsx';
import { DateSteps } from './DateSteps.tsx';

const periodWords = inLanguage(en, ({ period }) => period);

export type Period = 'day' | 'month' | 'year';

/** The last day of the period of a date, or today while it runs. */
export const lastDayOf = (period: Period, date: string, today: string): string => {
  const last = period === 'day' ? date : period === 'month' ? lastOfMonth(date) : `${date.slice(0, 4)}-12-31`;
  return last < today ? last : today;
};

export const firstDayOf = (period: Period, date: string): string =>
  period === 'day' ? date : period === 'month' ? `${date.slice(0, 7)}-01` : `${date.slice(0, 4)}-01-01`;

export const periodName = (period: Period, date: string): string =>
  period === 'day' ? longDate(date) : period === 'month' ? monthOf(date) : date.slice(0, 4);

type Props = {
  period: Period;
  choices?: readonly Period[];
  date: string;
  today: string;
  onChange: (next: { period?: Period; date?: string }) => void;
};

/** A day, month or year, and the way to the one before and after it. */
export const PeriodChoice = ({ period, choices = ['day', 'month', 'year'], date, today, onChange }: Props) => {
  const goTo = (to: string) => onChange({ date: to > today ? today : to });
  const step = (by: 1 | -1) => goTo(period === 'day' ? addDays(date, by) : addMonths(date, period === 'month' ? by : 12 * by));
  return (
    <>
      {choices.length < 2 ? null : (
        <Choice
          label={periodWords.label}
          value={period}
          options={choices.map((value) => ({ value, label: periodWords.names[value] }))}
          onChoose={(value) => onChange({ period: value })}
        />
      )}
      <DateSteps
        date={date}
        max={today}
        shownAs={periodName(period, date)}
        previousLabel={periodWords.previous[period]}
        nextLabel={periodWords.next[period]}
        nextDisabled={lastDayOf(period, date, today) === today}
        onPick={goTo}
        onStep={step}
      />
    </>
  );
};
