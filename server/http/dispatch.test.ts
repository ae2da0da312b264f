import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Failure } from '../core/fail.ts';
import { sessionsOf, someCaller } from '../test/httpRig.ts';
import { row, start } from '../test/openRoutes.ts';
import type { Session } from './auth.ts';
import { file, route } from './route.ts';

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

describe('a download that is made as its client reads', () => {
  const reader: Session = { caller: someCaller({ permissions: new Set(['REPORTS']) }), panel: false };
  const download = async (known: Record<string, Session | Failure>, becomes: Session | Failure) => {
    const made = { pieces: 0 };
    async function* pieces(): AsyncGenerator<string> {
      for (; made.pieces < 20; made.pieces += 1) {
        if (made.pieces === 5) known.good = becomes;
        yield 'x'.repeat(100_000);
      }
    }
    const rowOf = row({ auth: 'access', permission: 'REPORTS', media: ['text/csv'] });
    const routes = [route(rowOf)(() => file({ body: Readable.from(pieces(), { objectMode: false }), contentType: 'text/csv' }))];
    const { port } = await start(routes, { sessions: sessionsOf(known) });
    const answer = await fetch(`http://127.0.0.1:${port}/api/user/thing`, { headers: { authorization: 'Bearer good' } });
    const bytes = await answer.arrayBuffer().then(
      ({ byteLength }) => byteLength,
      () => 'cut',
    );
    return { status: answer.status, bytes, pieces: made.pieces };
  };

  it.each<[string, Session | Failure]>([
    ['its session is ended', new Failure('sessionEnded', 'Session expired')],
    ['its user is disabled', new Failure('blocked', 'User is disabled')],
    ['its right is taken', { caller: someCaller(), panel: false }],
  ])('ends when %s', async (_, becomes) => {
    const { status, bytes, pieces } = await download({ good: reader }, becomes);
    expect([status, bytes]).toEqual([200, 'cut']);
    expect(pieces).toBeLessThan(10);
  });

  it('goes on when its token expires', async () => {
    const whole = await download({ good: reader }, new Failure('expired', 'Token expired'));
    expect(whole).toEqual({ status: 200, bytes: 2_000_000, pieces: 20 });
  });
});
