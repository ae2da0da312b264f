import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ManualClock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { HOUR_MS } from '../../core/time.ts';
import { migrate } from '../../db/migrate.ts';
import { type DatabaseConnection, openDatabase } from '../../db/open.ts';
import { Writer } from '../../db/writer.ts';
import { route } from '../../http/route.ts';
import { type Rig, sessionsOf, silent, someCaller, startRig, unlimited } from '../../test/httpRig.ts';
import { createAuditSink, liveCaller, tripwireEntry } from './auditSink.ts';
import type { AuditEntry } from './model.ts';
import { auditRoutes } from './routes.ts';
import { AuditService } from './service.ts';
import { AuditStore } from './store.ts';

const open = {
  base: 'plant',
  method: 'get',
  path: '/thing',
  summary: 'x',
  auth: 'access',
  limit: 'default',
  faults: [],
  reply: z.unknown(),
} as const;
/** A row for everybody with a token, but for the given fields. */
const row = <const R extends Partial<Endpoint>>(fields: R): Omit<typeof open, keyof R> & R => ({ ...open, ...fields });

const change = row({ method: 'put', path: '/thing/{id}', params: z.object({ id: z.string() }), audit: 'thing.change' });
const foreign = row({ path: '/foreign', headers: z.object({ targetIndustryId: z.string().optional() }) });
const routes = [
  route(row({}))(() => 1),
  route(row({ path: '/search', query: z.object({ unitId: z.string().optional() }) }))(() => 1),
  route(row({ path: '/guarded', permission: 'SYSTEM' }))(() => 1),
  route(change)(({ params: { id } }, { audited }) => {
    if (id === 'none') throw new Failure('notFound', 'no such thing');
    audited({ subject: id, before: { name: 'a', password: 'canary' }, after: { name: 'b' } });
    return {};
  }),
  route(foreign)(() => 1),
];
const sessions = sessionsOf({
  owner: { caller: someCaller({ userId: 'owner', permissions: new Set(['AUDIT']) }), panel: false },
  north: { caller: someCaller({ userId: 'north', industryId: 'NORTH', permissions: new Set(['COMMISSIONING']) }), panel: false },
  staff: { caller: someCaller({ userId: 'staff', industryId: 'INTERNAL', internal: true }), panel: false },
  away: {
    caller: someCaller({ userId: 'staff', industryId: 'NORTH', homeIndustryId: 'INTERNAL', internal: true }),
    panel: false,
  },
  old: new Failure('expired', 'Token expired'),
});

let folder: string;
let writer: DatabaseConnection;
let reader: DatabaseConnection;
let audit: AuditService;
let rig: Rig;
const clock = new ManualClock(Date.parse('2026-11-10T03:30:00Z'));
const append = (one: AuditEntry): void => new Writer(writer.sqlite).run((tx) => audit.append(tx, one));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headworks-audit-'));
  writer = openDatabase(join(folder, 'headworks.db'));
  migrate(writer.sqlite, clock);
  reader = openDatabase(join(folder, 'headworks.db'), { readonly: true });
  audit = new AuditService({ store: new AuditStore(new Writer(writer.sqlite), reader.sqlite), clock, log: silent, gatherMs: 1 });
  rig = await startRig([...routes, ...auditRoutes(audit)], {
    sessions,
    clock,
    auditSink: createAuditSink(audit, clock),
    onTripwire: (hit) => audit.gather(tripwireEntry(hit)),
    limits: { ...unlimited, default: [{ max: 30, seconds: 60 }] },
  });
});
afterEach(async () => {
  await rig.stop();
  await audit.stop();
  reader.sqlite.close();
  writer.sqlite.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (path: string, token?: string, method = 'GET', headers: Record<string, string> = {}) =>
  rig.ask(`/api/plant${path}`, { method, headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers } });
/** What the log holds once everything gathered is written. */
const written = async () => {
  await audit.stop();
  return audit.list({}, undefined, 500).reverse();
};

describe('what requests leave behind', () => {
  it('is nothing for a read that succeeds', async () => {
    await ask('/thing', 'owner');
    expect(await written()).toEqual([]);
  });

  it('is a row for a change, before its answer leaves', async () => {
    const { headers } = await ask('/thing/T1', 'owner', 'PUT');
    expect(audit.list({}, undefined, 10)).toMatchObject([
      {
        kind: 'thing.change',
        outcome: 'done',
        userId: 'owner',
        industryId: 'DEMO',
        ip: '127.0.0.1',
        requestId: headers['x-request-id'],
        subject: 'T1',
        before: '{"name":"a","password":"[hidden]"}',
        after: '{"name":"b"}',
      },
    ]);
  });

  it('is nothing for a change that failed', async () => {
    expect((await ask('/thing/none', 'owner', 'PUT')).status).toBe(404);
    expect(await written()).toEqual([]);
  });

  it('is a row for a missing permission, and a count for strangers', async () => {
    await ask('/guarded', 'north');
    expect(audit.list({}, undefined, 10)).toMatchObject([
      { kind: 'refused.permission', outcome: 'refused', userId: 'north', industryId: 'NORTH', subject: 'GET /api/plant/guarded' },
    ]);
    for (let at = 0; at < 5; at += 1) await ask('/thing', 'forged');
    await ask('/thing', 'old');
    await rig.ask('/api/plant/thing', { headers: { host: 'evil.example' } });
    const rows = await written();
    const sums = Object.groupBy(rows, ({ kind }) => kind);
    const count = (kind: string): number => (sums[kind] ?? []).reduce((sum, one) => sum + one.count, 0);
    expect(['refused.token', 'refused.expired', 'refused.host'].map(count)).toEqual([5, 1, 1]);
  });

  it('is a count where one person lacks permissions so often that rows of each would fill the disk', async () => {
    const trail = { record: vi.fn(async () => {}), gather: vi.fn(), append: vi.fn(), carryOut: vi.fn(), lastChange: vi.fn() };
    const hours = new ManualClock(0);
    const sink = createAuditSink(trail, hours);
    const refuse = async (userId: string, times: number): Promise<number[]> => {
      const act = { caller: someCaller({ userId }), ip: '10.0.0.7', requestId: 'r', what: 'GET /api/plant/guarded' };
      for (let at = 0; at < times; at += 1) await sink.refused(act, 'permission');
      return [trail.record.mock.calls.length, trail.gather.mock.calls.length];
    };
    expect(await refuse('north', 50)).toEqual([20, 30]);
    expect(await refuse('viewer', 1)).toEqual([21, 30]);
    hours.advance(HOUR_MS - 1);
    expect(await refuse('north', 1)).toEqual([21, 31]);
    hours.advance(1);
    expect(await refuse('north', 1)).toEqual([22, 31]);
  });

  it('is a count for those who ask too often', async () => {
    for (let at = 0; at < 35; at += 1) await ask('/thing', 'owner');
    expect((await written()).filter(({ kind }) => kind === 'refused.rateLimit').reduce((sum, { count }) => sum + count, 0)).toBe(
      5,
    );
  });

  it('is a hit of the tripwire, with the parameter but not its value', async () => {
    await ask(`/search?unitId=${encodeURIComponent("1 union select 'canary' from user")}`, 'north');
    const rows = await written();
    expect(rows).toMatchObject([{ kind: 'tripwire', userId: 'north', industryId: 'NORTH', subject: 'GET /search: unitId' }]);
    expect(JSON.stringify(rows)).not.toContain('canary');
  });

  it('is a count for tokens that open no live connection', async () => {
    expect(liveCaller('north', sessions, audit).userId).toBe('north');
    expect(() => liveCaller('old', sessions, audit)).toThrow('Token expired');
    expect(await written()).toMatchObject([{ kind: 'refused.expired', outcome: 'refused', subject: 'GET /api/user/live' }]);
  });

  it('is a targetIndustryId that does nothing, and every request of an internal user elsewhere', async () => {
    const target = { TARGETINDUSTRYID: 'DEMO' };
    await ask('/thing', 'north', 'GET', target);
    await ask('/foreign', 'north', 'GET', target);
    await ask('/thing', 'staff', 'GET', target);
    await ask('/foreign', 'staff', 'GET', target);
    await ask('/foreign', 'staff');
    // an empty header counts as absent, here too
    const empty = { TARGETINDUSTRYID: '' };
    for (const who of ['north', 'staff']) expect((await ask('/foreign', who, 'GET', empty)).status).toBe(200);
    await ask('/thing', 'away');
    const rows = await written();
    expect(rows.filter(({ kind }) => kind === 'internal.access')).toMatchObject([
      { userId: 'staff', industryId: 'DEMO', subject: 'GET /api/plant/foreign' },
      { userId: 'staff', industryId: 'NORTH', subject: 'GET /api/plant/thing' },
    ]);
    const ignored = rows.filter(({ kind }) => kind === 'target.ignored');
    expect(ignored.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(new Set(ignored.map(({ userId }) => userId))).toEqual(new Set(['north', 'staff']));
  });
});

describe('the audit endpoints', () => {
  const paths = ['/audit', '/audit/export', '/audit/export?format=jsonl', '/audit/verify'];

  it.each(paths)('%s answers nobody without AUDIT', async (path) => {
    for (const token of ['north', 'staff']) expect((await ask(path, token)).status).toBe(401);
    expect((await ask(path)).status).toBe(401);
  });

  it('lists by filters, page by page', async () => {
    for (let at = 0; at < 25; at += 1)
      append({ kind: 'login', industryId: 'DEMO', userId: 'u1', outcome: 'done', subject: `s${at}` });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body } = await ask(`/audit?limit=10&kind=login&from=2026-11-10T00:00:00Z&cursor=${cursor}`, 'owner');
      const page = body as { rows: { subject: string }[]; next: string | null };
      seen.push(...page.rows.map(({ subject }) => subject));
      cursor = page.next;
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, at) => `s${24 - at}`));
    expect((await ask('/audit?subject=s7', 'owner')).body).toMatchObject({
      rows: [{ subject: 's7', at: '2026-11-10T03:30:00.000Z' }],
    });
    expect((await ask('/audit?to=2026-11-09T00:00:00%2B05:30', 'owner')).body).toEqual({ rows: [], next: null });
  });

  it.each(['from=yesterday', 'cursor=1', 'cursor=1.x', 'limit=0', 'limit=501', 'outcome=maybe'])('refuses %s', async (query) => {
    expect(await ask(`/audit?${query}`, 'owner')).toMatchObject({ status: 400, body: { code: 1403 } });
  });

  it('exports CSV whose cells no spreadsheet computes', async () => {
    for (const subject of ['=1+1', '+1', '-1', '@sum(a1)', '\t=1', ' =1', 'a,"b"\nc', "it's", 'plain'])
      append({ kind: 'login', industryId: null, userId: null, outcome: 'done', subject, after: { subject } });
    const { text, headers } = await ask('/audit/export?kind=login', 'owner');
    expect(headers['content-type']).toMatch('text/csv');
    expect(headers['content-disposition']).toBe('attachment; filename=audit.csv');
    expect(text.startsWith('\ufeffid,at,kind,outcome,count,industryId,userId,ip,requestId,subject,before,after,hash\r\n')).toBe(
      true,
    );
    for (const cell of [
      '"\'=1+1"',
      '"\'+1"',
      '"\'-1"',
      '"\'@sum(a1)"',
      '"\'\t=1"',
      '"\' =1"',
      '"a,""b""\nc"',
      '"it\'s"',
      'plain',
    ])
      expect(text).toContain(`,,${cell},`);
    expect(text.split('\r\n')).toHaveLength(11);
  });

  it('exports JSON lines, all of them', async () => {
    for (let at = 0; at < 1300; at += 1)
      append({ kind: 'login', industryId: null, userId: null, outcome: 'done', after: { at } });
    const { text, headers } = await ask('/audit/export?format=jsonl&kind=login', 'owner');
    expect(headers['content-type']).toMatch('application/x-ndjson');
    const lines = text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).after.at)).toEqual(Array.from({ length: 1300 }, (_, at) => 1299 - at));
  });

  it('says whether the log is whole, and lists it even when it is not', async () => {
    for (let at = 0; at < 3; at += 1) append({ kind: 'login', industryId: null, userId: null, outcome: 'done', after: { at } });
    expect((await ask('/audit/verify', 'owner')).body).toMatchObject({ ok: true, rows: 3, firstBadId: null });
    writer.sqlite.exec("drop trigger audit_no_update; update audit set after = '{broken' where id = 2");
    expect((await ask('/audit/verify', 'owner')).body).toMatchObject({ ok: false, rows: 1, firstBadId: 2 });
    expect((await ask('/audit', 'owner')).body).toMatchObject({ rows: [{}, { id: 2, after: '{broken' }, {}] });
  });
});
