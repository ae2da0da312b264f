import { type QualityLetter, qualityLetter, type Series } from '../../../server/contract/model/common.ts';

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
