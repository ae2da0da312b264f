/** Programs on phones that were made for the published API send their facts with everything: no documented form is refused for it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askAt, bearer, loginAt } from './policyRig.ts';
import { startWholePlant, type WholePlant } from './wholePlant.ts';

let plant: WholePlant;
let headers: Record<string, string>;
const phone = { deviceId: 'phone-1', 'X-Device-Id': 'phone-1', 'X-Platform': 'Android', Baseurl: 'app://x', format: 'v1' };
const facts = { deviceId: 'phone-1', fcmToken: 'token', platform: 'Android', appVersion: '3.2' };

beforeAll(async () => {
  plant = await startWholePlant();
  headers = { ...phone, ...bearer((await loginAt(plant.url(), 'admin')).access_token) };
});
afterAll(() => plant.stop());

const ask = async (method: string, path: string, body?: object) => {
  const join = path.includes('?') ? '&' : '?';
  const answer = await askAt(plant.url(), `/api/user${path}${join}_=17&platform=Android&deviceId=phone-1`, {
    method,
    headers,
    ...(body && { body: { ...facts, ...body } }),
  });
  return { status: answer.status, body: answer.body as Record<string, unknown> };
};

it('settings and graphs are sent back as they were read', async () => {
  for (const [read, write] of [
    ['/accounts/settings', '/accounts/settings'],
    ['/waterBalance/graphEditor', '/waterBalance/graphEditor'],
    ['/scada/graphEditor', '/scada/graphEditor'],
  ] as const) {
    const found = await ask('GET', read);
    expect(found.status, read).toBe(200);
    const sent = await ask('POST', write, found.body);
    expect([sent.status, sent.body.message], write).toEqual([200, sent.body.message]);
  }
});

it.each([
  ['PATCH', '/accounts/info', { operations: [{ path: '/units/0/unitThreshold', value: 500 }] }],
  ['PATCH', '/accounts/info', { operations: [{ op: 'replace', path: '/units/0/monthlyThreshold', value: 5000 }] }],
  ['GET', '/accounts/allUnitThresholdUpdate', undefined],
  ['GET', '/batchProcess?date1=01/01/2026', undefined],
  ['POST', '/notification/register/fcm', { fcmToken: 'token' }],
  ['PATCH', '/notification/updateRead', { notifications: [{ id: 'none', date: '01/01/2026', type: 'x', isRead: true }] }],
  ['POST', '/notification/assignee', { notificationId: 'none', assigneeId: 'none' }],
  ['DELETE', '/notification/assignee', { notificationId: 'none', assigneeId: 'none' }],
  ['PATCH', '/notification/assignee', { notificationId: 'none', assigneeId: 'none' }],
  [
    'POST',
    '/alerts',
    { unitId: 'none', type: 'x', createdOn: '2026-01-01T00:00:00Z', meta: { alertType: 'flow_rate', value: 1, more: 2 } },
  ],
  ['PUT', '/executiveSummary/pin', { industryId: 'DEMO' }],
  ['POST', '/executiveSummary/virtualLogin/ticket', undefined],
  ['POST', '/fwi/userDataInput', { step: 1, data: {} }],
  [
    'POST',
    '/rainfall/fwi/fetchHistoricalRainfallData',
    { unitId: 'none', source: 'normals', startDate: '01/01/2025', endDate: '02/01/2025' },
  ],
  ['POST', '/roEfficiency/logActivities', { plantId: 'none', kind: 'cip', start: '2026-01-01T00:00:00.000Z' }],
  ['POST', '/plc/read-registers', { deviceId: 'none', frames: [{ frameId: 'A.B', slaveId: 1, fn: 3, address: 0, count: 1 }] }],
  [
    'POST',
    '/plc/write-registers',
    {
      deviceId: 'none',
      frames: [{ frameId: 'A.B', slaveId: 1, fn: 6, address: 0, values: [1], dataType: 'uint16', wordOrder: 'ABCD', scale: 1 }],
    },
  ],
  ['POST', '/plc/relay/valve', { deviceId: 'none', command: 'open' }],
  ['DELETE', '/user/logout', undefined],
] as const)('%s %s is not refused for what a phone says of itself', async (method, path, body) => {
  const { status, body: answer } = await ask(method, path, body);
  expect([answer.code, answer.errors], JSON.stringify(answer)).not.toEqual([
    expect.anything(),
    expect.arrayContaining([expect.objectContaining({ message: expect.stringContaining('is no ') })]),
  ]);
  expect([1403, 1430, 405, 415]).not.toContain(answer.code);
  expect(status).toBeLessThan(501);
});
