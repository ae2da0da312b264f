import { type Axis, axisFor, type Limit } from '../../../parts/charts/axis.ts';
import { type Tick, timeTicks } from '../../../parts/dates/timeTicks.ts';
import type { Tokens } from '../../../parts/tokens.ts';
import { formatLimit } from '../../../text/limits.ts';
import { formatAxis, unitLabel } from '../../../text/numbers.ts';
import { text } from '../../../text/words.ts';
import { words } from '../words.ts';
import type { ChartOption } from './chartOption.ts';
import { course, outline } from './course.ts';
import { gapsIn, type Step, valuesIn } from './lines.ts';
import { band, blocks, compared, type Ground, grounds, overlaid } from './marks.ts';
import type { Stretch } from './stretch.ts';

export type Overlay = { name: string; unit: string; steps: readonly Step[] };

export type ChartInput = {
  main: readonly Step[];
  unit: string;
  /** Blocks from zero, or a course. */
  amounts: boolean;
  depth: boolean;
  compare: readonly Step[];
  overlays: readonly Overlay[];
  limits: readonly Limit[];
  fromMs: number;
  toMs: number;
  /** The stretch that is looked at: the value axis is made for it. */
  seenFromMs: number;
  seenToMs: number;
  settledMs: number;
  nowMs: number;
  /** Per how much an amount is: "per 5 minutes". */
  per: string;
  tokens: Tokens;
  narrow: boolean;
};

/** Pixels left and right of the plot; the lanes above it keep the same. */
export const sides = (rem: number, narrow: boolean, second: boolean): { left: number; right: number } => ({
  left: rem * (narrow ? 3 : 4),
  right: rem * (second ? (narrow ? 3 : 4) : 1.375),
});

/** Units that fit on the left axis are those of the main line; the first other one has the right axis. */
export const secondUnit = ({ unit, overlays }: Pick<ChartInput, 'unit' | 'overlays'>): string | null =>
  overlays.find((one) => one.unit !== unit)?.unit ?? null;

/** Those of a stretch and of as much before and after it, so that moving it needs no others. */
export const ticksAround = ([fromMs, toMs]: Stretch, timezone: string, widthPx: number, byDay: boolean): Tick[] =>
  timeTicks(fromMs, toMs, { timezone, most: Math.max(3, Math.floor(widthPx / 80)), byDay, beyondMs: toMs - fromMs });

/** The ticks as an x axis reads them, which draws those that are in sight. */
export const xTicks = (ticks: readonly Tick[]) => {
  const labels = new Map(ticks.map(({ ms, label }) => [ms, label]));
  const customValues = ticks.map(({ ms }) => ms);
  return {
    axisTick: { customValues },
    axisLabel: { customValues, formatter: (ms: number) => labels.get(ms) ?? '' },
  };
};

const limitName = ({ kind }: Limit): string => words.limitOf[kind];
const axisName = (unit: string, { amounts, depth, per }: ChartInput): string =>
  depth ? words.belowGround : `${unitLabel(unit)}${amounts ? ` ${per}` : ''}`;

const limitLines = (input: ChartInput, fontSize: number) => ({
  silent: true,
  symbol: 'none',
  lineStyle: { color: input.tokens.text, width: 1, type: [2, 3] },
  data: input.limits.map((limit) => ({
    yAxis: limit.value,
    label: {
      formatter: `${limitName(limit)} ${formatLimit(limit.value, input.unit)} ${unitLabel(input.unit)}`,
      position: 'insideEndTop' as const,
      color: input.tokens.text,
      fontFamily: input.tokens.fontFamily,
      fontSize,
    },
  })),
});

const stretches = ({ main, settledMs, nowMs, toMs, fromMs }: ChartInput): Ground[] => [
  ...gapsIn(main, settledMs).map((gap) => ({ ...gap, kind: 'gap' as const })),
  ...(nowMs < toMs && nowMs > fromMs ? [{ fromMs: nowMs, toMs, kind: 'future' as const }] : []),
];

/** The chart of a range, and the limits that are outside of it, each with the side of the plot that it is behind. */
export const trendOption = (input: ChartInput): { option: ChartOption; outside: (Limit & { side: 'above' | 'below' })[] } => {
  const { main, unit, amounts, depth, compare, overlays, limits, tokens, narrow, fromMs, toMs } = input;
  const fontSize = Math.round(tokens.rem * 0.8125);
  const axisText = { color: tokens.secondary, fontSize, fontFamily: tokens.fontFamily };
  const second = secondUnit(input);
  const onLeft = overlays.filter((one) => one.unit === unit);
  const onRight = overlays.filter((one) => one.unit === second && second !== unit);
  // the lowest and highest of amounts are of their slots, not of what is drawn
  const seen = (steps: readonly Step[]): Step[] =>
    steps.filter((one) => one.toMs > input.seenFromMs && one.fromMs < input.seenToMs);
  const flat = (steps: readonly Step[]): Step[] => seen(steps).map((step) => ({ ...step, low: null, high: null }));
  const left = axisFor(
    valuesIn([amounts ? flat(main) : seen(main), flat(compare), ...onLeft.map(({ steps }) => flat(steps))]),
    limits,
    {
      fromZero: amounts,
    },
  );
  const lines = Math.round((left.max - left.min) / left.interval);
  const right = axisFor(valuesIn(onRight.map(({ steps }) => flat(steps))), [], { fromZero: true, intervals: lines });
  const splitLine = { lineStyle: { color: tokens.border, width: 1 } };
  const nameText = { ...axisText, align: 'left' as const, padding: [0, 0, 0, -sides(tokens.rem, narrow, false).left + 4] };
  const value = ({ min, max, interval }: Axis) => ({
    ...{ type: 'value' as const, min, max, interval, nameTextStyle: nameText },
    axisLabel: { ...axisText, formatter: (at: number) => formatAxis(at, interval) },
  });
  const high = limits.find(({ kind }) => kind === 'high')?.value ?? null;
  const drawn = amounts
    ? [blocks(main, tokens, high)]
    : [...(main.some(({ low }) => low !== null) ? [band(main, tokens)] : []), ...course(main, tokens)];
  const [first, ...others] = drawn;
  return {
    outside: left.outside.map((limit) => ({ ...limit, side: limit.value > left.max === depth ? 'below' : 'above' })),
    option: {
      animation: false,
      textStyle: { fontFamily: tokens.fontFamily },
      // the lanes above the plot keep the same sides; making room for labels anew took a seventh of each step of panning
      grid: {
        ...sides(tokens.rem, narrow, second !== null),
        top: tokens.rem * 1.75,
        bottom: tokens.rem * 4,
        outerBoundsMode: 'none',
      },
      xAxis: {
        type: 'value',
        min: fromMs,
        max: toMs,
        axisLine: { lineStyle: { color: tokens.line }, onZero: false },
        position: 'bottom',
        axisTick: { lineStyle: { color: tokens.line } },
        axisLabel: { ...axisText, hideOverlap: true, showMinLabel: true, showMaxLabel: true },
        splitLine: { show: false },
      },
      yAxis: [
        {
          ...value(left),
          name: axisName(unit, input),
          nameLocation: depth ? 'start' : 'end',
          inverse: depth,
          splitLine,
        },
        ...(second === null
          ? []
          : [
              {
                ...value(right),
                name: unitLabel(second),
                nameTextStyle: { ...axisText, align: 'right' as const },
                splitLine: { show: false },
              },
            ]),
      ],
      dataZoom: [
        {
          type: 'slider',
          filterMode: 'none',
          height: tokens.rem * 1.5,
          bottom: tokens.rem * 0.25,
          brushSelect: false,
          showDetail: false,
          minValueSpan: 900_000,
          borderColor: tokens.border,
          fillerColor: `${tokens.live}22`,
          handleStyle: { color: tokens.panel, borderColor: tokens.line },
          moveHandleStyle: { color: tokens.line },
          dataBackground: { lineStyle: { color: tokens.line, width: 1 }, areaStyle: { color: tokens.range, opacity: 1 } },
          selectedDataBackground: { lineStyle: { color: tokens.live, width: 1 }, areaStyle: { color: tokens.range, opacity: 1 } },
        },
      ],
      series: [
        // not drawn itself: the slider below takes its outline from the first line
        outline(main, text.nav.units),
        ...(first === undefined
          ? []
          : [
              {
                ...first,
                markLine: limitLines({ ...input, limits: limits.filter((one) => !left.outside.includes(one)) }, fontSize),
              },
            ]),
        ...others,
        grounds(
          stretches(input),
          { names: { gap: words.trend.gap, future: words.trend.toCome }, limits: limits.map((limit) => limit.value) },
          tokens,
        ),
        ...(compare.length === 0 ? [] : [compared(compare, tokens, amounts)]),
        ...overlays.flatMap((one, index) =>
          one.unit === unit || one.unit === second
            ? overlaid(one.steps, tokens, { name: one.name, index, axis: one.unit === unit ? 0 : 1 })
            : [],
        ),
      ] as never,
    },
  };
};
