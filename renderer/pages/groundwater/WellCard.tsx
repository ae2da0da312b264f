import { Link } from '@tanstack/react-router';
import { SLOT_MS } from '../../../server/contract/model/common.ts';
import { readTrend } from '../../../server/contract/plant/readings/trend.ts';
import type { Gwi, WellMonth, YearlyWell } from '../../../server/contract/user/gwi.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import cards from '../../parts/cards.module.css';
import { type ChartLimit, type ChartStep, SvgChart } from '../../parts/charts/SvgChart.tsx';
import { FigureRows } from '../../parts/figures/FigureRows.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { formatSome, formatUpTo, formatWithUnit } from '../../text/numbers.ts';
import { monthOf } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { monthEnd, monthStart } from './months.ts';
import { words } from './words.ts';

type Static = Gwi['staticData'][number];
type Props = { well: YearlyWell; known: Static | undefined; first: string; last: string };

const newest = (months: readonly WellMonth[]): WellMonth | undefined =>
  months.findLast(({ swlMbgl, abstractionKL }) => swlMbgl !== null || abstractionKL !== null);

const Figures = ({ well, known }: Pick<Props, 'well' | 'known'>) => {
  const month = newest(well.months);
  const depth = (value: number | null | undefined): string => formatWithUnit(value, 'm');
  const rows: [string, string, string?][] = [
    [words.swl, depth(month?.swlMbgl), month?.recovering ? words.recovering : words.belowGround],
    ...(known?.piezometer
      ? []
      : ([
          [
            words.pwl,
            depth(month?.pwlMbgl),
            known?.pumpIntakeMbgl == null ? undefined : `${words.intake} ${depth(known.pumpIntakeMbgl)}`,
          ],
          [words.drawdown, depth(month?.drawdownM)],
          [
            words.capacity,
            month?.specificCapacity == null ? text.noValue : formatUpTo(month.specificCapacity, 2),
            words.capacityUnit,
          ],
          [words.running, month?.runHours == null ? text.noValue : words.hours(formatSome(month.runHours, 0))],
          [words.used, formatWithUnit(well.usedOfPermitPct, '%'), words.usedNote],
        ] as [string, string, string?][])),
  ];
  const isOlder = month !== undefined && month !== well.months.at(-1);
  return (
    <>
      {isOlder ? (
        <p className={cards.sub}>{words.older(monthOf(`${month.month.slice(3)}-${month.month.slice(0, 2)}-01`))}</p>
      ) : null}
      <FigureRows rows={rows} />
    </>
  );
};

const seasonLines = ({ preMonsoonMbgl, preMonsoonYear, postMonsoonMbgl, postMonsoonYear }: YearlyWell): ChartLimit[] => [
  ...(preMonsoonMbgl === null ? [] : [{ name: words.pre(String(preMonsoonYear)), value: preMonsoonMbgl }]),
  ...(postMonsoonMbgl === null ? [] : [{ name: words.post(String(postMonsoonYear)), value: postMonsoonMbgl }]),
];

const monthSteps = (months: readonly WellMonth[], of: (month: WellMonth) => number | null): ChartStep[] =>
  months.map((month) => ({
    fromMs: monthStart(month.month),
    toMs: monthEnd(month.month),
    value: of(month),
    estimated: month.completeness < 95,
  }));

/** One well: its level hanging down over a year, with abstraction and rain by month below. */
export const WellCard = ({ well, known, first, last }: Props) => {
  const levels = useEndpoint(
    readTrend,
    { query: { unitId: well.unitId, param: 'level', date1: first, date2: last, step: 'day' } },
    { everyMs: SLOT_MS, keepPrevious: true },
  );
  const rain = well.months.some(({ rainMm }) => rainMm !== null);
  const fromMs = monthStart(well.months[0]?.month ?? '01/2026');
  const toMs = monthEnd(well.months.at(-1)?.month ?? '12/2026');
  const trend =
    well.trend === null ? words.noTrend : words.trendOf(words.trend[well.trend], formatWithUnit(well.trendMPerYear, 'm'));
  return (
    <article className={cards.card} aria-label={well.wellName}>
      <div className={cards.head}>
        <Link to="/units/$unitId" params={{ unitId: well.unitId }} search={{ param: 'level' }}>
          {well.wellName}
        </Link>
        <span className={cards.sub}>
          {known?.piezometer ? words.piezometer : words.borewell}
          {known?.depthM == null ? '' : ` · ${words.depth} ${formatWithUnit(known.depthM, 'm')}`} · {trend}
        </span>
      </div>
      <Figures well={well} known={known} />
      <h3>{words.levels}</h3>
      <Loaded of={levels} rows={1} rowHeight="12rem">
        {({ starts = [], values, to, limits, unit }) => (
          <SvgChart
            label={words.chart(well.wellName, words.levels)}
            unit={unit}
            axisName={words.levelUnit}
            lines={[
              {
                name: words.level,
                look: 'line',
                steps: values.map((value, at) => ({
                  fromMs: Date.parse(starts[at] ?? to),
                  toMs: Date.parse(starts[at + 1] ?? to),
                  value,
                })),
              },
            ]}
            limits={[
              ...limits.filter((one) => one.kind === 'high').map(({ value }) => ({ name: words.highLimit, value })),
              ...seasonLines(well),
            ]}
            fromMs={fromMs}
            toMs={toMs}
            hanging
            byDay
            height={200}
          />
        )}
      </Loaded>
      {known?.piezometer ? null : (
        <>
          <h3>{words.abstraction}</h3>
          <SvgChart
            label={words.chart(well.wellName, words.abstraction)}
            unit="KL"
            lines={[
              { name: words.abstraction, look: 'bars', steps: monthSteps(well.months, ({ abstractionKL }) => abstractionKL) },
            ]}
            fromMs={fromMs}
            toMs={toMs}
            byDay
            height={150}
          />
        </>
      )}
      {rain ? (
        <>
          <h3>{words.rain}</h3>
          <SvgChart
            label={words.chart(well.wellName, words.rain)}
            unit="mm"
            lines={[{ name: words.rain, look: 'bars', steps: monthSteps(well.months, ({ rainMm }) => rainMm) }]}
            fromMs={fromMs}
            toMs={toMs}
            byDay
            height={120}
          />
        </>
      ) : null}
    </article>
  );
};
