import { type KeyboardEvent, useEffect, useRef } from 'react';
import { addMonths, longDate, monthOf, weekdayName } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { NextIcon, PreviousIcon } from '../icons.tsx';
import { dateByKey, weeksOf } from './calendar.ts';
import styles from './DateField.module.css';

type CalendarProps = {
  /** The day that has the focus, YYYY-MM-DD; its month is shown. */
  shown: string;
  /** The day that is chosen; '' where none is. */
  date: string;
  /** The last day that may be chosen. */
  max?: string | undefined;
  onPick: (date: string) => void;
  onMove: (date: string) => void;
};

const Days = ({ shown, date, max, onPick, onMove }: CalendarProps) => {
  const grid = useRef<HTMLTableElement>(null);
  const weeks = weeksOf(shown);
  const press = (event: KeyboardEvent) => {
    const to = dateByKey(event.key, shown);
    if (to === null) return;
    event.preventDefault();
    onMove(max !== undefined && to > max ? max : to);
  };
  useEffect(() => {
    grid.current?.querySelector<HTMLElement>(`[data-date="${shown}"]`)?.focus();
  }, [shown]);
  return (
    <table ref={grid} className={styles.days} aria-label={monthOf(shown)} onKeyDown={press}>
      <thead>
        <tr>
          {(weeks[0] ?? []).map((day) => (
            <th key={day} scope="col">
              {weekdayName(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <td key={day}>
                {day.slice(0, 7) === shown.slice(0, 7) ? (
                  <button
                    type="button"
                    className={styles.day}
                    data-date={day}
                    tabIndex={day === shown ? 0 : -1}
                    aria-label={longDate(day)}
                    aria-pressed={day === date}
                    disabled={max !== undefined && day > max}
                    onClick={() => onPick(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                ) : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** A month with its days, by pointer and by arrow keys. */
export const Calendar = (props: CalendarProps) => {
  const { shown, max, onMove } = props;
  const after = addMonths(shown, 1);
  return (
    <>
      <div className={styles.month}>
        <button
          type="button"
          className={styles.step}
          aria-label={text.dates.monthBefore}
          onClick={() => onMove(addMonths(shown, -1))}
        >
          <PreviousIcon />
        </button>
        <span aria-live="polite">{monthOf(shown)}</span>
        <button
          type="button"
          className={styles.step}
          aria-label={text.dates.monthAfter}
          disabled={max !== undefined && shown.slice(0, 7) >= max.slice(0, 7)}
          onClick={() => onMove(max !== undefined && after > max ? max : after)}
        >
          <NextIcon />
        </button>
      </div>
      <Days {...props} />
    </>
  );
};
