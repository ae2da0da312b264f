import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { ManualClock } from '../../core/clock.ts';
import { sessionsOf, someCaller, startRig } from '../../test/httpRig.ts';
import { route } from '../route.ts';
import { AnswerMemory } from './answerMemory.ts';

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
  const ask = (who: string, path = '/thing', headers = {}) =>
    rig.ask(`/api/user${path}`, { headers: { authorization: `Bearer ${who}`, ...headers } });
  return { state, ask };
};

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

it('keeps an answer in no more memory than it takes by itself', () => {
  const memory = new AnswerMemory(new ManualClock(0));
  const json = JSON.stringify({ text: 'Zählwerk'.repeat(100) });
  memory.of(row, 'one', 'a').keep(json);
  const kept = memory.of(row, 'one', 'a').json;
  expect(kept?.toString()).toBe(json);
  expect(kept?.buffer).toMatchObject({ byteLength: Buffer.byteLength(json), resizable: true });
});

it('keeps of a question by name only the newest answer, and sends it for no other tag', () => {
  const memory = new AnswerMemory(new ManualClock(0));
  for (const tag of ['a', 'b']) memory.of(row, 'one', tag, 'now').keep(tag);
  expect(memory.of(row, 'one', 'a', 'now').json).toBeUndefined();
  expect(memory.of(row, 'one', 'b', 'now').json?.toString()).toBe('b');
  expect(memory.of(row, 'two', 'b', 'now').json).toBeUndefined();
  expect(memory.of(row, 'one', 'b').json).toBeUndefined();
});

it('lets go of an answer that nobody asked for in three minutes', () => {
  const clock = new ManualClock(0);
  clock.advance(1);
  const memory = new AnswerMemory(clock);
  for (const tag of ['asked', 'unasked']) memory.of(row, 'one', tag).keep('x'.repeat(5000));
  for (let minute = 0; minute < 4; minute += 1) {
    expect(memory.of(row, 'one', 'asked').json?.length).toBe(5000);
    expect(memory.forgetUnasked()).toBe(minute === 3 ? 8192 : 0);
    clock.advance(61_000);
  }
  expect(memory.of(row, 'one', 'unasked').json).toBeUndefined();
});
