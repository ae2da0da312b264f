import { useId, useRef, useState } from 'react';
import { longDate } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { CalendarIcon } from '../icons.tsx';
import { Calendar } from './Calendar.tsx';
import { dateTyped } from './calendar.ts';
import styles from './DateField.module.css';
import { usePressOutside } from './usePressOutside.ts';

type Props = {
  label: string;
  /** YYYY-MM-DD. */
  date: string;
  max: string;
  /** What the button shows in place of the date, such as the month that the date is in. */
  shownAs?: string;
  onPick: (date: string) => void;
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
  usePressOutside(root, open, () => setShown(null));

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
          <Calendar shown={shown} date={date} max={max} onPick={pick} onMove={setShown} />
        </div>
      ) : null}
    </div>
  );
};
