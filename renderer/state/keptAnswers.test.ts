import { expect, it } from 'vitest';
import { KeptAnswers } from './keptAnswers.ts';

/** The browser's cache of pages in memory. */
const fakeCaches = () => {
  const answers = new Map<string, Response>();
  let written = 0;
  const cache = {
    put: async (address: string, answer: Response) => {
      written += 1;
      answers.delete(address);
      answers.set(address, answer);
    },
    match: async (address: string) => answers.get(address)?.clone(),
    keys: async () => [...answers.keys()],
    delete: async (address: string) => answers.delete(address),
  };
  const drop = async (): Promise<boolean> => {
    answers.clear();
    return true;
  };
  return { storage: { open: async () => cache, delete: drop } as unknown as CacheStorage, written: () => written };
};

it('the last answer comes back with its time', async () => {
  const kept = new KeptAnswers(fakeCaches().storage, () => 'u1');
  await kept.put('overview', { total: null }, 1000);
  expect(await kept.get('overview')).toEqual({ atMs: 1000, reply: { total: null } });
  expect(await kept.get('units')).toBeNull();
});

it('what one person was answered is shown to no other, and to nobody who is not signed in', async () => {
  const { storage } = fakeCaches();
  let userId: string | null = 'u1';
  const kept = new KeptAnswers(storage, () => userId);
  await kept.put('overview', 1, 1000);
  userId = 'u2';
  expect(await kept.get('overview')).toBeNull();
  userId = null;
  expect(await kept.get('overview')).toBeNull();
  await kept.put('units', 1, 1000);
  userId = 'u1';
  expect([await kept.get('overview'), await kept.get('units')]).toEqual([{ atMs: 1000, reply: 1 }, null]);
});

it('an answer that is asked for every few seconds is written every 20 s', async () => {
  const { storage, written } = fakeCaches();
  const kept = new KeptAnswers(storage, () => 'u1');
  for (let atMs = 0; atMs < 60_000; atMs += 5000) await kept.put('overview', atMs, atMs);
  expect(written()).toBe(3);
  expect(await kept.get('overview')).toEqual({ atMs: 40_000, reply: 40_000 });
});

it('of more than 150 answers the oldest go', async () => {
  const kept = new KeptAnswers(fakeCaches().storage, () => 'u1');
  for (let at = 0; at <= 150; at += 1) await kept.put(`unit ${at}`, at, 1000);
  expect(await kept.get('unit 0')).toBeNull();
  expect(await kept.get('unit 1')).toEqual({ atMs: 1000, reply: 1 });
});

it('nothing is left once it is cleared, and the next answer is kept at once', async () => {
  const kept = new KeptAnswers(fakeCaches().storage, () => 'u1');
  await kept.put('overview', 1, 1000);
  await kept.clear();
  expect(await kept.get('overview')).toBeNull();
  await kept.put('overview', 2, 2000);
  expect(await kept.get('overview')).toEqual({ atMs: 2000, reply: 2 });
});

it('a browser without a cache, and one that fails, keep nothing and say nothing', async () => {
  const failing = { open: () => Promise.reject(new Error('no room')), delete: () => Promise.reject(new Error('no room')) };
  for (const storage of [undefined, failing as unknown as CacheStorage]) {
    const kept = new KeptAnswers(storage, () => 'u1');
    await kept.put('overview', 1, 1000);
    expect(await kept.get('overview')).toBeNull();
    await kept.clear();
  }
});
