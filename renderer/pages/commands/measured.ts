import { formatUpTo, unitLabel } from '../../text/numbers.ts';

const mostDecimals = 6;

/** A number of a command as it was entered, with its unit where it has one: a limit of 0.0004 is not 0. */
export const withMeasure = (value: number, measure: string): string =>
  `${formatUpTo(value, mostDecimals)} ${unitLabel(measure)}`.trim();
