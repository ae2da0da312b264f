import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { permissions } from '../contract/permissions.ts';
import { askAt, bearer, endpoints, listen, nameOf, type PolicyRig, pathOf, queryOf, startPolicyRig } from './policyRig.ts';
import { canaries, idsOf } from './twinIndustries.ts';
import { type Username, users } from './wholePlant.ts';

/**
 * Rows that show every industry to those who may see them: the whole audit log belongs to the owner of the site; the figures of the
 * server answer its own machine, and others with a token that is no user's.
 */
const showsAll = new Set(['GET /metrics', 'GET /api/plant/audit', 'GET /api/plant/audit/export', 'GET /api/plant/audit/verify']);
const people = ['admin', 'operator', 'technician', 'viewer', 'north', 'staff'] as const satisfies Username[];

let rig: PolicyRig;
beforeAll(async () => {
  rig = await startPolicyRig();
  // an open alarm of each industry, whose texts bear its canary
  for (const username of ['admin', 'north', 'staff'] as const) {
    const { status, text } = await askAt(rig.plant.url(), '/api/user/alerts', {
      method: 'POST',
      headers: bearer(rig.tokens[username]),
      body: {
        unitId: idsOf(users[username].industryId).unitId,
        type: `${canaries[users[username].industryId]}_alert`,
        createdOn: `${new Date().toISOString().slice(0, 19)}Z`,
        meta: { alertType: 'flow_rate', value: 7, threshold: 5 },
      },
    });
    expect(status, text).toBeLessThan(300);
  }
});
afterAll(() => rig.stop());

const foreignTo = (username: Username) =>
  Object.entries(canaries).flatMap(([id, canary]) => (id === users[username].industryId ? [] : [canary]));
const leaks = (text: string, username: Username): string[] =>
  foreignTo(username).filter((canary) => text.toUpperCase().includes(canary));
const ask = (row: Endpoint, path: string, username: Username, body?: object) =>
  askAt(rig.plant.url(), path, {
    method: row.method.toUpperCase(),
    headers: bearer(rig.tokens[username]),
    ...(body && { body }),
  });

const gets = endpoints.filter(
  (row) => row.method === 'get' && row.auth !== 'refresh' && !row.writes && !showsAll.has(nameOf(row)),
);

describe('what one industry is shown', () => {
  it.each(gets.map((row) => [nameOf(row), row] as const))('%s holds nothing of another', async (_name, row) => {
    for (const username of people)
      for (const industryId of ['DEMO', 'NORTH', 'INTERNAL'] as const) {
        const ids = idsOf(industryId);
        for (const path of [pathOf(row, ids) + queryOf(row, ids), pathOf(row, ids)]) {
          const { text, status, headers } = await ask(row, path, username);
          expect(status, text).toBeLessThan(500);
          expect(leaks(text + JSON.stringify(headers), username), `${path} as ${username}`).toEqual([]);
        }
      }
  });

  it('is its own, so that the canaries are looked for where they are', async () => {
    const showing = new Set<string>();
    for (const row of gets)
      for (const username of ['admin', 'north'] as const) {
        const { industryId } = users[username];
        const ids = idsOf(industryId);
        const { text } = await ask(row, pathOf(row, ids) + queryOf(row, ids), username);
        if (text.includes(canaries[industryId])) showing.add(`${nameOf(row)} ${username}`);
      }
    for (const name of [
      '/user/deviceDataV2',
      '/user/standardCategoryView',
      '/plant/units',
      '/plant/tags/{id}',
      '/plant/overview',
      '/plant/templates',
      '/plant/loop-tests/{id}',
      '/plant/write-points',
      '/plant/valves',
      '/plant/commands',
      '/plant/commands/{id}',
      '/plant/configuration/export',
      '/plant/sso/issuers',
      '/user/accounts/settings',
      '/user/accounts/info',
      '/user/scada/graphEditor',
      '/user/scada/data',
      '/user/additionalFeature',
      '/user/common',
      '/plant/industry/facts',
      '/user/alerts',
      '/user/alerts/unitGraph',
      '/user/notification',
      '/plant/alarms',
    ])
      for (const username of ['admin', 'north']) expect(showing).toContain(`GET /api${name} ${username}`);
    const { text } = await rig.ask('/api/user/user/login', {
      headers: { LoginType: 'DEFAULT', username: 'north', password: 'demo-north' },
    });
    expect(text).toContain(canaries.NORTH);
    expect(leaks(text, 'north')).toEqual([]);
  });

  const questionsByForeignId = gets.flatMap((row) => {
    const ids = idsOf('NORTH');
    const foreign = pathOf(row, ids) + queryOf(row, ids);
    return foreign.includes('north-') ? [[nameOf(row), row, foreign] as const] : [];
  });

  it.each(questionsByForeignId)('%s knows a foreign id no better than none', async (_name, row, foreign) => {
    // a name of the same length that nobody has
    const nobody = foreign.replaceAll('north-', 'nooon-');
    const [one, other] = await Promise.all([ask(row, foreign, 'admin'), ask(row, nobody, 'admin')]);
    const plain = (text: string): string =>
      text.replaceAll('north-', 'nooon-').replace(/"(requestId|at|from|to|start)":"[^"]*"/g, '"$1":""');
    expect([one.status, plain(one.text)]).toEqual([other.status, plain(other.text)]);
  });

  it('is never a secret of anybody', async () => {
    for (const row of gets)
      for (const username of people) {
        const ids = idsOf(users[username].industryId);
        const { text } = await ask(row, pathOf(row, ids) + queryOf(row, ids), username);
        expect(text, `${nameOf(row)} as ${username}`).not.toMatch(/\$argon2|\$CNRY|password_hash/);
      }
  });

  it('is on the live channel what is its own, and nothing of another', async () => {
    const messages = [
      { type: 'subscribe', topic: 'readings' },
      { type: 'subscribe', topic: 'readings', industryId: 'NORTH', targetIndustryId: 'NORTH' },
    ];
    for (const username of people) {
      const { industryId } = users[username];
      await vi.waitFor(
        async () => {
          const { received, text } = await listen(rig.plant.url(), rig.tokens[username], messages);
          expect(new Set(received.flatMap((message) => message.industryId ?? []))).toEqual(new Set([industryId]));
          for (const other of ['DEMO', 'NORTH', 'INTERNAL'] as const)
            if (other !== industryId) expect(text).not.toContain(idsOf(other).unitId);
          expect(text).toContain(`"unitId":"${idsOf(industryId).unitId}"`);
        },
        { timeout: 60_000, interval: 200 },
      );
    }
  });
});

describe('what one industry changes', () => {
  // both industries have a category of the same id, so that one is not foreign
  const byId = endpoints.filter(
    (row) => row.method !== 'get' && row.base === 'plant' && pathOf(row, idsOf('DEMO')) !== pathOf(row, idsOf('NORTH')),
  );
  const viewOf = async (row: Endpoint, username: Username): Promise<unknown> => {
    const get = endpoints.find((one) => one.method === 'get' && one.base === row.base && one.path === row.path);
    const list = endpoints.find(
      (one) => one.method === 'get' && one.base === row.base && one.path === row.path.replace('/{id}', ''),
    );
    const shown = get ?? list;
    return shown && (await ask(shown, pathOf(shown, idsOf(users[username].industryId)), username)).body;
  };

  it.each(byId.map((row) => [nameOf(row), row] as const))('%s finds nothing by a foreign id', async (_name, row) => {
    const before = await viewOf(row, 'north');
    const body = row.method === 'delete' ? undefined : ((before ?? {}) as object);
    const answer = await ask(row, pathOf(row, idsOf('NORTH')), 'admin', body);
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
    expect(leaks(answer.text, 'admin')).toEqual([]);
    if (row.method === 'delete') expect(answer.status).toBe(404);
    expect(await viewOf(row, 'north')).toEqual(before);
  });

  it('cannot refer to what belongs to another', async () => {
    const { connectionId, deviceId, unitId, subCategoryId } = idsOf('NORTH');
    const tag = { name: 'x', kind: 'counter', decode: { space: 'holding', address: 4, type: 'uint32' }, periodMs: 5000 };
    const writePoint = { name: 'x', asset: 'X', kind: 'setpoint', fn: 6, address: 1, type: 'uint16', min: 0, max: 1 };
    const attempts: [path: string, body: object][] = [
      ['/devices', { connectionId, name: 'x', slaveId: 9 }],
      ['/tags', { ...tag, deviceId }],
      ['/tags', { ...tag, deviceId: idsOf('DEMO').deviceId, unitId, param: 'volume' }],
      ['/write-points', { ...writePoint, deviceId }],
      ['/units', { subCategoryId, name: 'x', type: 'manual', standardCategoryId: 'SOURCE_CATEGORY', siUnit: 'KL' }],
    ];
    for (const [path, body] of attempts) {
      const answer = await rig.ask(`/api/plant${path}`, { method: 'POST', headers: bearer(rig.tokens.admin), body });
      expect(answer.status, answer.text).toBe(400);
      expect(answer.text).toMatch(/does not exist|not found/);
      expect(leaks(answer.text, 'admin')).toEqual([]);
    }
  });
});

describe('permissions that belong to the site', () => {
  it('are not held by the admin of another industry', () => {
    expect(permissions.filter((one) => !(users.north.granted as readonly string[]).includes(one))).toEqual(['SYSTEM', 'AUDIT']);
  });
});
