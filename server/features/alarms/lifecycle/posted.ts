import { Failure } from '../../../core/fail.ts';
import { MINUTE_MS } from '../../../core/time.ts';
import type { AlarmRecord } from '../model.ts';

/** `param` of what another program reported. */
export const POSTED = 'posted';

type Sent = Readonly<Record<string, number | string>>;
type Numbers = Pick<AlarmRecord, 'value' | 'threshold' | 'meta'>;

/** The numbers of a report; what it leaves out is as in the one before. */
export const postedNumbers = (sent: Sent, before: Numbers = { value: null, threshold: null, meta: {} }): Numbers => ({
  value: typeof sent.value === 'number' ? sent.value : before.value,
  threshold: typeof sent.threshold === 'number' ? sent.threshold : before.threshold,
  meta: { ...before.meta, ...sent },
});

const STRICT_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
/** Clocks of other programs may be a little ahead. */
const AHEAD_MS = 5 * MINUTE_MS;

/**
 * When another program says that something was, as YYYY-MM-DDTHH:MM:SSZ.
 * @param dateOf the shift day of a moment: one before 1970 is no day that can be asked for, so that nobody would find the alarm again.
 * @throws Failure `badRequest` for another form, or a time that does not exist, is before 1970 or is to come.
 */
export const postedAtMs = (createdOn: string, nowMs: number, dateOf: (atMs: number) => string): number => {
  const atMs = Date.parse(createdOn);
  if (!STRICT_TIME.test(createdOn) || Number.isNaN(atMs) || new Date(atMs).toISOString() !== createdOn.replace('Z', '.000Z'))
    throw new Failure('badRequest', 'createdOn must be a time as YYYY-MM-DDTHH:MM:SSZ');
  if (atMs < 0 || dateOf(atMs) < '1970') throw new Failure('badRequest', 'createdOn is before 1970');
  if (atMs > nowMs + AHEAD_MS) throw new Failure('badRequest', 'createdOn is in the future');
  return atMs;
};
