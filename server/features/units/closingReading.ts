import type { MeterSpec } from '../../contract/model/units.ts';
import { capacity } from '../../core/counters/counterSteps.ts';

/** What a meter showed when it was read last before a change, in counts; `shownAt` is a time, or the date of a day that is over. */
export type LastDisplay = { slot: number; raw: number; shownAt: string };

/**
 * Why the closing reading of a meter is unlikely: it cannot have come there since it was read last, as with two digits that changed
 * places; undefined where it can, and where it never was read.
 * @param slot of the change
 */
export const closingDoubt = (
  meter: MeterSpec,
  { closing, slot }: { closing: number; slot: number },
  last: LastDisplay | undefined,
): string | undefined => {
  if (!last) return undefined;
  const backDeadband = meter.backDeadband ?? 0;
  const most = Math.ceil(capacity({ ...meter, backDeadband }, Math.max(1, slot + 1 - last.slot)));
  const counted = closing - last.raw;
  const sinceLast = counted < -backDeadband ? counted + meter.modulus : counted;
  if (sinceLast <= most) return undefined;
  return `closing is ${closing}, and the meter showed ${last.raw} at ${last.shownAt} and counts at most ${most} until the change`;
};
