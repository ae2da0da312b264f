import { expect, it } from 'vitest';
import { RecentLines } from './recentLines.ts';

it('keeps the newest lines within its length', () => {
  const lines = new RecentLines(100);
  for (let at = 0; at < 5000; at += 1) lines.add(`line ${at}`.padEnd(10));
  expect(lines.all()).toEqual(Array.from({ length: 10 }, (_, at) => `line ${4990 + at}`.padEnd(10)));
});
