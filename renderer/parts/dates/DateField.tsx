import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { addMonths, longDate, monthOf, weekdayName } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { CalendarIcon, NextIcon, PreviousIcon } from '../icons.tsx';
import { dateByKey, dateTyped, weeksOf } from './calendar.ts';
import styles from './DateField.module.css';

type Props = {
  label: string;
  /** YYYY-MM-DD. */
  date: string;
  max: string;
  /** What the button shows in place of the date, such as the month that the date is in. */
  shownAs?: string;
  onPick: (date: string) => void;
};

const Days = ({ shown, date, max, onPick, onMove }: Props & { shown: string; onMove: (date: string) => void }) => {
  const grid = useRef<HTMLTableElement>(null);
  const weeks = weeksOf(shown);
  const press = (event: KeyboardEvent) => {
    const to = dateByKey(event.key, shown);
    if (to === null) return;
    event.preventDefault();
    onMove(to > max ? max : to);
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
                    disabled={day > max}
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

/** A date in the person's own form, chosen from a calendar or typed. The browser's own field would write it in the browser's form. */
export const DateField = ({ label, date, max, shownAs = longDate(date), onPick }: Props) => {
  const [shown, setShown] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const open = shown !== null;
  const close = () => {
    setShown(null);
    setWrong(false);
    button.current?.focus();
  };
  const pick = (day: string) => {
    close();
    onPick(day);
  };
  useEffect(() => {
    if (!open) return;
    const outside = ({ target }: PointerEvent) => {
      if (target instanceof Node && root.current?.contains(target) === false) setShown(null);
    };
    addEventListener('pointerdown', outside);
    return () => removeEventListener('pointerdown', outside);
  }, [open]);

  return (
    <div ref={root} className={styles.root}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={`${label}: ${shownAs}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setShown(open ? null : date)}
      >
        <CalendarIcon />
        {shownAs}
      </button>
      {open ? (
        <div
          id={id}
          role="dialog"
          aria-label={label}
          className={styles.dialog}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            close();
          }}
        >
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const typed = dateTyped(String(new FormData(event.currentTarget).get('date') ?? ''));
              if (typed === null || typed > max) setWrong(true);
              else pick(typed);
            }}
          >
            <input
              name="date"
              className={styles.typed}
              aria-label={text.dates.type}
              aria-invalid={wrong}
              placeholder={text.dates.type}
              autoComplete="off"
            />
          </form>
          {wrong ? (
            <p role="alert" className={styles.wrong}>
              {text.dates.wrong}
            </p>
          ) : null}
          <div className={styles.month}>
            <button
              type="button"
              className={styles.step}
              aria-label={text.dates.monthBefore}
              onClick={() => setShown(addMonths(shown, -1))}
            >
              <PreviousIcon />
            </button>
            <span aria-live="polite">{monthOf(shown)}</span>
            <button
              type="button"
              className={styles.step}
              aria-label={text.dates.monthAfter}
              disabled={shown.slice(0, 7) >= max.slice(0, 7)}
              onClick={() => setShown(addMonths(shown, 1) > max ? max : addMonths(shown, 1))}
            >
              <NextIcon />
            </button>
          </div>
          <Days label={label} shown={shown} date={date} max={max} onPick={pick} onMove={setShown} />
        </div>
      ) : null}
    </div>
  );
};
