import { Button } from '@mantine/core';
import { text } from '../../text/words.ts';
import { useChosen } from '../form/useChosen.ts';
import { NextIcon, PreviousIcon } from '../icons.tsx';
import { IconButton } from '../menus/IconButton.tsx';
import { DateField } from './DateField.tsx';
import styles from './DateSteps.module.css';
import { dateStepped, lastDayOf, type Period, periodName } from './period.ts';

type Props = {
  /** YYYY-MM-DD. */
  date: string;
  max: string;
  /** What a step goes by, and what is shown of the date. */
  period?: Period;
  previousLabel: string;
  nextLabel: string;
  onPick: (date: string) => void;
};

/** Back, a date, forward, and today. A press starts from what the one before it chose, also while the page still follows. */
export const DateSteps = ({ date, max, period = 'day', previousLabel, nextLabel, onPick }: Props) => {
  const [chosen, setChosen] = useChosen(date);
  const go = (wanted: string) => {
    const to = wanted > max ? max : wanted;
    setChosen(to);
    onPick(to);
  };
  const atEnd = lastDayOf(period, chosen, max) === max;
  return (
    <fieldset className={styles.steps} aria-label={text.dates.date}>
      <IconButton label={previousLabel} onClick={() => go(dateStepped(period, chosen, -1))}>
        <PreviousIcon />
      </IconButton>
      <div className={styles.date}>
        <DateField label={text.dates.date} date={chosen} max={max} shownAs={periodName(period, chosen)} onPick={go} />
      </div>
      <IconButton label={nextLabel} disabled={atEnd} onClick={() => go(dateStepped(period, chosen, 1))}>
        <NextIcon />
      </IconButton>
      <Button variant="default" className={styles.today} disabled={atEnd && chosen === max} onClick={() => go(max)}>
        {text.dates.today}
      </Button>
    </fieldset>
  );
};
