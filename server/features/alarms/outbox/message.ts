import { dmyOf } from '../../../core/time.ts';
import { type OutgoingMessage, smsText } from '../../delivery/index.ts';
import type { AlarmRecord } from '../model.ts';

const escalated = (title: string): string => `Nobody answered: ${title}`;

/** Names that a text of the alarm may hold, which may be cut where it must be short. */
const namesIn = ({ meta }: AlarmRecord): string[] =>
  [meta.unit, meta.param, meta.source].filter((name) => typeof name === 'string');

/** What one alarm says to one person. */
export const outgoingMessage = (alarm: AlarmRecord, deliveryId: string, isEscalated: boolean): OutgoingMessage => {
  const title = isEscalated ? escalated(alarm.title) : alarm.title;
  return {
    deliveryId,
    title,
    body: alarm.body,
    action: alarm.action,
    sms: smsText(title, alarm.body, namesIn(alarm), alarm.action),
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

const SHOWN = 20;

/** Many alarms in one message, the most urgent and then the oldest first. */
export const digestOf = (alarms: readonly AlarmRecord[], deliveryId: string): OutgoingMessage => {
  const sorted = alarms.toSorted((a, b) => a.priority - b.priority || a.raisedAtMs - b.raisedAtMs);
  const [first] = sorted;
  const title = `${alarms.length} alarms in 10 minutes`;
  const lines = sorted.slice(0, SHOWN).map(({ title: name, body }) => `${name}: ${body}`);
  const more = alarms.length > SHOWN ? [`and ${alarms.length - SHOWN} more`] : [];
  return {
    deliveryId,
    title,
    body: [...lines, ...more].join('\n'),
    action: 'Open the alarm list.',
    sms: smsText(title, `first: ${first?.title ?? ''}`, first ? namesIn(first) : []),
    priority: first?.priority ?? 4,
    data: { notificationId: first?.id ?? '', unitId: first?.unitId ?? '', alertType: 'digest', date: '', type: 'digest' },
  };
};
