import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, useId, useState } from 'react';
import { useOfNow } from '../../state/now.ts';
import { useProfile, useServices } from '../../state/services.ts';
import { formatLimit } from '../../text/limits.ts';
import { formatAxis, formatWithUnit, unitLabel } from '../../text/numbers.ts';
import { clockTime, dateOf, longDate, shortDate } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { timeTicks } from '../dates/timeTicks.ts';
import { axisFor } from './axis.ts';
import { labelPx as labelLine, labelPlaces } from './limitLabels.ts';
import { type LinePaths, linePaths } from './linePaths.ts';
import styles from './SvgChart.module.css';

export type ChartStep = { fromMs: number; toMs: number; value: number | null; out?: boolean; estimated?: boolean };
export type ChartLine = { name: string; look: 'bars' | 'line' | 'thin' | 'dashed'; steps: readonly ChartStep[] };
export type ChartLimit = { name: string; value: number };

type Props = {
  label: string;
  unit: string;
  /** In place of the unit's own name on the axis: m below ground. */
  axisName?: string;
  lines: readonly ChartLine[];
  limits?: readonly ChartLimit[];
  /** Stretches without a verdict, hatched. */
  shaded?: readonly { fromMs: number; toMs: number }[];
  fromMs: number;
  toMs: number;
  /** Larger values hang lower: metres below ground. */
  hanging?: boolean;
  byDay?: boolean;
  height?: number;
};

const side = { left: 56, right: 8, top: 28, bottom: 22 };
const labelPx = 44;
const usualLetterPx = 16;

const pathsOf = (steps: readonly ChartStep[], x: (ms: number) => number, y: (value: number) => number): LinePaths =>
  linePaths(
    steps.map(({ fromMs, toMs, value, estimated }) => ({
      x: x((fromMs + toMs) / 2),
      y: value === null ? 0 : y(value),
      letter: value === null ? 'M' : estimated ? 'E' : 'G',
    })),
  );

/** A value of the readout; an estimate never reads as measured. */
const saidOf = (step: ChartStep | undefined, unit: string): string =>
  `${formatWithUnit(step?.value, unit)}${step?.estimated && step.value !== null ? ` (${text.quality.F})` : ''}`;

type LineProps = { line: ChartLine; x: (ms: number) => number; y: (value: number) => number };

const Line = ({ line: { look, steps }, x, y }: LineProps) => {
  const { measured, estimated } = pathsOf(steps, x, y);
  return (
    <g>
      <path d={measured} className={styles.line} data-look={look} />
      <path d={estimated} className={styles.line} data-look={look} data-estimated />
      {steps.map(({ fromMs, toMs, value, out }) =>
        value !== null && out ? (
          <circle key={fromMs} cx={x((fromMs + toMs) / 2)} cy={y(value)} r="3" className={styles.out} />
        ) : null,
      )}
    </g>
  );
};

/** A small chart of one page's figures with its limits; arrow keys and the pointer read its steps. Its numbers are in the page's table. */
export const SvgChart = ({
  label,
  unit,
  axisName,
  lines,
  limits = [],
  shaded = [],
  fromMs,
  toMs,
  hanging = false,
  byDay = false,
  height = 180,
}: Props) => {
  const { timezone } = useProfile();
  const { clock } = useServices();
  const { ref, width: shownPx } = useElementSize<HTMLDivElement>();
  // drawn for letters of the usual size and enlarged with them, so that none is cut or lies over another
  const enlarged = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / usualLetterPx;
  const width = shownPx / enlarged;
  const [at, setAt] = useState<number | null>(null);
  const pattern = useId();
  const bars = lines.some(({ look }) => look === 'bars');
  const values = lines.flatMap(({ steps }) => steps.flatMap(({ value }) => (value === null ? [] : [value])));
  const axis = axisFor(
    values,
    limits.map(({ value }) => ({ kind: 'high', value })),
    { fromZero: bars && !hanging },
  );
  const plot = { width: Math.max(1, width - side.left - side.right), height: height - side.top - side.bottom };
  const x = (ms: number): number => side.left + ((ms - fromMs) / (toMs - fromMs)) * plot.width;
  const part = (value: number): number => (value - axis.min) / (axis.max - axis.min);
  const y = (value: number): number => side.top + (hanging ? part(value) : 1 - part(value)) * plot.height;
  const rows = Array.from(
    { length: Math.round((axis.max - axis.min) / axis.interval) + 1 },
    (_, row) => axis.min + row * axis.interval,
  );
  const [main] = lines;
  const steps = main?.steps ?? [];
  const step = at === null ? undefined : steps[at];
  // what it holds is no whole step: it must not look as if less was used
  const runsSinceMs = useOfNow(clock, (nowMs) => steps.find((one) => one.fromMs <= nowMs && nowMs < one.toMs)?.fromMs ?? -1);
  const soFar = bars && step !== undefined && step.fromMs === runsSinceMs && step.value !== null ? `, ${text.soFar}` : '';
  const read = (index: number) => setAt(Math.max(0, Math.min(steps.length - 1, index)));
  const press = (event: KeyboardEvent) => {
    const last = steps.findLastIndex(({ value }) => value !== null);
    const to = { ArrowRight: (at ?? -1) + 1, ArrowLeft: at === null ? last : at - 1, Home: 0, End: steps.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    read(to);
  };
  const far = limits.filter(({ value }) => axis.outside.some((one) => one.value === value));
  const isAbove = (value: number): boolean => value > axis.max !== hanging;
  const places = labelPlaces(
    limits.map((limit) => (!far.includes(limit) ? y(limit.value) - 4 : isAbove(limit.value) ? 0 : height)),
    { top: labelLine, bottom: height - side.bottom - 4 },
  );
  const name = ({ fromMs: from, toMs: to }: ChartStep): string =>
    byDay
      ? longDate(dateOf(from, timezone))
      : `${shortDate(dateOf(from, timezone))}, ${clockTime(from, timezone)} – ${clockTime(to, timezone)}`;
  return (
    <div ref={ref} className={styles.chart}>
      <p className={styles.readout} aria-live="polite">
        {step === undefined
          ? ''
          : `${name(step)}: ${lines
              .map((line) => `${lines.length > 1 ? `${line.name} ` : ''}${saidOf(line.steps[at ?? 0], unit)}`)
              .join(', ')}${soFar}`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the chart step by step */}
      <div role="application" aria-label={label} tabIndex={0} onKeyDown={press} onBlur={() => setAt(null)}>
        <svg
          width={shownPx}
          height={height * enlarged}
          viewBox={`0 0 ${Math.max(1, width)} ${height}`}
          aria-hidden="true"
          onPointerMove={({ clientX, currentTarget }) => {
            const ms =
              fromMs +
              (((clientX - currentTarget.getBoundingClientRect().left) / enlarged - side.left) / plot.width) * (toMs - fromMs);
            const index = steps.findIndex((one) => one.fromMs <= ms && one.toMs > ms);
            setAt(index < 0 ? null : index);
          }}
          onPointerLeave={() => setAt(null)}
        >
          <defs>
            <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <path d="M0 0v6" className={styles.hatch} />
            </pattern>
          </defs>
          {rows.map((value) => (
            <g key={value}>
              <path d={`M${side.left} ${y(value)}h${plot.width}`} className={styles.grid} />
              <text x={side.left - 6} y={y(value) + 4} textAnchor="end" className={styles.text}>
                {formatAxis(Number(value.toPrecision(10)), axis.interval)}
              </text>
            </g>
          ))}
          <text x={4} y={12} className={styles.text}>
            {axisName ?? unitLabel(unit)}
          </text>
          {shaded.map((one) => (
            <rect
              key={one.fromMs}
              x={x(one.fromMs)}
              y={side.top}
              width={Math.max(1, x(one.toMs) - x(one.fromMs))}
              height={plot.height}
              fill={`url(#${pattern})`}
            />
          ))}
          {lines.map(({ name: key, look, steps: own }) =>
            look === 'bars' ? (
              <g key={key}>
                {own.map(({ fromMs: from, toMs: to, value, out, estimated }) =>
                  value === null ? null : (
                    <rect
                      key={from}
                      className={styles.bar}
                      data-out={out || undefined}
                      data-estimated={estimated || undefined}
                      data-running={from === runsSinceMs || undefined}
                      x={x(from) + (x(to) - x(from)) * 0.08}
                      width={Math.max(1, (x(to) - x(from)) * 0.84)}
                      y={Math.min(y(value), y(Math.max(0, axis.min)))}
                      height={Math.abs(y(Math.max(0, axis.min)) - y(value))}
                    />
                  ),
                )}
              </g>
            ) : (
              <Line key={key} line={{ name: key, look, steps: own }} x={x} y={y} />
            ),
          )}
          {limits.map((limit, index) => {
            const { name: key, value } = limit;
            const isFar = far.includes(limit);
            return (
              <g key={key}>
                {isFar ? null : <path d={`M${side.left} ${y(value)}h${plot.width}`} className={styles.limit} />}
                <text x={width - side.right} y={places[index]} textAnchor="end" className={styles.label}>
                  {isFar ? (isAbove(value) ? '↑ ' : '↓ ') : ''}
                  {key} {`${formatLimit(value, unit)} ${unitLabel(unit)}`.trim()}
                </text>
              </g>
            );
          })}
          {timeTicks(fromMs, toMs, { timezone, most: Math.max(2, Math.floor(plot.width / 70)), byDay })
            .filter(({ ms }, index, all) => index === 0 || x(ms) - x(all[index - 1]?.ms ?? 0) > labelPx || index % 2 === 0)
            .map(({ ms, label: tick }) => (
              <text
                key={ms}
                x={Math.min(x(ms), width - 2)}
                y={height - 6}
                textAnchor={x(ms) > width - labelPx / 2 ? 'end' : 'middle'}
                className={styles.text}
              >
                {tick}
              </text>
            ))}
          {step === undefined ? null : (
            <path d={`M${x((step.fromMs + step.toMs) / 2)} ${side.top}v${plot.height}`} className={styles.cross} />
          )}
        </svg>
      </div>
    </div>
  );
};
