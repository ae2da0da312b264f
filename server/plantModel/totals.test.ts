import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type UnitMeta, unitMeta } from '../contract/model/units.ts';
import { metersAbove, metersAdded } from './meterTree.ts';
import type { Unit } from './model.ts';
import { countedOnce, limitOfTotal, totalParts } from './totals.ts';

type Given = { behind?: string; sum?: Record<string, number>; ids?: string[]; type?: Unit['type']; meta?: UnitMeta };
type Counting = Parameters<typeof countedOnce>[0][number]['unit'];

/** Units by name; a sum is a virtual unit. */
const plant = (given: Record<string, Given>): Map<string, { unit: Counting }> => {
  const bare = new Map(
    Object.entries(given).map(([id, { behind, sum, ids = [], type, meta = {} }]) => {
      const expression = sum && Object.entries(sum).map(([unitId, factor]) => ({ unitId, factor }));
      const unit = {
        id,
        type: type ?? (sum ? ('virtual' as const) : ('flow' as const)),
        standardCategoryId: 'SOURCE_CATEGORY',
        standardCategoryIds: ids,
        countedIn: metersAbove(id, (one) => given[one]?.behind),
        meta: unitMeta.parse({ ...meta, ...(behind && { subMeterOf: behind }), ...(expression && { expression }) }),
      };
      return [id, unit];
    }),
  );
  return new Map([...bare].map(([id, unit]) => [id, { unit: { ...unit, adds: metersAdded(unit, (one) => bare.get(one)) } }]));
};
const of = (units: Map<string, { unit: Counting }>, ids: readonly string[]): { unit: Counting }[] =>
  ids.flatMap((id) => units.get(id) ?? []);
const once = (given: Record<string, Given>, ids = Object.keys(given)): string[] =>
  countedOnce(of(plant(given), ids)).map(({ unit }) => unit.id);
const total = (given: Record<string, Given>, ids = Object.keys(given)) => {
  const { counted, reason } = totalParts(of(plant(given), ids));
  return reason ?? counted.map(({ unit }) => unit.id);
};

describe('a sum that holds each litre once', () => {
  it('leaves out meters behind a meter that is in it, near or far, and counts them where none is', () => {
    const power = { incomer: {}, panel: { behind: 'incomer' }, pump: { behind: 'panel' }, solar: {} };
    expect(once(power)).toEqual(['incomer', 'solar']);
    expect(once(power, ['pump', 'incomer'])).toEqual(['incomer']);
    expect(once(power, ['pump', 'solar'])).toEqual(['pump', 'solar']);
  });

  it('leaves out a virtual unit beside all of its parts, also one of sums', () => {
    const uses = { bottling: {}, kitchen: {}, food: { sum: { kitchen: 1 } }, uses: { sum: { bottling: 1, food: 1 } } };
    expect(once(uses)).toEqual(['bottling', 'kitchen']);
    expect(once(uses, ['uses', 'food'])).toEqual(['uses']);
  });

  it('leaves out the part where a virtual unit holds it and more', () => {
    const uses = { bottling: {}, kitchen: {}, uses: { sum: { bottling: 1, kitchen: 1 } } };
    expect(once(uses, ['kitchen', 'uses'])).toEqual(['uses']);
  });

  it('leaves out what is left of a meter beside that meter, and counts it beside what was taken off', () => {
    const rest = { main: {}, tower: { behind: 'main' }, rest: { sum: { main: 1, tower: -1 } } };
    expect(once(rest, ['main', 'rest'])).toEqual(['main']);
    expect(once(rest, ['tower', 'rest'])).toEqual(['tower', 'rest']);
  });

  it('leaves out a virtual unit whose parts are downstream of a meter that is in it', () => {
    const lines = { main: {}, one: { behind: 'main' }, two: { behind: 'main' }, lines: { sum: { one: 1, two: 1 } } };
    expect(once(lines, ['lines', 'main'])).toEqual(['main']);
  });

  it('counts what is subtracted from a sum by itself, where all that contains it is part of that sum', () => {
    const tree = { main: {}, hall: { behind: 'main' }, tower: { behind: 'hall' }, rest: { sum: { main: 1, tower: -1 } } };
    for (const ids of [
      ['hall', 'tower', 'rest'],
      ['rest', 'tower', 'hall'],
      ['tower', 'rest', 'hall'],
    ])
      expect(once(tree, ids).toSorted()).toEqual(['rest', 'tower']);
  });

  it('counts a unit that is listed twice once', () => {
    expect(once({ well: {} }, ['well', 'well'])).toEqual(['well']);
  });

  it('comes to the litres of all meters together, each once, however meters follow each other and are added up', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const tree = fc.tuple(...names.map((_, at) => fc.option(fc.integer({ min: 0, max: Math.max(0, at - 1) }), { nil: null })));
    const sums = fc.array(fc.subarray(names, { minLength: 1 }), { maxLength: 3 });
    const litres = fc.tuple(...names.map(() => fc.integer({ min: 1, max: 1000 })));
    const asked = fc.subarray([...names, 's0', 's1', 's2']);
    fc.assert(
      fc.property(tree, sums, litres, asked, (above, parts, own, ids) => {
        const meters = names.map((name, at) => {
          const up = above[at];
          return [name, up !== null && up !== undefined && up < at ? { behind: names[up] ?? '' } : {}] as const;
        });
        const bare = plant(Object.fromEntries(meters));
        const waysOf = (id: string): string[] => [id, ...(bare.get(id)?.unit.countedIn ?? [])];
        const inside = (id: string): string[] => names.filter((name) => waysOf(name).includes(id));
        // nobody adds a meter to one that it lies behind
        const clean = parts.map((list) => list.filter((id) => !list.some((other) => other !== id && waysOf(id).includes(other))));
        const added = clean.map((list, at) => [`s${at}`, { sum: Object.fromEntries(list.map((id) => [id, 1])) }] as const);
        const units = plant(Object.fromEntries([...meters, ...added]));
        const covered = (id: string): string[] => {
          const at = clean[Number(id.slice(1))];
          return id.startsWith('s') ? (at ?? []).flatMap(inside) : inside(id);
        };
        const amount = (list: readonly string[]): number => list.reduce((sum, name) => sum + (own[names.indexOf(name)] ?? 0), 0);
        const { counted, reason } = totalParts(of(units, ids));
        if (reason !== null) return;
        const expected = amount([...new Set(of(units, ids).flatMap(({ unit }) => covered(unit.id)))]);
        expect(counted.reduce((sum, { unit }) => sum + amount(covered(unit.id)), 0)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the total of a list', () => {
  it('is none, and says so, where two sums share a meter and neither holds the other', () => {
    const wings = { a: {}, b: {}, c: {}, east: { sum: { a: 1, b: 1 } }, west: { sum: { b: 1, c: 1 } } };
    expect(total(wings, ['east', 'west'])).toBe('sharedParts');
    expect(total(wings)).toEqual(['a', 'b', 'c']);
  });

  it('is none of a group of totals: an intake beside a use is the same water', () => {
    const totals = {
      well: { ids: ['ID_SOURCE'] },
      line: { ids: ['ID_CONSUMPTION'] },
      intake: { sum: { well: 1 } },
      use: { sum: { line: 1 } },
    };
    expect(total(totals, ['intake', 'use'])).toBe('intakeAndUse');
    expect(total(totals, ['intake'])).toEqual(['intake']);
    expect(total(totals, ['line', 'use'])).toEqual(['line']);
  });

  it('never adds an offset entered by hand to what meters counted, while entered intake is intake', () => {
    const offset = { method: 'calculated', onSite: false, sameWatershed: true, verifiedBy: null, validTo: null } as const;
    const rain = {
      harvest: { ids: ['ID_SOURCE'] },
      pond: { type: 'manual', ids: ['ID_WATER_CREDITED'], meta: { credit: offset } },
      other: { type: 'manual', ids: ['ID_WATER_CREDITED'] },
      tanker: { type: 'manual', ids: ['ID_SOURCE'] },
    } satisfies Record<string, Given>;
    expect(total(rain)).toEqual(['harvest', 'tanker']);
    expect(total(rain, ['pond', 'other'])).toEqual(['pond', 'other']);
  });

  it('of intake beside use is one where each is a meter by itself, and where a total stands beside what counts as both', () => {
    const meters = { well: { ids: ['ID_SOURCE'] }, line: { ids: ['ID_CONSUMPTION'] } };
    expect(total(meters)).toEqual(['well', 'line']);
    const both = { ...meters, site: { ids: ['ID_SOURCE', 'ID_CONSUMPTION'] }, use: { sum: { line: 1 } } };
    expect(total(both, ['site', 'use'])).toEqual(['site', 'use']);
    const alone = { ...meters, two: { ids: ['ID_CONSUMPTION'] }, use: { sum: { line: 1, two: 1 } } };
    expect(total(alone, ['use'])).toEqual(['use']);
  });

  it('keeps a sum that only subtracts: no other part has counted it', () => {
    const lost = { main: {}, tower: {}, loss: { sum: { tower: -1 } } };
    expect(total(lost, ['main', 'loss'])).toEqual(['main', 'loss']);
  });

  it('is none of nothing', () => {
    expect(total({}, [])).toBe('nothingAdds');
  });
});

describe('the limit of a total', () => {
  it('is that of its units together', () => {
    expect(limitOfTotal([120])).toBe(120);
    expect(limitOfTotal([120, 30.5, 1])).toBe(151.5);
  });

  it('is none where a unit of it has none: what that may take is not known', () => {
    for (const without of [null, undefined, 0]) {
      expect(limitOfTotal([120, without])).toBeNull();
      expect(limitOfTotal([without])).toBeNull();
    }
    expect(limitOfTotal([])).toBeNull();
  });
});
