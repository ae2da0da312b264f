import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AlertHttp, type Body, startAlertHttp } from '../../test/alertHttp.ts';

let http: AlertHttp;
beforeAll(async () => {
  http = await startAlertHttp();
});
afterAll(() => http.stop());

const now = (): string => `${new Date().toISOString().slice(0, 19)}Z`;
const view = async (id: string, as: 'admin' | 'north' = 'admin'): Promise<Body> => (await http.get(`/alarms/${id}`, as)).body;
const codeOf = ({ status, body }: { status: number; body: Body }): [number, number] => [status, body.code];

describe('/api/plant/alarms', () => {
  const act = (id: string, what: string, body?: object) =>
    http.call('POST', `/alarms/${id}/${what}`, { as: 'operator', ...(body && { body }) });

  it('lists what is active or unacknowledged, the most urgent first', async () => {
    const low = await http.post({ type: 'l', createdOn: now(), meta: { alertType: 'monthly_threshold' } });
    const critical = await http.post({ type: 'l', createdOn: now(), meta: { alertType: 'level_exceed' } });
    const { status, body } = await http.get('/alarms', 'viewer');
    expect(status).toBe(200);
    const listed = body.alarms.map((one: Body) => one.id);
    expect(listed.indexOf(critical)).toBeLessThan(listed.indexOf(low));
    expect(body.alarms[listed.indexOf(low)]).toMatchObject({ state: 'unack', priority: 4, unitName: 'CNRYDEM well' });
    expect(body.alarms.some((one: Body) => one.unitId.startsWith('north'))).toBe(false);
  });

  it('lists what another program reported until a person closes it', async () => {
    const id = await http.post({ type: 'closed', createdOn: now() });
    const isListed = async () => (await http.get('/alarms')).body.alarms.some((one: Body) => one.id === id);
    expect(await isListed()).toBe(true);
    await http.call('PATCH', '/notification/assignee', { body: { notificationId: id, assigneeId: 'operator' } });
    expect((await view(id)).alarm).toMatchObject({ state: 'normal', clearedAt: expect.any(String) });
    expect(await isListed()).toBe(false);
  });

  it('acknowledges, shelves for at most 8 hours and with a reason, unshelves and keeps comments', async () => {
    const id = await http.post({ type: 'hands', createdOn: now() });
    expect((await act(id, 'acknowledge')).status).toBe(200);
    for (const body of [
      { minutes: 481, reason: 'cleaning' },
      { minutes: 4, reason: 'cleaning' },
      { minutes: 30 },
      { minutes: 30, reason: ' x ' },
      { minutes: 7.5, reason: 'cleaning' },
    ])
      expect(codeOf(await act(id, 'shelve', body)), JSON.stringify(body)).toEqual([400, 1430]);
    expect((await act(id, 'shelve', { minutes: 480, reason: 'meter is being calibrated' })).status).toBe(200);
    const shelved = await view(id);
    expect(shelved.alarm.state).toBe('shelved');
    expect(Date.parse(shelved.alarm.shelvedUntil) - Date.now()).toBeGreaterThan(479 * 60_000);
    expect((await http.get('/alarms')).body.shelved).toBe(1);
    expect((await act(id, 'comments', { text: 'called the <b>vendor</b>\r\nwaiting' })).status).toBe(201);
    expect(codeOf(await act(id, 'comments', { text: 'x'.repeat(10_000) }))).toEqual([400, 1430]);
    expect((await act(id, 'unshelve')).status).toBe(200);
    const { alarm, steps } = await view(id);
    expect(alarm.state).toBe('ack');
    expect(steps.map((one: Body) => [one.kind, one.userId, one.note])).toEqual([
      ['raised', null, ''],
      ['acknowledged', 'operator', ''],
      ['shelved', 'operator', 'meter is being calibrated'],
      ['comment', 'operator', 'called the <b>vendor</b>\r\nwaiting'],
      ['unshelved', 'operator', ''],
    ]);
  });

  it('takes and ends maintenance of a unit, and shows it while it lasts', async () => {
    const declare = (body: object, as: 'operator' | 'viewer' = 'operator') =>
      http.call('POST', '/alarm-maintenance', { as, body });
    const listed = async () => (await http.get('/alarms')).body.maintenance;
    const work = { unitId: 'demo-flow', minutes: 90, reason: 'meter is out for calibration' };
    expect((await declare(work)).status).toBe(200);
    expect((await declare({ ...work, minutes: 120 })).status).toBe(200);
    const [one, ...more] = await listed();
    expect(more).toEqual([]);
    expect(one).toMatchObject({ unitId: 'demo-flow', unitName: 'CNRYDEM well', reason: work.reason, userId: 'operator' });
    expect(Date.parse(one.until) - Date.parse(one.from)).toBe(120 * 60_000);
    for (const wrong of [{ minutes: 10_081 }, { minutes: -1 }, { minutes: 1.5 }, { reason: ' ' }, { reason: 'x'.repeat(10_000) }])
      expect(codeOf(await declare({ ...work, ...wrong })), JSON.stringify(wrong).slice(0, 40)).toEqual([400, 1430]);
    for (const unitId of ['north-flow', 'nowhere']) expect(codeOf(await declare({ ...work, unitId }))).toEqual([404, 404]);
    expect((await declare(work, 'viewer')).status).toBe(401);
    expect((await declare({ ...work, minutes: 0 })).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect(codeOf(await declare({ ...work, minutes: 0 }))).toEqual([404, 404]);
  });

  it('is closed to those without ALERTS, and foreign alarms are not there', async () => {
    const foreign = await http.post({ unitId: 'north-flow', type: 'hands', createdOn: now() }, 'north');
    for (const [what, body] of [
      ['acknowledge', undefined],
      ['shelve', { minutes: 30, reason: 'cleaning' }],
      ['unshelve', undefined],
      ['comments', { text: 'hello' }],
    ] as const) {
      expect(codeOf(await act(foreign, what, body)), what).toEqual([404, 404]);
      const denied = await http.call('POST', `/alarms/${foreign}/${what}`, { as: 'viewer', ...(body && { body }) });
      expect(denied.status, what).toBe(401);
    }
    expect((await view(foreign, 'north')).steps).toHaveLength(1);
  });

  it('measures a range: how many, how fast answered, which units most', async () => {
    for (let minute = 10; minute < 25; minute += 1)
      await http.post({ type: `flood-${minute}`, createdOn: `2026-02-03T06:${minute}:00Z` });
    const { body } = await http.get('/alarm-metrics?startDate=03/02/2026&endDate=03/02/2026');
    expect(body).toMatchObject({
      raised: 15,
      active: 15,
      unacknowledged: 15,
      resolved: 0,
      meanMinutesToAcknowledge: null,
      perTenMinutes: { most: 10 },
      floodMinutes: 0,
      topTen: [{ unitId: 'demo-flow', unitName: 'CNRYDEM well', count: 15 }],
    });
    expect(body.stale).toHaveLength(15);
    // what was raised before the range and is still active is stale in it too
    const later = await http.get('/alarm-metrics?startDate=05/02/2026&endDate=05/02/2026');
    expect(later.body).toMatchObject({ raised: 0 });
    expect(later.body.stale).toHaveLength(15);
    await http.post({ type: 'flood-more', createdOn: '2026-02-03T06:19:30Z' });
    const flood = await http.get('/alarm-metrics?startDate=03/02/2026&endDate=03/02/2026');
    // it begins with the eleventh in ten minutes, and goes on while there are five
    expect(flood.body).toMatchObject({ perTenMinutes: { most: 11 }, floodMinutes: 20 });
    for (const query of ['', '?startDate=03/02/2026', '?startDate=x&endDate=03/02/2026'])
      expect(codeOf(await http.get(`/alarm-metrics${query}`)), query).toEqual([400, 1403]);
  });

  it('lists of a range what stood at some time of it, also where it was raised days before, the newest first', async () => {
    const raised = async (day: string) => http.post({ type: `stands-${day}`, createdOn: `2026-01-${day}T06:00:00Z` });
    const [ended, stands, newest] = [await raised('11'), await raised('12'), await raised('13')];
    await http.call('PATCH', '/notification/assignee', { body: { notificationId: ended, assigneeId: 'operator' } });
    const idsOf = async (date: string): Promise<string[]> => {
      const { body } = await http.get(`/alarms?startDate=${date}&endDate=${date}`);
      return body.alarms.map(({ id }: Body) => id).filter((id: string) => [ended, stands, newest].includes(id));
    };
    // the first was closed by a person just now
    expect(await idsOf('13/01/2026')).toEqual([newest, stands, ended]);
    expect(await idsOf('12/01/2026')).toEqual([stands, ended]);
    expect(await idsOf('11/01/2026')).toEqual([ended]);
    expect(await idsOf('10/01/2026')).toEqual([]);
    expect(await idsOf('01/02/2099')).toEqual([newest, stands]);
    // the published lists go by when it was raised
    const { body } = await http.get('/notificationRange?startDate=13/01/2026&endDate=13/01/2026');
    expect(body.notifications.map(({ id }: Body) => id)).toEqual([newest]);
  });
});
