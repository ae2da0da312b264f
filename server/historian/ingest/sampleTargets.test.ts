import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type SampleTarget, SampleTargets } from './sampleTargets.ts';

const target = (seriesId: number): SampleTarget => ({
  seriesId,
  isCounter: false,
  series: undefined,
  integrals: [],
  latest: undefined,
  mostAt: undefined,
  next: undefined,
});

const known = new Map(['a', 'b', 'c', 'd'].map((tagId, at) => [tagId, target(at)]));

it('every sample goes where its own tag goes, whatever came before it and with it', () => {
  const batch = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'unbound'), { maxLength: 6 });
  fc.assert(
    fc.property(fc.array(batch, { maxLength: 40 }), (batches) => {
      const targets = new SampleTargets(known);
      for (const tagIds of batches) {
        const samples = tagIds.map((tagId) => ({ tagId, value: 1, quality: 'GOOD' as const, atMs: 0 }));
        const found = targets.ofAll(samples);
        expect(tagIds.map((_, at) => found[at])).toEqual(tagIds.map((tagId) => known.get(tagId)));
      }
    }),
  );
});

it('an answer that brings the same tags again is not looked up again', () => {
  const targets = new SampleTargets(known);
  const samples = ['a', 'b'].map((tagId) => ({ tagId, value: 1, quality: 'GOOD' as const, atMs: 0 }));
  expect(targets.ofAll(samples)).toBe(targets.ofAll([...samples]));
});
