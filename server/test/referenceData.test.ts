import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAt, bearer, type PolicyRig, startPolicyRig } from './policyRig.ts';

let rig: PolicyRig;
beforeAll(async () => {
  rig = await startPolicyRig();
});
afterAll(() => rig.stop());

const ask = (path: string, headers: Record<string, string> = {}) =>
  askAt(rig.plant.url(), `/api/user/${path}`, { headers: { ...bearer(rig.tokens.admin), ...headers } });

describe.each(['common', 'standardCategoryView?date1=10/11/2026&type=DAY', 'accounts/landingpage'])('GET /%s', (path) => {
  it('is not sent again to a client that has it', async () => {
    const first = await ask(path);
    expect(first.status, first.text).toBe(200);
    const tag = first.headers.etag;
    expect(tag).toMatch(/^W\/".+"$/);
    const again = await ask(path, { 'if-none-match': String(tag) });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await ask(path, { 'if-none-match': 'W/"another"' })).status).toBe(200);
  });
});

it('a list of readings that is asked for a sub-category that is not there says so', async () => {
  const { status, body } = await ask('deviceData?date1=10/11/2026&category=source&type=HOUR&subCategory=nobody');
  expect([status, body]).toMatchObject([404, { code: 1401 }]);
});
