import { SLOT_MS } from '../../../../server/contract/model/common.ts';
import { numberOf } from '../../../parts/form/problems.ts';
import { formatUpTo, unitLabel } from '../../../text/numbers.ts';
import { isDate, msAt } from '../../../text/times.ts';

export type EntryDraft = {
  unitId: string;
  param: string;
  fromDate: string;
  fromTime: string;
  toDate: string;
  toTime: string;
  amount: string;
  note: string;
};

/** Stored units of one that a person types: a meter stores litres, watt-hours or millimetres of each slot. */
export const typedIn: Readonly<Record<string, { unit: string; stored: number }>> = {
  L: { unit: 'KL', stored: 1000 },
  Wh: { unit: 'kWh', stored: 1000 },
  VAh: { unit: 'kVAh', stored: 1000 },
  mm: { unit: 'mm', stored: 1 },
};

/** The total of a day in the unit that is typed. @param measure unit in which it is stored. */
export const dayTotal = (total: number | null, measure: string): string => {
  if (total === null) return '–';
  const { unit, stored } = typedIn[measure] ?? { unit: measure, stored: 1 };
  return `${formatUpTo(total / stored, 3)} ${unitLabel(unit)}`.trim();
};

/** The 5-minute slots between two moments; 0 where the second is not after the first, or within a slot. */
const slotsBetween = (fromMs: number, toMs: number): number => {
  const slots = (toMs - fromMs) / SLOT_MS;
  return Number.isInteger(slots) ? Math.max(0, slots) : 0;
};

/** NaN while there is no whole date and time. */
const momentOf = (date: string, time: string, timezone: string): number =>
  isDate(date) && /^([01]?\d|2[0-3]):[0-5]\d$/.test(time) ? msAt(date, time.padStart(5, '0'), timezone) : Number.NaN;

type Series = { kind: 'counter' | 'gauge' | 'stock'; measure: string };

/**
 * What is sent: the amount of a meter is spread evenly over the slots, the value of anything else holds in each of them.
 * @param takesBack sends that nothing was entered.
 */
export const entryBody = (draft: EntryDraft, series: Series | undefined, timezone: string, takesBack = false) => {
  const fromMs = momentOf(draft.fromDate, draft.fromTime, timezone);
  const slots = slotsBetween(fromMs, momentOf(draft.toDate, draft.toTime, timezone));
  const amount = numberOf(draft.amount) ?? Number.NaN;
  const { stored } = typedIn[series?.measure ?? ''] ?? { stored: 1 };
  const each = series?.kind === 'counter' ? (amount * stored) / slots : amount;
  return {
    unitId: draft.unitId,
    ...(draft.param === '' ? {} : { param: draft.param }),
    from: Number.isNaN(fromMs) ? '' : new Date(fromMs).toISOString(),
    values: Array.from({ length: slots }, () => (takesBack ? null : each)),
    note: draft.note,
  };
};
