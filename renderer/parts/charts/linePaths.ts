import type { QualityLetter } from '../../../server/contract/model/common.ts';
import { hasValue, isEstimated } from '../../state/slotQuality.ts';

export type LinePoint = { x: number; y: number; letter: QualityLetter };

/** Path data of what was measured and of what is estimated. */
export type LinePaths = { measured: string; estimated: string };

const placeOf = ({ x, y }: LinePoint): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/**
 * A line through equal steps, broken where one has no value. Each stretch that begins or ends at an estimate is estimated; a value
 * without neighbours is a dot (a line of no length, drawn by its round cap).
 */
export const linePaths = (points: readonly LinePoint[]): LinePaths => {
  const paths: LinePaths = { measured: '', estimated: '' };
  points.forEach((point, at) => {
    if (!hasValue(point.letter)) return;
    const [before, after] = [points[at - 1], points[at + 1]];
    const isAlone = [before, after].every((one) => one === undefined || !hasValue(one.letter));
    if (isAlone) paths[isEstimated(point.letter) ? 'estimated' : 'measured'] += `M${placeOf(point)}h0`;
    if (before === undefined || !hasValue(before.letter)) return;
    const kind = [before, point].some(({ letter }) => isEstimated(letter)) ? 'estimated' : 'measured';
    const goesOn = paths[kind].endsWith(placeOf(before));
    paths[kind] += `${goesOn ? '' : `M${placeOf(before)}`}L${placeOf(point)}`;
  });
  return paths;
};
