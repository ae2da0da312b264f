import type { Cell } from '../../parts/table.ts';
import { formatUpTo, unitLabel } from '../../text/numbers.ts';
import { text } from '../../text/words.ts';

const mostDecimals = 6;

/** A number of a command as it was entered, with its unit where it has one: a limit of 0.0004 is not 0. */
export const withMeasure = (value: number, measure: string): string =>
  `${formatUpTo(value, mostDecimals)} ${unitLabel(measure)}`.trim();

/** A value of the journal: a state in words, or a number with its unit. */
export const cellText = (value: Cell, measure: string): string => {
  if (value === null) return text.noValue;
  return typeof value === 'string' ? value : withMeasure(value, measure);
};
