import { clockTime, dateAndTime, dateOf, longDate } from '../../text/times.ts';
import type { Step } from './lines.ts';
import type { StepKey } from './search.ts';

const dayMs = 86_400_000;

/** What a step is called: 14:35 – 14:40, with its date where the range has several. */
export const stepName = (
  { fromMs, toMs }: Pick<Step, 'fromMs' | 'toMs'>,
  timezone: string,
  step: StepKey,
  severalDays: boolean,
): string => {
  if (step === 'day') return longDate(dateOf(fromMs, timezone));
  const from = severalDays || toMs - fromMs > dayMs ? dateAndTime(fromMs, timezone) : clockTime(fromMs, timezone);
  return `${from} – ${clockTime(toMs, timezone)}`;
};
