import { type QualityLetter, qualityLetter, type Series } from '../../../server/contract/model/common.ts';
import type { GranularPoint } from '../../../server/contract/user/granular.ts';

/** One step of a trend. What is missing or was rejected has no value; it is never 0. */
export type TrendPoint = {
  startMs: number;
  value: number | null;
  letter: QualityLetter;
  /** The like step of the period before. */
  before: number | null;
};

/** Volumes, energies and rain add up and are drawn as bars; levels and quality parameters as lines. */
export type TrendShape = 'bars' | 'line';

/** How long each step is; all but the 5-minute slots may be partly estimated or missing. */
export type Grain = 'slot' | 'hour' | 'day' | 'month';

export type Trend = { points: TrendPoint[]; shape: TrendShape; unit: string; grain: Grain };

const known = (value: number | undefined, letter: QualityLetter): number | null =>
  value === undefined || letter === 'M' || letter === 'X' ? null : value;

const letterAt = (quality: string, index: number): QualityLetter => qualityLetter.safeParse(quality[index]).data ?? 'M';

export const pointsOfSlots = (slots: readonly GranularPoint[], before: readonly GranularPoint[] = []): TrendPoint[] =>
  slots.map(({ t, v, q }, index) => {
    const like = before[index];
    return { startMs: Date.parse(t), value: known(v, q), letter: q, before: like === undefined ? null : known(like.v, like.q) };
  });

type Run = { values: readonly number[]; quality: string };

/** Equal steps from a start; `per` turns stored units into shown ones. */
export const pointsOfRun = (
  { values, quality }: Run,
  { startMs, stepMs, per = 1, before }: { startMs: number; stepMs: number; per?: number; before?: Run | undefined },
): TrendPoint[] =>
  values.map((value, index) => {
    const letter = letterAt(quality, index);
    const own = known(value, letter);
    const like = before === undefined ? null : known(before.values[index], letterAt(before.quality, index));
    return {
      startMs: startMs + index * stepMs,
      value: own === null ? null : own / per,
      letter,
      before: like === null ? null : like / per,
    };
  });

/** Days of a month or months of a year: the steps are not equal, so each starts where the calendar says. */
export const pointsOfSeries = (
  { values, quality }: Series,
  starts: readonly number[],
  before: Series | undefined,
): TrendPoint[] =>
  starts.map((startMs, index) => {
    const letter = index < values.length ? letterAt(quality, index) : 'M';
    return {
      startMs,
      value: known(values[index], letter),
      letter,
      before: before === undefined ? null : known(before.values[index], letterAt(before.quality, index)),
    };
  });

/** Runs of steps that are over and have no data, as [first, last] indices. */
export const gapsOf = (points: readonly TrendPoint[], nowMs: number): [number, number][] => {
  const gaps: [number, number][] = [];
  points.forEach(({ letter, startMs }, index) => {
    const next = points[index + 1]?.startMs ?? startMs + (startMs - (points[index - 1]?.startMs ?? startMs));
    if (letter !== 'M' || next > nowMs) return;
    const last = gaps.at(-1);
    if (last !== undefined && last[1] === index - 1) last[1] = index;
    else gaps.push([index, index]);
  });
  return gaps;
};

/** Which of the marks in the legend this trend needs. */
export const lettersIn = (points: readonly TrendPoint[]): Set<QualityLetter> =>
  new Set(points.filter(({ value }) => value !== null).map(({ letter }) => letter));

/** Whether there is anything to lay beside it. */
export const hasBefore = (points: readonly TrendPoint[]): boolean => points.some(({ before }) => before !== null);
