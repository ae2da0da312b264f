import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiError } from './call.ts';
import { askAgain, newQueryClient, nextTryOf, passes, retryDelay } from './queryClient.ts';

const refused = (http: number, retryAfterSeconds?: number) =>
  new ApiError({
    kind: 'refused',
    http,
    body: {
      status: 'error',
      code: http,
      message: '',
      requestId: 'r',
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  });

test('what passes by itself is tried again, a refusal is not', () => {
  // a page of a proxy in place of the answer
  const unreadable = new ApiError({ kind: 'unreadable', http: 200, requestId: null, detail: '' });
  expect([new ApiError({ kind: 'unreachable' }), unreadable, refused(500), refused(503), refused(429)].every(passes)).toBe(true);
  expect([refused(400), refused(401), refused(404), new Error('x')].some(passes)).toBe(false);
});

test('each try waits twice as long, up to 20 s', () => {
  const gone = new ApiError({ kind: 'unreachable' });
  expect([0, 1, 2, 3, 4, 5, 9].map((failures) => retryDelay(failures, gone) / 1000)).toEqual([1, 2, 4, 8, 16, 20, 20]);
});

test('no try comes before the server’s Retry-After, and its time is known', () => {
  const busy = refused(429, 120);
  const nowMs = Date.now();
  expect(retryDelay(0, busy)).toBe(120_000);
  expect((nextTryOf(busy) ?? 0) - nowMs).toBeGreaterThan(119_000);
  expect(nextTryOf(refused(429, 120))).toBeNull();
});

test('of a refusal, which is not tried again, no next try is said', async () => {
  const client = newQueryClient();
  const refusal = refused(404);
  await client.fetchQuery({ queryKey: ['gone'], queryFn: () => Promise.reject(refusal) }).catch(() => undefined);
  expect(nextTryOf(refusal)).toBeNull();
});

test('a first connection asks only what failed or is older, a later one everything', async () => {
  const client = newQueryClient();
  const asked: string[] = [];
  let isAway = true;
  const watch = (name: string, fails: () => boolean) =>
    new QueryObserver(client, {
      queryKey: [name],
      queryFn: () => {
        asked.push(name);
        if (fails()) throw new ApiError({ kind: 'unreachable' });
        return name;
      },
    }).subscribe(() => undefined);
  const began = Date.now();
  const leave = [watch('good', () => false), watch('away', () => isAway)];
  await expect.poll(() => client.getQueryState(['away'])?.fetchFailureCount).toBe(1);
  // shown from what was kept while the call goes on being tried
  client.setQueryData(['away'], 'kept');
  isAway = false;
  asked.length = 0;
  await askAgain(client, began);
  expect(asked).toEqual(['away']);
  asked.length = 0;
  await askAgain(client);
  expect(asked.toSorted()).toEqual(['away', 'good']);
  for (const one of leave) one();
  client.clear();
});
