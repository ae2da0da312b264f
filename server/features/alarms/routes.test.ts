import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alertCategories } from '../../contract/model/alertCategories.ts';
import { type AlertHttp, type Body, startAlertHttp } from '../../test/alertHttp.ts';
import { askAt, bearer } from '../../test/policyRig.ts';

let http: AlertHttp;
/** Ids of what was posted, by category; each on a shift day of March 2026 of its own. */
const ids = new Map<string, string>();

beforeAll(async () => {
  http = await startAlertHttp();
  for (const [at, alertType] of alertCategories.entries()) {
    const createdOn = `2026-03-${String(at + 2).padStart(2, '0')}T06:00:00Z`;
    const unitId = alertType === 'quality_threshold' ? 'demo-flow-2' : 'demo-flow';
    ids.set(alertType, await http.post({ type: `${alertType}_alert`, unitId, createdOn, meta: { alertType, value: at } }));
  }
  await http.post({ unitId: 'north-flow', createdOn: '2026-03-05T06:00:00Z' }, 'north');
});
afterAll(() => http.stop());

const categoriesOf = (body: Body): string[] => body.alertCategories.map((one: Body) => one.categoryId);
const alertsOf = (body: Body): Body[] => body.alertCategories.flatMap((one: Body) => one.alerts);
const march = 'startDate=01/03/2026&endDate=31/03/2026';
const withoutEnergy = alertCategories.filter((one) => one !== 'energy_threshold');

describe('GET /alerts', () => {
  it('answers the month up to the date, under its categories in their fixed order', async () => {
    const { status, body } = await http.get('/alerts?date=31/03/2026&energyEnabled=true');
    expect(status).toBe(200);
    expect(body.date).toBe('31/03/2026');
    expect(categoriesOf(body)).toEqual([...alertCategories]);
    expect(alertsOf(body)[1]).toEqual({
      unitId: 'demo-flow',
      unitName: 'CNRYDEM well',
      alertType: 'unit_threshold_alert',
      createdOn: '2026-03-03T06:00:00.000Z',
      description: { title: 'CNRYDEM well: Daily limit', body: 'value 1' },
      meta: { alertType: 'unit_threshold', value: 1, threshold: null },
    });
  });

  it('takes the month to the date and the date alone, by shift days and not by midnights', async () => {
    expect(alertsOf((await http.get('/alerts?date=04/03/2026')).body)).toHaveLength(3);
    expect(alertsOf((await http.get('/alerts?date=04/03/2026&type=monthly')).body)).toHaveLength(3);
    expect(categoriesOf((await http.get('/alerts?date=04/03/2026&type=daily')).body)).toEqual(['monthly_threshold']);
    // the shift day of Kolkata begins at 00:30 UTC
    const before = await http.post({ type: 'early', createdOn: '2026-04-10T00:29:59Z' });
    const after = await http.post({ type: 'late', createdOn: '2026-04-10T00:30:00Z' });
    expect(before).not.toBe(after);
    expect(alertsOf((await http.get('/alerts?date=09/04/2026&type=daily')).body).map((one) => one.alertType)).toEqual(['early']);
    expect(alertsOf((await http.get('/alerts?date=10/04/2026&type=daily')).body).map((one) => one.alertType)).toEqual(['late']);
  });

  it.each([
    ['general', withoutEnergy.filter((one) => one !== 'device_status' && one !== 'stable_flow')],
    ['offline', ['device_status']],
    ['insights', ['stable_flow']],
    ['general_offline', withoutEnergy.filter((one) => one !== 'stable_flow')],
  ])('alert_type=%s leaves only its own', async (filter, expected) => {
    expect(categoriesOf((await http.get(`/alerts?date=31/03/2026&alert_type=${filter}`)).body)).toEqual(expected);
  });

  it('leaves energy out unless it is asked for, and takes booleans in any case', async () => {
    expect(categoriesOf((await http.get('/alerts?date=31/03/2026')).body)).toEqual(withoutEnergy);
    for (const yes of ['true', 'TRUE', '1'])
      expect(categoriesOf((await http.get(`/alerts?date=31/03/2026&energyEnabled=${yes}`)).body)).toContain('energy_threshold');
    for (const no of ['false', 'False', '0'])
      expect(categoriesOf((await http.get(`/alerts?date=31/03/2026&energyEnabled=${no}`)).body)).not.toContain(
        'energy_threshold',
      );
  });

  it('adminAlerts leaves device status, borewells and critical ones; level limits are critical', async () => {
    const { body } = await http.get('/alerts?date=31/03/2026&adminAlerts=true');
    expect(categoriesOf(body)).toEqual(['device_status', 'level_exceed', 'borewell_threshold']);
  });

  it('answers one unit alone, and nothing for a unit that is not of the industry', async () => {
    expect(categoriesOf((await http.get('/alerts?date=31/03/2026&unitId=demo-flow-2')).body)).toEqual(['quality_threshold']);
    for (const unitId of ['north-flow', 'nowhere'])
      expect((await http.get(`/alerts?date=31/03/2026&unitId=${unitId}`)).body.alertCategories).toEqual([]);
  });

  it.each([
    ['', 'date'],
    ['?date=', 'date'],
    ['?date=2026-03-01', 'date'],
    ['?date=31/02/2026', 'date'],
    ['?date=1/3/2026', 'date'],
    ['?date=01/03/2026&type=weekly', 'type'],
    ['?date=01/03/2026&alert_type=all', 'alert_type'],
    ['?date=01/03/2026&energyEnabled=perhaps', 'energyEnabled'],
    ['?date=01/03/2026&adminAlerts=2', 'adminAlerts'],
    ['?date=01/01/1960', ''],
  ])('refuses "%s" with 1403 and names the parameter', async (query, name) => {
    const { status, body } = await http.get(`/alerts${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: 'error', code: 1403 });
    expect(body.message).toContain(name);
  });

  it('refuses a parameter that comes twice with 400, and minds none that it does not know', async () => {
    const { status, body } = await http.get('/alerts?date=01/03/2026&date=02/03/2026');
    expect({ status, code: body.code }).toEqual({ status: 400, code: 400 });
    expect((await http.get('/alerts?date=01/03/2026&colour=blue')).status).toBe(200);
  });

  it('answers 304 to one who has it already, until an alarm changes', async () => {
    const path = '/alerts?date=20/12/2025';
    const headers = bearer(await http.token('admin'));
    const ask = (tag?: string) =>
      askAt(http.plant.url(), `/api/user${path}`, {
        headers: { ...headers, ...(tag !== undefined && { 'if-none-match': tag }) },
      });
    const { headers: given } = await ask();
    const tag = String(given.etag);
    expect((await ask(tag)).status).toBe(304);
    await http.post({ type: 'newer', createdOn: '2025-12-19T06:00:00Z' });
    const changed = await ask(tag);
    expect(changed.status).toBe(200);
    expect(alertsOf(changed.body)).toHaveLength(1);
  });

  it('needs a token, and shows another industry nothing', async () => {
    expect((await http.get('/alerts?date=31/03/2026', 'nobody')).status).toBe(401);
    const { body } = await http.get('/alerts?date=31/03/2026', 'north');
    expect(alertsOf(body).map((one) => one.unitId)).toEqual(['north-flow']);
  });
});

describe('GET /alerts/dateRange', () => {
  it('includes both ends and has the filters of GET /alerts', async () => {
    expect(alertsOf((await http.get('/alerts/dateRange?startDate=02/03/2026&endDate=04/03/2026')).body)).toHaveLength(3);
    expect(categoriesOf((await http.get(`/alerts/dateRange?${march}&alert_type=offline`)).body)).toEqual(['device_status']);
    expect(categoriesOf((await http.get(`/alerts/dateRange?${march}&unitId=demo-flow-2`)).body)).toEqual(['quality_threshold']);
    expect(categoriesOf((await http.get(`/alerts/dateRange?${march}&energyEnabled=1`)).body)).toHaveLength(9);
    expect(categoriesOf((await http.get(`/alerts/dateRange?${march}&adminAlerts=1`)).body)).toHaveLength(3);
    expect((await http.get(`/alerts/dateRange?${march}`)).body.date).toBe('31/03/2026');
  });

  it.each([
    ['startDate=02/03/2026', 'endDate'],
    ['endDate=02/03/2026', 'startDate'],
    ['startDate=32/03/2026&endDate=02/03/2026', 'startDate'],
    ['startDate=01/01/2010&endDate=02/03/2026', 'at most'],
  ])('refuses %s with 1403', async (query, text) => {
    const { status, body } = await http.get(`/alerts/dateRange?${query}`);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 1403 });
    expect(body.message).toContain(text);
  });

  it('says in the stated words that the start is after the end', async () => {
    for (const path of [
      '/alerts/dateRange?startDate=02/03/2026&endDate=01/03/2026',
      '/alerts/byType?startDate=02/03/2026&endDate=01/03/2026&categories=flow_rate',
      '/notificationRange?startDate=02/03/2026&endDate=01/03/2026',
      '/alarm-metrics?startDate=02/03/2026&endDate=01/03/2026',
    ]) {
      const { status, body } = await http.get(path);
      expect({ status, code: body.code, message: body.message }).toEqual({
        status: 400,
        code: 1403,
        message: 'startDate cannot be after endDate',
      });
    }
  });
});

describe('GET /alerts/byType', () => {
  it('has one key for each category asked for, also for one without alerts', async () => {
    const { status, body } = await http.get('/alerts/byType?startDate=02/03/2026&categories=device_status,flow_rate');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['device_status', 'flow_rate']);
    expect(body.device_status.meta).toEqual({ totalAlerts: 1 });
    expect(body.device_status.alerts[0].unitId).toBe('demo-flow');
    expect(body.flow_rate).toEqual({ meta: { totalAlerts: 0 }, alerts: [] });
  });

  it('answers 304 to one who has it already, until an alarm changes', async () => {
    const headers = bearer(await http.token('admin'));
    const ask = (tag?: string) =>
      askAt(http.plant.url(), '/api/user/alerts/byType?startDate=20/12/2024&categories=flow_rate', {
        headers: { ...headers, ...(tag !== undefined && { 'if-none-match': tag }) },
      });
    const tag = String((await ask()).headers.etag);
    expect((await ask(tag)).status).toBe(304);
    await http.post({ type: 'newer still', createdOn: '2024-12-20T06:00:00Z' });
    expect((await ask(tag)).status).toBe(200);
  });

  it('takes endDate and unit_ids, and lists that are repeated', async () => {
    const range = '/alerts/byType?startDate=01/03/2026&endDate=31/03/2026';
    const { body } = await http.get(`${range}&categories=quality_threshold&categories=flow_rate&unit_ids=demo-flow-2,nowhere`);
    expect(body.quality_threshold.meta.totalAlerts).toBe(1);
    expect(body.flow_rate.meta.totalAlerts).toBe(0);
  });

  it('refuses a category that there is not, with the ones there are', async () => {
    const { status, body } = await http.get('/alerts/byType?startDate=02/03/2026&categories=flow_rate,floods');
    expect({ status, code: body.code }).toEqual({ status: 400, code: 1403 });
    expect(body.message).toBe(`categories: "floods" is none of ${alertCategories.join(', ')}`);
  });

  it.each([
    '',
    '?startDate=02/03/2026',
    '?categories=flow_rate',
    '?startDate=02/03/2026&categories=',
    '?startDate=x&categories=flow_rate',
  ])('refuses "%s" with 1403', async (query) => {
    const { status, body } = await http.get(`/alerts/byType${query}`);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 1403 });
  });
});

describe('GET /alerts/unitGraph', () => {
  it('counts a day by hours, a month by days, a year by months', async () => {
    const day = await http.get('/alerts/unitGraph?date1=03/03/2026');
    expect(day.body.type).toBe('DAY');
    expect(day.body.buckets).toHaveLength(24);
    // 06:00 UTC is 11:30 in Kolkata, the sixth hour of a shift that starts at 06:00
    expect(day.body.units[0].counts.indexOf(1)).toBe(5);
    const month = await http.get('/alerts/unitGraph?date1=31/03/2026&type=MONTH');
    expect(month.body.buckets).toHaveLength(31);
    expect(month.body.total).toBe(alertCategories.length);
    const year = await http.get('/alerts/unitGraph?date1=31/03/2026&type=YEAR');
    expect(year.body.units.find((one: Body) => one.unitId === 'demo-flow').counts).toEqual([0, 0, 8]);
  });

  it('counts a range of its own, of some units and types', async () => {
    const range = '/alerts/unitGraph?date1=01/03/2026&date2=31/03/2026&type=CUSTOM';
    const { body } = await http.get(`${range}&unitId=demo-flow,demo-flow-2&alertType=quality_threshold,flow_rate_alert`);
    expect(body.units.map((one: Body) => [one.unitId, one.total, Object.keys(one.byType)])).toEqual([
      ['demo-flow', 1, ['flow_rate']],
      ['demo-flow-2', 1, ['quality_threshold']],
    ]);
    expect((await http.get(`${range}&unitId=north-flow`)).body.units).toEqual([]);
  });

  it.each([
    '',
    '?date1=x',
    '?date1=01/03/2026&type=CUSTOM',
    '?date1=01/03/2026&type=WEEK',
    '?date1=02/03/2026&date2=01/03/2026&type=CUSTOM',
  ])('refuses "%s" with 1403', async (query) => {
    const { status, body } = await http.get(`/alerts/unitGraph${query}`);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 1403 });
  });
});

describe('GET /alerts/allIndustries', () => {
  it('answers internal users every active industry', async () => {
    const { status, body } = await http.get('/alerts/allIndustries?startDate=31/03/2026', 'staff');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      totalAlerts: alertCategories.length + 1,
      totalIndustries: 3,
      startDate: '01/03/2026',
      endDate: '31/03/2026',
      fetchType: 'monthly',
      excludedIndustries: [],
      adminAlertsOnly: false,
    });
    expect(body.alertsByIndustry.NORTH).toMatchObject({ industryName: 'CNRYNOR plant', alerts: [{ unitId: 'north-flow' }] });
  });

  it('takes a day, a range, and admin alerts alone', async () => {
    const day = await http.get('/alerts/allIndustries?startDate=05/03/2026&type=daily', 'staff');
    expect(day.body).toMatchObject({ totalAlerts: 2, fetchType: 'daily', startDate: '05/03/2026', endDate: '05/03/2026' });
    const range = await http.get(`/alerts/allIndustries?${march}&type=dateRange&adminAlerts=true`, 'staff');
    expect(range.body).toMatchObject({ totalAlerts: 3, adminAlertsOnly: true, startDate: '01/03/2026', endDate: '31/03/2026' });
  });

  it.each([
    ['', 'startDate'],
    ['?startDate=31/03/2026&type=dateRange', 'endDate missing'],
    ['?startDate=31/03/2026&endDate=01/03/2026&type=dateRange', 'startDate cannot be after endDate'],
    ['?startDate=31/02/2026', 'startDate'],
    ['?startDate=31/03/2026&type=yearly', 'type'],
  ])('refuses "%s" with 1403', async (query, text) => {
    const { status, body } = await http.get(`/alerts/allIndustries${query}`, 'staff');
    expect({ status, code: body.code }).toEqual({ status: 400, code: 1403 });
    expect(body.message).toContain(text);
  });

  it('is not for others', async () => {
    const { status, body } = await http.get('/alerts/allIndustries?startDate=31/03/2026', 'admin');
    expect({ status, reason: body.reason }).toEqual({ status: 401, reason: 'permission' });
  });
});
