import { join } from 'node:path';
import Database, { type Statement } from 'better-sqlite3';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { bases, type Endpoint } from '../contract/endpoint.ts';
import { errorBody } from '../contract/errors.ts';
import type { Sqlite } from '../db/open.ts';
import { rawConnectionOf } from '../db/writer.ts';
import { readExamples } from '../http/docs/examples.ts';
import { Storage } from '../storage.ts';
import { elsewhere } from './diskOperationsAside.ts';
import { samples } from './imageSamples.ts';
import { askAt, bearer, endpoints, loginAt, nameOf, type PolicyRig, pathOf, startPolicyRig } from './policyRig.ts';
import { attempts } from './tenantAttempts.ts';
import { questionOf } from './tenantQuestions.ts';
import { furnish, pastOf, type Things } from './tenantThings.ts';
import { canaries, idsOf } from './twinIndustries.ts';

/** Every operation of both APIs that changes something, with a fault of the disk in each statement that it writes. */
let rig: PolicyRig;
let own: Things;
let sqlite: Sqlite;
let token: string;
export const faults = ['SQLITE_IOERR_WRITE', 'SQLITE_FULL'] as const;
export const MOST = 40;

/** Written by the plant as it runs, or kept on purpose when a request fails. */
const moving = new Set([
  'audit',
  'audit_pending',
  'entry',
  'reading_open',
  'reading_running',
  'reading_revised',
  'row_checksum',
  'gauge_state',
  'alarm_progress',
]);
const writes = endpoints.filter(
  (row) => row.auth !== 'refresh' && (row.method !== 'get' || row.writes === true) && !(nameOf(row) in elsewhere),
);

/** What others need is removed last, and the session that asks at the very end. */
const rankOf = (row: Endpoint): number =>
  row.path.endsWith('/logout') || row.path.includes('/me/') || row.path === '/keys/rotate'
    ? 3
    : row.method === 'delete'
      ? 2
      : row.method === 'get'
        ? 0
        : 1;
export const rows = writes
  .toSorted((a, b) => rankOf(a) - rankOf(b))
  .map((row) => [nameOf(row), row] as const satisfies [string, Endpoint]);
const examples = readExamples(join(import.meta.dirname, '../../resources/api/examples.json.br'));
let countdown = 0;
let code: (typeof faults)[number] = 'SQLITE_FULL';
export let struck = '';

/**
 * From here on the statement that the count falls on fails as SQLite would have it; those of tables in memory cannot, and the note of an
 * entry is taken away later, again and again until it is gone.
 */
const arm = (): void => {
  const statement = Object.getPrototypeOf(sqlite.prepare('select 1')) as Record<
    'run' | 'all' | 'get',
    (...values: unknown[]) => unknown
  >;
  for (const name of ['run', 'all', 'get'] as const) {
    const real = statement[name];
    statement[name] = function (this: Statement, ...values: unknown[]) {
      const isWriting =
        !this.readonly &&
        this.database === sqlite &&
        !/^(begin|rollback|pragma|delete from audit_pending)| temp\./i.test(this.source);
      if (isWriting && countdown > 0) {
        countdown -= 1;
        if (countdown === 0) {
          struck = this.source;
          if (code === 'SQLITE_FULL' && sqlite.inTransaction) sqlite.exec('rollback');
          throw new Database.SqliteError(code === 'SQLITE_FULL' ? 'database or disk is full' : 'disk I/O error', code);
        }
      }
      return real.apply(this, values);
    };
  }
};

export const stored = (): Map<string, string> =>
  new Map(
    sqlite
      .prepare<[], string>(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and sql not like 'create virtual%'",
      )
      .pluck()
      .all()
      .filter((name) => !moving.has(name))
      .map((name) => [name, JSON.stringify(sqlite.prepare(`select * from "${name}"`).raw().all())]),
  );
const read = async (path: string) => (await askAt(rig.plant.url(), path, { headers: bearer(token) })).body;
type Asked = { path: string; body?: unknown; upload?: string; headers?: Record<string, string>; token?: string };

/** Where neither fits: the example is of another plant, or what it names is gone by then. */
const requestFor = async (name: string): Promise<Asked | undefined> => {
  const path = name.split(' ')[1] ?? '';
  const present = async (of: string) => (await read(of)) as Record<string, unknown>;
  switch (name) {
    case 'GET /api/user/batchProcess':
      return { path: `${path}?date1=${own.day}` };
    case 'POST /api/user/accounts/logoupdate':
      return { path, upload: 'image' };
    case 'POST /api/user/notification/register/fcm':
      return { path, body: { fcmToken: 'token-of-the-app' }, headers: { 'x-device-id': 'phone-1' } };
    case 'PUT /api/plant/industry/shift': {
      const { version } = await present('/api/plant/industry');
      return {
        path,
        body: {
          version,
          validFrom: '01/12/2031',
          timezone: 'Asia/Kolkata',
          startAt: '07:00:00',
          endAt: '07:00:00',
          shiftName: '',
        },
      };
    }
    case 'PUT /api/plant/industry/facts':
      return { path, body: await present(path) };
    case 'POST /api/plant/sub-categories':
      return { path, body: { categoryId: own.categoryId, displayName: 'Park', group: 'Consumption' } };
    case 'POST /api/plant/template-devices':
      return { path, body: { templateId: own.templateId, connectionId: own.connectionId, slaveId: 77, name: 'seventy' } };
    case 'POST /api/plant/scans': {
      const consent = { pause: true, connection: `${canaries.DEMO} training` };
      return { path, body: { connectionId: own.toolLineId, from: 1, to: 1, consent } };
    }
    case 'PUT /api/plant/backup/policy': {
      return { path, body: await present(path) };
    }
    case 'DELETE /api/plant/categories/{id}':
      return {
        path: await made('/api/plant/categories', { displayName: 'Gone', standardCategoryId: 'SOURCE_CATEGORY', siUnit: 'KL' }),
      };
    case 'DELETE /api/plant/sub-categories/{id}':
      return { path: await made('/api/plant/sub-categories', { categoryId: own.categoryId, displayName: 'Gone', group: '' }) };
    case 'DELETE /api/plant/connections/{id}':
      return { path: await made('/api/plant/connections', line) };
    case 'DELETE /api/plant/devices/{id}':
      return { path: await made('/api/plant/devices', { connectionId: own.connectionId, name: 'Gone', slaveId: 66 }) };
    case 'DELETE /api/plant/units/{id}':
      return {
        path: await made('/api/plant/units', {
          subCategoryId: own.subCategoryId,
          name: 'Gone',
          type: 'manual',
          standardCategoryId: 'SOURCE_CATEGORY',
          siUnit: 'KL',
        }),
      };
    case 'DELETE /api/plant/users/{id}/sessions':
      await freshToken('viewer');
      return {
        path: path.replace(
          '{id}',
          ((await present('/api/plant/users')).users as { id: string; username: string }[]).find(
            ({ username }) => username === 'viewer',
          )?.id ?? '',
        ),
      };
    case 'PUT /api/plant/me/password':
      return { path, body: { password: 'demo-viewer', newPassword: 'a quiet river 43' }, token: await freshToken('viewer') };
    case 'DELETE /api/plant/me/sessions/{id}': {
      const viewer = await freshToken('viewer');
      const { body } = await askAt(rig.plant.url(), '/api/plant/me/sessions', { headers: bearer(viewer) });
      return { path: `/api/plant/me/sessions/${(body as { sessions: { id: string }[] }).sessions[0]?.id}`, token: viewer };
    }
    case 'PUT /api/plant/executive/grants':
      return { path, body: { userId: own.userId, industryIds: ['NORTH'] }, token: await freshToken('staff') };
    case 'DELETE /api/plant/templates/{id}': {
      const example = examples['post /api/plant/templates']?.body as object;
      return { path: await made('/api/plant/templates', { ...example, id: 'made-to-go' }) };
    }
    case 'DELETE /api/plant/me/wall': {
      const { body } = await askAt(rig.plant.url(), '/api/plant/walls', {
        ...{ method: 'POST', headers: bearer(token), body: { name: 'Gone' } },
      });
      return { path, token: (body as { token: string }).token };
    }
    case 'DELETE /api/user/user/logout':
      return { path, token: await freshToken('operator') };
    default:
      return undefined;
  }
};

const made = async (path: string, body: object): Promise<string> => {
  const reply = await askAt(rig.plant.url(), path, { method: 'POST', headers: bearer(token), body });
  return `${path}/${(reply.body as { id?: string }).id}`;
};
const line = { name: 'made to go', enabled: false, settings: { kind: 'tcp', host: '10.20.0.42', port: 502 } };
const freshToken = async (username: 'viewer' | 'operator' | 'staff'): Promise<string> =>
  (await loginAt(rig.plant.url(), username)).access_token;

/** A request that the row takes: of things that there are where it names one, and as its documentation shows it otherwise. */
const requestOf = async (row: Endpoint): Promise<Asked> => {
  const given = await requestFor(nameOf(row));
  if (given) return given;
  const attempt = attempts[nameOf(row)];
  if (!attempt) return { path: pathOf(row, idsOf('DEMO')), body: examples[`${row.method} ${bases[row.base]}${row.path}`]?.body };
  const gets = endpoints.filter(({ method, base }) => method === 'get' && base === row.base);
  const get = gets.find(({ path }) => path === row.path) ?? gets.find(({ path }) => path === row.path.replace('/{id}', ''));
  const seen = get ? await read(questionOf(get, own)) : undefined;
  const { path = '', body, upload } = attempt({ own, foreign: own, seen } as Parameters<typeof attempt>[0]);
  const at = bases[row.base] + (path.startsWith('?') ? row.path + path : row.path.replace(/\{\w+\}/, path));
  return { path: at, body, ...(upload !== undefined && { upload }) };
};
/** Sends it, as often as it is called. */
export const senderOf = async (row: Endpoint) => {
  const { path, body, upload, headers, token: as = token } = await requestOf(row);
  return async () => {
    if (upload === undefined)
      return askAt(rig.plant.url(), path, {
        method: row.method.toUpperCase(),
        headers: { ...bearer(as), ...headers },
        ...(body !== undefined && { body: body as object }),
      });
    const form = new FormData();
    form.set(upload, new Blob([samples.png as Uint8Array<ArrayBuffer>], { type: 'image/png' }), 'x.png');
    const reply = await fetch(rig.plant.url() + path, { method: 'POST', headers: bearer(token), body: form });
    return { status: reply.status, body: (await reply.json()) as unknown, text: '' };
  };
};
export const struckRows = new Map<string, number>();
/** What the last answer of an operation was. */
export const answered = new Map<string, string>();
type Reply = Awaited<ReturnType<typeof askAt>>;

/** Sends a request whose n-th statement that writes fails. @returns the tables that changed meanwhile; undefined where it came through. */
export const strike = async (
  send: () => Promise<Pick<Reply, 'status' | 'body' | 'text'>>,
  fault: (typeof faults)[number],
  at: number,
): Promise<string[] | undefined> => {
  const before = stored();
  [code, countdown, struck] = [fault, at, ''];
  const reply = await send();
  countdown = 0;
  await new Promise(setImmediate);
  expect(reply.status, `${struck} ${reply.text}`).not.toBe(500);
  if (reply.status < 500 || struck === '') return undefined;
  expect([reply.status, struck, reply.body]).toEqual([
    expect.toSatisfy((status: number) => status === 507 || status === 503),
    struck,
    expect.toSatisfy((answer: unknown) => errorBody.safeParse(answer).success),
  ]);
  expect(sqlite.inTransaction).toBe(false);
  return [...stored()].filter(([table, rowsOf]) => before.get(table) !== rowsOf).map(([table]) => table);
};

export const startWithFaults = (): void => {
  beforeAll(async () => {
    const started = vi.spyOn(Storage.prototype, 'start');
    rig = await startPolicyRig();
    await rig.plant.restart(pastOf('DEMO'));
    own = await furnish(rig, 'DEMO');
    const storage = (started.mock.contexts as Storage[]).at(-1);
    if (!storage) throw new Error('no storage was started');
    sqlite = rawConnectionOf(storage.writer);
    token = (await loginAt(rig.plant.url(), 'admin')).access_token;
    arm();
  });
  afterAll(() => rig.stop());
};
