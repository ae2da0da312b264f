import type { HourFigures } from '../../../server/contract/plant/overview.ts';

/** A third of a page, or all of a wall. */
const widths = { third: 520, whole: 1160 } as const;
const HEIGHT = 130;
const LEFT = 58;
const BOTTOM = 108;
const TOP = 8;
const NOISE_PART = 1e-6;

/** Where hours and values are in a picture of 520 or 1160 x 130. */
export type HourScale = {
  width: number;
  height: number;
  left: number;
  bottom: number;
  step: number;
  x: (hour: number) => number;
  y: (value: number) => number;
  /** None where nothing is known: a scale of 0 to 1 would be made up. */
  marks: number[];
  /** From one mark to the next. */
  markStep: number;
};

/** A round step that gives two to four lines. */
const roundStep = (span: number): number => {
  const power = 10 ** Math.floor(Math.log10(span / 2));
  return ([1, 2, 2.5, 5, 10].find((one) => span / (one * power) <= 3) ?? 10) * power;
};

/** Bars begin at zero; a line is drawn over what it and its band reach. */
export const hourScale = ({ values, low, high }: HourFigures, line: boolean, span: keyof typeof widths = 'third'): HourScale => {
  const width = widths[span];
  const known = [...values, ...low, ...high].filter((value) => value !== null);
  const top = Math.max(...known, line ? Number.NEGATIVE_INFINITY : 1);
  const bottom = line ? Math.min(...known) : Math.min(0, ...known);
  // what sums of the same litres differ by is no movement
  const noise = NOISE_PART * Math.max(1, Math.abs(top));
  const range = Number.isFinite(top - bottom) && top - bottom > noise ? top - bottom : 1;
  const step = roundStep(range);
  const from = Number.isFinite(bottom) ? Math.floor(bottom / step) * step : 0;
  const to = Math.max(from + step, Number.isFinite(top) ? Math.ceil(top / step) * step : 1);
  const stepX = (width - LEFT) / Math.max(1, values.length);
  return {
    width,
    height: HEIGHT,
    left: LEFT,
    bottom: BOTTOM,
    step: stepX,
    x: (hour) => LEFT + hour * stepX,
    y: (value) => BOTTOM - ((value - from) / (to - from)) * (BOTTOM - TOP),
    marks: known.length === 0 ? [] : Array.from({ length: Math.round((to - from) / step) + 1 }, (_, at) => from + at * step),
    markStep: step,
  };
};

/** The band as steps by the hour; nothing where an hour has none. */
export const stepsOf = (low: readonly (number | null)[], high: readonly (number | null)[], { x, y }: HourScale): string => {
  const parts: string[] = [];
  let run: { at: number; low: number; high: number }[] = [];
  const close = () => {
    if (run.length > 0) {
      const over = run.map((one) => `${x(one.at)},${y(one.high)} ${x(one.at + 1)},${y(one.high)}`);
      const under = run.toReversed().map((one) => `${x(one.at + 1)},${y(one.low)} ${x(one.at)},${y(one.low)}`);
      parts.push(`M${[...over, ...under].join(' L')}Z`);
    }
    run = [];
  };
  for (const [at, from] of low.entries()) {
    const to = high[at];
    if (from === null || to == null) close();
    else run.push({ at, low: from, high: to });
  }
  close();
  return parts.join(' ');
};
