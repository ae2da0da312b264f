import { expect, it } from 'vitest';
import { lastUsed } from './lastUsed.ts';

it('keeps the entries that were used last, and as many as it may', () => {
  const kept = lastUsed<string, number>(3);
  for (const [at, name] of ['a', 'b', 'c'].entries()) kept.set(name, at);
  expect(kept.get('a')).toBe(0);
  kept.set('a', 10);
  expect([...kept.keys()]).toEqual(['a', 'c', 'b']);
  kept.set('d', 3);
  expect([...kept.entries()]).toEqual([
    ['d', 3],
    ['a', 10],
    ['c', 2],
  ]);
  kept.delete('a');
  kept.set('e', 4);
  expect([...kept.keys()]).toEqual(['e', 'd', 'c']);
});
