import { Button } from '@mantine/core';
import { text } from '../../text/words.ts';
import { NextIcon, PreviousIcon } from '../icons.tsx';
import { IconButton } from '../menus/IconButton.tsx';
import { DateField } from './DateField.tsx';
import styles from './DateSteps.module.css';

type Props = {
  /** YYYY-MM-DD. */
  date: string;
  max: string;
  shownAs?: string;
  previousLabel: string;
  nextLabel: string;
  nextDisabled: boolean;
  onPick: (date: string) => void;
  onStep: (by: 1 | -1) => void;
};

/** Back, a date, forward, and today. */
export const DateSteps = ({ date, max, shownAs, previousLabel, nextLabel, nextDisabled, onPick, onStep }: Props) => (
  <fieldset className={styles.steps} aria-label={text.dates.date}>
    <IconButton label={previousLabel} onClick={() => onStep(-1)}>
      <PreviousIcon />
    </IconButton>
    <div className={styles.date}>
      <DateField label={text.dates.date} date={date} max={max} onPick={onPick} {...(shownAs === undefined ? {} : { shownAs })} />
    </div>
    <IconButton label={nextLabel} disabled={nextDisabled} onClick={() => onStep(1)}>
      <NextIcon />
    </IconButton>
    <Button variant="default" className={styles.today} disabled={nextDisabled && date === max} onClick={() => onPick(max)}>
      {text.dates.today}
    </Button>
  </fieldset>
);
