import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { DailySummary } from '../../../server/contract/user/reportRows.ts';
import { readDailySummary } from '../../../server/contract/user/reportRows.ts';
import { ApiError } from '../../api/call.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { Choice } from '../../parts/Choice.tsx';
import { PeriodChoice } from '../../parts/dates/PeriodChoice.tsx';
import { type Fact, Facts } from '../../parts/Facts.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { Empty } from '../../parts/states.tsx';
import type { TableTwin } from '../../parts/table.ts';
import { useProfile } from '../../state/services.ts';
import { useToday } from '../../state/useToday.ts';
import { formatCompleteness, formatTo, formatWithUnit } from '../../text/numbers.ts';
import { addDays, clockTime, longDate, toDmy } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { readSearch, type Service, services } from './entry.ts';
import styles from './Page.module.css';
import { filledColumns, Section, titleOf } from './Section.tsx';
import { words } from './words.ts';

const runningMs = 5 * 60_000;
const slowMs = 30_000;
const noData = 1401;

/** Every cell that says something, one a row: parts have different columns. */
const tableOf = (data: DailySummary, name: string): TableTwin => ({
  name,
  caption: name,
  columns: [
    { key: 'part', label: words.tablePart },
    { key: 'row', label: words.tableRow },
    { key: 'column', label: words.tableColumn },
    { key: 'value', label: words.tableValue, numeric: true },
  ],
  rows: data.sections.flatMap((part, at) => {
    const [first, ...others] = filledColumns(part);
    if (first === undefined) return [];
    return part.rows.flatMap((row) =>
      others.flatMap(({ key, name: column, unit }) => {
        const cell = row[key];
        const head = row[first.key];
        return cell == null
          ? []
          : [
              [
                titleOf(part.title, at),
                head == null ? '' : String(head),
                unit === undefined ? column : `${column} (${unit})`,
                cell,
              ],
            ];
      }),
    );
  }),
});

const factOf = (key: string, { value, unit, previous, completeness }: DailySummary['kpis'][string]): Fact => {
  const name = words.kpis[key] ?? key;
  // a number of alarms is counted, not measured
  if (key === 'alarms') return { key, name, value: formatTo(value, 0) };
  return {
    key,
    name,
    value: formatWithUnit(value, unit),
    note: `${previous === null ? '' : `${words.previous(formatWithUnit(previous, unit))}, `}${words.complete(formatCompleteness(completeness))}`,
    provisional: completeness < 90,
  };
};

const Body = ({ data, timezone }: { data: DailySummary; timezone: string }) => (
  <>
    <Facts label={words.figures} facts={Object.entries(data.kpis).map(([key, kpi]) => factOf(key, kpi))} />
    <p>
      {words.alarms(data.alerts.total)}{' '}
      {data.balance === null || data.balance.unaccountedKL === null
        ? ''
        : words.balance(formatWithUnit(data.balance.unaccountedKL, 'KL'), words.status[data.balance.status])}{' '}
      <span className={styles.quiet}>{words.made(clockTime(Date.parse(data.generatedAt), timezone), data.revision)}</span>{' '}
      <Link to="/reports" className={styles.link}>
        {words.toReport}
      </Link>
    </p>
    {data.sections.map((part, at) => (
      <Section key={part.title} part={part} at={at} day={{ ...data.window, timezone }} />
    ))}
  </>
);

/** What the daily report says, on the screen. */
export const SummaryPage = () => {
  const search = useSearch({ from: '/summary' });
  const navigate = useNavigate({ from: '/summary' });
  const today = useToday();
  const { timezone } = useProfile();
  const date = search.date ?? addDays(today, -1);
  const service = search.service ?? 'water';
  const found = useEndpoint(
    readDailySummary,
    { headers: {}, query: { startDate: toDmy(date), service } },
    { everyMs: date >= today ? runningMs : false, keepPrevious: true, timeoutMs: slowMs },
  );
  const hasNone = found.error instanceof ApiError && found.error.code === noData;
  const change = (next: object) =>
    void navigate({ search: (before) => readSearch({ ...before, ...next }), replace: true, resetScroll: false });
  const name = words.table(longDate(date), words.services[service]);
  return (
    <PageFrame
      title={text.nav.summary}
      pins={{ date }}
      note={longDate(date)}
      fresh={found.fresh}
      help={<p>{words.help}</p>}
      table={found.data === undefined || hasNone ? undefined : tableOf(found.data, name)}
      controls={
        <>
          <PeriodChoice period="day" choices={['day']} date={date} today={today} onChange={change} />
          <Choice<Service>
            label={words.service}
            value={service}
            options={services.map((value) => ({ value, label: words.services[value] }))}
            onChoose={(value) => change({ service: value })}
          />
        </>
      }
    >
      {hasNone ? (
        <Empty title={words.none}>{words.noneBody}</Empty>
      ) : (
        <Loaded of={found} rows={10}>
          {(data) => <Body data={data} timezone={timezone} />}
        </Loaded>
      )}
    </PageFrame>
  );
};
