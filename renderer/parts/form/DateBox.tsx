import { type ReactNode, useId, useRef, useState } from 'react';
import { useProfile, useServices } from '../../state/services.ts';
import { dateOf, dateText, isDate } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { Calendar } from '../dates/Calendar.tsx';
import { dateTyped } from '../dates/calendar.ts';
import dates from '../dates/DateField.module.css';
import { usePressOutside } from '../dates/usePressOutside.ts';
import { CalendarIcon } from '../icons.tsx';
import styles from './Form.module.css';
import { Field } from './fields.tsx';
import type { Bound } from './useForm.ts';

type Props = { of: Bound<string>; label: string; hint?: ReactNode; suffix?: string };

/**
 * A date of a form, YYYY-MM-DD, typed or chosen, in the person's own form: the browser's field would write it as the browser's language
 * does. What cannot be read as a date stays as it was typed, and the form says so.
 */
export const DateBox = ({ of, ...rest }: Props) => {
  const { clock } = useServices();
  const { timezone } = useProfile();
  const [typed, setTyped] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const dialog = useId();
  const isKnown = isDate(of.value);
  const take = (date: string) => {
    setTyped(null);
    of.onChange(date);
  };
  const close = () => {
    setShown(null);
    button.current?.focus();
  };
  usePressOutside(root, shown !== null, () => setShown(null));
  return (
    <Field of={of} {...rest}>
      {(aria) => (
        <div ref={root} className={styles.dateBox}>
          <input
            {...aria}
            className={styles.input}
            value={typed ?? (isKnown ? dateText(of.value) : of.value)}
            autoComplete="off"
            onChange={({ currentTarget: { value } }) => {
              setTyped(value);
              of.onChange(dateTyped(value) ?? value);
            }}
            onBlur={() => {
              setTyped(null);
              of.onBlur();
            }}
          />
          <button
            ref={button}
            type="button"
            className={styles.dateButton}
            aria-label={text.dates.choose(rest.label)}
            aria-haspopup="dialog"
            aria-expanded={shown !== null}
            aria-controls={shown === null ? undefined : dialog}
            onClick={() => setShown(shown !== null ? null : isKnown ? of.value : dateOf(clock.now(), timezone))}
          >
            <CalendarIcon />
          </button>
          {shown === null ? null : (
            <div
              id={dialog}
              role="dialog"
              aria-label={rest.label}
              className={dates.dialog}
              onKeyDown={(event) => {
                if (event.key !== 'Escape') return;
                event.stopPropagation();
                close();
              }}
            >
              <Calendar
                shown={shown}
                date={of.value}
                onMove={setShown}
                onPick={(date) => {
                  close();
                  take(date);
                }}
              />
            </div>
          )}
        </div>
      )}
    </Field>
  );
};
