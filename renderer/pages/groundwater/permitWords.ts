import type { WellPermit } from '../../../server/contract/plant/readings/watch.ts';
import { formatWithUnit } from '../../text/numbers.ts';
import { formatDays } from '../../text/times.ts';
import { words } from './words.ts';

type Lasting = Pick<WellPermit, 'daysLeft' | 'yearEndsIn' | 'endsIn' | 'permittedKLY' | 'yearKL'>;

/** What was used of a permit, and the permit: apart where they differ. */
export const usedOf = (usedKL: number | null, permittedKL: number): [used: string, permitted: string] => [
  formatWithUnit(usedKL, 'KL', [permittedKL]),
  formatWithUnit(permittedKL, 'KL', [usedKL]),
];

/** How long what is left of a permit lasts, by the mean of the last days; null of a permit without a year's amount. */
export const lastsOf = (permit: Lasting): { said: string; short: boolean } | null => {
  const { daysLeft, yearEndsIn, endsIn, permittedKLY, yearKL } = permit;
  if (endsIn < 0) return { said: words.permitOver, short: true };
  if (permittedKLY === null) return null;
  const ends = formatDays(yearEndsIn);
  if (yearKL !== null && yearKL >= permittedKLY) return { said: words.usedUp(ends), short: true };
  if (daysLeft === null) return { said: words.noRate, short: false };
  if (endsIn < yearEndsIn && daysLeft >= endsIn) return { said: words.lastsToEnd(formatDays(endsIn)), short: false };
  const days = formatDays(daysLeft);
  return daysLeft < yearEndsIn
    ? { said: words.runsOut(days, ends), short: true }
    : { said: words.daysLeft(days, ends), short: false };
};
