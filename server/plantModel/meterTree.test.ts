import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metersAbove, metersAdded, subMeterFaults } from './meterTree.ts';

type Spec = Parameters<typeof subMeterFaults>[0];
type Units = Parameters<typeof subMeterFaults>[2];

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

describe('the meter that a unit lies behind', () => {
  const units = [
    { id: 'main', name: 'Main', type: 'flow', countedIn: [], meta: {} },
    { id: 'hall', name: 'Hall', type: 'flow', countedIn: ['main'], meta: { subMeterOf: 'main' } },
    { id: 'line', name: 'Line', type: 'flow', countedIn: ['hall', 'main'], meta: { subMeterOf: 'hall' } },
    { id: 'power', name: 'Power', type: 'energy', countedIn: [], meta: {} },
  ] as unknown as Units;
  const faults = (subMeterOf: string | undefined, selfId?: string): string[] =>
    subMeterFaults({ type: 'flow', meta: { subMeterOf } } as unknown as Spec, selfId, units).map(({ message }) => message);

  it('is there, another one, of the same kind, and does not lie behind it itself', () => {
    expect([faults(undefined, 'main'), faults('main', 'hall'), faults('line', 'new'), faults('line')]).toEqual([[], [], [], []]);
    expect(faults('main', 'main')).toEqual(['a meter cannot lie behind itself']);
    expect(faults('gone', 'hall')).toEqual(['unit gone does not exist']);
    expect(faults('power', 'hall')).toEqual(['Power is an energy unit and cannot count what this one counts']);
    expect(faults('hall', 'main')).toEqual(['makes a cycle: Hall lies behind this one']);
    expect(faults('line', 'main')).toEqual(['makes a cycle: Line lies behind this one']);
  });
});
