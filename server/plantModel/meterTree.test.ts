import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metersAbove, metersAdded } from './meterTree.ts';

describe('meters behind meters', () => {
  it('are followed upwards without running in a circle', () => {
    const above = new Map([
      ['a', 'b'],
      ['b', 'c'],
    ]);
    expect(metersAbove('a', (id) => above.get(id))).toEqual(['b', 'c']);
    const any = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('a', 'b', 'c', 'd'));
    fc.assert(
      fc.property(any, (tree) => {
        const way = metersAbove('a', (id) => tree[id]);
        expect(new Set(way).size).toBe(way.length);
        expect(way).not.toContain('a');
      }),
    );
  });
});

describe('what a virtual unit adds', () => {
  const unit = (id: string, expression?: Record<string, number>) => ({
    id,
    standardCategoryId: 'SOURCE_CATEGORY',
    standardCategoryIds: [],
    countedIn: id === 'pump' ? ['main'] : [],
    meta: expression ? { expression: Object.entries(expression).map(([unitId, factor]) => ({ unitId, factor })) } : {},
  });
  const units = [
    unit('well'),
    unit('town'),
    unit('pump'),
    unit('fresh', { well: 1, town: 1 }),
    unit('net', { fresh: 2, well: -1, town: -2, pump: 1 }),
    unit('round', { round: 1, well: 1 }),
  ];
  const adds = (id: string) =>
    metersAdded(units.find((one) => one.id === id) ?? unit(id), (other) => units.find((one) => one.id === other)).map(
      ({ unitId, factor, countedIn }) => [unitId, factor, countedIn],
    );

  it('comes down to its meters, sums of sums resolved, and a meter that cancels out is not in it', () => {
    expect(adds('fresh')).toEqual([
      ['well', 1, []],
      ['town', 1, []],
    ]);
    expect(adds('net')).toEqual([
      ['well', 1, []],
      ['pump', 1, ['main']],
    ]);
  });

  it('is nothing for a meter, and a circle among sums ends', () => {
    expect(adds('well')).toEqual([]);
    expect(adds('round')).toEqual([['well', 1, []]]);
  });
});
