/** The User API of a plant at its hub, which knows the plant by what was sent alone: the plant's own bodies, byte by byte. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { atHub } from '../../server/contract/atHub.ts';
import { userEndpoints } from '../../server/contract/index.ts';
import { documentHash, type HashedDocument } from '../../server/core/bytes/documentHash.ts';
import { missingPostgres } from '../../server/hub/testing/postgresRig.ts';
import { loginAt } from '../../server/test/policyRig.ts';
import { askForBytes } from '../golden/ask.ts';
import { groups, type Request } from '../golden/requests.ts';
import { type SyncedHub, startSyncedHub } from './syncedHub.ts';

const PASSWORD = 'seven quiet pumps under a bridge';
/** People of the hub, with the industry and role that the demo's account of the same name has. */
const people = {
  operator: { industryId: 'DEMO', role: 'operator' },
  viewer: { industryId: 'DEMO', role: 'viewer' },
  admin: { industryId: 'DEMO', role: 'admin' },
  north: { industryId: 'NORTH', role: 'admin' },
} as const;
type Name = keyof typeof people;
const names = Object.keys(people) as Name[];

const days = ['01/11/2026', '05/11/2026', '08/11/2026', '10/11/2026', '11/11/2026'];
const categories = ['ID_SOURCE', 'ID_CONSUMPTION', 'ALL_CATEGORIES_V2|STOCK_CATEGORY', 'ALL_CATEGORIES_V2|QUALITY_CATEGORY'];
const units = ['demo-line1', 'demo-line2', 'demo-line3', 'demo-borewell1', 'demo-rawTank', 'demo-discharge', 'demo-boiler'];
const more: Request[] = days.flatMap((day) => [
  ...categories.map((category) => ({ user: 'operator', path: `/api/user/deviceDataV2?date1=${day}&category=${category}` })),
  ...units.map((unit) => ({ user: 'operator', path: `/api/user/granular/unit?date1=${day}&unitId=${unit}` })),
  ...[
    'summaryPage?type=DATE&',
    'neutrality?date2=11/11/2026&',
    'waterBalance/data?',
    'scada/data?',
    'deviceData?category=source&type=HOUR&',
  ].map((path) => ({ user: 'admin', path: `/api/user/${path}date1=${day}` })),
]);
const answered = userEndpoints.filter((row) => atHub(row) === 'answered').map(({ path }) => `/api/user${path}`);
const asked = [...Object.values(groups).flat(), ...more].filter(
  ({ user, path }) => answered.includes(path.split('?')[0] ?? '') && (user === 'none' || names.some((name) => name === user)),
);

const settled = (body: Uint8Array): string =>
  Buffer.from(body)
    .toString()
    .replace(/"(requestId)":"[^"]*"/g, '"$1":"any"')
    // how devices are now is known at the plant alone
    .replace(/"devices":\{"total":(\d+),"online":\d+,"offline":\[[^\]]*\]\}/g, '"devices":$1')
    .replace(/\{"text":"[^"]*devices? (is|are) (on|off) line[^"]*","severity":\d\},?/g, '');

describe.skipIf(missingPostgres)(`the User API at a hub${missingPostgres ? ` (${missingPostgres})` : ''}`, () => {
  let rig: SyncedHub;
  let base = '';
  const tokens = { plant: new Map<string, string>(), hub: new Map<string, string>() };

  const signIn = async (username: string, at = '', password = PASSWORD) => {
    const headers = { LoginType: 'DEFAULT', username, password };
    const response = await fetch(`${rig.hubUrl}${at}/api/user/user/login`, { headers });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const fleetLogin = (body: object): Promise<Response> =>
    fetch(`${rig.hubUrl}/api/hub/fleet/login`, { method: 'POST', body: JSON.stringify(body) });
  const ask = (path: string, token: string | undefined, init: RequestInit = {}): Promise<Response> =>
    fetch(rig.hubUrl + path, { ...init, headers: { ...init.headers, ...(token && { authorization: `Bearer ${token}` }) } });

  beforeAll(async () => {
    rig = await startSyncedHub();
    const { site } = rig.state;
    base = `/plants/${site}`;
    for (const name of names) {
      await rig.asOwner('POST', '/people', { username: name, name, password: PASSWORD });
      await rig.asOwner('POST', '/grants', { username: name, site, ...people[name] });
      tokens.plant.set(name, (await loginAt(rig.plant.url, name)).access_token);
      const { status, body } = await signIn(name);
      expect(status, JSON.stringify(body)).toBe(200);
      tokens.hub.set(name, String(body.access_token));
    }
  }, 240_000);
  afterAll(() => rig?.stop());

  it('has proved every closed day, and is asked enough', () => {
    expect(rig.state.lastError).toBeNull();
    for (const { closedTo, provedTo } of rig.state.industries) expect(provedTo).toBe(closedTo);
    expect(asked.length).toBeGreaterThanOrEqual(200);
    const without = new Set(asked.map(({ path }) => path.split('?')[0]));
    // of the operator of the service alone
    expect(answered.filter((path) => !without.has(path))).toEqual(['/api/user/alerts/allIndustries']);
  });

  it.each(asked.map(({ user, path }) => [user, path] as const))('answers %s %s as the plant does', async (user, path) => {
    const [here, there] = await Promise.all([
      askForBytes(rig.hubUrl + base + path, tokens.hub.get(user)),
      askForBytes(rig.plant.url + path, tokens.plant.get(user)),
    ]);
    expect(here.status).toBe(there.status);
    expect(settled(here.bytes)).toBe(settled(there.bytes));
    expect(here.type).toBe(there.type);
  });

  it('says in a header how far the plant is known, and nothing of it in the body', async () => {
    const industry = rig.state.industries.find(({ industryId }) => industryId === 'DEMO');
    const path = '/api/user/deviceDataV2?date1=10/11/2026&category=ID_SOURCE';
    const response = await ask(base + path, tokens.hub.get('operator'));
    expect(response.headers.get('x-as-of')).toBe(`${industry?.provedTo}; last-request=2026-11-12T09:33:30.000Z`);
  });

  it('says of no device that it is on or off line, which only the plant knows', async () => {
    const path = '/api/user/landingPage/userData?date=10/11/2026';
    const body = (await (await ask(base + path, tokens.hub.get('admin'))).json()) as {
      devices: { total: number };
      summary: { text: string }[];
    };
    expect(body.devices).toEqual({ total: body.devices.total, online: 0, offline: [] });
    expect(body.devices.total).toBeGreaterThan(30);
    expect(body.summary.filter(({ text }) => / line\b/.test(text) && /device/.test(text))).toEqual([]);
    expect(body.summary.length).toBeGreaterThan(1);
  });

  it('asks PostgreSQL once for a request, and again as soon as something has changed', async () => {
    const path = `${base}/api/user/common`;
    const name = async (): Promise<string> =>
      ((await (await ask(path, tokens.hub.get('viewer'))).json()) as { industry: { name: string } }).industry.name;
    const before = await name();
    const query = vi.spyOn(Client.prototype, 'query');
    onTestFinished(() => query.mockRestore());
    expect(await name()).toBe(before);
    expect(query.mock.calls.map(([asked]) => (asked as unknown as { name?: string }).name)).toEqual(['session']);
    const rename = (from: string, to: string) =>
      rig.postgres.asAdmin(async (admin) => {
        const { rows } = await admin.query<HashedDocument & { body: string }>(
          "select kind, id, version, body from document where kind = 'industry'",
        );
        for (const row of rows) {
          const body = row.body.replace(`"${from}"`, `"${to}"`);
          const values = [row.id, body, documentHash({ ...row, body })];
          await admin.query(
            "update document set body = $2, hash = decode($3, 'hex') where kind = 'industry' and id = $1",
            values,
          );
        }
        await admin.query("update plant_change set number = nextval('plant_change_number') where kind = 'industry'");
      });
    for (const [from, to] of [
      [before, 'Renamed'],
      ['Renamed', before],
    ] as const) {
      await rename(from, to);
      expect(await Promise.all([name(), name(), name()])).toEqual([to, to, to]);
    }
  });

  it('answers below /api/user about the plant that was chosen at the login', async () => {
    const path = '/api/user/deviceDataV2?date1=10/11/2026&category=ID_SOURCE';
    const token = tokens.hub.get('operator');
    expect(await (await ask(path, token)).text()).toBe(await (await ask(base + path, token)).text());
  });

  it('logs in with the categories and units of the plant', async () => {
    const there = await fetch(`${rig.plant.url}/api/user/user/login`, {
      headers: { LoginType: 'DEFAULT', username: 'operator', password: 'demo-operator' },
    });
    const [here, plant] = [(await signIn('operator')).body, (await there.json()) as Record<string, unknown>];
    expect(Object.keys(here).toSorted()).toEqual(Object.keys(plant).toSorted());
    const fields = ['industryId', 'industryName', 'categories', 'permissions', 'shift', 'services', 'categoryUnits'];
    for (const field of fields) expect(here[field]).toEqual(plant[field]);
    // lines and devices stay at the plant
    const ownUnits = plant.units as object[];
    expect(here.units).toEqual(ownUnits.map((unit) => ({ ...unit, deviceId: null })));
  });

  it('refuses what changes or commands something, whoever asks', async () => {
    const refused = userEndpoints.filter((row) => atHub(row) === 'refused' && row.auth === 'access');
    expect(refused.length).toBeGreaterThan(20);
    for (const { method, path, permission } of refused) {
      const response = await ask(`${base}/api/user${path}`, tokens.hub.get('admin'), { method: method.toUpperCase() });
      const body = (await response.json()) as { code: number };
      expect([`${method} ${path}`, response.status, body.code]).toEqual([`${method} ${path}`, 409, 409]);
      if (!permission) continue;
      const viewer = await ask(`${base}/api/user${path}`, tokens.hub.get('viewer'), { method: method.toUpperCase() });
      expect([401, 409]).toContain(viewer.status);
    }
    const nobody = await ask(`${base}/api/user/plc/write-registers`, undefined, { method: 'POST' });
    expect(nobody.status).toBe(401);
  });

  it('lets a person of several industries choose one, and shows nothing of plants that are not theirs', async () => {
    const { site } = rig.state;
    await rig.asOwner('POST', '/people', { username: 'roving', name: 'Roving', password: PASSWORD });
    expect((await signIn('roving')).body).toMatchObject({ code: 1404 });
    for (const industryId of ['DEMO', 'NORTH'])
      await rig.asOwner('POST', '/grants', { username: 'roving', site, industryId, role: 'viewer' });
    const several = await signIn('roving');
    expect(several.status).toBe(400);
    expect(several.body.message).toContain(`roving/${site}/NORTH`);
    expect((await signIn('roving/NORTH')).body).toMatchObject({ industryId: 'NORTH' });
    expect((await signIn(`roving/${site}/DEMO`)).body).toMatchObject({ industryId: 'DEMO' });
    expect((await signIn('roving/DEMO', base)).body).toMatchObject({ industryId: 'DEMO' });

    const strange = '/plants/00000000-0000-4000-8000-000000000000';
    expect((await signIn('roving/DEMO', strange)).body).toMatchObject({ code: 1404 });
    const path = '/api/user/deviceDataV2?date1=10/11/2026&category=ID_SOURCE';
    const elsewhere = await ask(strange + path, tokens.hub.get('operator'));
    expect(((await elsewhere.json()) as { code: number }).code).toBe(1404);
  });

  it('ends what a person may do at once when it is taken back', async () => {
    const { site } = rig.state;
    const path = `${base}/api/user/common`;
    await rig.asOwner('POST', '/people', { username: 'leaver', name: 'Leaver', password: PASSWORD });
    await rig.asOwner('POST', '/grants', { username: 'leaver', site, industryId: 'DEMO', role: 'viewer' });
    const token = String((await signIn('leaver')).body.access_token);
    expect((await ask(path, token)).status).toBe(200);
    await rig.asOwner('DELETE', '/grants', { username: 'leaver', site, industryId: 'DEMO' });
    expect((await ask(path, token)).status).toBe(401);
    await rig.asOwner('POST', '/grants', { username: 'leaver', site, industryId: 'DEMO', role: 'viewer' });
    expect((await ask(path, token)).status).toBe(200);
    await rig.asOwner('PATCH', '/people/leaver', { disabled: true });
    expect((await ask(path, token)).status).toBe(440);
    expect((await signIn('leaver')).status).toBe(403);
  });

  it('renews a session by its refresh token and ends it at the logout', async () => {
    const { body } = await signIn('operator');
    const renewed = await ask('/api/user/user/refresh', String(body.refresh_token));
    expect(renewed.status).toBe(200);
    const token = String(((await renewed.json()) as Record<string, unknown>).access_token);
    expect((await ask('/api/user/common', token)).status).toBe(200);
    expect((await ask('/api/user/user/refresh', token)).status).toBe(422);
    expect((await ask('/api/user/user/logout', token, { method: 'DELETE' })).status).toBe(200);
    expect((await ask('/api/user/common', token)).status).toBe(440);
    expect((await ask('/api/user/user/refresh', String(body.refresh_token))).status).toBe(440);
  });

  it('lets nobody administer it by a refresh token, or by one in an address', async () => {
    const { site } = rig.state;
    await rig.asOwner('POST', '/people', { username: 'keeper', name: 'Keeper', password: PASSWORD, isOwner: true });
    await rig.asOwner('POST', '/grants', { username: 'keeper', site, industryId: 'DEMO', role: 'viewer' });
    const { body } = await signIn('keeper');
    const path = '/api/hub/admin/people';
    expect((await ask(path, String(body.access_token))).status).toBe(200);
    expect((await ask(path, String(body.refresh_token))).status).toBe(401);
    expect((await ask(`${path}?jwt=${String(body.access_token)}`, undefined)).status).toBe(401);
  });

  it('answers about an industry that is not theirs as about none, not as about an empty one', async () => {
    const headers = { 'x-industry': 'NORTH' };
    for (const at of ['', base])
      for (const path of ['alerts?date=10/11/2026', 'notification', 'standardCategoryView', 'common']) {
        const answer = await ask(`${at}/api/user/${path}`, tokens.hub.get('operator'), { headers });
        expect([answer.status, ((await answer.json()) as { code: number }).code], at + path).toEqual([401, 1404]);
      }
    const own = await ask('/api/user/common', tokens.hub.get('north'), { headers });
    expect(await own.json()).toMatchObject({ industry: { industryId: 'NORTH' } });
  });

  it('refuses names that are no text, and says so', async () => {
    const noText = 'a\u0000b';
    expect((await fleetLogin({ username: noText, password: 'x' })).status).toBe(400);
    const latin1 = Buffer.from('{"username":"Cr\u00e8che","password":"x"}', 'latin1');
    const other = await fetch(`${rig.hubUrl}/api/hub/fleet/login`, { method: 'POST', body: latin1 });
    expect([other.status, await other.json()]).toMatchObject([400, { message: 'the body is not UTF-8' }]);
    const odd = rig.asOwner('POST', '/people', { username: 'odd', name: noText, password: PASSWORD });
    await expect(odd).rejects.toThrow(/ 400 .*name: holds characters that control a terminal/);
    for (const name of ['%zz', '%00', '%ff'])
      await expect(rig.asOwner('PATCH', `/people/${name}`, { name: 'x' })).rejects.toThrow(/ 404 .*no such person/);
  });

  it('refuses wrong passwords, and after ten of them checks no more', async () => {
    for (let tries = 0; tries < 10; tries += 1) expect((await signIn('north', '', 'wrong')).body.code).toBe(1401);
    expect((await signIn('north')).status).toBe(429);
    const together = await Promise.all(Array.from({ length: 30 }, () => fleetLogin({ username: 'admin', password: 'wrong' })));
    expect(together.filter(({ status }) => status === 401)).toHaveLength(10);
    expect((await signIn('nobody', '', 'wrong')).body.code).toBe(1401);
  });
});
