import { expect, it } from 'vitest';
import { inOrder } from './testOrder.ts';

const seen = (ms: Record<string, number>, kills: Record<string, number> = {}) => ({
  ms: (test: string) => ms[test],
  kills: (test: string) => kills[test] ?? 0,
});

it('the nearest test is asked first, then what has seen most mutants of the file, then what takes least', () => {
  const ms = { near: 9000, slow: 8000, quick: 100, often: 20_000 };
  expect(inOrder(['near', 'slow', 'often', 'quick'], seen(ms, { often: 2 }))).toEqual(['near', 'often', 'quick', 'slow']);
});

it('tests that were not run yet come last, the nearer before the farther', () => {
  expect(inOrder(['near', 'second', 'third', 'run'], seen({ run: 60_000 }))).toEqual(['near', 'run', 'second', 'third']);
  expect(inOrder([], seen({}))).toEqual([]);
});
