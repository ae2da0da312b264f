import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { ManualClock } from '../../core/clock.ts';
import { uniformAt } from '../../core/random.ts';
import { sessionsOf, someCaller, startRig } from '../../test/httpRig.ts';
import { route } from '../route.ts';
import { AnswerCache } from './answerCache.ts';

const row = {
  base: 'user',
  method: 'get',
  path: '/thing',
  summary: 'x',
  auth: 'access',
  limit: 'none',
  faults: [],
  query: z.object({ big: z.string().optional() }),
  reply: z.object({ made: z.number(), text: z.string() }),
} as const;

/** A thing that is made anew each time its handler gets past the tag. */
const start = async () => {
  const state = { tag: 'a', made: 0, fit: true };
  const thing = route(row)(({ query }, { sharedEtag }) => {
    sharedEtag(`${state.tag} ${query.big}`);
    state.made += 1;
    return { made: state.made, text: state.fit ? 'x'.repeat(Number(query.big ?? 1)) : (7 as unknown as string) };
  });
  const other = route({ ...row, path: '/other' })((_, { sharedEtag }) => {
    sharedEtag(`${state.tag} undefined`);
    return { made: 0, text: 'other' };
  });
  const sessions = sessionsOf({
    asha: { caller: someCaller({ userId: 'asha', industryId: 'one' }), panel: false },
    ravi: { caller: someCaller({ userId: 'ravi', industryId: 'one' }), panel: false },
    guest: { caller: someCaller({ userId: 'guest', industryId: 'two' }), panel: false },
  });
  const rig = await startRig([thing, other], { sessions });
  onTestFinished(() => rig.stop());
  const ask = (who: string, path = '/thing', headers = {}, method = 'GET') =>
    rig.ask(`/api/user${path}`, { method, headers: { authorization: `Bearer ${who}`, ...headers } });
  return { state, ask, port: rig.port };
};

const decoders: Record<string, (bytes: Buffer) => Buffer> = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync };

/** @returns the text that the client has in the end. */
const askBytes = (port: number, path: string, accepted: string): Promise<{ headers: IncomingHttpHeaders; text: string }> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer asha', ...(accepted && { 'accept-encoding': accepted }) };
    request({ port, host: '127.0.0.1', path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const decode = decoders[response.headers['content-encoding'] ?? ''];
        resolve({ headers: response.headers, text: (decode?.(bytes) ?? bytes).toString() });
      });
    })
      .on('error', reject)
      .end();
  });

it('sends the answer of the same tag again, byte for byte, to everyone of the industry', async () => {
  const { state, ask } = await start();
  const first = await ask('asha');
  const second = await ask('ravi');
  expect([second.status, second.text, second.headers.etag]).toEqual([200, first.text, first.headers.etag]);
  expect(second.headers['content-type']).toBe(first.headers['content-type']);
  expect(second.headers['cache-control']).toBe(first.headers['cache-control']);
  expect(state.made).toBe(1);
  expect((await ask('ravi', '/thing', { 'if-none-match': String(first.headers.etag) })).status).toBe(304);
});

it('says in the answer that it came from memory', async () => {
  const { state, ask } = await start();
  const timings = [await ask('asha'), await ask('ravi')].map(({ headers }) => headers['server-timing']);
  expect(timings).toEqual([undefined, 'memory']);
  state.tag = 'b';
  expect((await ask('asha')).headers['server-timing']).toBeUndefined();
});

it('never sends it for another tag, to another industry or at another address', async () => {
  const { state, ask } = await start();
  await ask('asha');
  expect((await ask('guest')).body).toMatchObject({ made: 2 });
  expect((await ask('asha', '/other')).body).toMatchObject({ text: 'other' });
  expect((await ask('asha', '/thing?big=2')).body).toMatchObject({ made: 3, text: 'xx' });
  state.tag = 'b';
  expect((await ask('asha')).body).toMatchObject({ made: 4 });
  state.tag = 'a';
  expect((await ask('asha')).body).toMatchObject({ made: 1 });
});

it('still refuses who may not ask', async () => {
  const { ask } = await start();
  await ask('asha');
  expect((await ask('nobody')).status).toBe(401);
});

it('sends it only to who has the right now, not to who had it when it was made', async () => {
  const state = { made: 0 };
  const limited = route({ ...row, permission: 'REPORTS' } as const)((_, { sharedEtag }) => {
    sharedEtag('a');
    state.made += 1;
    return { made: state.made, text: 'x' };
  });
  const rights = { asha: new Set(['REPORTS'] as const), ravi: new Set<'REPORTS'>() };
  const sessionOf = (userId: keyof typeof rights) => ({
    caller: someCaller({ userId, permissions: rights[userId] }),
    panel: false,
  });
  const rig = await startRig([limited], { sessions: sessionsOf({ asha: sessionOf('asha'), ravi: sessionOf('ravi') }) });
  onTestFinished(() => rig.stop());
  const ask = async (who: string) => {
    const { status, body } = await rig.ask('/api/user/thing', { headers: { authorization: `Bearer ${who}` } });
    return status === 200 ? 200 : (body as { reason?: string }).reason;
  };
  expect([await ask('asha'), await ask('ravi')]).toEqual([200, 'permission']);
  rights.ravi.add('REPORTS');
  rights.asha.delete('REPORTS');
  expect([await ask('asha'), await ask('ravi')]).toEqual(['permission', 200]);
  expect(state.made).toBe(1);
});

it('does not keep what does not fit its schema, nor what is too large', async () => {
  const { state, ask } = await start();
  state.fit = false;
  expect((await ask('asha')).status).toBe(500);
  state.fit = true;
  expect((await ask('asha')).body).toMatchObject({ made: 2 });
  for (const made of [3, 4]) expect((await ask('asha', '/thing?big=4000000')).body).toMatchObject({ made });
});

it('keeps an answer compressed, in no more memory than it takes by itself, and a short one as it is', async () => {
  const cache = new AnswerCache(new ManualClock(0));
  const long = JSON.stringify({ text: 'Zählwerk'.repeat(1000) });
  const short = JSON.stringify({ text: 'Zählwerk'.repeat(100) });
  const keeping = cache.of(row, 'one', 'long').keep(long, true);
  expect(cache.of(row, 'one', 'long').kept).toEqual({ json: long });
  await Promise.all([keeping, cache.of(row, 'one', 'short').keep(short, true)]);
  const kept = cache.of(row, 'one', 'long').kept as { gzipped: Buffer };
  expect(gunzipSync(kept.gzipped).toString()).toBe(long);
  expect(kept.gzipped.length).toBeLessThan(200);
  expect(kept.gzipped.buffer).toMatchObject({ byteLength: kept.gzipped.length, resizable: true });
  const plain = cache.of(row, 'one', 'short').kept as { json: Buffer };
  expect(plain.json.toString()).toBe(short);
  expect(plain.json.buffer).toMatchObject({ byteLength: Buffer.byteLength(short), resizable: true });
});

const codings = ['', 'identity', 'gzip', 'gzip, deflate, br, zstd', 'deflate', 'br', 'gzip;q=0', '*'];

const pairs = codings.flatMap((accepted) => ['identity', 'gzip'].map((before) => [accepted, before] as const));

it.each(pairs)(
  'sends the same answer to a client that accepts "%s" as to one before of "%s", of every length',
  async (accepted, before) => {
    const { state, port } = await start();
    const lengths = [...Array.from({ length: 12 }, (_, at) => Math.floor(3 ** at * (1 + uniformAt(11, 0, at)))), 960, 1000, 1024];
    for (const length of lengths) {
      const ask = (coding = accepted) => askBytes(port, `/api/user/thing?big=${length}`, coding);
      const [first, second] = [await ask(before), await ask()];
      const third = await ask();
      expect(JSON.parse(first.text)).toEqual({ made: state.made, text: 'x'.repeat(length) });
      for (const again of [second, third]) {
        expect(again.text).toBe(first.text);
        expect(again.headers['server-timing']).toBe('memory');
        for (const name of ['content-type', 'etag', 'cache-control', 'vary'])
          expect([name, again.headers[name]]).toEqual([name, first.headers[name]]);
      }
      expect(state.made).toBe(lengths.indexOf(length) + 1);
    }
  },
);

it('says of a HEAD the length of the answer as it is', async () => {
  const { ask } = await start();
  const { text } = await ask('asha', '/thing?big=5000');
  const { status, headers } = await ask('asha', '/thing?big=5000', { 'accept-encoding': 'gzip' }, 'HEAD');
  expect([status, headers['content-length']]).toEqual([200, String(text.length)]);
});

it.each([false, true])(
  'keeps of a question by name only the newest answer, and sends it for no other tag; compressed: %s',
  async (isCompressed) => {
    const cache = new AnswerCache(new ManualClock(0));
    const textOf = (tag: string): string => tag.repeat(2000);
    const isKept = (industryId: string, tag: string, question?: string): boolean =>
      cache.of(row, industryId, tag, question).kept !== undefined;
    const keeping = ['a', 'b'].map((tag) => cache.of(row, 'one', tag, 'now').keep(textOf(tag), isCompressed));
    const states = (): boolean[] => [
      isKept('one', 'a', 'now'),
      isKept('one', 'b', 'now'),
      isKept('two', 'b', 'now'),
      isKept('one', 'b'),
    ];
    expect(states()).toEqual([false, true, false, false]);
    await Promise.all(keeping);
    expect(states()).toEqual([false, true, false, false]);
    const { kept } = cache.of(row, 'one', 'b', 'now');
    const bytes = kept && 'json' in kept ? kept.json : gunzipSync(kept?.gzipped ?? '');
    expect(bytes.toString()).toBe(textOf('b'));
  },
);

it('lets go of an answer that nobody asked for in three minutes', async () => {
  const clock = new ManualClock(0);
  clock.advance(1);
  const cache = new AnswerCache(clock);
  for (const tag of ['asked', 'unasked']) await cache.of(row, 'one', tag).keep('x'.repeat(5000), true);
  for (let minute = 0; minute < 4; minute += 1) {
    expect(cache.of(row, 'one', 'asked').kept).toHaveProperty('gzipped');
    expect(cache.forgetUnasked()).toBe(minute === 3 ? 4096 : 0);
    clock.advance(61_000);
  }
  expect(cache.of(row, 'one', 'unasked').kept).toBeUndefined();
});
