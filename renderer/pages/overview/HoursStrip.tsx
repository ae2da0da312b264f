import { memo } from 'react';
import { HOUR_MS } from '../../../server/contract/model/common.ts';
import { type HourFigures, type OverviewHours, overviewHours } from '../../../server/contract/plant/overview.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { AsOf } from '../../parts/figures/AsOf.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { usePast } from '../../state/past.tsx';
import { useProfile } from '../../state/services.ts';
import { isEstimated, letterAt } from '../../state/slotQuality.ts';
import { formatAxis, formatWithUnit, unitLabel } from '../../text/numbers.ts';
import { clockTime } from '../../text/times.ts';
import styles from './HoursStrip.module.css';
import { type HourScale, hourScale, stepsOf } from './hourScale.ts';
import { words } from './words.ts';

type Span = 'third' | 'whole';
type ChartProps = { title: string; note: string; figures: HourFigures; hours: OverviewHours; line?: boolean; span: Span };

/** Hours whose time is written: more where there is room. */
const hoursNamed = { third: [0, 4, 8, 12, 16, 20], whole: [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22] } as const;

const Band = ({ figures, scale }: { figures: HourFigures; scale: HourScale }) => (
  <path className={styles.band} d={stepsOf(figures.low, figures.high, scale)} />
);

const Bars = ({ figures: { values, quality }, scale }: { figures: HourFigures; scale: HourScale }) =>
  values.map((value, at) => {
    if (value === null) return null;
    const last = at === values.length - 1;
    const [top, zero] = [scale.y(value), scale.y(0)];
    return (
      <rect
        key={scale.x(at)}
        className={styles.bar}
        data-estimated={isEstimated(letterAt(quality, at)) || undefined}
        data-running={last || undefined}
        x={scale.x(at) + 0.15 * scale.step}
        width={0.7 * scale.step}
        y={Math.min(top, zero)}
        height={Math.max(0.5, Math.abs(zero - top))}
      />
    );
  });

const Line = ({ figures: { values }, scale }: { figures: HourFigures; scale: HourScale }) => {
  const points = values.flatMap((value, at) => (value === null ? [] : [[scale.x(at) + scale.step, scale.y(value)] as const]));
  const last = points.at(-1);
  return (
    <>
      <polyline className={styles.line} points={points.map((point) => point.join(',')).join(' ')} />
      {last === undefined ? null : <circle className={styles.now} cx={last[0]} cy={last[1]} r="4" />}
    </>
  );
};

/** At either end the name of the shift's start is within the picture. */
const anchorOf = (shiftAt: number): 'start' | 'middle' | 'end' => (shiftAt < 3 ? 'start' : shiftAt > 21 ? 'end' : 'middle');

/** Hours between the name of the shift's start and that of another hour: more where one of them is beside its place, not over it. */
const roomOf = (hour: number, shiftAt: number, span: Span): number =>
  (hour === 0 || anchorOf(shiftAt) !== 'middle' ? 5.5 : 3.5) / (span === 'whole' ? 2 : 1);

/** 24 hours as bars or a line on the band of the weekday; no picture library, so that the first page loads light. */
const HourChart = ({ title, note, figures, hours, line = false, span }: ChartProps) => {
  const { timezone } = useProfile();
  const scale = hourScale(figures, line, span);
  const fromMs = Date.parse(hours.from);
  const time = (at: number) => clockTime(fromMs + at * HOUR_MS, timezone);
  const shiftAt = hours.shiftStart === null ? null : (Date.parse(hours.shiftStart) - fromMs) / HOUR_MS;
  return (
    <figure className={styles.chart}>
      <figcaption>
        <h2>{title}</h2>
        <span>{note}</span>
      </figcaption>
      <svg viewBox={`0 0 ${scale.width} ${scale.height}`} role="img" aria-label={`${words.trendLabel(title)}. ${note}`}>
        {scale.marks.map((mark) => (
          <g key={mark}>
            <line className={styles.grid} x1={scale.left} x2={scale.width} y1={scale.y(mark)} y2={scale.y(mark)} />
            <text className={styles.axis} x={scale.left - 6} y={scale.y(mark) + 4} textAnchor="end">
              {formatAxis(mark, scale.markStep)}
            </text>
          </g>
        ))}
        <Band figures={figures} scale={scale} />
        {line ? <Line figures={figures} scale={scale} /> : <Bars figures={figures} scale={scale} />}
        {shiftAt === null ? null : (
          <line className={styles.shift} x1={scale.x(shiftAt)} x2={scale.x(shiftAt)} y1="0" y2={scale.bottom} />
        )}
        {hoursNamed[span].map((at) =>
          shiftAt !== null && Math.abs(at - shiftAt) < roomOf(at, shiftAt, span) ? null : (
            <text
              key={at}
              className={styles.axis}
              data-wide={
                at % 8 !== 0 || (shiftAt !== null && Math.abs(at - shiftAt) < roomOf(at, shiftAt, span) + 2) || undefined
              }
              x={scale.x(at)}
              y={scale.height - 3}
              textAnchor={at === 0 ? 'start' : 'middle'}
            >
              {time(at)}
            </text>
          ),
        )}
        {shiftAt === null ? null : (
          <text className={styles.axis} data-shift x={scale.x(shiftAt)} y={scale.height - 3} textAnchor={anchorOf(shiftAt)}>
            {words.shift(time(shiftAt))}
          </text>
        )}
      </svg>
    </figure>
  );
};

/** The last 24 hours: intake, use and stock, each on the band of the weekday. */
export const HoursStrip = memo(({ tanks, span = 'third' }: { tanks: number; span?: Span }) => {
  const past = usePast();
  const hours = useEndpoint(overviewHours, {}, { everyMs: 60_000, enabled: past === null });
  const { timezone } = useProfile();
  const lastWhole = (data: OverviewHours, { values, unit }: HourFigures): string => {
    const at = values.length - 2;
    const from = Date.parse(data.from) + at * HOUR_MS;
    return words.trendLast(clockTime(from, timezone), clockTime(from + HOUR_MS, timezone), formatWithUnit(values[at], unit));
  };
  return (
    <section className={styles.strip} aria-label={words.trend}>
      <Loaded of={past === null ? hours : { ...hours, data: past.hours, error: null }} rows={1} rowHeight="9rem">
        {(data) => (
          <>
            <HourChart
              title={words.trendTitle(words.kpi.intake, unitLabel(data.intake.unit))}
              note={lastWhole(data, data.intake)}
              figures={data.intake}
              hours={data}
              span={span}
            />
            <HourChart
              title={words.trendTitle(words.kpi.consumption, unitLabel(data.consumption.unit))}
              note={lastWhole(data, data.consumption)}
              figures={data.consumption}
              hours={data}
              span={span}
            />
            <HourChart
              title={words.stockTitle(unitLabel(data.stock.unit), tanks)}
              note={[
                data.rainMm === null ? '' : words.rain(formatWithUnit(data.rainMm, 'mm')),
                words.trendNow(formatWithUnit(data.stock.values.at(-1) ?? data.stock.values.at(-2), data.stock.unit)),
              ]
                .filter((part) => part !== '')
                .join(' · ')}
              figures={data.stock}
              hours={data}
              span={span}
              line
            />
          </>
        )}
      </Loaded>
      {past === null ? <AsOf of={hours.fresh} /> : null}
    </section>
  );
});
