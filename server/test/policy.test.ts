import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientMessage } from '../contract/live.ts';
import { type Asker, askers, bearer, endpoints, listen, nameOf, type PolicyRig, pathOf, startPolicyRig } from './policyRig.ts';
import { idsOf } from './wholePlant.ts';

/** Let in, or refused with this service code. */
type Verdict = 'in' | 401 | 420 | 422 | 1405;
type Policy = Readonly<Record<Asker, Verdict>>;

const everybody = Object.fromEntries(askers.map((asker) => [asker, 'in'])) as Policy;
const loggedIn: Policy = { ...everybody, disabled: 420, none: 401, expired: 420, refresh: 401 };
/** Those who hold a permission; other users are refused for want of it. */
const only = (...holders: readonly Asker[]): Policy => ({
  ...(Object.fromEntries(askers.map((asker) => [asker, holders.includes(asker) ? 'in' : 401])) as Policy),
  disabled: 420,
  expired: 420,
});
const commissioners = only('admin', 'technician', 'north', 'staff');
const settingsAdmins = only('admin', 'north', 'staff');
/** The whole log belongs to the owner of the site, and to nobody else's admins. */
const owner = only('admin', 'staff');
const refreshers: Policy = {
  ...(Object.fromEntries(askers.map((asker) => [asker, 422])) as Policy),
  disabled: 422,
  none: 401,
  expired: 422,
  refresh: 'in',
};

/** Who may do what: every row of the contract by its name. A row that is missing here fails the test. */
const decisions: Readonly<Record<string, Policy>> = {
  'GET /api/user/user/login': everybody,
  'POST /api/user/user/otplogin': everybody,
  'GET /api/user/user/refresh': refreshers,
  'DELETE /api/user/user/logout': { ...loggedIn, expired: 401 },
  'GET /api/user/user/validateCredentials': loggedIn,
  'GET /api/user/granular/unit': loggedIn,
  'GET /api/user/granular/category': loggedIn,
  'GET /api/user/deviceDataV2': loggedIn,
  'GET /api/user/standardCategoryView': loggedIn,

  'GET /api/user/accounts/settings': settingsAdmins,
  'POST /api/user/accounts/settings': settingsAdmins,
  'GET /api/user/accounts/info': loggedIn,
  'PATCH /api/user/accounts/info': settingsAdmins,
  'GET /api/user/accounts/info/lastupdated': loggedIn,
  'POST /api/user/accounts/logoupdate': settingsAdmins,
  'GET /api/user/accounts/joinedDate': loggedIn,
  'GET /api/user/accounts/landingpage': loggedIn,
  'GET /api/user/accounts/allUnitThresholdUpdate': settingsAdmins,
  'GET /files/industry-logo/{name}': everybody,

  'GET /api/plant/overview': loggedIn,
  'GET /api/plant/health': everybody,
  'GET /metrics': everybody,

  'GET /api/plant/industry': commissioners,
  'PUT /api/plant/industry/shift': commissioners,
  'GET /api/plant/units': commissioners,
  'POST /api/plant/units': commissioners,
  'GET /api/plant/units/{id}': commissioners,
  'PUT /api/plant/units/{id}': commissioners,
  'DELETE /api/plant/units/{id}': commissioners,
  'GET /api/plant/categories': commissioners,
  'POST /api/plant/categories': commissioners,
  'PUT /api/plant/categories/{id}': commissioners,
  'DELETE /api/plant/categories/{id}': commissioners,
  'GET /api/plant/sub-categories': commissioners,
  'POST /api/plant/sub-categories': commissioners,
  'PUT /api/plant/sub-categories/{id}': commissioners,
  'DELETE /api/plant/sub-categories/{id}': commissioners,
  'GET /api/plant/connections': commissioners,
  'POST /api/plant/connections': commissioners,
  'GET /api/plant/connections/{id}': commissioners,
  'PUT /api/plant/connections/{id}': commissioners,
  'DELETE /api/plant/connections/{id}': commissioners,
  'GET /api/plant/devices': commissioners,
  'POST /api/plant/devices': commissioners,
  'GET /api/plant/devices/{id}': commissioners,
  'PUT /api/plant/devices/{id}': commissioners,
  'DELETE /api/plant/devices/{id}': commissioners,
  'GET /api/plant/tags': commissioners,
  'POST /api/plant/tags': commissioners,
  'GET /api/plant/tags/{id}': commissioners,
  'PUT /api/plant/tags/{id}': commissioners,
  'DELETE /api/plant/tags/{id}': commissioners,
  'GET /api/plant/templates': commissioners,
  'GET /api/plant/field': commissioners,

  'GET /api/plant/me/sessions': loggedIn,
  'DELETE /api/plant/me/sessions/{id}': loggedIn,
  'PUT /api/plant/me/password': loggedIn,
  'PUT /api/plant/users/{id}/password': settingsAdmins,
  'POST /api/plant/keys/rotate': owner,
  'GET /api/plant/sso/issuers': settingsAdmins,
  'POST /api/plant/sso/issuers': settingsAdmins,
  'PUT /api/plant/sso/issuers/{id}': settingsAdmins,
  'DELETE /api/plant/sso/issuers/{id}': settingsAdmins,
  'GET /api/plant/setup': everybody,
  'POST /api/plant/setup': everybody,

  'GET /api/plant/audit': owner,
  'GET /api/plant/audit/export': owner,
  'GET /api/plant/audit/verify': owner,
};

/** Rows that change data and whose own feature writes the audit entry, and those that need none. */
const auditedElsewhere: readonly string[] = [
  'POST /api/user/accounts/settings',
  'PATCH /api/user/accounts/info',
  'GET /api/user/accounts/allUnitThresholdUpdate',
  'POST /api/user/user/otplogin',
  'DELETE /api/user/user/logout',
  'DELETE /api/plant/me/sessions/{id}',
  'PUT /api/plant/me/password',
  'PUT /api/plant/users/{id}/password',
  'POST /api/plant/keys/rotate',
  'POST /api/plant/sso/issuers',
  'PUT /api/plant/sso/issuers/{id}',
  'DELETE /api/plant/sso/issuers/{id}',
  'POST /api/plant/setup',
];

/** Who may say what on the live channel; the refusals of tokens are the connection's. */
const liveDecisions: Readonly<Record<string, Policy>> = {
  auth: { ...loggedIn, none: 'in' },
  subscribe: loggedIn,
  unsubscribe: loggedIn,
};

let rig: PolicyRig;
beforeAll(async () => {
  rig = await startPolicyRig();
});
afterAll(() => rig.stop());

const names = endpoints.map(nameOf);

describe('the table of decisions', () => {
  it('holds every row of the contract, and no other', () => {
    expect(names.length).toBeGreaterThan(40);
    expect(names.toSorted()).toEqual(Object.keys(decisions).toSorted());
  });

  it('agrees with what the rows publish', () => {
    for (const row of endpoints) {
      const isOpen = decisions[nameOf(row)]?.none === 'in';
      expect(row.auth === 'none', nameOf(row)).toBe(isOpen);
    }
  });

  it('has an audit entry for every row that changes something', () => {
    const silent = endpoints.filter((row) => (row.method !== 'get' || row.writes) && row.audit === undefined).map(nameOf);
    expect(silent.toSorted()).toEqual([...auditedElsewhere].toSorted());
  });
});

describe('every row asks', () => {
  /** Nothing of a request but its token counts: there is no body and no query, and ids that nobody has. */
  const nowhere = {
    ...idsOf('DEMO'),
    unitId: 'x',
    categoryId: 'x',
    subCategoryId: 'x',
    connectionId: 'x',
    deviceId: 'x',
    tagId: 'x',
    userId: 'x',
    issuerId: 'x',
  };
  const verdictOf = (body: unknown): Verdict => {
    const { code, reason } = (body ?? {}) as { code?: number; reason?: string };
    if (code === 401 && (reason === 'token' || reason === 'permission')) return 401;
    return code === 420 || code === 422 || code === 1405 ? code : code === 440 ? 401 : 'in';
  };

  it.each(endpoints.map((row) => [nameOf(row), row] as const))('%s', async (name, row) => {
    const found: Record<string, Verdict> = {};
    for (const asker of askers) {
      // logging out ends the session, and so does a refresh token that is shown twice
      const ends = /logout|refresh/.test(row.path) && decisions[name]?.[asker] === 'in';
      const token = !ends
        ? rig.tokens[asker]
        : asker === 'refresh'
          ? (await rig.login('viewer')).refresh_token
          : (await rig.login(asker as 'admin')).access_token;
      const reply = await rig.ask(pathOf(row, nowhere), { method: row.method.toUpperCase(), headers: bearer(token) });
      expect(reply.status, `${name} as ${asker}: ${reply.text}`).toBeLessThan(500);
      found[asker] = verdictOf(reply.body);
    }
    expect(found).toEqual(decisions[name]);
  });

  it('and every session lives on', async () => {
    for (const asker of ['admin', 'operator', 'technician', 'viewer', 'north', 'staff'] as const)
      expect((await rig.ask('/api/plant/overview', { headers: bearer(rig.tokens[asker]) })).status, asker).toBe(200);
  });

  it('without a session, whatever the headers claim', async () => {
    const claims: Record<string, string>[] = [
      { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' },
      { 'x-forwarded-host': 'localhost', 'x-forwarded-proto': 'https', 'x-forwarded-user': 'admin' },
      { 'x-original-url': '/api/plant/health', 'x-rewrite-url': '/api/plant/health' },
      { 'x-http-method-override': 'GET', 'x-http-method': 'GET', 'x-method-override': 'GET' },
      { referer: `${rig.plant.url()}/settings`, origin: rig.plant.url() },
      { 'user-agent': 'Headworks-Internal/1.0', 'x-headworks-panel': '1', 'x-requested-with': 'XMLHttpRequest' },
      { targetIndustryId: 'DEMO', industryId: 'DEMO', permissions: 'AUDIT,SYSTEM', role: 'admin', userId: 'admin' },
      { cookie: `token=${rig.tokens.admin}; jwt=${rig.tokens.admin}` },
    ];
    let refusals = 0;
    for (const row of endpoints)
      for (const asker of ['none', 'viewer', 'expired'] as const) {
        const wanted = decisions[nameOf(row)]?.[asker];
        if (wanted === 'in') continue;
        for (const claim of claims) {
          const headers = { ...claim, ...bearer(rig.tokens[asker]) };
          const reply = await rig.ask(pathOf(row, nowhere), { method: row.method.toUpperCase(), headers });
          expect(verdictOf(reply.body), `${nameOf(row)} as ${asker} with ${Object.keys(claim)}`).toBe(wanted);
          refusals += 1;
        }
      }
    expect(refusals).toBeGreaterThan(500);
  });
});

describe('every message of the live channel asks', () => {
  const types = clientMessage.options.map(({ shape }) => shape.type.value);

  it('and is in the table', () => {
    expect(types.toSorted()).toEqual(Object.keys(liveDecisions).toSorted());
  });

  it.each(types)('%s', async (type) => {
    const message = type === 'auth' ? { type, token: rig.tokens.viewer } : { type, topic: 'readings' };
    const found: Record<string, Verdict> = {};
    for (const asker of askers) {
      const { refused, heard } = await listen(rig.plant.url(), rig.tokens[asker], [message]);
      expect(heard.filter(({ industryId }) => industryId !== undefined && refused !== undefined)).toEqual([]);
      found[asker] = refused === undefined ? 'in' : (refused as Verdict);
    }
    expect(found).toEqual(liveDecisions[type]);
  });
});
