import { describe, expect, it } from 'vitest';
import type { ReadOperation } from '../../ports/codec.ts';
import { UsualSteps } from './usualSteps.ts';

const block: ReadOperation = { kind: 'read', space: 'holding', address: 100, count: 2 };

const taught = (rounds: (readonly number[])[]): UsualSteps => {
  const steps = new UsualSteps();
  for (const words of rounds) steps.learn(1, block, words);
  return steps;
};
const restless = Array.from({ length: 40 }, (_, i) => [500 + (i % 7), 65_500 + 9 * (i % 5)]);

describe('how far registers usually move', () => {
  it('asks once more after the first answer of a block, and after none of a counter, a noisy value or a value at rest', () => {
    expect(new UsualSteps().isUnusual(1, block, [1, 2], false)).toBe(true);
    const counter = taught(Array.from({ length: 20 }, (_, i) => [7, (65_500 + 5 * i) % 65_536]));
    expect(counter.isUnusual(1, block, [7, 66], false)).toBe(false);
    expect(taught(restless).isUnusual(1, block, [503, 65_518], false)).toBe(false);
    expect(taught([[5, 5]]).isUnusual(1, block, [5, 5], false)).toBe(false);
  });

  it('finds another block’s values unusual, and no single register among many that moves', () => {
    expect(taught(restless).isUnusual(1, block, [9000, 9001], false)).toBe(true);
    const wide: ReadOperation = { ...block, count: 20 };
    const steps = new UsualSteps();
    const words = Array.from({ length: 20 }, (_, i) => 100 + i);
    steps.learn(1, wide, words);
    expect(steps.isUnusual(1, wide, [7000, ...words.slice(1)], false)).toBe(false);
    expect(steps.isUnusual(1, wide, [7000, 7001, 7002, 7003, 7004, ...words.slice(5)], false)).toBe(true);
  });

  it('counts a request that was lengthened as the same block', () => {
    const steps = taught([[5, 5]]);
    expect(steps.isUnusual(1, { ...block, count: 3 }, [5, 5, 900], false)).toBe(false);
  });

  it('believes a step that a later read bears out, and no spike', () => {
    const steps = taught([...restless, [500, 65_500]]);
    const answer = { words: [9000, 65_510], isStrict: false };
    expect(steps.bearsOut(1, block, answer, { words: [9003], from: 0 })).toBe(true);
    expect(steps.bearsOut(1, block, answer, { words: [503], from: 0 })).toBe(false);
    expect(steps.bearsOut(1, block, answer, { words: [], from: 0 })).toBe(false);
  });

  it('believes registers that never rest, but not where others answer too', () => {
    const steps = taught([[500, 1]]);
    const proof = { words: [30_000], from: 0 };
    expect(steps.bearsOut(1, block, { words: [9000, 1], isStrict: false }, proof)).toBe(true);
    expect(steps.bearsOut(1, block, { words: [9000, 1], isStrict: true }, proof)).toBe(false);
  });

  it('costs a clean line one request in 15 at most, whatever its registers do', () => {
    const own = taught([[1, 1]]);
    let asked = 0;
    for (let i = 0; i < 3000; i += 1)
      if (own.isUnusual(1, block, [(i * 7919) % 65_536, 1], false)) {
        own.spend();
        asked += 1;
      }
    expect(asked).toBeLessThan(3000 / 15 + 61);
  });

  it('lets no block stay unbelieved for more than two answers in a row where nobody else was seen', () => {
    const steps = taught([[5, 5]]);
    for (let refusals = 0; refusals < 2; refusals += 1) {
      expect(steps.isUnusual(1, block, [9000, 9001], false)).toBe(true);
      steps.refuse(1, block);
    }
    expect(steps.isUnusual(1, block, [9000, 9001], false)).toBe(false);
    expect(steps.isUnusual(1, block, [9000, 9001], true)).toBe(true);
  });
});
