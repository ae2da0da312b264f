import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { later } from './later.ts';
import { numbers, texts } from './plainLists.ts';

const anything = fc.oneof(
  fc.array(fc.double()),
  fc.array(fc.string()),
  fc.array(fc.oneof(fc.double(), fc.string(), fc.constantFrom(null, undefined, true))),
  fc.anything(),
);

describe('a list of plain values', () => {
  for (const [name, ours, theirs] of [
    ['numbers', numbers(), z.array(z.number())],
    ['texts', texts(), z.array(z.string())],
  ] as const)
    it(`of ${name} takes what the library takes, and refuses the rest with the same words`, () => {
      fc.assert(
        fc.property(anything, (value) => {
          const [mine, other] = [ours.safeParse(value), theirs.safeParse(value)];
          expect(mine.success).toBe(other.success);
          expect(mine.data).toEqual(other.data);
          expect(mine.error?.issues).toEqual(other.error?.issues);
        }),
        { numRuns: 500 },
      );
    });

  it('is described as any other list', () => {
    expect(z.toJSONSchema(z.object({ values: numbers(), labels: texts().optional() }))).toEqual(
      z.toJSONSchema(z.object({ values: z.array(z.number()), labels: z.array(z.string()).optional() })),
    );
  });

  it('holds a hole, an infinite number and a length that is too small against it', () => {
    // biome-ignore lint/suspicious/noSparseArray: what is sent may have one
    for (const value of [[1, , 3], [Number.POSITIVE_INFINITY], [Number.NaN]])
      expect(numbers().safeParse(value).success).toBe(false);
    expect(numbers().min(2).safeParse([1]).success).toBe(false);
  });

  it('stays one where it is made when it is first looked at, within an answer', () => {
    const answer = z.object({ values: later(() => numbers()) });
    const values = [1, 2.5];
    expect(answer.parse({ values }).values).toBe(values);
    expect(answer.safeParse({ values: ['1'] }).error?.issues[0]?.path).toEqual(['values', 0]);
  });
});
