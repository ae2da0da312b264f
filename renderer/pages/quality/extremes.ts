import type { QualityParam } from '../../../server/contract/plant/readings/watch.ts';
import { formatValue } from '../../text/numbers.ts';
import { words } from './words.ts';

type Kept = Pick<QualityParam, 'min' | 'max' | 'means' | 'states' | 'lt' | 'ht' | 'unit'>;

/** Of the side of the limits on which it was: the lowest, the highest, or both. The day's extremes come with fewer places than its means. */
export const extremeWords = ({ min, max, means, states, lt, ht, unit }: Kept): string => {
  const known = means.filter((mean) => mean !== null);
  const say = (name: string, value: number): string => `${name} ${formatValue(value, unit, [lt, ht])}`;
  const isLow = states.includes('l');
  return [
    ...(isLow && min !== null ? [say(words.lowest, Math.min(min, ...known))] : []),
    ...((states.includes('h') || !isLow) && max !== null ? [say(words.highest, Math.max(max, ...known))] : []),
  ].join(', ');
};
