import type { CustomSeriesOption, LineSeriesOption } from 'echarts/charts';
import { hatch, type Tokens } from '../../../parts/tokens.ts';
import { isEstimated } from '../../../state/slotQuality.ts';
import type { Step } from './lines.ts';

export const middleOf = ({ fromMs, toMs }: Step): number => (fromMs + toMs) / 2;

type RenderItem = Parameters<NonNullable<CustomSeriesOption['renderItem']>>;
type Api = RenderItem[1];
type Plot = { x: number; y: number; width: number; height: number };
/** The area between the axes, which the library's types leave out of what it gives. */
const plotOf = (coordSys: RenderItem[0]['coordSys']): Plot => coordSys as typeof coordSys & Plot;
const edges = (api: Api, { fromMs, toMs }: Pick<Step, 'fromMs' | 'toMs'>): [number, number] => [
  Math.round(api.coord([fromMs, 0])[0] ?? 0),
  Math.round(api.coord([toMs, 0])[0] ?? 0),
];

const diamond = (x: number, y: number, half: number, fill: string) => ({
  type: 'polygon' as const,
  shape: {
    points: [
      [x, y - half],
      [x + half, y],
      [x, y + half],
      [x - half, y],
    ],
  },
  style: { fill },
});

/** Amounts as blocks, joined where they are narrow. Estimates are hatched, what is not over or was cut short is dashed in half tone. */
export const blocks = (steps: readonly Step[], tokens: Tokens, highLimit: number | null): CustomSeriesOption => {
  const hatched = hatch(tokens.bar);
  const known = steps.filter(({ value }) => value !== null);
  return {
    type: 'custom',
    name: 'blocks',
    encode: { x: [0, 1], y: 2 },
    data: known.map(({ fromMs, toMs, value }) => [fromMs, toMs, value ?? 0]),
    clip: true,
    renderItem: ({ dataIndex, coordSys }, api) => {
      const step = known[dataIndex];
      if (step === undefined || step.value === null) return null;
      const plot = plotOf(coordSys);
      const [left, right] = edges(api, step);
      // out of sight
      if (right < plot.x || left > plot.x + plot.width) return null;
      const gap = right - left >= 6 ? Math.max(1, Math.round((right - left) * 0.12)) : 0;
      const [, top = 0] = api.coord([step.fromMs, step.value]);
      const [, zero = 0] = api.coord([step.fromMs, 0]);
      const box = { x: left, y: Math.min(top, zero), width: Math.max(1, right - left - gap), height: Math.abs(zero - top) };
      const open = step.running || step.cut;
      const dashed = { stroke: tokens.text, lineWidth: 1, lineDash: [3, 3] };
      const style = open
        ? { fill: tokens.muted, ...dashed }
        : isEstimated(step.letter)
          ? {
              fill: hatched,
              stroke: tokens.bar,
              lineWidth: right - left > 6 ? 1 : 0,
              ...(step.letter === 'F' ? { lineDash: [3, 3] } : {}),
            }
          : { fill: tokens.bar };
      const children: object[] = [{ type: 'rect' as const, shape: box, style }];
      const [, atLimit = 0] = highLimit === null ? [0, 0] : api.coord([step.fromMs, highLimit]);
      if (highLimit !== null && step.value > highLimit && !open)
        children.push({ type: 'rect' as const, shape: { ...box, height: atLimit - top }, style: { fill: tokens.text } });
      if (step.letter === 'R') children.push(diamond(left + box.width / 2, top, tokens.rem * 0.3, tokens.text));
      return { type: 'group' as const, children } as ReturnType<NonNullable<CustomSeriesOption['renderItem']>>;
    },
  };
};

/** Stretches of steps with no gap between them. */
export const runsOf = (steps: readonly Step[]): Step[][] => {
  const runs: Step[][] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last?.at(-1)?.toMs === step.fromMs) last.push(step);
    else runs.push([step]);
  }
  return runs;
};

/** The lowest and highest of thinned steps, behind their line: an area for each stretch, as a thousand boxes are slow to move. */
export const band = (steps: readonly Step[], tokens: Tokens): CustomSeriesOption => {
  const runs = runsOf(steps.filter(({ low, high }) => low !== null && high !== null && high > low));
  return {
    type: 'custom',
    name: 'band',
    silent: true,
    z: 1,
    encode: { x: [0, 1] },
    data: runs.map((run) => [run[0]?.fromMs ?? 0, run.at(-1)?.toMs ?? 0]),
    clip: true,
    renderItem: ({ dataIndex, coordSys }, api) => {
      const { x, width } = plotOf(coordSys);
      const above: [number, number][] = [];
      const below: [number, number][] = [];
      for (const step of runs[dataIndex] ?? []) {
        const [left, right] = edges(api, step);
        if (right < x || left > x + width) continue;
        const [, low = 0] = api.coord([step.fromMs, step.low ?? 0]);
        const [, high = 0] = api.coord([step.fromMs, step.high ?? 0]);
        above.push([left, high], [right, high]);
        below.push([left, low], [right, low]);
      }
      if (above.length === 0) return null;
      return { type: 'polygon' as const, shape: { points: [...above, ...below.reverse()] }, style: { fill: tokens.range } };
    },
  };
};

export type Pair = [number, number | null];
export const pairs = (steps: readonly Step[], shown: (step: Step, at: number) => boolean): Pair[] =>
  steps.map((step, at) => [middleOf(step), shown(step, at) ? step.value : null]);

/** What it is compared with: thin, as steps where amounts are drawn as blocks. */
export const compared = (steps: readonly Step[], tokens: Tokens, asSteps: boolean): LineSeriesOption => ({
  type: 'line',
  name: 'compared',
  data: asSteps
    ? steps.flatMap(({ fromMs, toMs, value }): Pair[] => [
        [fromMs, value],
        [toMs, value],
      ])
    : pairs(steps, () => true),
  connectNulls: false,
  showSymbol: false,
  silent: true,
  clip: true,
  z: 4,
  lineStyle: { color: tokens.text, width: 1.25 },
});

const dashes = [
  [8, 4],
  [2, 3],
  [12, 3, 2, 3],
  [5, 5],
  [1, 4],
];
/** The strokes of overlaid units, in their order, for the line and its sample. */
export const dashOf = (index: number): number[] => dashes[index % dashes.length] ?? [8, 4];

/** An overlaid unit: distinguished from the others by its dashes and its name at the end, not by a hue. */
export const overlaid = (
  steps: readonly Step[],
  tokens: Tokens,
  { name, index, axis }: { name: string; index: number; axis: 0 | 1 },
): LineSeriesOption[] => {
  const data = pairs(steps, () => true);
  const last = data.findLastIndex(([, value]) => value !== null);
  const common = {
    type: 'line' as const,
    connectNulls: false,
    showSymbol: false,
    silent: true,
    clip: true,
    yAxisIndex: axis,
    data,
  };
  return [
    { ...common, name: `${name} ground`, z: 5, lineStyle: { color: tokens.panel, width: 4.5 } },
    {
      ...common,
      name,
      z: 6,
      lineStyle: { color: tokens.live, width: 2, type: dashOf(index) },
      ...(data[last] === undefined
        ? {}
        : {
            markPoint: {
              symbol: 'circle',
              symbolSize: 1,
              silent: true,
              data: [{ name, coord: [data[last][0], data[last][1] ?? 0] }],
              label: {
                formatter: name,
                position: 'top' as const,
                align: 'right' as const,
                color: tokens.live,
                fontFamily: tokens.fontFamily,
                fontSize: tokens.rem * 0.8125,
                textBorderColor: tokens.panel,
                textBorderWidth: 3,
              },
            },
          }),
    },
  ];
};

export type Ground = { fromMs: number; toMs: number; kind: 'gap' | 'future' };

/** Where the middle of a name goes: at the top, else at the first place below that no limit crosses, whose name is above its line. */
export const freeHeight = (plot: { y: number; height: number }, limitsAt: readonly number[], fontSize: number): number => {
  const [first, last] = [plot.y + fontSize * 1.25, plot.y + plot.height - fontSize * 1.25];
  for (let at = first; at <= last; at += fontSize)
    if (limitsAt.every((limit) => at > limit + fontSize || at < limit - fontSize * 2.5)) return at;
  return first;
};

/** Where upright words are placed: limits that lie far off are named at the top and the bottom. */
const freeMiddle = ({ y, height }: { y: number; height: number }, limitsAt: readonly number[], fontSize: number): number =>
  [0.5, 0.3, 0.7].find((part) => limitsAt.every((limit) => Math.abs(limit - y - height * part) > fontSize * 4)) ?? 0.5;

type GroundLabels = { names: Record<Ground['kind'], string>; limits: readonly number[] };

/** Behind everything: where nothing is known, and where time has not come, each with its name. */
export const grounds = (stretches: readonly Ground[], { names, limits }: GroundLabels, tokens: Tokens): CustomSeriesOption => {
  // made once: the canvas of a hatch costs more than all else of a step of panning
  const hatched = hatch(tokens.border, true);
  return {
    type: 'custom',
    name: 'grounds',
    silent: true,
    z: 0,
    encode: { x: [0, 1] },
    data: stretches.map(({ fromMs, toMs }) => [fromMs, toMs]),
    clip: true,
    renderItem: ({ dataIndex, coordSys }, api) => {
      const stretch = stretches[dataIndex];
      if (stretch === undefined) return null;
      const { x, y, width: wide, height } = plotOf(coordSys);
      const [rawLeft, rawRight] = edges(api, stretch);
      const left = Math.max(x, rawLeft);
      if (rawRight < x || left > x + wide) return null;
      const width = Math.max(stretch.kind === 'gap' ? 2 : 0, Math.min(x + wide, rawRight) - left);
      const fontSize = Math.round(tokens.rem * 0.8125);
      const upright = width < fontSize * 6;
      const limitsAt = limits.map((limit) => api.coord([stretch.fromMs, limit])[1] ?? 0);
      const children: object[] =
        stretch.kind === 'gap'
          ? [
              { type: 'rect', shape: { x: left, y, width, height }, style: { fill: tokens.sunken } },
              { type: 'rect', shape: { x: left, y, width, height }, style: { fill: hatched } },
            ]
          : [
              {
                type: 'line',
                shape: { x1: left, y1: y, x2: left, y2: y + height },
                style: { stroke: tokens.text, lineWidth: 1 },
              },
            ];
      if (width > fontSize * 1.5 && (!upright || height > fontSize * 6))
        children.push({
          type: 'text',
          x: left + width / 2,
          y: upright ? y + height * freeMiddle({ y, height }, limitsAt, fontSize) : freeHeight({ y, height }, limitsAt, fontSize),
          rotation: upright ? Math.PI / 2 : 0,
          style: {
            text: names[stretch.kind],
            fill: tokens.secondary,
            font: `${fontSize}px ${tokens.fontFamily}`,
            align: 'center',
            verticalAlign: 'middle',
          },
        });
      return { type: 'group' as const, children } as ReturnType<NonNullable<CustomSeriesOption['renderItem']>>;
    },
  };
};
