import { Link } from '@tanstack/react-router';
import type { QualityOfDay, QualityParam } from '../../../server/contract/plant/readings/watch.ts';
import cards from '../../parts/cards.module.css';
import { type ChartStep, SvgChart } from '../../parts/charts/SvgChart.tsx';
import { explain } from '../../parts/states.tsx';
import { formatLimits } from '../../text/limits.ts';
import { formatCompleteness, formatWithUnit } from '../../text/numbers.ts';
import { dateOfDmy, shortDate } from '../../text/times.ts';
import { words } from './words.ts';

const quarterMs = 900_000;

type Unit = QualityOfDay['units'][number];
type Props = {
  unit: Unit;
  param: QualityParam;
  /** Its last 30 days; undefined where they have not come. */
  days: QualityParam['days'] | undefined;
  /** What their last try failed by. */
  whyNoDays: unknown;
  window: QualityOfDay['window'];
};

/** The newest quarter hour that is over: its letter and its mean. */
export const newestOf = ({ states, means }: Pick<QualityParam, 'states' | 'means'>): { state: string; mean: number | null } => {
  let at = states.length - 1;
  while (states[at] === '-') at -= 1;
  return { state: states[at] ?? '-', mean: means[at] ?? null };
};

/** What is said of a quarter hour; inside of limits is nothing that has none. */
export const stateWords = ({ lt, ht }: Pick<QualityParam, 'lt' | 'ht'>, state: string): string =>
  state === 'i' && lt === null && ht === null ? '' : (words.states[state] ?? '');

const stepsOf = ({ start, means, states }: QualityParam): ChartStep[] =>
  means.map((value, at) => {
    const fromMs = Date.parse(start) + at * quarterMs;
    return { fromMs, toMs: fromMs + quarterMs, value, out: states[at] === 'l' || states[at] === 'h' };
  });

/** Stretches that were not evaluated. */
const shadedIn = ({ start, states }: QualityParam): { fromMs: number; toMs: number }[] =>
  [...states.matchAll(/[nv]+/g)].map(({ index, 0: run }) => {
    const fromMs = Date.parse(start) + index * quarterMs;
    return { fromMs, toMs: fromMs + run.length * quarterMs };
  });

const Strip = ({ days }: { days: QualityParam['days'] }) => {
  const evaluated = days.filter(({ minutesJudged }) => minutesJudged > 0);
  const said = words.strip(evaluated.filter(({ minutesOut }) => minutesOut > 0).length, evaluated.length);
  return (
    <>
      <div className={cards.strip} role="img" aria-label={said}>
        {days.map(({ date, minutesOut, minutesJudged }) => {
          const name = shortDate(dateOfDmy(date));
          return (
            <span
              key={date}
              className={cards.day}
              data-state={minutesJudged === 0 ? 'none' : minutesOut > 0 ? 'out' : 'in'}
              title={minutesJudged === 0 ? words.stripNone(name) : words.stripDay(name, words.minutes(minutesOut))}
            />
          );
        })}
      </div>
      <p className={cards.sub}>{said}</p>
    </>
  );
};

/** One parameter of an analyser: its value now, its day by quarter hours, its last 30 days. */
export const ParamCard = ({ unit, param, days, whyNoDays, window }: Props) => {
  const { state, mean } = newestOf(param);
  const isOut = state === 'l' || state === 'h';
  const limits = formatLimits(param.lt, param.ht, param.unit);
  const said = stateWords(param, state);
  return (
    <article className={cards.card} aria-label={`${unit.unitName}, ${param.name}`}>
      <div className={cards.head}>
        <Link to="/units/$unitId" params={{ unitId: unit.unitId }} search={{ param: param.param }}>
          {param.name}
        </Link>
        <strong>{formatWithUnit(mean, param.unit, [param.lt, param.ht])}</strong>
        {said === '' ? null : <span className={isOut ? cards.tag : cards.sub}>{said}</span>}
        <span className={cards.sub}>{limits === '' ? words.noLimits : limits}</span>
        {param.minutesOut > 0 ? (
          <span className={cards.tag}>
            {words.outside} {words.minutes(param.minutesOut)}
          </span>
        ) : null}
      </div>
      <SvgChart
        label={words.chart(unit.unitName, param.name)}
        unit={param.unit}
        lines={[{ name: param.name, look: 'line', steps: stepsOf(param) }]}
        limits={[
          ...(param.lt === null ? [] : [{ name: words.lowLimit, value: param.lt }]),
          ...(param.ht === null ? [] : [{ name: words.highLimit, value: param.ht }]),
        ]}
        shaded={shadedIn(param)}
        fromMs={Date.parse(window.from)}
        toMs={Date.parse(window.to)}
      />
      <p className={cards.sub}>
        <span className={cards.unbroken}>
          {words.mean} {formatWithUnit(param.mean, param.unit, [param.lt, param.ht])} ·
        </span>{' '}
        <span className={cards.unbroken}>
          {words.p95} {formatWithUnit(param.p95, param.unit, [param.lt, param.ht])} ·
        </span>{' '}
        <span className={cards.unbroken}>
          {words.noFlow} {words.minutes(param.minutesNoFlow)} ·
        </span>{' '}
        <span className={cards.unbroken}>
          {words.valid} {formatCompleteness(param.validPct)}
        </span>
      </p>
      {param.surrogate ? (
        <p className={cards.sub}>
          {words.surrogate}
          {param.labComparedOn === null ? '' : `; ${words.lab(shortDate(param.labComparedOn.slice(0, 10)))}`}
        </p>
      ) : null}
      {limits === '' ? null : days === undefined ? (
        <p className={cards.sub}>
          {words.stripUnknown} {whyNoDays === null || whyNoDays === undefined ? '' : explain(whyNoDays)}
        </p>
      ) : (
        <Strip days={days} />
      )}
    </article>
  );
};
