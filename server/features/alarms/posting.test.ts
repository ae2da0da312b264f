import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertCategories } from '../../contract/model/alertCategories.ts';
import { type AlertHttp, type Body, someAlert, startAlertHttp } from '../../test/alertHttp.ts';

let http: AlertHttp;
beforeAll(async () => {
  http = await startAlertHttp();
});
afterAll(() => http.stop());

describe('POST /alerts', () => {
  it('stores an event, announces it, and adds the same one to its count while it is open', async () => {
    const body = someAlert({ type: 'counted', createdOn: '2026-02-10T06:00:00Z' });
    const first = await http.call('POST', '/alerts', { body });
    const second = await http.call('POST', '/alerts', { body });
    expect(first).toMatchObject({ status: 200, body: { status: 'success', count: 1 } });
    expect(second.body).toMatchObject({ notificationId: first.body.notificationId, count: 2 });
    await http.call('PATCH', '/notification/assignee', {
      body: { notificationId: first.body.notificationId, assigneeId: 'operator' },
    });
    const third = await http.call('POST', '/alerts', { body });
    expect(third.body.count).toBe(1);
    expect(third.body.notificationId).not.toBe(first.body.notificationId);
  });

  it('shows the numbers of the newest one, as they were sent', async () => {
    const posted = { type: 'newest', createdOn: '2026-02-11T06:00:00Z' };
    for (const [value, threshold] of [
      [5, 3],
      [123456789.123, 123456789.1],
    ])
      await http.post({ ...posted, meta: { alertType: 'flow_rate', value, threshold, share: value } });
    await http.post({ ...posted, meta: { alertType: 'flow_rate' } });
    const meta = { alertType: 'flow_rate', value: 123456789.123, threshold: 123456789.1, share: 123456789.123 };
    const { body } = await http.get('/notificationRange?startDate=11/02/2026&endDate=11/02/2026');
    expect(body.notifications).toMatchObject([{ count: 3, meta }]);
    expect(body.notifications).toMatchObject([{ body: 'value 123456789.12, threshold 123456789.1, share 123456789' }]);
    const byType = await http.get('/alerts/byType?startDate=11/02/2026&categories=flow_rate');
    expect(byType.body.flow_rate).toMatchObject({ alerts: [{ meta }] });
  });

  it.each([
    '2026-03-10T06:00:00.000Z',
    '2026-03-10T06:00:00+05:30',
    '2026-03-10T06:00:00+00:00',
    '2026-03-10T06:00:00',
    '2026-03-10 06:00:00Z',
    '2026-03-10T06:00Z',
    '2026-03-10t06:00:00z',
    '2026-02-30T06:00:00Z',
    '2026-03-10T24:00:00Z',
    '2026-03-10T06:00:60Z',
    '10/03/2026',
    '1773122400',
    ' 2026-03-10T06:00:00Z',
    '2026-03-10T06:00:00Z\n',
    '2999-03-10T06:00:00Z',
    '1969-12-31T23:59:59Z',
    '',
  ])('refuses the createdOn "%s" with 400 and stores nothing', async (createdOn) => {
    const { status, body } = await http.call('POST', '/alerts', { body: someAlert({ type: 'never', createdOn }) });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 400 });
    expect(body.message).toMatch(/^createdOn /);
  });

  it.each([5, null, true, {}, undefined])('refuses a createdOn that is no text (%s) in the same way', async (createdOn) => {
    const { status, body } = await http.call('POST', '/alerts', { body: { ...someAlert({ type: 'never' }), createdOn } });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 400 });
    expect(body.message).toMatch(/^createdOn /);
  });

  it('refuses more numbers, or longer names of them, than a person could read', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`n${at}`, at]));
    for (const numbers of [many, { ['x'.repeat(10_000)]: 1 }]) {
      const body = someAlert({ meta: { alertType: 'flow_rate', ...numbers } });
      expect((await http.call('POST', '/alerts', { body })).body).toMatchObject({ code: 1430 });
    }
  });

  it('says what to do, for every category', async () => {
    for (const alertType of alertCategories)
      await http.post({ type: 'action', createdOn: '2026-02-12T06:00:00Z', meta: { alertType } });
    const { body } = await http.get('/notificationRange?startDate=12/02/2026&endDate=12/02/2026');
    expect(body.notifications).toHaveLength(alertCategories.length);
    for (const one of body.notifications) expect(one.action).toMatch(/^[A-Z].{15,}\.$/);
  });

  it.each(['nowhere', 'north-flow', "x' or 1=1 --", '__proto__'])('refuses the unit %s with 404', async (unitId) => {
    const { status, body } = await http.call('POST', '/alerts', { body: someAlert({ unitId }) });
    expect({ status, code: body.code, message: body.message }).toEqual({ status: 404, code: 404, message: 'unit not found' });
  });

  it('refuses a malformed body with 1430, and lists the categories there are', async () => {
    for (const body of [
      {},
      [],
      someAlert({ unitId: 5 }),
      someAlert({ type: '' }),
      someAlert({ meta: { alertType: 'flow_rate', value: 'much' } }),
      someAlert({ meta: {} }),
      someAlert({ type: 'x'.repeat(10_000) }),
      '{"unitId":',
    ]) {
      const answer = await http.call('POST', '/alerts', { body });
      expect([answer.status, [400, 1430].includes(answer.body.code)], JSON.stringify(body).slice(0, 80)).toEqual([400, true]);
    }
    const { body } = await http.call('POST', '/alerts', { body: someAlert({ meta: { alertType: 'floods' } }) });
    expect(body.code).toBe(1430);
    for (const category of alertCategories) expect(JSON.stringify(body)).toContain(category);
  });

  it('takes no time that is on no day that can be asked for', async () => {
    for (const hour of ['00', '03', '06', '12', '18', '23']) {
      const sent = { type: `old ${hour}`, createdOn: `1970-01-01T${hour}:00:00Z` };
      const { status, body } = await http.call('POST', '/alerts', { body: someAlert(sent) });
      const found = await http.get('/notificationRange?startDate=01/01/1970&endDate=02/01/1970');
      const listed = found.body.notifications.some(({ id }: Body) => id === body.notificationId);
      expect([hour, status, listed]).toEqual([hour, listed ? 200 : 400, status === 200]);
    }
  });

  it('shows what looks like markup as plain text, and refuses lines', async () => {
    const { body: refused } = await http.call('POST', '/alerts', { body: someAlert({ type: 'a\r\nSet-Cookie: a=b' }) });
    expect(refused).toMatchObject({ code: 1430, errors: [{ path: 'type' }] });
    const type = '<img src=x onerror=alert(1)>';
    const id = await http.post({ type, createdOn: '2026-02-11T06:00:00Z' });
    const { body } = await http.get('/notificationRange?startDate=11/02/2026&endDate=11/02/2026');
    const found = body.notifications.find((one: Body) => one.id === id);
    expect(found.meta.alertType).toBe('unit_threshold');
    expect(found.title).toMatch(/: <img src=x onerror=alert\(1\)>$/);
  });

  it('lets internal users act on another industry, and nobody else', async () => {
    const elsewhere = { body: someAlert({ unitId: 'north-flow', type: 'elsewhere' }), headers: { targetIndustryId: 'NORTH' } };
    expect((await http.call('POST', '/alerts', { ...elsewhere, as: 'staff' })).status).toBe(200);
    expect((await http.call('POST', '/alerts', elsewhere)).status).toBe(404);
    expect((await http.call('POST', '/alerts', { body: someAlert(), as: 'operator' })).status).toBe(401);
    expect((await http.get('/alerts?date=10/03/2026&type=daily', 'north')).body.alertCategories).toHaveLength(1);
  });
});
