import { dateOf, endsOf, longDate } from '../../../text/times.ts';
import type { StepKey } from '../search.ts';
import type { Step } from './lines.ts';

/** What a step is called: 14:35 – 14:40, with its date where the range has several. */
export const stepName = (
  { fromMs, toMs }: Pick<Step, 'fromMs' | 'toMs'>,
  timezone: string,
  step: StepKey,
  severalDays: boolean,
): string => {
  if (step === 'day') return longDate(dateOf(fromMs, timezone));
  return endsOf(fromMs, toMs, timezone, severalDays).join(' – ');
};
