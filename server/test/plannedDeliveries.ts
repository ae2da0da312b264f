import { type AlertSettings, alertSettings } from '../contract/model/alertSettings.ts';
import type { WriteTx } from '../db/writer.ts';
import type { AlarmRecord } from '../features/alarms/model.ts';
import type { Delivery } from '../features/alarms/outbox/model.ts';

export const MINUTE = 60_000;
export const NOON = Date.UTC(2026, 2, 10, 12, 3);
export const tx = {} as WriteTx;
export const settingsOf = (more: object): AlertSettings => alertSettings.parse(more) as AlertSettings;

export const alarm = (more: Partial<AlarmRecord> = {}): AlarmRecord =>
  ({
    id: 'a',
    industryId: 'DEMO',
    unitId: 'u1',
    category: 'flow_rate',
    alertType: 'flow_rate_alert',
    date: '2026-03-10',
    title: 'Line flow high',
    body: '12 m3/h.',
    action: 'Look.',
    priority: 2,
    insight: false,
    meta: { unit: 'Line' },
    raisedAtMs: NOON,
    clearedAtMs: null,
    ackedAtMs: null,
    resolvedAtMs: null,
    shelvedUntilMs: null,
    suppressed: false,
    late: false,
    ...more,
  }) as AlarmRecord;
export const delivery = (more: Partial<Delivery> = {}): Delivery =>
  ({ id: 'd', kind: 'raised', channel: 'email', step: 0, state: 'sent', createdAtMs: NOON, ...more }) as Delivery;

export const escalation = [
  { afterMinutes: 10, recipients: ['boss@plant.example'] },
  { afterMinutes: 30, recipients: ['chief@plant.example', 'horn:wp1'] },
];
