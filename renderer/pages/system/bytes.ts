import { formatUpTo } from '../../text/numbers.ts';

const steps = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A size in the largest unit that leaves at least 1: "12.4 MB", decimal as disks are sold. */
export const formatBytes = (bytes: number): string => {
  let at = 0;
  let rest = bytes;
  // what would be written as 1000 of a unit is 1 of the next
  while (at < steps.length - 1 && rest >= 999.5) {
    rest /= 1000;
    at += 1;
  }
  return `${formatUpTo(rest, rest < 99.95 && at > 0 ? 1 : 0)} ${steps[at]}`;
};
