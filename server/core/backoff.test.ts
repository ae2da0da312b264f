import { describe, expect, it } from 'vitest';
import { Backoff } from './backoff.ts';

const limits = { baseMs: 500, capMs: 30_000 };
const delays = (backoff: Backoff, count: number): number[] => Array.from({ length: count }, () => backoff.nextMs());

describe('backoff', () => {
  it('tries three times at the base delay, then doubles up to the cap', () => {
    expect(delays(new Backoff(limits, () => 0.5), 11)).toEqual([
      500, 500, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
    ]);
  });

  it('stays at the cap for as long as it takes', () => {
    expect(new Set(delays(new Backoff(limits, () => 0.5), 3000).slice(9))).toEqual(new Set([30_000]));
  });

  it('spreads each delay by a fifth to both sides', () => {
    expect(new Backoff(limits, () => 0).nextMs()).toBeCloseTo(400);
    expect(new Backoff(limits, () => 1).nextMs()).toBeCloseTo(600);
  });

  it('is quick again after a working spell and goes on from the level it had reached', () => {
    const backoff = new Backoff(limits, () => 0.5);
    delays(backoff, 5);
    backoff.worked();
    expect(delays(backoff, 4)).toEqual([500, 500, 500, 4000]);
  });

  it('forgets the level after a reset', () => {
    const backoff = new Backoff(limits, () => 0.5);
    delays(backoff, 9);
    backoff.reset();
    expect(backoff.nextMs()).toBe(500);
  });
});
