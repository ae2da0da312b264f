import { SLOT_MS } from '../../../../server/contract/model/common.ts';
import { numberOf } from '../../../parts/form/problems.ts';
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

/** Whole 5-minute slots between two moments; 0 where the second is not after the first. */
const slotsBetween = (fromMs: number, toMs: number): number => Math.max(0, Math.round((toMs - fromMs) / SLOT_MS)) || 0;

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
