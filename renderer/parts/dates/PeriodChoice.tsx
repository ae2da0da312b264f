import { period as en } from '../../text/en/parts/period.ts';
import { inLanguage } from '../../text/language.ts';
import { Choice } from '../Choice.tsx';
import { useChosen } from '../form/useChosen.ts';
import { DateSteps } from './DateSteps.tsx';
import type { Period } from './period.ts';

const periodWords = inLanguage(en, ({ period }) => period);

type Props = {
  period: Period;
  choices?: readonly Period[];
  date: string;
  today: string;
  onChange: (next: { period?: Period; date?: string }) => void;
};

/** A day, month or year, and the way to the one before and after it. */
export const PeriodChoice = ({ period, choices = ['day', 'month', 'year'], date, today, onChange }: Props) => {
  const [chosen, setChosen] = useChosen(period);
  return (
    <>
      {choices.length < 2 ? null : (
        <Choice
          label={periodWords.label}
          value={period}
          options={choices.map((value) => ({ value, label: periodWords.names[value] }))}
          onChoose={(value) => {
            setChosen(value);
            onChange({ period: value });
          }}
        />
      )}
      <DateSteps
        date={date}
        max={today}
        period={chosen}
        previousLabel={periodWords.previous[chosen]}
        nextLabel={periodWords.next[chosen]}
        onPick={(to) => onChange({ date: to })}
      />
    </>
  );
};
