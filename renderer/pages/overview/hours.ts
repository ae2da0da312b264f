import { type QualityLetter, qualityLetter, type Series } from '../../../server/contract/model/common.ts';
import type { DeviceDataV2 } from '../../../server/contract/user/deviceData.ts';
import type { Trend, TrendShape } from '../units/trend.ts';

const worstFirst: readonly QualityLetter[] = ['F', 'E', 'X', 'R', 'B', 'G'];

/** The sum of like series; a step is missing only where all are, and incomplete (F) where some are. */
const sumAt = (all: readonly Series[], index: number): { value: number | null; letter: QualityLetter } => {
  const letters = all.map(({ quality }) => qualityLetter.safeParse(quality[index]).data ?? 'M');
  const present: QualityLetter[] = letters.filter((letter) => letter !== 'M');
  if (present.length === 0) return { value: null, letter: 'M' };
  const value = all.reduce((sum, { values }, at) => sum + (letters[at] === 'M' ? 0 : (values[index] ?? 0)), 0);
  const letter = present.length < letters.length ? 'F' : (worstFirst.find((one) => present.includes(one)) ?? 'G');
  return { value, letter };
};

/** One category's hours beside those of the day before. */
export const hoursOf = (today: DeviceDataV2, yesterday: DeviceDataV2 | undefined, shape: TrendShape): Trend => {
  const hours = Math.max(0, ...today.graph.map(({ values }) => values.length));
  const [first] = today.graph;
  const startMs = first === undefined ? 0 : Date.parse(first.start);
  const stepMs = (first?.stepMinutes ?? 60) * 60_000;
  const points = Array.from({ length: hours }, (_, index) => ({
    startMs: startMs + index * stepMs,
    ...sumAt(today.graph, index),
    before: yesterday === undefined ? null : sumAt(yesterday.graph, index).value,
  }));
  return { points, shape, unit: today.siUnit, grain: 'hour' };
};
