import type { ChartOption } from '../../parts/Chart.tsx';
import { hatch, type Tokens } from '../../parts/tokens.ts';
import { text } from '../../text/en.ts';
import { formatAxis, unitLabel } from '../../text/numbers.ts';
import { gapsOf, type Trend, type TrendPoint } from './trend.ts';

type Marks = { low?: number | null | undefined; high?: number | null | undefined };

export type ChartInput = {
  trend: Trend;
  labels: readonly string[];
  /** Which labels stand below the axis. */
  labelEvery: number;
  nowMs: number;
  showBefore: boolean;
  limits?: Marks;
  tokens: Tokens;
  /** Small: no axis names, fewer lines. */
  compact?: boolean;
};

const valuesWhere = (points: readonly TrendPoint[], takes: (point: TrendPoint) => boolean): (number | null)[] =>
  points.map((point) => (takes(point) ? point.value : null));

const isEstimate = ({ letter }: TrendPoint): boolean => letter === 'E' || letter === 'F';
const isEntered = ({ letter }: TrendPoint): boolean => letter === 'R';

/** Estimates are hatched, entered values carry a marker, and a gap is a gap: shaded, with nothing drawn at 0. */
export const chartOption = (input: ChartInput): ChartOption => {
  const { trend, labels, labelEvery, nowMs, showBefore, limits, tokens, compact = false } = input;
  const { points, shape, unit } = trend;
  const fontSize = Math.round(tokens.rem * 0.75);
  const axisText = { color: tokens.secondary, fontSize, fontFamily: tokens.fontFamily };
  const gaps = gapsOf(points, nowMs).map(([first, last]) => [
    { xAxis: first, name: last - first + 1 >= points.length / 12 ? text.trend.gap : '' },
    { xAxis: last },
  ]);
  const limitLines = [limits?.low, limits?.high].flatMap((at) => (at == null ? [] : [{ yAxis: at }]));
  const many = points.length > 60;

  const main =
    shape === 'bars'
      ? [
          {
            type: 'bar',
            stack: 'value',
            data: valuesWhere(points, (point) => !isEstimate(point)),
            itemStyle: { color: tokens.bar },
            barCategoryGap: many ? '0%' : '28%',
            large: false,
          },
          {
            type: 'bar',
            stack: 'value',
            data: valuesWhere(points, isEstimate),
            itemStyle: { color: hatch(tokens.bar), borderColor: tokens.bar, borderWidth: many ? 0 : 1 },
          },
        ]
      : [
          {
            type: 'line',
            data: valuesWhere(points, (point) => !isEstimate(point)),
            connectNulls: false,
            showSymbol: false,
            lineStyle: { color: tokens.live, width: 2 },
            itemStyle: { color: tokens.live },
          },
          {
            type: 'line',
            data: valuesWhere(points, isEstimate),
            connectNulls: false,
            showSymbol: false,
            lineStyle: { color: tokens.live, width: 2, type: 'dashed' },
            itemStyle: { color: tokens.live },
          },
        ];

  const [first, ...others] = main;
  return {
    animation: false,
    textStyle: { fontFamily: tokens.fontFamily },
    grid: {
      left: tokens.rem * (compact ? 2.75 : 3.5),
      right: tokens.rem * (compact ? 0.25 : 0.5),
      top: tokens.rem * (compact ? 0.5 : 1.75),
      bottom: tokens.rem * 1.75,
    },
    tooltip: {
      trigger: 'axis',
      showContent: false,
      axisPointer: { type: 'line', lineStyle: { color: tokens.text, width: 1, type: 'solid' }, label: { show: false } },
    },
    xAxis: {
      type: 'category',
      data: [...labels],
      axisLine: { lineStyle: { color: tokens.line } },
      axisTick: { show: true, alignWithLabel: shape === 'line', interval: labelEvery - 1, lineStyle: { color: tokens.line } },
      axisLabel: { ...axisText, interval: (index: number) => index % labelEvery === 0, hideOverlap: true },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      name: compact ? '' : unitLabel(unit),
      nameTextStyle: { ...axisText, align: 'right', padding: [0, tokens.rem * 0.5, 0, 0] },
      scale: shape === 'line',
      splitNumber: compact ? 3 : 5,
      axisLabel: { ...axisText, formatter: formatAxis },
      splitLine: { lineStyle: { color: tokens.border, width: 1 } },
    },
    series: [
      {
        ...first,
        markArea: {
          silent: true,
          itemStyle: { color: tokens.sunken, borderColor: tokens.border, borderWidth: 1, borderType: 'dashed' },
          label: { color: tokens.secondary, fontSize, position: 'inside' },
          data: gaps,
        },
        markLine: {
          silent: true,
          symbol: 'none',
          label: { show: false },
          lineStyle: { color: tokens.text, width: 1, type: 'dashed' },
          data: limitLines,
        },
      },
      ...others,
      ...(points.some(isEntered)
        ? [
            {
              type: 'scatter',
              data: valuesWhere(points, isEntered),
              symbol: 'diamond',
              symbolSize: tokens.rem * 0.5,
              itemStyle: { color: tokens.text },
              silent: true,
            },
          ]
        : []),
      ...(showBefore
        ? [
            {
              type: 'line',
              data: points.map(({ before }) => before),
              step: shape === 'bars' ? 'middle' : false,
              connectNulls: false,
              showSymbol: false,
              silent: true,
              lineStyle: { color: shape === 'bars' ? tokens.live : tokens.line, width: many ? 1 : 1.5 },
              z: 3,
            },
          ]
        : []),
    ],
  };
};
