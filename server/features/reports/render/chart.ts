import type { ChartSection } from '../model.ts';
import { alarmColour, type Drawing, ink, type Point, type Shape, seriesColours } from './drawing.ts';
import { numberText } from './numbers.ts';

const LABEL_SIZE = 7;
const margin = { top: 18, right: 12, bottom: 24, left: 46 };
const MOST_LABELS = 16;
/** Of a letter, in parts of its size: an estimate, as a figure knows no font. */
const LETTER_WIDTH = 0.56;
const LABEL_SPACE = 8;
const TICKS = 4;

/** Steps of 1, 2 or 5 times a power of ten. */
const niceStep = (span: number): number => {
  const raw = span / TICKS;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 5, 10].find((one) => raw <= one * power) ?? 10;
  return factor * power;
};

type Scale = { low: number; high: number; step: number };

const scaleOf = ({ series, limits = [], form }: ChartSection): Scale => {
  const values = [
    ...series.flatMap((one) => one.values.filter((value) => value !== null)),
    ...limits.map(({ value }) => value),
    ...(form === 'bars' ? [0] : []),
  ];
  if (values.length === 0) return { low: 0, high: 1, step: 0.5 };
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const step = niceStep(most > least ? most - least : Math.abs(most) || 1);
  const low = Math.floor(least / step) * step;
  return { low, high: Math.max(low + step, Math.ceil(most / step) * step), step };
};

/** Decimal places that distinguish the ticks. */
const tickDecimals = (step: number): number => Math.max(0, Math.min(4, -Math.floor(Math.log10(step))));

/** A chart of a report: bars or lines with its axes, limits and names; gaps stay gaps. */
export const chartDrawing = (section: ChartSection, width: number, height: number): Drawing => {
  const scale = scaleOf(section);
  const right = width - margin.right;
  const bottom = height - margin.bottom;
  const x = (place: number): number => margin.left + ((right - margin.left) * place) / Math.max(1, section.labels.length);
  const y = (value: number): number => {
    const part = (value - scale.low) / (scale.high - scale.low);
    return section.isReversed ? margin.top + part * (bottom - margin.top) : bottom - part * (bottom - margin.top);
  };
  const shapes: Shape[] = [...gridOf(section, scale, { left: margin.left, right }, y), ...labelsOf(section, x, bottom)];
  for (const [index, series] of section.series.entries()) {
    const colour = seriesColours[index % seriesColours.length] ?? ink.text;
    shapes.push(...(section.form === 'bars' ? barsOf(section, { index, colour }, x, y) : linesOf(series.values, colour, x, y)));
  }
  for (const { name, value } of section.limits ?? []) {
    shapes.push({
      kind: 'line',
      from: [margin.left, y(value)],
      to: [right, y(value)],
      stroke: alarmColour,
      width: 0.8,
      isDashed: true,
    });
    shapes.push({
      kind: 'text',
      at: [margin.left + 3, y(value) - 2.5],
      text: name,
      size: LABEL_SIZE,
      fill: alarmColour,
      anchor: 'start',
    });
  }
  return { width, height, title: section.title, shapes: [...shapes, ...legendOf(section, right)] };
};

const gridOf = (
  section: ChartSection,
  { low, high, step }: Scale,
  { left, right }: { left: number; right: number },
  y: (value: number) => number,
): Shape[] => {
  const shapes: Shape[] = [{ kind: 'text', at: [2, 9], text: section.unit, size: LABEL_SIZE, fill: ink.soft, anchor: 'start' }];
  const count = Math.round((high - low) / step);
  for (let at = 0; at <= count; at += 1) {
    const value = low + at * step;
    shapes.push({
      kind: 'line',
      from: [left, y(value)],
      to: [right, y(value)],
      stroke: value === 0 ? ink.soft : ink.rule,
      width: 0.5,
    });
    const text = numberText(value, tickDecimals(step));
    shapes.push({ kind: 'text', at: [left - 4, y(value) + 2.5], text, size: LABEL_SIZE, fill: ink.soft, anchor: 'end' });
  }
  return shapes;
};

const labelsOf = ({ labels }: ChartSection, x: (place: number) => number, bottom: number): Shape[] => {
  const longest = Math.max(0, ...labels.map(({ length }) => length)) * LABEL_SIZE * LETTER_WIDTH + LABEL_SPACE;
  const every = Math.max(Math.ceil(labels.length / MOST_LABELS), Math.ceil(longest / (x(1) - x(0))));
  return labels.flatMap((text, at): Shape[] =>
    at % every === 0
      ? [{ kind: 'text', at: [x(at + 0.5), bottom + 11], text, size: LABEL_SIZE, fill: ink.soft, anchor: 'middle' }]
      : [],
  );
};

const barsOf = (
  { series, labels }: ChartSection,
  { index, colour }: { index: number; colour: string },
  x: (place: number) => number,
  y: (value: number) => number,
): Shape[] => {
  const own = series[index];
  const share = 0.8 / series.length;
  return labels.flatMap((_, at): Shape[] => {
    const value = own?.values[at];
    if (value === null || value === undefined) return [];
    const [top, foot] = [y(Math.max(0, value)), y(Math.min(0, value))];
    const from = x(at + 0.1 + index * share);
    const place = {
      x: from,
      y: Math.min(top, foot),
      width: x(at + 0.1 + (index + 1) * share) - from,
      height: Math.abs(foot - top),
    };
    // an estimate is outlined, not filled
    return [{ kind: 'rect', ...place, ...(own?.estimated?.[at] ? { fill: ink.faint, stroke: colour } : { fill: colour }) }];
  });
};

const linesOf = (
  values: readonly (number | null)[],
  stroke: string,
  x: (place: number) => number,
  y: (value: number) => number,
): Shape[] => {
  const runs: Point[][] = [[]];
  for (const [at, value] of values.entries()) {
    if (value === null) runs.push([]);
    else runs.at(-1)?.push([x(at + 0.5), y(value)]);
  }
  return runs.flatMap((points): Shape[] => {
    const [first] = points;
    if (!first) return [];
    return points.length > 1
      ? [{ kind: 'path', points, stroke, width: 1.1 }]
      : [{ kind: 'rect', x: first[0] - 1, y: first[1] - 1, width: 2, height: 2, fill: stroke }];
  });
};

const legendOf = ({ series, form }: ChartSection, right: number): Shape[] => {
  const estimated = form === 'bars' && series.some((one) => one.estimated?.includes(true));
  const names: { name: string; fill: string; stroke: string }[] = series.map(({ name }, at) => ({
    name,
    fill: seriesColours[at % seriesColours.length] ?? ink.text,
    stroke: '',
  }));
  if (estimated) names.push({ name: 'estimated', fill: ink.faint, stroke: ink.soft });
  if (names.length < 2) return [];
  let end = right;
  return names.toReversed().flatMap(({ name, fill, stroke }): Shape[] => {
    const text: Shape = { kind: 'text', at: [end, 9], text: name, size: LABEL_SIZE, fill: ink.soft, anchor: 'end' };
    end -= name.length * LABEL_SIZE * LETTER_WIDTH + 9;
    const mark: Shape = { kind: 'rect', x: end, y: 3.5, width: 6, height: 6, fill, ...(stroke && { stroke }) };
    end -= 10;
    return [mark, text];
  });
};
