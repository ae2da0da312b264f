import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientMessage } from '../contract/live/messages.ts';
import * as access from './decisions/access.ts';
import * as accounts from './decisions/accounts.ts';
import * as alerts from './decisions/alerts.ts';
import * as backup from './decisions/backup.ts';
import * as balance from './decisions/balance.ts';
import * as commissioning from './decisions/commissioning.ts';
import * as diagrams from './decisions/diagrams.ts';
import * as groundwater from './decisions/groundwater.ts';
import * as landing from './decisions/landing.ts';
import * as network from './decisions/network.ts';
import * as plc from './decisions/plc.ts';
import { loggedIn, type Policy, type Verdict } from './decisions/policies.ts';
import * as readings from './decisions/readings.ts';
import * as reports from './decisions/reports.ts';
import * as returns from './decisions/returns.ts';
import * as ro from './decisions/ro.ts';
import * as storage from './decisions/storage.ts';
import * as tools from './decisions/tools.ts';
import { askers, bearer, endpoints, listen, nameOf, type PolicyRig, pathOf, startPolicyRig } from './policyRig.ts';
import { idsOf } from './twinIndustries.ts';

/** Who may do what: every row of the contract by its name, from one file per area. A row that is missing fails the test. */
const decisions: Readonly<Record<string, Policy>> = {
  ...access.decisions,
  ...network.decisions,
  ...alerts.decisions,
  ...plc.decisions,
  ...accounts.decisions,
  ...readings.decisions,
  ...commissioning.decisions,
  ...tools.decisions,
  ...diagrams.decisions,
  ...backup.decisions,
  ...balance.decisions,
  ...ro.decisions,
  ...reports.decisions,
  ...returns.decisions,
  ...groundwater.decisions,
  ...landing.decisions,
  ...storage.decisions,
};

/** Rows that change data and whose own feature writes the audit entry, and those that need none. */
const auditedElsewhere: readonly string[] = [
  ...access.auditedElsewhere,
  ...network.auditedElsewhere,
  ...plc.auditedElsewhere,
  ...accounts.auditedElsewhere,
  ...tools.auditedElsewhere,
];

/** Who may say what on the live channel; the refusals of tokens are the connection's. */
const liveDecisions: Readonly<Record<string, Policy>> = {
  auth: { ...loggedIn, none: 'in' },
  subscribe: loggedIn,
  unsubscribe: loggedIn,
  resume: loggedIn,
  confirm: loggedIn,
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

/** Rows of the site's owner that change something and do not ask for the password again, each with the reason. */
const unconfirmed: Readonly<Record<string, string>> = {
  'POST /api/plant/backup/runs': 'adds a backup, takes nothing away',
  'POST /api/plant/backup/snapshots/{name}/verify': 'reads',
  'POST /api/plant/backup/drills': 'reads',
  'POST /api/plant/storage/self-test': 'reads',
  'POST /api/plant/sync/code': 'reads',
  'POST /api/plant/sync/runs': 'sends what is sent anyway, to the hub that was paired',
  'POST /api/plant/sync/export': 'is sealed for the hub that was paired',
  'POST /api/plant/sync/import': 'takes what the hub that was paired has signed',
  'POST /api/plant/sync/proposals/{id}/refuse': 'changes nothing of the plant',
};

describe('the password is asked for again', () => {
  it('by every row of the site’s owner that changes something, but for those that are named with a reason', () => {
    const owners = endpoints.filter(({ permission, method, writes }) => permission === 'SYSTEM' && (method !== 'get' || writes));
    expect(owners.length).toBeGreaterThan(8);
    const silent = owners.filter(({ confirm }) => confirm !== 'always').map(nameOf);
    expect(silent.toSorted()).toEqual(Object.keys(unconfirmed).toSorted());
  });

  it('by what lets somebody or something in', () => {
    const grants = ['users', 'sso/issuers', 'phone-pairings', 'walls', 'write-points', 'command-windows'];
    for (const path of grants) {
      const row = endpoints.find((one) => one.method === 'post' && one.base === 'plant' && one.path === `/${path}`);
      expect(row?.confirm, path).toBe('always');
    }
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
    templateId: 'x',
    loopTestId: 'x',
    writePointId: 'x',
    commandId: 'x',
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
    const message = {
      type,
      ...({ auth: { token: rig.tokens.viewer }, resume: { after: '0' }, confirm: { ids: ['1'] } }[type as string] ?? {
        topic: 'readings',
      }),
    };
    const found: Record<string, Verdict> = {};
    for (const asker of askers) {
      const { refused, received } = await listen(rig.plant.url(), rig.tokens[asker], [message]);
      expect(received.filter(({ industryId }) => industryId !== undefined && refused !== undefined)).toEqual([]);
      found[asker] = refused === undefined ? 'in' : (refused as Verdict);
    }
    expect(found).toEqual(liveDecisions[type]);
  });
});
