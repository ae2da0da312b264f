import { dmyOf, MINUTE_MS } from '../../../core/time.ts';
import { type OutgoingMessage, smsText } from '../../delivery/index.ts';
import type { AlarmRecord } from '../model.ts';
import type { Delivery } from './model.ts';

const escalated = (title: string): string => `Nobody answered: ${title}`;

/** Names that a text of the alarm may hold, which may be cut where it must be short. */
const namesIn = ({ meta }: AlarmRecord): string[] =>
  [meta.unit, meta.param, meta.source].filter((name) => typeof name === 'string');

/**
 * A message that goes out so long after its alarm was raised says when that was: its figures are of that time, or, where it came back since,
 * of then.
 */
const LATE_MS = 15 * MINUTE_MS;

/** The times of an alarm whose message comes late, or after it was over; '' for others. @param timeOf date and time of the plant */
export const timesOf = (
  { raisedAtMs, clearedAtMs, count }: Pick<AlarmRecord, 'raisedAtMs' | 'clearedAtMs' | 'count'>,
  nowMs: number,
  timeOf: (ms: number) => string,
): string => {
  const raised = `${count > 1 ? 'First raised' : 'Raised'} ${timeOf(raisedAtMs)}`;
  if (clearedAtMs !== null) return `${raised}, over since ${timeOf(clearedAtMs)}.`;
  return nowMs - raisedAtMs >= LATE_MS ? `${raised}.` : '';
};

/** What one alarm says to one person. @param times as of `timesOf` */
export const outgoingMessage = (alarm: AlarmRecord, deliveryId: string, isEscalated: boolean, times = ''): OutgoingMessage => {
  const title = isEscalated ? escalated(alarm.title) : alarm.title;
  return {
    deliveryId,
    title,
    body: joined(alarm.body, times),
    action: alarm.action,
    sms: smsText(title, joined(times, alarm.body), namesIn(alarm), alarm.action),
    priority: alarm.priority,
    data: {
      notificationId: alarm.id,
      unitId: alarm.unitId,
      alertType: alarm.alertType,
      date: dmyOf(alarm.date),
      type: alarm.category,
    },
  };
};

const joined = (...texts: readonly string[]): string => texts.filter(Boolean).join(' ');

const SHOWN = 20;
const TEN_MINUTES_MS = 10 * MINUTE_MS;

/** Those that waited for the end of quiet hours, or for their channel, may be of a whole night. */
const countText = (alarms: readonly AlarmRecord[]): string => {
  const times = alarms.map(({ raisedAtMs }) => raisedAtMs);
  const isFlood = Math.max(...times) - Math.min(...times) <= TEN_MINUTES_MS;
  return `${alarms.length} alarms${isFlood ? ' in 10 minutes' : ''}`;
};

/** Many alarms in one message, the most urgent and then the oldest first. @param timesOfOne as of `timesOf` */
export const digestOf = (
  alarms: readonly AlarmRecord[],
  deliveryId: string,
  timesOfOne: (alarm: AlarmRecord) => string = () => '',
  isEscalated = false,
): OutgoingMessage => {
  const sorted = alarms.toSorted((a, b) => a.priority - b.priority || a.raisedAtMs - b.raisedAtMs);
  const [first] = sorted;
  const title = isEscalated ? escalated(countText(alarms)) : countText(alarms);
  const lines = sorted.slice(0, SHOWN).map((one) => joined(`${one.title}: ${one.body}`, timesOfOne(one)));
  const more = alarms.length > SHOWN ? [`and ${alarms.length - SHOWN} more`] : [];
  return {
    deliveryId,
    title,
    body: [...lines, ...more].join('\n'),
    action: 'Open the alarm list.',
    sms: smsText(title, first ? joined(`first: ${first.title}`, timesOfOne(first)) : 'first: ', first ? namesIn(first) : []),
    priority: first?.priority ?? 4,
    data: { notificationId: first?.id ?? '', unitId: first?.unitId ?? '', alertType: 'digest', date: '', type: 'digest' },
  };
};

/** Of all alarms of a delivery; alone where it is of one. */
export const messageFor = (
  { id, kind, digest }: Pick<Delivery, 'id' | 'kind' | 'digest'>,
  first: AlarmRecord,
  alarms: readonly AlarmRecord[],
  timesOfOne: (alarm: AlarmRecord) => string,
): OutgoingMessage =>
  digest && alarms.length > 1
    ? digestOf(alarms, id, timesOfOne, kind === 'escalated')
    : outgoingMessage(first, id, kind === 'escalated', timesOfOne(first));
