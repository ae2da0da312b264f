import type { ChartOption } from '../../parts/Chart.tsx';
import type { Tokens } from '../../parts/tokens.ts';
import { formatAxis, unitLabel } from '../../text/numbers.ts';
import { barSeries, beforeSeries, gapSeries, lineSeries } from './chartMarks.ts';
import { gapsOf, type Trend } from './trend.ts';
import { words } from './words.ts';

export type ChartInput = {
  trend: Trend;
  labels: readonly string[];
  /** Of how many steps one is labelled below the axis. */
  labelEvery: number;
  nowMs: number;
  showBefore: boolean;
  limits?: { low: number | null; high: number | null };
  tokens: Tokens;
  /** One of several beside each other: no name on the axis, fewer lines. */
  compact?: boolean;
};

/** The whole chart; a gap is shaded and named, with nothing drawn at 0. */
export const chartOption = (input: ChartInput): ChartOption => {
  const { trend, labels, labelEvery, nowMs, showBefore, limits, tokens, compact = false } = input;
  const { points, shape, unit, grain } = trend;
  const bars = shape === 'bars';
  const fontSize = Math.round(tokens.rem * 0.75);
  const axisText = { color: tokens.secondary, fontSize, fontFamily: tokens.fontFamily };
  const gaps = gapsOf(points, nowMs);
  const limitLines = [limits?.low, limits?.high].flatMap((at) => (at == null ? [] : [{ yAxis: at }]));
  const [main, ...others] = bars ? [barSeries(points, tokens)] : lineSeries(points, tokens);

  return {
    animation: false,
    textStyle: { fontFamily: tokens.fontFamily },
    grid: {
      left: tokens.rem * (compact ? 2.75 : 3.5),
      right: tokens.rem * 0.5,
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
      axisLine: { lineStyle: { color: tokens.line }, onZero: false },
      axisTick: { alignWithLabel: true, interval: labelEvery - 1, lineStyle: { color: tokens.line } },
      axisLabel: { ...axisText, interval: (index: number) => index % labelEvery === 0, hideOverlap: true },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      name: compact ? '' : `${unitLabel(unit)} ${bars ? words.trend.per[grain] : ''}`,
      nameTextStyle: { ...axisText, align: 'left', padding: [0, 0, 0, -tokens.rem * 3] },
      scale: !bars,
      splitNumber: compact ? 3 : 5,
      axisLabel: { ...axisText, formatter: formatAxis },
      splitLine: { lineStyle: { color: tokens.border, width: 1 } },
    },
    series: [
      {
        ...main,
        markLine: {
          silent: true,
          symbol: 'none',
          label: { show: false },
          lineStyle: { color: tokens.text, width: 1, type: 'dashed' },
          data: limitLines,
        },
      },
      ...others,
      gapSeries(gaps, words.trend.gap, tokens, fontSize),
      ...(showBefore ? [beforeSeries(points, bars, tokens)] : []),
    ],
  };
};
