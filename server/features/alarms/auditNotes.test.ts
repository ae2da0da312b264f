import { expect, it, onTestFinished } from 'vitest';
import { permissions } from '../../contract/permissions.ts';
import { startComposedAlerts } from '../../test/composedAlerts.ts';
import { notingChanges, sessionsOf, someCaller, startRig } from '../../test/httpRig.ts';
import { alertRoutes } from './routes.ts';

const NOON = Date.UTC(2026, 2, 10, 12);

const start = async () => {
  const { routes, raise, rig } = await startComposedAlerts(NOON);
  const { id } = raise(2);
  const noted: object[] = [];
  const http = await startRig(alertRoutes(routes), {
    clock: rig.clock,
    sessions: sessionsOf({ t: { caller: someCaller({ userId: 'asha', permissions: new Set(permissions) }), panel: true } }),
    auditSink: {
      refused() {},
      ignoredTarget() {},
      actedElsewhere: async () => undefined,
      changing: notingChanges(async (_, __, note) => void noted.push(note)),
    },
  });
  onTestFinished(() => http.stop());
  const ask = async (method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<number> => {
    const asked = { method, headers: { authorization: 'Bearer t', ...headers }, ...(body && { body }) };
    return (await http.ask(path, asked)).status;
  };
  return { id, noted, ask };
};

it('each act on an alarm leaves in the audit log which alarm it was, and what was asked for', async () => {
  const { id, noted, ask } = await start();
  const assignee = { notificationId: id, assigneeId: 'asha' };
  const steps: [method: string, path: string, body: object | undefined, note: object][] = [
    ['POST', `/api/plant/alarms/${id}/acknowledge`, undefined, { subject: id }],
    [
      'POST',
      `/api/plant/alarms/${id}/shelve`,
      { minutes: 30, reason: 'calibration' },
      { subject: id, after: { minutes: 30, reason: 'calibration' } },
    ],
    ['POST', `/api/plant/alarms/${id}/unshelve`, undefined, { subject: id }],
    ['POST', `/api/plant/alarms/${id}/comments`, { text: 'looked at' }, { subject: id }],
    [
      'POST',
      '/api/plant/alarm-maintenance',
      { unitId: 'line', minutes: 60, reason: 'cleaning' },
      { subject: 'line', after: { minutes: 60, reason: 'cleaning' } },
    ],
    ['POST', '/api/user/notification/assignee', assignee, { subject: id, after: 'asha' }],
    ['DELETE', '/api/user/notification/assignee', assignee, { subject: id, before: 'asha' }],
    [
      'PATCH',
      '/api/user/notification/updateRead',
      { notifications: [{ id, date: '10/03/2026', type: 'level_exceed' }] },
      { subject: id },
    ],
    ['PATCH', '/api/user/notification/assignee', assignee, { subject: id }],
  ];
  for (const [method, path, body, note] of steps) {
    expect({ path, status: await ask(method, path, body) }).toEqual({
      path,
      status: expect.toSatisfy((status: number) => status < 300),
    });
    expect({ path, noted: noted.splice(0) }).toEqual({ path, noted: [note] });
  }
});

it('a list of notifications that are read is noted one by one', async () => {
  const { id, noted, ask } = await start();
  const entry = { id, date: '10/03/2026', type: 'level_exceed' };
  expect(await ask('PATCH', '/api/user/notification/updateRead', { notifications: [entry, entry] })).toBe(200);
  expect(noted).toEqual([{ subject: id }, { subject: id }]);
});

it('an event of another program is noted with all that it said, a phone by its device', async () => {
  const { noted, ask } = await start();
  const event = {
    unitId: 'line',
    type: 'unit_threshold_alert',
    createdOn: '2026-03-10T06:00:00Z',
    meta: { alertType: 'unit_threshold', value: 12.5, threshold: 10 },
  };
  expect(await ask('POST', '/api/user/alerts', event)).toBe(200);
  expect(noted.splice(0)).toEqual([
    { subject: expect.stringMatching(/^[\da-f-]{36}$/), after: expect.objectContaining({ unitId: 'line' }) },
  ]);
  expect(await ask('POST', '/api/user/notification/register/fcm', { fcmToken: 'token' }, { 'X-Device-Id': 'phone-1' })).toBe(200);
  expect(noted).toEqual([{ subject: 'phone-1' }]);
});
