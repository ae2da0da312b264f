import { get } from 'node:http';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiList } from '../contract/model/common.ts';
import { startRig } from '../test/httpRig.ts';
import { row, start } from '../test/openRoutes.ts';
import { created, file, route } from './route.ts';

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

  it('has its body read whether its length is said before or it comes in chunks', async () => {
    const put = row({ method: 'put', writes: true, body: z.object({ limitKl: z.number() }), reply: z.unknown() });
    const { port } = await start([route(put)(({ body }) => body)]);
    const text = '{"limitKl":12.5}';
    const chunks = new Blob([text.slice(0, 9), text.slice(9)]).stream();
    for (const body of [text, chunks]) {
      const reply = await fetch(`http://127.0.0.1:${port}/api/user/thing`, {
        ...{ method: 'PUT', headers: { 'content-type': 'application/json' }, body, duplex: 'half' as const },
      });
      expect([reply.status, await reply.json()]).toEqual([200, { limitKl: 12.5 }]);
    }
  });

  it('answers 201 with its own schema', async () => {
    const two = row({ reply: z.object({ list: z.array(z.number()) }), reply201: z.object({ empty: z.literal(true) }) });
    const { ask } = await start([route(two)(() => created({ empty: true }))]);
    expect(await ask('/api/user/thing')).toMatchObject({ status: 201, body: { empty: true } });
  });

  it('stops the start when a published row has no handler or two', () => {
    const one = row({});
    return Promise.all([
      expect(startRig([], { endpoints: [one] })).rejects.toThrow('get /api/user/thing has no handler'),
      expect(startRig([route(one)(() => 1), route(one)(() => 1)])).rejects.toThrow('GET /api/user/thing has two handlers'),
    ]);
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

  it('are compressed for speed where they are made while they are sent, and as small as usual where they are whole', async () => {
    const lines = '2026-11-28T00:00:00Z,inlet,1\r\n'.repeat(4000);
    const csv = row({ path: '/csv', media: ['text/csv'], reply: z.string() });
    const whole = row({ path: '/whole', media: ['text/csv'], reply: z.string() });
    const { port } = await start([
      route(csv)(() => file({ body: Readable.from([lines, lines]), contentType: 'text/csv' })),
      route(whole)(() => file({ body: lines + lines, contentType: 'text/csv' })),
    ]);
    const gzipped = async (path: string): Promise<Buffer> =>
      new Promise((resolve, reject) => {
        get({ port, host: '127.0.0.1', path: `/api/user${path}`, headers: { 'accept-encoding': 'gzip' } }, async (answer) => {
          resolve(Buffer.concat(await answer.toArray()));
        }).on('error', reject);
      });
    // RFC 1952, 2.3.1: XFL is 4 where the fastest algorithm was used
    const [streamed, usual] = [await gzipped('/csv'), await gzipped('/whole')];
    expect([streamed[8], usual[8]]).toEqual([4, 0]);
    for (const one of [streamed, usual]) expect(gunzipSync(one).toString()).toBe(lines + lines);
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
