import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { someSettings } from '../../test/accountsRig.ts';
import { type AlertHttp, type Body, startAlertHttp } from '../../test/alertHttp.ts';
import { askAt } from '../../test/policyRig.ts';

let http: AlertHttp;
beforeAll(async () => {
  http = await startAlertHttp();
});
afterAll(() => http.stop());

const now = (): string => `${new Date().toISOString().slice(0, 19)}Z`;
const view = async (id: string, as: 'admin' | 'north' = 'admin'): Promise<Body> => (await http.get(`/alarms/${id}`, as)).body;
const kinds = async (id: string): Promise<string[]> => (await view(id)).steps.map((one: Body) => one.kind);
const codeOf = ({ status, body }: { status: number; body: Body }): [number, number] => [status, body.code];

describe('GET /notification and /notificationRange', () => {
  it('answers 201 and an empty list when there is none, and the newest first when there are', async () => {
    const none = await http.get('/notification');
    expect(none.status).toBe(201);
    expect(none.body.notifications).toEqual([]);
    expect(none.body.date).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+05:30$/);
    expect((await http.get('/notificationRange?startDate=01/01/2026&endDate=02/01/2026')).status).toBe(201);
    const first = await http.post({ type: 'first', createdOn: '2026-01-20T10:05:00Z' });
    const second = await http.post({ type: 'second', createdOn: '2026-01-21T20:05:00Z' });
    const { status, body } = await http.get('/notificationRange?startDate=20/01/2026&endDate=22/01/2026');
    expect(status).toBe(200);
    expect(body.notifications.map((one: Body) => one.id)).toEqual([second, first]);
    expect(body.notifications[1]).toMatchObject({
      unitId: 'demo-flow',
      title: 'CNRYDEM well: first',
      body: 'value 12.5, threshold 10',
      date: '20/01/2026',
      time: '03:35 PM',
      date_key: '20_1_2026',
      type: 'unit_threshold',
      isRead: false,
      resolved: false,
      assignees: [],
      standardCategoryId: 'SOURCE_CATEGORY',
      subCategoryId: 'demo-sub',
      meta: { alertType: 'unit_threshold', value: 12.5, threshold: 10 },
    });
    // 20:05 UTC is 01:35 of the next morning, still the shift day before
    expect(body.notifications[0]).toMatchObject({ date: '21/01/2026', time: '01:35 AM' });
  });

  it('counts days back from today', async () => {
    const id = await http.post({ type: 'today', createdOn: now() });
    const old = await http.post({
      type: 'old',
      createdOn: `${new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 19)}Z`,
    });
    const idsOf = async (path: string): Promise<string[]> => (await http.get(path)).body.notifications.map((one: Body) => one.id);
    expect(await idsOf('/notification?days=0')).toEqual([id]);
    expect(await idsOf('/notification/')).toEqual([id]);
    expect(await idsOf('/notification?days=3')).toEqual([id, old]);
  });

  it.each([
    '/notification?days=-1',
    '/notification?days=367',
    '/notification?days=1.5',
    '/notification?days=all',
    '/notificationRange',
    '/notificationRange?startDate=01/01/2026',
    '/notificationRange?endDate=01/01/2026',
    '/notificationRange?startDate=1-1-2026&endDate=02/01/2026',
  ])('refuses %s with 1403', async (path) => {
    expect(codeOf(await http.get(path))).toEqual([400, 1403]);
  });
});

describe('POST /notification/register/fcm', () => {
  const register = (body: object, headers: Record<string, string> = { 'X-Device-Id': 'phone-1' }) =>
    http.call('POST', '/notification/register/fcm', { as: 'operator', body, headers });

  it('keeps a token by device, the newest', async () => {
    for (const fcmToken of ['token-a', 'token-b'])
      expect(await register({ fcmToken })).toEqual({
        status: 200,
        body: { message: 'User registered successfully', status: 'success' },
      });
  });

  it('refuses a missing token or device with 1403', async () => {
    for (const body of [{}, { fcmToken: '' }, { fcmToken: '   ' }]) {
      const answer = await register(body);
      expect([...codeOf(answer), answer.body.message]).toEqual([400, 1403, 'fcmToken missing']);
    }
    for (const headers of [{}, { 'X-Device-Id': '  ' }] as Record<string, string>[]) {
      const answer = await register({ fcmToken: 'token' }, headers);
      expect(codeOf(answer)).toEqual([400, 1403]);
      expect(answer.body.message).toContain('X-Device-Id');
    }
    for (const body of [{ fcmToken: 5 }, [], 'text', { fcmToken: 'x'.repeat(5000) }])
      expect(codeOf(await register(body as object))).toEqual([400, 1430]);
  });
});

describe('PATCH /notification/updateRead', () => {
  const read = (notifications: unknown, as: 'operator' | 'technician' | 'north' | 'viewer' = 'operator') =>
    http.call('PATCH', '/notification/updateRead', { as, body: { notifications } });

  it('acknowledges all of a list for everybody, by either form of the date, and keeps who', async () => {
    const one = await http.post({ type: 'read-1', createdOn: '2026-01-05T06:00:00Z' });
    const other = await http.post({ type: 'read-2', createdOn: '2026-01-05T07:00:00Z' });
    const answer = await read([
      { id: one, date: '05/01/2026', type: 'unit_threshold' },
      { id: other, date: '5_1_2026', type: 'unit_threshold' },
    ]);
    expect(answer).toEqual({ status: 200, body: { message: 'notifications updated successfully', status: 'success' } });
    expect((await view(one)).alarm).toMatchObject({ acknowledgedBy: 'operator', state: 'ack' });
    const { body } = await http.get('/notificationRange?startDate=05/01/2026&endDate=05/01/2026', 'viewer');
    expect(body.notifications.map((found: Body) => found.isRead)).toEqual([true, true]);
    expect(await kinds(one)).toEqual(['raised', 'acknowledged']);
  });

  it('keeps the first who acknowledged, and writes no second step', async () => {
    const id = await http.post({ type: 'read-twice', createdOn: '2026-01-05T06:00:00Z' });
    const entry = { id, date: '05/01/2026', type: 'unit_threshold' };
    await read([entry, entry]);
    await read([entry], 'technician');
    expect((await view(id)).alarm.acknowledgedBy).toBe('operator');
    expect(await kinds(id)).toEqual(['raised', 'acknowledged']);
  });

  it('lets nobody acknowledge who lacks ALERTS, not by one alarm among notifications of their own either', async () => {
    const alarm = await http.post({ type: 'silenced', createdOn: '2026-01-05T06:00:00Z' });
    const own = await http.post({ type: 'given-away', createdOn: '2026-01-05T06:30:00Z' });
    await http.call('POST', '/notification/assignee', { body: { notificationId: own, assigneeId: 'viewer' } });
    const entry = (id: string): object => ({ id, date: '05/01/2026', type: 'unit_threshold' });
    for (const list of [[entry(alarm)], [entry(own), entry(alarm)]]) {
      const refused = await read(list, 'viewer');
      expect(refused).toMatchObject({ status: 401, body: { code: 401, reason: 'permission' } });
    }
    for (const id of [alarm, own]) expect((await view(id)).alarm.acknowledgedAt).toBeNull();
    expect((await read([entry(own)], 'viewer')).status).toBe(200);
    expect((await view(own)).alarm.acknowledgedBy).toBe('viewer');
  });

  it('takes no device alarm or finding from who lacks ALERTS, even one given to them', async () => {
    const offline = await http.post({ type: 'gone', createdOn: '2026-01-05T06:00:00Z', meta: { alertType: 'device_status' } });
    await http.call('POST', '/notification/assignee', { body: { notificationId: offline, assigneeId: 'viewer' } });
    const answer = await read([{ id: offline, date: '05/01/2026', type: 'device_status' }], 'viewer');
    expect(answer).toMatchObject({ status: 401, body: { reason: 'permission' } });
    expect((await view(offline)).alarm.acknowledgedAt).toBeNull();
  });

  it('changes nothing at all when one of them is of another industry or of none', async () => {
    const own = await http.post({ type: 'mixed', createdOn: '2026-01-06T06:00:00Z' });
    const foreign = await http.post({ unitId: 'north-flow', type: 'foreign', createdOn: '2026-01-06T06:00:00Z' }, 'north');
    const entry = (id: string): object => ({ id, date: '06/01/2026', type: 'unit_threshold' });
    for (const bad of [foreign, 'nothing', "x'--"]) expect(codeOf(await read([entry(own), entry(bad)]))).toEqual([404, 404]);
    expect((await view(own)).alarm.acknowledgedAt).toBeNull();
    expect((await view(foreign, 'north')).alarm.acknowledgedAt).toBeNull();
    expect(codeOf(await http.get(`/alarms/${foreign}`))).toEqual([404, 404]);
  });

  it.each([
    [undefined],
    [[]],
    [[{ id: 'x', date: '05/01/2026' }]],
    [[{ date: '05/01/2026', type: 'unit_threshold' }]],
    [[{ id: 'x', type: 'unit_threshold' }]],
    [[{ id: 'x', date: '2026-01-05', type: 'unit_threshold' }]],
    [[{ id: 'x', date: '05/01_2026', type: 'unit_threshold' }]],
    [[{ id: 5, date: '05/01/2026', type: 'unit_threshold' }]],
    ['all'],
  ])('refuses %j with 1430', async (notifications) => {
    expect(codeOf(await read(notifications))).toEqual([400, 1430]);
  });
});

describe('/notification/assignee', () => {
  it('is for those with ALERTS', async () => {
    const id = await http.post({ type: 'hands-off', createdOn: '2026-01-09T06:00:00Z' });
    const body = { notificationId: id, assigneeId: 'viewer' };
    for (const method of ['POST', 'PATCH', 'DELETE'])
      expect(await http.call(method, '/notification/assignee', { as: 'viewer', body }), method).toMatchObject({
        status: 401,
        body: { reason: 'permission' },
      });
    expect(await kinds(id)).toEqual(['raised']);
  });

  const assignee = (method: string, notificationId: string, assigneeId: string) =>
    http.call(method, '/notification/assignee', { as: 'operator', body: { notificationId, assigneeId } });

  it('gives a notification to somebody once, takes it away, and closes it', async () => {
    const id = await http.post({ type: 'assigned', createdOn: '2026-01-07T06:00:00Z' });
    const added = await assignee('POST', id, 'technician');
    expect(added).toEqual({ status: 200, body: { message: 'Assignee added successfully', status: 'success' } });
    await assignee('POST', id, 'technician');
    expect((await view(id)).alarm.assignees).toEqual(['technician']);
    const gone = await assignee('DELETE', id, 'technician');
    expect(gone).toEqual({ status: 200, body: { message: 'Assignee deleted successfully', status: 'success' } });
    expect((await view(id)).alarm.assignees).toEqual([]);
    const closed = await assignee('PATCH', id, 'technician');
    expect(closed).toEqual({
      status: 200,
      body: { message: 'notifications marked as resolved successfully', status: 'success' },
    });
    expect((await view(id)).alarm).toMatchObject({ resolvedBy: 'operator', acknowledgedBy: 'operator' });
    const { body } = await http.get('/notificationRange?startDate=07/01/2026&endDate=07/01/2026');
    expect(body.notifications[0]).toMatchObject({ resolved: true, isRead: true });
  });

  it('answers 404 for a notification or a person of another industry, and 1430 for a field that is missing', async () => {
    const id = await http.post({ type: 'not-theirs', createdOn: '2026-01-07T06:00:00Z' });
    const foreign = await http.post({ unitId: 'north-flow', type: 'f', createdOn: '2026-01-07T06:00:00Z' }, 'north');
    for (const method of ['POST', 'DELETE', 'PATCH']) {
      expect(codeOf(await assignee(method, foreign, 'technician')), method).toEqual([404, 404]);
      expect(codeOf(await assignee(method, id, 'north')), method).toEqual([404, 404]);
      expect(codeOf(await assignee(method, id, 'nobody')), method).toEqual([404, 404]);
      for (const body of [{}, { notificationId: id }, { assigneeId: 'technician' }, { notificationId: 1, assigneeId: 2 }])
        expect(codeOf(await http.call(method, '/notification/assignee', { body })), method).toEqual([400, 1430]);
    }
    expect(await kinds(id)).toEqual(['raised']);
    expect((await view(foreign, 'north')).alarm.resolvedAt).toBeNull();
  });
});

describe('/api/plant/channels and /deliveries', () => {
  it('lists every channel; only the live one is set up of itself', async () => {
    const { body } = await http.get('/channels');
    expect(body.channels.map((one: Body) => [one.channel, one.isSetUp])).toEqual([
      ['email', false],
      ['sms', false],
      ['messaging', false],
      ['push', false],
      ['web', true],
    ]);
    expect((await http.get('/channels', 'operator')).status).toBe(401);
  });

  it('says of a test message that the channel is not set up, and refuses a malformed one', async () => {
    const { status, body } = await http.call('POST', '/channels/email/test', { body: { to: 'asha@plant.example' } });
    expect([status, body.message]).toEqual([404, 'email is not set up on this server']);
    expect(codeOf(await http.call('POST', '/channels/email/test', { body: {} }))).toEqual([400, 1430]);
    expect(codeOf(await http.call('POST', '/channels/web/test', { body: { to: 'x' } }))).toEqual([400, 1403]);
  });

  it('answers what became of the messages about a notification', async () => {
    const id = await http.post({ type: 'told', createdOn: now() });
    const { body } = await http.get(`/deliveries?notificationId=${id}`, 'operator');
    expect(body.deliveries.map((one: Body) => [one.channel, one.state, one.kind])).toEqual([['web', 'sent', 'raised']]);
    const foreign = await http.post({ unitId: 'north-flow', type: 'told', createdOn: now() }, 'north');
    expect(codeOf(await http.get(`/deliveries?notificationId=${foreign}`))).toEqual([404, 404]);
    expect(codeOf(await http.get('/deliveries'))).toEqual([400, 1403]);
    expect((await http.get(`/deliveries?notificationId=${id}`, 'viewer')).status).toBe(401);
  });
});

describe('alert settings', () => {
  it('count for the next alarm as soon as they are saved', async () => {
    const save = (web: object) =>
      askAt(http.plant.url(), '/api/user/accounts/settings', {
        method: 'POST',
        headers: { authorization: `Bearer ${adminToken}` },
        body: someSettings({ alerts: { channels: { web } } }),
      });
    const adminToken = await http.token('admin');
    const deliveries = async (): Promise<Body[]> => {
      const id = await http.post({ type: `settings-${Math.round(performance.now() * 1000)}`, createdOn: now() });
      return (await http.get(`/deliveries?notificationId=${id}`)).body.deliveries;
    };
    expect((await save({ enabled: false })).status).toBe(200);
    expect(await deliveries()).toEqual([]);
    expect((await save({ enabled: true, minPriority: 1 })).status).toBe(200);
    expect(await deliveries()).toEqual([]);
    expect((await save({ enabled: true, minPriority: 2 })).status).toBe(200);
    expect(await deliveries()).toHaveLength(1);
  });
});
