import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import { apiList } from '../contract/model/common.ts';
import { Failure } from '../core/fail.ts';
import type { Log } from '../core/log.ts';
import { type Rig, type RigOptions, sessionsOf, silent, someCaller, startRig } from '../test/httpRig.ts';
import { created, file, type Route, route } from './route.ts';

const open = {
  base: 'user',
  method: 'get',
  path: '/thing',
  summary: 'x',
  auth: 'none',
  limit: 'none',
  faults: [],
  reply: z.unknown(),
} as const;
/** An open row, but for the given fields. */
const row = <const R extends Partial<Endpoint>>(fields: R): Omit<typeof open, keyof R> & R => ({ ...open, ...fields });

const rigs: Rig[] = [];
const start = async (routes: Route[], options?: RigOptions): Promise<Rig> => {
  const rig = await startRig(routes, options);
  rigs.push(rig);
  return rig;
};
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.stop();
});

describe('a request', () => {
  it('reaches its handler with parsed input and answers what the row publishes', async () => {
    const get = row({
      path: '/units/{unitId}',
      params: z.object({ unitId: z.string() }),
      query: z.object({ days: z.coerce.number().default(3), ids: apiList.optional() }),
      headers: z.object({ 'X-Device-Id': z.string() }),
      reply: z.object({ seen: z.unknown() }),
    });
    const { ask } = await start([route(get)((input) => ({ seen: input, secret: 'not in the schema' }))]);
    const { status, body, headers } = await ask('/api/user/units/tank%20%231?ids=a,b&ids=c&other=1', {
      headers: { 'x-device-id': 'd1' },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      seen: { params: { unitId: 'tank #1' }, query: { days: 3, ids: ['a', 'b', 'c'] }, headers: { 'X-Device-Id': 'd1' } },
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  });

  it.each(['/api/user/thing', '/api/user/thing/', '//api///user//thing//', '/api/user/thing/?a=1'])(
    'finds its row at %s',
    async (path) => {
      const { ask } = await start([route(row({}))(() => ({ found: true }))]);
      expect((await ask(path)).body).toEqual({ found: true });
    },
  );

  it('prefers a fixed segment to a parameter, whichever was added first', async () => {
    const { ask } = await start([
      route(row({ path: '/devices/{id}', params: z.object({ id: z.string() }) }))(({ params }) => params.id),
      route(row({ path: '/devices/scan' }))(() => 'the scan'),
      route(row({ path: '/devices/scan/{line}', params: z.object({ line: z.string() }) }))(({ params }) => `line ${params.line}`),
      route(row({ path: '/devices/{id}/tags' }))(() => 'tags'),
    ]);
    expect((await ask('/api/user/devices/scan')).body).toBe('the scan');
    expect((await ask('/api/user/devices/scans')).body).toBe('scans');
    expect((await ask('/api/user/devices/scan/7')).body).toBe('line 7');
    expect((await ask('/api/user/devices/scan/tags')).body).toBe('line tags');
    expect((await ask('/api/user/devices/7/tags')).body).toBe('tags');
  });

  it('answers 404 for an unknown path and 405 with Allow for another method', async () => {
    const { ask } = await start([route(row({}))(() => 1), route(row({ method: 'patch' }))(() => 1)]);
    const unknown = await ask('/api/user/nothing');
    expect([unknown.status, unknown.headers['x-service-code']]).toEqual([404, '404']);
    const other = await ask('/api/user/thing', { method: 'DELETE' });
    expect([other.status, other.headers.allow, other.headers['x-service-code']]).toEqual([405, 'GET, PATCH, HEAD', '405']);
  });

  it('serves HEAD where there is a GET, but not one that writes', async () => {
    let writes = 0;
    const { ask } = await start([route(row({}))(() => ({ a: 1 })), route(row({ path: '/write', writes: true }))(() => ++writes)]);
    const head = await ask('/api/user/thing', { method: 'HEAD' });
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '7']);
    expect((await ask('/api/user/write', { method: 'HEAD' })).status).toBe(405);
    expect(writes).toBe(0);
  });

  it('answers 201 with its own schema', async () => {
    const two = row({ reply: z.object({ list: z.array(z.number()) }), reply201: z.object({ empty: z.literal(true) }) });
    const { ask } = await start([route(two)(() => created({ empty: true }))]);
    expect(await ask('/api/user/thing')).toMatchObject({ status: 201, body: { empty: true } });
  });

  it('never publishes an answer that breaks its schema', async () => {
    const errors: object[] = [];
    const log: Log = { ...silent, error: (fields) => errors.push(fields) };
    const wrong = { volume: 'a lot' } as unknown as { volume: number };
    const { ask } = await start([route(row({ reply: z.object({ volume: z.number() }) }))(() => wrong)], { log });
    const { status, body } = await ask('/api/user/thing');
    expect(status).toBe(500);
    expect(body).toEqual({ status: 'error', code: 500, message: 'Internal error', requestId: expect.any(String) });
    expect(errors).toHaveLength(1);
  });

  it('says nothing of an unexpected error but its id, which the log has too', async () => {
    const logged: { requestId?: string; err?: unknown }[] = [];
    const log: Log = { ...silent, error: (fields) => logged.push(fields) };
    const { ask } = await start(
      [
        route(row({}))(() => {
          throw new Error('select * from user -- /secret/path');
        }),
      ],
      { log },
    );
    const { text, status, body, headers } = await ask('/api/user/thing');
    expect([status, headers['x-service-code']]).toEqual([500, '500']);
    expect(text).not.toMatch(/select|secret|Error:/);
    expect(logged[0]?.requestId).toBe((body as { requestId: string }).requestId);
    expect(String(logged[0]?.err)).toContain('select');
  });

  it.each([
    ['SQLITE_FULL', 507],
    ['SQLITE_IOERR_FSYNC', 503],
    ['SQLITE_BUSY', 503],
    ['SQLITE_CONSTRAINT', 500],
  ])('answers %s of the database with %i', async (code, http) => {
    const { ask } = await start([
      route(row({}))(() => {
        throw Object.assign(new Error('near "x": /data/file.db'), { code });
      }),
    ]);
    const { status, text } = await ask('/api/user/thing');
    expect(status).toBe(http);
    expect(text).not.toContain('/data');
  });

  it('stops the start when a published row has no handler or two', () => {
    const one = row({});
    return Promise.all([
      expect(startRig([], { endpoints: [one] })).rejects.toThrow('get /api/user/thing has no handler'),
      expect(startRig([route(one)(() => 1), route(one)(() => 1)])).rejects.toThrow('GET /api/user/thing has two handlers'),
    ]);
  });

  it('tells the handler when its client has gone', async () => {
    const gone = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const { port } = await start([
      route(row({}))(async (_, { signal }) => {
        asked.resolve();
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        gone.resolve();
        return 1;
      }),
    ]);
    const controller = new AbortController();
    const answer = fetch(`http://127.0.0.1:${port}/api/user/thing`, { signal: controller.signal });
    await asked.promise;
    controller.abort();
    await expect(answer).rejects.toThrow();
    await gone.promise;
  });

  it('that its client left is no error of the server, but an error after that is', async () => {
    const lines: string[] = [];
    const log = { ...silent, error: (_: object, text: string) => lines.push(text) } as unknown as Log;
    let asked = Promise.withResolvers<AbortSignal>();
    const routes = [
      route(row({}))(async (_, { signal }) => {
        asked.resolve(signal);
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      }),
      route(row({ path: '/broken' }))(async (_, { signal }) => {
        asked.resolve(signal);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        throw new Error('a real fault');
      }),
    ];
    const { port } = await start(routes, { log });
    const leave = async (path: string) => {
      asked = Promise.withResolvers();
      const controller = new AbortController();
      const answer = fetch(`http://127.0.0.1:${port}/api/user${path}`, { signal: controller.signal });
      await asked.promise;
      controller.abort();
      await expect(answer).rejects.toThrow();
    };
    await leave('/thing');
    await leave('/broken');
    await expect.poll(() => lines).toEqual(['answered 500']);
  });
});

describe('input', () => {
  const rowOf = row({
    method: 'post',
    headers: z.object({ LoginType: z.enum(['DEFAULT', 'otp']).optional() }),
    query: z.object({
      date1: z.string(),
      type: z.enum(['DAY', 'MONTH']).default('DAY'),
      step: z.coerce.number().int().min(1).max(6).optional(),
    }),
    body: z.object({ name: z.string().min(3), nested: z.object({ list: z.array(z.number()) }).optional() }),
  });
  const good = { name: 'tank' };
  const post = async (path: string, body: string | object = good, headers: Record<string, string> = {}) => {
    const { ask } = await start([route(rowOf)((input) => input)]);
    return ask(`/api/user/thing${path}`, { method: 'POST', body, headers });
  };

  it.each([
    ['', 1403, 'date1 missing'],
    ['?date1=', 1403, 'date1 missing'],
    ['?date1=x&type=WEEK', 1403, 'type must be one of DAY, MONTH'],
    ['?date1=x&step=two', 1403, 'step must be a number'],
    ['?date1=x&step=1.5', 1403, 'step must be a whole number'],
    ['?date1=x&step=0', 1403, 'step must be at least 1'],
    ['?date1=x&step=7', 1403, 'step must be at most 6'],
    ['?date1=x&date1=y', 400, 'date1 given more than once'],
    ['?date1=x&type=DAY&type=DAY', 400, 'type given more than once'],
  ])('%s is answered %i %s', async (path, code, message) => {
    const { status, body, headers } = await post(path);
    expect(status).toBe(400);
    expect(body).toMatchObject({ status: 'error', code, message });
    expect(headers['x-service-code']).toBe(String(code));
  });

  it('names the header as it is published', async () => {
    expect((await post('?date1=x', good, { logintype: 'nobody' })).body).toMatchObject({
      code: 1403,
      message: 'LoginType must be one of DEFAULT, otp',
    });
  });

  it('takes an empty optional parameter as absent', async () => {
    expect((await post('?date1=x&type=&step=')).body).toMatchObject({ query: { date1: 'x', type: 'DAY' } });
  });

  it.each([
    ['{"name":', 400, 1430, 'Body is not valid JSON'],
    ['', 400, 1430, 'body missing'],
    ['{}', 400, 1430, 'name missing'],
    ['{"name":"ab"}', 400, 1430, 'name must have at least 3 characters'],
    ['{"name":"tank","nested":{"list":[1,"2"]}}', 400, 1430, 'nested.list.1 must be a number'],
    ['[1]', 400, 1430, 'body must be an object'],
  ])('body %s is answered %i', async (body, http, code, message) => {
    const answer = await post('?date1=x', body, { 'content-type': 'application/json' });
    expect([answer.status, answer.body]).toMatchObject([http, { code, message }]);
  });

  it('lists every fault of a body with its path', async () => {
    const { body } = await post('?date1=x', { nested: { list: 'no' } });
    expect(body).toMatchObject({
      errors: [
        { path: 'name', message: 'name missing' },
        { path: 'nested.list', message: 'nested.list must be a list' },
      ],
    });
  });

  it('refuses other media types and too much', async () => {
    expect(await post('?date1=x', 'name=tank', { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
      status: 415,
      body: { code: 415 },
    });
    expect(await post('?date1=x', { name: 'x'.repeat(1_048_577) })).toMatchObject({ status: 413, body: { code: 413 } });
  });

  it('reads UTF-8 and percent-encoded headers', async () => {
    const echo = row({ headers: z.object({ username: z.string() }) });
    const { ask } = await start([route(echo)(({ headers }) => headers.username)]);
    const utf8 = Buffer.from('Jürgen €').toString('latin1');
    expect((await ask('/api/user/thing', { headers: { username: utf8 } })).body).toBe('Jürgen €');
    const percent = { username: encodeURIComponent('प€'), 'x-header-encoding': 'Percent' };
    expect((await ask('/api/user/thing', { headers: percent })).body).toBe('प€');
    expect((await ask('/api/user/thing', { headers: { ...percent, username: '%E0%A4%A' } })).body).toMatchObject({ code: 1403 });
    expect((await ask('/api/user/thing', { headers: { username: '100%25' } })).body).toBe('100%25');
  });

  it('refuses a path that is not UTF-8', async () => {
    const { ask } = await start([route(row({ path: '/u/{id}', params: z.object({ id: z.string() }) }))(() => 1)]);
    expect((await ask('/api/user/u/%E0%A4%A')).status).toBe(400);
  });
});

describe('ETag', () => {
  it('answers 304 to a client that has the version, without the rest of the handler', async () => {
    let worked = 0;
    const { ask } = await start([
      route(row({}))((_, { etag }) => {
        etag('rev 7 ü');
        return { worked: ++worked };
      }),
    ]);
    const first = await ask('/api/user/thing');
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const again = await ask('/api/user/thing', { headers: { 'if-none-match': String(first.headers.etag) } });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', first.headers.etag]);
    expect((await ask('/api/user/thing', { headers: { 'if-none-match': 'W/"other", "more"' } })).status).toBe(200);
    expect(worked).toBe(2);
  });
});

describe('answers that are not JSON', () => {
  it('carry their type and name, whole or streamed', async () => {
    const text = row({ path: '/text', media: ['text/plain'], reply: z.string() });
    const { ask } = await start([
      route(text)(() => file({ body: 'a 1\n', contentType: 'text/plain; version=0.0.4' })),
      route(row({ path: '/csv', media: ['text/csv'], reply: z.string() }))(() =>
        file({ body: Readable.from(['a,b\n', '1,2\n']), contentType: 'text/csv', fileName: 'Tank "1" रिपोर्ट.csv' }),
      ),
      route(row({ path: '/other', media: ['text/csv'], reply: z.string() }))(() => file({ body: '', contentType: 'text/html' })),
    ]);
    const plain = await ask('/api/user/text');
    expect([plain.text, plain.headers['content-type']]).toEqual(['a 1\n', 'text/plain; version=0.0.4']);
    const csv = await ask('/api/user/csv');
    expect([csv.text, csv.headers['content-type']]).toEqual(['a,b\n1,2\n', 'text/csv']);
    expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="Tank .*filename\*=UTF-8''/);
    expect((await ask('/api/user/other')).status).toBe(500);
  });

  it('serve rows at the root of the server', async () => {
    const { ask } = await start([
      route(row({ base: 'root', path: '/metrics', media: ['text/plain'], reply: z.string() }))(() =>
        file({ body: 'up 1\n', contentType: 'text/plain' }),
      ),
    ]);
    expect((await ask('/metrics')).text).toBe('up 1\n');
  });
});

describe('the checks before a handler', () => {
  const sessions = sessionsOf({
    good: { caller: someCaller({ permissions: new Set(['COMMISSIONING']) }), panel: false },
    reader: { caller: someCaller(), panel: false },
    old: new Failure('expired', 'Token expired'),
    blocked: new Failure('blocked', 'User is disabled'),
    ended: new Failure('sessionEnded', 'Session expired'),
  });
  const secured = row({ auth: 'access', permission: 'COMMISSIONING' });
  const run = async (path: string, headers: Record<string, string> = {}, fields: object = {}) => {
    const { ask } = await start([route({ ...secured, ...fields } as typeof secured)((_, { caller }) => caller.username)], {
      sessions,
    });
    return ask(path, { headers });
  };

  it.each([
    [{}, 401, 'token', 'Bearer'],
    [{ authorization: 'Basic abc' }, 401, 'token', 'Bearer'],
    [{ authorization: 'Bearer ' }, 401, 'token', 'Bearer'],
    [{ authorization: 'Bearer nobody' }, 401, 'token', 'Bearer'],
    [{ authorization: 'Bearer reader' }, 401, 'permission', undefined],
    [{ authorization: 'Bearer old' }, 420, undefined, 'Bearer error="invalid_token"'],
    [{ authorization: 'Bearer blocked' }, 420, undefined, 'Bearer error="invalid_token"'],
    [{ authorization: 'Bearer ended' }, 440, undefined, 'Bearer error="invalid_token"'],
  ] as [Record<string, string>, number, string | undefined, string | undefined][])(
    '%o is answered %i',
    async (headers, code, reason, challenge) => {
      const answer = await run('/api/user/thing', headers);
      expect([answer.status, answer.headers['x-service-code']]).toEqual([code, String(code)]);
      expect((answer.body as { reason?: string }).reason).toBe(reason);
      expect(answer.headers['www-authenticate']).toBe(challenge);
    },
  );

  it('takes the token from the header in any case, or from ?jwt=, but not two different ones', async () => {
    expect((await run('/api/user/thing', { authorization: 'bearer good' })).body).toBe('asha');
    expect((await run('/api/user/thing?jwt=good')).body).toBe('asha');
    expect((await run('/api/user/thing?jwt=good', { authorization: 'Bearer good' })).body).toBe('asha');
    expect(await run('/api/user/thing?jwt=good', { authorization: 'Bearer reader' })).toMatchObject({
      status: 400,
      body: { code: 400 },
    });
    expect((await run('/api/user/thing?jwt=good&jwt=good')).status).toBe(400);
  });

  it('answers an expired token as the row says', async () => {
    const answer = await run('/api/user/thing', { authorization: 'Bearer old' }, { expired401: 'Token already expired' });
    expect([answer.status, answer.body]).toMatchObject([401, { code: 401, reason: 'token', message: 'Token already expired' }]);
    expect((await run('/api/user/thing', { authorization: 'Bearer blocked' }, { expired401: 'x' })).status).toBe(420);
  });

  it('never caches what a token in the address opened', async () => {
    const { ask } = await start(
      [
        route(row({ auth: 'access' }))((_, { etag }) => {
          etag('1');
          return 1;
        }),
      ],
      { sessions },
    );
    const answer = await ask('/api/user/thing?jwt=good');
    expect([answer.headers['cache-control'], answer.headers['referrer-policy']]).toEqual(['no-store', 'no-referrer']);
  });

  it.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
  ])('refuse %o on a GET that writes', async (headers) => {
    let writes = 0;
    const { ask } = await start([route(row({ writes: true }))(() => ++writes), route(row({ path: '/read' }))(() => 1)]);
    expect((await ask('/api/user/thing', { headers: headers as Record<string, string> })).status).toBe(400);
    expect(writes).toBe(0);
    expect((await ask('/api/user/read', { headers: headers as Record<string, string> })).status).toBe(200);
    expect((await ask('/api/user/thing', { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
  });
});

describe('the panel', () => {
  const built = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'headworks-panel-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<title>Headworks</title>');
    writeFileSync(join(folder, 'assets', 'app-1a2b.js'), 'x'.repeat(5000));
    writeFileSync(join(folder, 'icon.svg'), '<svg/>');
    return folder;
  };

  it('is served with index.html for each of its pages', async () => {
    const { ask } = await start([], { panelFolder: built() });
    for (const path of ['/', '/units/TANK-1', '/login?next=/']) {
      const page = await ask(path);
      expect([page.status, page.text, page.headers['cache-control']]).toEqual([200, '<title>Headworks</title>', 'no-cache']);
    }
    const asset = await ask('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'gzip' } });
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['content-encoding']).toBe('gzip');
    expect((await ask('/icon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it('is sent as its build compressed it, to whom can read that', async () => {
    const folder = built();
    const script = 'export const x = 1;'.repeat(200);
    writeFileSync(join(folder, 'assets', 'first-3c4d.js'), script);
    writeFileSync(join(folder, 'assets', 'first-3c4d.js.br'), brotliCompressSync(script));
    writeFileSync(join(folder, 'assets', 'first-3c4d.js.gz'), gzipSync(script));
    const { ask } = await start([], { panelFolder: folder });
    const sentAs = async (accepted: string) => {
      const { status, headers } = await ask('/assets/first-3c4d.js', { headers: { 'accept-encoding': accepted } });
      const { 'content-encoding': coding, 'content-length': bytes, 'content-type': type, vary } = headers;
      expect({ status, type }).toEqual({ status: 200, type: 'text/javascript; charset=utf-8' });
      expect(String(vary)).toContain('Accept-Encoding');
      expect(headers['cache-control']).toContain('immutable');
      return { coding, bytes: Number(bytes) };
    };
    expect(await sentAs('gzip, deflate, br, zstd')).toEqual({ coding: 'br', bytes: brotliCompressSync(script).length });
    expect(await sentAs('gzip, deflate')).toEqual({ coding: 'gzip', bytes: gzipSync(script).length });
    expect(await sentAs('gzip;q=0, identity')).toMatchObject({ coding: undefined });
    // what the build left as it is goes as before
    expect((await ask('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'br' } })).status).toBe(200);
  });

  it('leaves what is not its own', async () => {
    const { ask } = await start([], { panelFolder: built() });
    for (const path of ['/api', '/api/user/nothing', '/assets/gone.js', '/files/x', '/..%2f..%2fetc/passwd', '/.env'])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    expect((await ask('/', { method: 'POST' })).status).toBe(404);
  });

  it('allows scripts from the server alone', async () => {
    const { ask } = await start([], { panelFolder: built() });
    const policy = String((await ask('/')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("connect-src 'self' ws:");
  });
});
