import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metersAbove, withoutSubMeters } from './meterTree.ts';

const part = (id: string, countedIn: string[] = []) => ({ unit: { id, countedIn } });

describe('meters behind meters', () => {
  it('are left out of a sum that holds a meter before them, near or far', () => {
    const parts = [part('incomer'), part('panel', ['incomer']), part('pump', ['panel', 'incomer']), part('solar')];
    expect(withoutSubMeters(parts).map(({ unit }) => unit.id)).toEqual(['incomer', 'solar']);
    expect(withoutSubMeters([part('pump', ['panel', 'incomer']), part('incomer')]).map(({ unit }) => unit.id)).toEqual([
      'incomer',
    ]);
  });

  it('count in a sum that holds none of the meters before them', () => {
    const parts = [part('pump', ['panel', 'incomer']), part('fan', ['panel', 'incomer'])];
    expect(withoutSubMeters(parts)).toEqual(parts);
  });

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
