import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AlertHttp, type Body, startAlertHttp } from '../../test/alertHttp.ts';

let http: AlertHttp;
beforeAll(async () => {
  http = await startAlertHttp();
});
afterAll(() => http.stop());

/** Alarms that an earlier run left open. */
const left = [
  { key: 'storage', param: 'fault', category: 'device_status', name: 'Storage' },
  { key: 'valve:pump-1', param: 'fault', category: 'device_status', name: 'Feed pump' },
  { key: 'gateway:demo-line|device_status|gateway||', param: 'gateway', category: 'device_status', name: 'Utilities' },
  { key: 'node:header|stable_flow|balance|high|', param: 'balance', category: 'stable_flow', name: 'Process water main' },
];
const rows = left
  .map(({ key, param, category, name }, at) => {
    const meta = JSON.stringify({ unit: name, text: 'fault', fault: 'x' });
    const raisedAt = Date.now() - 60_000 * (at + 1);
    const date = new Date(raisedAt).toISOString().slice(0, 10);
    return `('left-${at}', 'DEMO', '', '${category}', '${category}_alert', '${key}', '${param}', '${date}', '${name}', '', '', 2, 0, '${meta}', ${raisedAt})`;
  })
  .join(', ');
const insertLeft = `insert into alarm (id, industry_id, unit_id, category, alert_type, key, param, date, title, body, action,
  priority, insight, meta, raised_at) values ${rows}`;

const kinds = async (): Promise<Map<string, Body>> => {
  const { body } = await http.get('/alarms');
  return new Map(body.alarms.map((one: Body) => [one.subject.kind, one]));
};
const dmy = (ms: number): string => new Date(ms).toISOString().slice(0, 10).split('-').reverse().join('/');

describe('alarms that belong to no unit', () => {
  it('say in the list of the plant what they are about, and are in no list of the User API', async () => {
    await http.plant.restart(insertLeft);
    http.plant.setOffset(-5 * 60_000);
    await expect.poll(async () => (await kinds()).has('clock'), { interval: 500 }).toBe(true);
    const found = await kinds();
    expect(found.get('clock')).toMatchObject({
      unitId: '',
      subject: { kind: 'clock', id: 'clock', name: 'Clock of the server' },
      body: expect.stringContaining('it is 5 min behind what was read before; readings go on in their order'),
    });
    expect(found.get('equipment')?.subject).toEqual({ kind: 'equipment', id: 'pump-1', name: 'Feed pump' });
    expect(found.get('gateway')?.subject).toEqual({ kind: 'gateway', id: 'demo-line', name: 'Utilities' });
    expect(found.get('node')?.subject).toEqual({ kind: 'node', id: 'header', name: 'Process water main' });

    const posted = await http.post({ createdOn: `${new Date().toISOString().slice(0, 19)}Z` });
    const range = `startDate=${dmy(Date.now() - 2 * 86_400_000)}&endDate=${dmy(Date.now() + 86_400_000)}`;
    const notified = (await http.get('/notification?days=7')).body.notifications;
    expect(notified.map(({ id, unitId }: Body) => [id, unitId])).toEqual([[posted, 'demo-flow']]);
    const alerts = (await http.get(`/alerts/dateRange?${range}`)).body.alertCategories.flatMap((one: Body) => one.alerts);
    expect(alerts.map(({ unitId }: Body) => unitId)).toEqual(['demo-flow']);
    const graph = (await http.get(`/alerts/unitGraph?date1=${dmy(Date.now())}&type=DAY`)).body;
    expect(JSON.stringify(graph)).not.toMatch(/gateway:|node:|"unitId":""/);
  });

  it('end after a restart where what an earlier run found is right again', async () => {
    const storage = async (): Promise<Body> => (await http.get('/alarms/left-0')).body.alarm;
    await expect.poll(async () => (await storage()).clearedAt, { interval: 500 }).not.toBe(null);
    expect(await storage()).toMatchObject({ subject: { kind: 'server', id: 'storage', name: 'Storage' } });
  });
});
