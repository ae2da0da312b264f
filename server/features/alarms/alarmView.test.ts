import { expect, it } from 'vitest';
import { listAlarms } from '../../contract/plant/alarms.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import { toAlarmView } from './answers.ts';
import type { AlarmRecord } from './model.ts';

const record: AlarmRecord = {
  id: 'a',
  industryId: 'DEMO',
  unitId: 'u',
  category: 'unit_threshold',
  alertType: 'unit_threshold_alert',
  key: 'DEMO|u|unit_threshold||',
  param: '',
  date: '2026-11-22',
  title: 'RO over daily limit',
  body: '',
  action: '',
  priority: 2,
  insight: false,
  value: 41,
  threshold: 40,
  meta: { unit: 'RO', v: 41, since: '06:00', text: 'dayLimit' },
  raisedAtMs: Date.UTC(2026, 10, 22),
  clearedAtMs: null,
  ackedAtMs: Date.UTC(2026, 10, 22, 1),
  ackedBy: 'u1',
  resolvedAtMs: null,
  resolvedBy: null,
  shelvedUntilMs: null,
  suppressed: false,
  late: false,
  count: 1,
  assignees: [],
};
const directory = { unit: () => undefined } as unknown as UnitDirectory;

it('an alarm over a daily limit, counted since a time of day, is answered with its message and who acknowledged it', () => {
  const view = toAlarmView(record, directory, Date.UTC(2026, 10, 22, 2), () => 'Asha');
  expect(view).toMatchObject({
    since: null,
    acknowledgedByName: 'Asha',
    message: { code: 'dayLimit', params: { unit: 'RO', v: 41, since: '06:00' } },
  });
  expect(view.message.params).not.toHaveProperty('text');
  expect(listAlarms.reply.shape.alarms.parse([view])).toEqual([view]);
});

it('a leak counts its litres from when it began to now or its end, and says by day that nobody sees it', () => {
  const began = Date.UTC(2026, 10, 20, 17, 30);
  const leak: AlarmRecord = {
    ...record,
    category: 'stable_flow',
    meta: { unit: 'Line 3', code: 1, leakM3h: 1.4, since: new Date(began).toISOString(), stage: 'unconfirmed' },
  };
  const at = (hours: number, fields: Partial<AlarmRecord> = {}) =>
    toAlarmView({ ...leak, ...fields }, directory, began + hours * 3_600_000, () => '');
  expect(at(30)).toMatchObject({ lostKL: 42, confirmed: false, since: '2026-11-20T17:30:00.000Z', code: 1 });
  expect(at(31.5)).toMatchObject({ lostKL: 44.1 });
  // what was lost does not grow after its end
  expect(at(100, { clearedAtMs: began + 40 * 3_600_000 })).toMatchObject({ lostKL: 56, confirmed: null });
});
