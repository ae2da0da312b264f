import type { CustomSeriesOption, LineSeriesOption } from 'echarts/charts';
import { hatch, type Tokens } from '../../parts/tokens.ts';
import type { TrendPoint } from './trend.ts';

const isEstimate = (point: TrendPoint | undefined): boolean => point?.letter === 'E' || point?.letter === 'F';

/**
 * Steps as blocks on whole pixels, so that 288 of them make an even surface. Estimates are hatched, an entered value
 * carries a diamond, and where there is no value nothing is drawn.
 */
export const barSeries = (points: readonly TrendPoint[], tokens: Tokens): CustomSeriesOption => {
  const hatched = hatch(tokens.bar);
  const close = points.length > 60;
  return {
    type: 'custom',
    encode: { x: 0, y: 1 },
    data: points.map(({ value }, index) => [index, value ?? Number.NaN]),
    renderItem: ({ dataIndex }, api) => {
      const point = points[dataIndex];
      if (point === undefined || point.value === null) return null;
      const [middle = 0, top = 0] = api.coord([dataIndex, point.value]);
      const [, zero = 0] = api.coord([dataIndex, 0]);
      const size = api.size?.([1, 0]);
      const band = Array.isArray(size) ? (size[0] ?? 0) : (size ?? 0);
      const inset = close ? 0 : band * 0.14;
      const left = Math.round(middle - band / 2 + inset);
      const right = Math.round(middle + band / 2 - inset);
      const estimate = isEstimate(point);
      const block = {
        type: 'rect' as const,
        shape: { x: left, y: Math.min(top, zero), width: Math.max(1, right - left), height: Math.abs(zero - top) },
        style: estimate ? { fill: hatched, ...(close ? {} : { stroke: tokens.bar, lineWidth: 1 }) } : { fill: tokens.bar },
      };
      if (point.letter !== 'R') return block;
      const half = tokens.rem * 0.25;
      const diamond = {
        type: 'polygon' as const,
        shape: {
          points: [
            [middle, top - half],
            [middle + half, top],
            [middle, top + half],
            [middle - half, top],
          ],
        },
        style: { fill: tokens.text },
      };
      return { type: 'group' as const, children: [block, diamond] };
    },
  };
};

/** The measured course as a line, its estimated parts dashed; a value between two gaps is a dot, an entered one a diamond. */
export const lineSeries = (points: readonly TrendPoint[], tokens: Tokens): LineSeriesOption[] => {
  const alone = (index: number): boolean =>
    (points[index - 1]?.value ?? null) === null && (points[index + 1]?.value ?? null) === null;
  const look = { color: tokens.live, width: 2 };
  const common = { type: 'line' as const, connectNulls: false, itemStyle: { color: tokens.live } };
  return [
    {
      ...common,
      data: points.map((point) => (isEstimate(point) ? null : point.value)),
      lineStyle: look,
      showSymbol: true,
      showAllSymbol: true,
      symbol: (_value: unknown, { dataIndex }: { dataIndex: number }) =>
        points[dataIndex]?.letter === 'R' ? 'diamond' : alone(dataIndex) ? 'circle' : 'none',
      symbolSize: tokens.rem * 0.375,
    },
    {
      ...common,
      // with the measured neighbours, so that the line does not break where the estimate begins
      data: points.map((point, index) =>
        isEstimate(point) || isEstimate(points[index - 1]) || isEstimate(points[index + 1]) ? point.value : null,
      ),
      lineStyle: { ...look, type: 'dashed' },
      showSymbol: false,
    },
  ];
};

/** The like steps of the period before, thin, behind nothing. */
export const beforeSeries = (points: readonly TrendPoint[], steps: boolean, tokens: Tokens): LineSeriesOption => ({
  type: 'line',
  data: points.map(({ before }) => before),
  step: steps ? 'middle' : false,
  connectNulls: false,
  showSymbol: false,
  silent: true,
  lineStyle: { color: steps ? tokens.text : tokens.line, width: points.length > 60 ? 1 : 1.5 },
  z: 3,
});

/** Steps without data: the whole height shaded and, where there is room, named. */
export const gapSeries = (
  gaps: readonly [number, number][],
  name: string,
  tokens: Tokens,
  fontSize: number,
): CustomSeriesOption => ({
  type: 'custom',
  encode: { x: [0, 1] },
  data: gaps.map(([first, last]) => [first, last]),
  silent: true,
  z: 0,
  renderItem: ({ dataIndex, coordSys }, api) => {
    const gap = gaps[dataIndex];
    if (gap === undefined) return null;
    const { y, height } = coordSys as unknown as { y: number; height: number };
    const [first = 0] = api.coord([gap[0], 0]);
    const [last = 0] = api.coord([gap[1], 0]);
    const size = api.size?.([1, 0]);
    const band = Array.isArray(size) ? (size[0] ?? 0) : (size ?? 0);
    const left = Math.round(first - band / 2);
    const width = Math.max(2, Math.round(last + band / 2) - left);
    const area = {
      type: 'rect' as const,
      shape: { x: left + 0.5, y: y + 0.5, width: width - 1, height: height - 1 },
      style: { fill: tokens.sunken, stroke: tokens.line, lineDash: [3, 3], lineWidth: 1 },
    };
    if (width < fontSize * 5) return area;
    const label = {
      type: 'text' as const,
      style: {
        text: name,
        x: left + width / 2,
        y: y + height / 2,
        fill: tokens.secondary,
        fontSize,
        fontFamily: tokens.fontFamily,
        align: 'center' as const,
        verticalAlign: 'middle' as const,
      },
    };
    return { type: 'group' as const, children: [area, label] };
  },
});
