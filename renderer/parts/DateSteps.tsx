import { ActionIcon, Button, TextInput } from '@mantine/core';
import { isDate } from '../text/times.ts';
import { text } from '../text/words.ts';
import styles from './DateSteps.module.css';
import { NextIcon, PreviousIcon } from './icons.tsx';

type Props = {
  /** YYYY-MM-DD. */
  date: string;
  max: string;
  previousLabel: string;
  nextLabel: string;
  nextDisabled: boolean;
  onPick: (date: string) => void;
  onStep: (by: 1 | -1) => void;
};

/** Back, a date, forward, and today. */
export const DateSteps = ({ date, max, previousLabel, nextLabel, nextDisabled, onPick, onStep }: Props) => (
  <fieldset className={styles.steps} aria-label={text.dates.date}>
    <ActionIcon variant="default" className={styles.step} aria-label={previousLabel} onClick={() => onStep(-1)}>
      <PreviousIcon />
    </ActionIcon>
    <TextInput
      type="date"
      className={styles.date}
      aria-label={text.dates.date}
      value={date}
      max={max}
      onChange={(event) => {
        if (isDate(event.currentTarget.value)) onPick(event.currentTarget.value);
      }}
    />
    <ActionIcon
      variant="default"
      className={styles.step}
      aria-label={nextLabel}
      disabled={nextDisabled}
      onClick={() => onStep(1)}
    >
      <NextIcon />
    </ActionIcon>
    <Button variant="default" className={styles.today} disabled={nextDisabled && date === max} onClick={() => onPick(max)}>
      {text.dates.today}
    </Button>
  </fieldset>
);
