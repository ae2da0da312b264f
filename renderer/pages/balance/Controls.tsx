import { Choice } from '../../parts/Choice.tsx';
import { DateSteps } from '../../parts/dates/DateSteps.tsx';
import { Menu } from '../../parts/menus/Menu.tsx';
import { addDays, addMonths } from '../../text/times.ts';
import type { BalanceSearch } from './entry.ts';
import styles from './Page.module.css';
import { words } from './words.ts';

type Props = {
  search: BalanceSearch;
  date: string;
  today: string;
  comparedName: string | undefined;
  onPick: (date: string) => void;
  change: (next: { [Key in keyof BalanceSearch]?: BalanceSearch[Key] | undefined }) => void;
};

/** Which period, compared with what, drawn how. */
export const Controls = ({ search, date, today, comparedName, onPick, change }: Props) => {
  const byMonth = search.period === 'month';
  const period = byMonth ? 'month' : 'day';
  const compareWith = (compare: string | undefined) => change({ compare });
  return (
    <>
      <Choice
        label={words.period}
        value={period}
        options={[
          { value: 'day', label: words.periods.day },
          { value: 'month', label: words.periods.month },
        ]}
        onChoose={(value) => change({ period: value === 'month' ? 'month' : undefined, at: undefined, compare: undefined })}
      />
      <DateSteps
        date={date}
        max={today}
        previousLabel={words.previous[period]}
        nextLabel={words.next[period]}
        period={period}
        onPick={onPick}
      />
      <Menu
        label={words.compare}
        icon={<span>{comparedName === undefined ? words.compare : words.compared(comparedName)}</span>}
        className={styles.button}
        choices={[
          {
            key: 'before',
            label: words.compareChoices.before,
            onChoose: () => compareWith(byMonth ? addMonths(date, -1) : addDays(date, -1)),
          },
          ...(byMonth ? [] : [{ key: 'week', label: words.compareChoices.week, onChoose: () => compareWith(addDays(date, -7)) }]),
          { key: 'keep', label: words.compareChoices.keep, onChoose: () => compareWith(date) },
          { key: 'none', label: words.compareChoices.none, onChoose: () => compareWith(undefined) },
        ]}
      />
      <Choice
        label={words.picture}
        value={search.picture ?? 'sankey'}
        options={[
          { value: 'sankey', label: words.pictures.sankey },
          { value: 'graph', label: words.pictures.graph },
        ]}
        onChoose={(value) => change({ picture: value === 'graph' ? 'graph' : undefined })}
      />
    </>
  );
};
