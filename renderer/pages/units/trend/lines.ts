import type { QualityLetter } from '../../../../server/contract/model/common.ts';
import { HOUR_MS } from '../../../../server/contract/model/common.ts';
import type { Trend } from '../../../../server/contract/plant/readings/trend.ts';
import { hasValue, letterAt } from '../../../state/slotQuality.ts';

/** A stretch of a line; what is missing or rejected has no value. */
export type Step = {
  fromMs: number;
  toMs: number;
  value: number | null;
  low: number | null;
  high: number | null;
  letter: QualityLetter;
  /** Measured, but not to its end: the device fell silent in it. */
  cut: boolean;
  /** Not over. */
  running: boolean;
};

const minuteMs = 60_000;

/** Letters of a backflow are also given where a part of a sum flowed backwards: it is one only where the sum is below zero. */
const letterOf = (letter: QualityLetter, value: number | null): QualityLetter =>
  letter === 'B' && (value ?? 0) >= 0 ? 'G' : letter;

/** The steps of an answer, with the running one where it has something. */
export const stepsOf = (trend: Trend): Step[] => {
  const { values, quality, low, high, starts, stepMinutes, kind, running } = trend;
  const [startMs, endMs, settledMs] = [trend.from, trend.to, trend.settledTo].map(Date.parse) as [number, number, number];
  const fromOf = (at: number): number =>
    starts === undefined ? startMs + at * stepMinutes * minuteMs : Date.parse(starts[at] ?? trend.to);
  const steps = values.map((value, at): Step => {
    const fromMs = fromOf(at);
    const toMs = at + 1 < values.length ? fromOf(at + 1) : endMs;
    const letter = letterAt(quality, at);
    const silentAfter = at + 1 < values.length && letterAt(quality, at + 1) === 'M' && toMs < settledMs;
    return {
      fromMs,
      toMs,
      value,
      low: low?.[at] ?? null,
      high: high?.[at] ?? null,
      letter: letterOf(letter, value),
      cut: kind === 'counter' && stepMinutes === 5 && letter === 'G' && silentAfter,
      running: value !== null && toMs > settledMs,
    };
  });
  if (running === null || stepMinutes !== 5) return steps;
  const at = steps.findIndex(({ fromMs }) => fromMs === Date.parse(running.from));
  const own = steps[at];
  if (own !== undefined) steps[at] = { ...own, value: running.value, letter: running.quality, running: true };
  return steps;
};

/** The newest step with a value that is over; where none is, as on the first day of a month by days, the one that runs. -1: there is none. */
export const newestOf = (steps: readonly Step[]): number => {
  const over = steps.findLastIndex(({ value, running }) => value !== null && !running);
  return over >= 0 ? over : steps.findLastIndex(({ value }) => value !== null);
};

/** A line moved in time, to be drawn over another. */
export const moved = (steps: readonly Step[], byMs: number): Step[] =>
  steps.map((step) => ({ ...step, fromMs: step.fromMs + byMs, toMs: step.toMs + byMs }));

/** The step at a moment; -1 where there is none. */
export const indexAt = (steps: readonly Step[], ms: number): number => {
  let [low, high] = [0, steps.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const step = steps[middle];
    if (step === undefined) return -1;
    if (ms < step.fromMs) high = middle - 1;
    else if (ms >= step.toMs) low = middle + 1;
    else return middle;
  }
  return -1;
};

/** Stretches that are over and of which nothing is known. */
export const gapsIn = (steps: readonly Step[], settledMs: number): { fromMs: number; toMs: number }[] => {
  const gaps: { fromMs: number; toMs: number }[] = [];
  for (const { letter, fromMs, toMs, running } of steps) {
    if (running || hasValue(letter) || toMs > settledMs) continue;
    const last = gaps.at(-1);
    if (last?.toMs === fromMs) last.toMs = toMs;
    else gaps.push({ fromMs, toMs });
  }
  return gaps;
};

export const hoursOf = ({ fromMs, toMs }: Pick<Step, 'fromMs' | 'toMs'>): number => (toMs - fromMs) / HOUR_MS;

/** All values of these lines, the bands of thinned ones with them. */
export const valuesIn = (lines: readonly (readonly Step[])[]): number[] =>
  lines.flatMap((steps) => steps.flatMap(({ value, low, high }) => [value, low, high].filter((one) => one !== null)));
