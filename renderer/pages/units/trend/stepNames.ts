import { DAY_MS } from '../../../../server/contract/model/common.ts';
import { clockTime, dateAndTime, dateOf, longDate } from '../../../text/times.ts';
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
  const from = severalDays || toMs - fromMs > DAY_MS ? dateAndTime(fromMs, timezone) : clockTime(fromMs, timezone);
  return `${from} – ${clockTime(toMs, timezone)}`;
};
