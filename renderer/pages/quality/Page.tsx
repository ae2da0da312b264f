import { useNavigate, useSearch } from '@tanstack/react-router';
import { type QualityOfDay, readQuality } from '../../../server/contract/plant/readings/watch.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import cards from '../../parts/cards.module.css';
import { DateSteps } from '../../parts/dates/DateSteps.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Empty } from '../../parts/states.tsx';
import type { TableTwin } from '../../parts/table.ts';
import { useToday } from '../../state/useToday.ts';
import { formatLimits } from '../../text/limits.ts';
import { longDate, toDmy } from '../../text/times.ts';
import { readSearch } from './entry.ts';
import { extremeWords } from './extremes.ts';
import { newestOf, ParamCard, stateWords } from './ParamCard.tsx';
import { words } from './words.ts';

const everyMs = 60_000;
const stripDays = 30;

const tableOf = ({ units }: QualityOfDay, date: string): TableTwin => ({
  name: words.table(date),
  caption: words.table(longDate(date)),
  columns: [
    { key: 'unit', label: words.column.unit },
    { key: 'param', label: words.column.param },
    { key: 'limits', label: words.column.limits },
    { key: 'state', label: words.column.state },
    { key: 'now', label: words.now, numeric: true, isLimited: true },
    { key: 'mean', label: words.mean, numeric: true, isLimited: true },
    { key: 'min', label: words.lowest, numeric: true, isLimited: true },
    { key: 'max', label: words.highest, numeric: true, isLimited: true },
    { key: 'p95', label: words.p95, numeric: true, isLimited: true },
    { key: 'out', label: words.outside, unit: 'min', numeric: true },
    { key: 'evaluated', label: words.evaluated, unit: 'min', numeric: true },
    { key: 'noFlow', label: words.noFlow, unit: 'min', numeric: true },
    { key: 'valid', label: words.valid, unit: '%', numeric: true },
  ],
  marks: units.flatMap(({ params }) => params.map(({ lt, ht }) => [lt, ht])),
  rows: units.flatMap(({ unitName, params }) =>
    params.map((one) => {
      const { state, mean } = newestOf(one);
      const limits = formatLimits(one.lt, one.ht, one.unit);
      return [
        unitName,
        one.unit === '' || one.unit === one.name ? one.name : `${one.name} (${one.unit})`,
        limits === '' ? words.noLimits : limits,
        stateWords(one, state),
        mean,
        one.mean,
        one.min,
        one.max,
        one.p95,
        one.minutesOut,
        one.minutesJudged,
        one.minutesNoFlow,
        one.validPct,
      ];
    }),
  ),
});

const Verdict = ({ units }: Pick<QualityOfDay, 'units'>) => {
  const out = units.flatMap(({ unitName, params }) =>
    params.filter(({ minutesOut }) => minutesOut > 0).map((param) => ({ unitName, param })),
  );
  const limited = units.flatMap(({ params }) => params.filter(({ lt, ht }) => lt !== null || ht !== null));
  const evaluated = limited.filter(({ minutesJudged }) => minutesJudged > 0).length;
  return (
    <section className={cards.card} aria-label={words.title}>
      <p className={cards.verdict}>
        {out.length > 0
          ? `${words.out(out.length)}${evaluated < limited.length ? ` ${words.notEvaluated(limited.length - evaluated)}` : ''}`
          : evaluated === 0
            ? words.noneEvaluated
            : words.allIn(evaluated, limited.length)}
      </p>
      {out.length === 0 ? null : (
        <ul className={cards.list}>
          {out.map(({ unitName, param }) => (
            <li key={`${unitName} ${param.param}`}>
              {words.outLine(unitName, param.name, words.minutes(param.minutesOut))} ({extremeWords(param)},{' '}
              {formatLimits(param.lt, param.ht, param.unit)})
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

/** Every analyser of a shift day by quarter hours against its limits. */
export const QualityPage = () => {
  const search = useSearch({ from: '/quality' });
  const navigate = useNavigate({ from: '/quality' });
  const today = useToday();
  const date = search.date === undefined || search.date > today ? today : search.date;
  const isToday = date === today;
  const day = useEndpoint(
    readQuality,
    { query: { date1: toDmy(date), days: 1 } },
    { everyMs: isToday && everyMs, keepPrevious: true },
  );
  const past = useEndpoint(
    readQuality,
    { query: { date1: toDmy(date), days: stripDays } },
    { keepPrevious: true, timeoutMs: 30_000 },
  );
  const daysOf = (unitId: string, param: string) =>
    (past.previous === true ? undefined : past.data)?.units
      .find((unit) => unit.unitId === unitId)
      ?.params.find((one) => one.param === param)?.days;
  const go = (to: string) =>
    void navigate({
      search: (before) => readSearch({ ...before, date: to >= today ? undefined : to }),
      replace: true,
      resetScroll: false,
    });
  return (
    <PageFrame
      title={words.title}
      pins={{ date }}
      note={longDate(date)}
      fresh={day.fresh}
      help={words.help.map((sentence) => <p key={sentence}>{sentence}</p>)}
      table={day.data === undefined ? undefined : tableOf(day.data, date)}
      controls={<DateSteps date={date} max={today} previousLabel={words.previous} nextLabel={words.next} onPick={go} />}
    >
      <Loaded
        of={day}
        rows={6}
        rowHeight="12rem"
        isEmpty={({ units }) => units.length === 0}
        empty={<Empty title={words.empty}>{words.emptyBody}</Empty>}
      >
        {(data) => (
          <>
            <Verdict units={data.units} />
            {data.units.map((unit) => (
              <Panel
                key={unit.unitId}
                id={`quality-${unit.unitId}`}
                title={unit.unitName}
                note={[
                  unit.subCategoryName,
                  unit.flowUnitName === null ? words.notGated : words.gatedBy(unit.flowUnitName),
                  ...(unit.underConsent ? [words.consent] : []),
                ].join(' · ')}
              >
                <div className={cards.grid}>
                  {unit.params.map((param) => (
                    <ParamCard
                      key={param.param}
                      unit={unit}
                      param={param}
                      days={daysOf(unit.unitId, param.param)}
                      whyNoDays={past.error}
                      window={data.window}
                    />
                  ))}
                </div>
              </Panel>
            ))}
          </>
        )}
      </Loaded>
    </PageFrame>
  );
};
