import { describe, expect, it } from 'vitest';
import type { SeriesInfo, Unit } from '../../../../plantModel/index.ts';
import { shownSlots } from '../../../../test/shownSlots.ts';
import type { RuleParts } from '../model.ts';
import { stuckEvaluator } from './stuck.ts';

const NOW = 5000;
const STUCK = 24;

type Shows = (ago: number) => number | [number, 'E'];
const gauge = (id: number, more: object = {}): SeriesInfo =>
  ({ id, param: 'level', kind: 'gauge', measure: 'm', ...more }) as SeriesInfo;
const unitOf = (id: string, series: SeriesInfo[], more: object = {}): Unit =>
  ({ id, name: id, type: 'level', subCategoryId: 's', deployed: true, maxCapacity: null, meta: {}, series, ...more }) as Unit;
const still: Shows = () => 2;
const moving: Shows = (ago) => ago / 10;

/** What is found of the first unit's series; series by their ids. */
const found = (units: Unit[], shows: Record<number, Shows>) => {
  const [unit] = units;
  if (!unit) throw new Error('no unit');
  const view = shownSlots(
    NOW,
    Object.fromEntries(Object.entries(shows).map(([id, of]) => [id, (slot: number) => of(NOW - slot)])),
  );
  return stuckEvaluator({ unit, units } as unknown as RuleParts, unit.series, STUCK)(view);
};
const isMet = (units: Unit[], shows: Record<number, Shows>): boolean | null | undefined => found(units, shows)[0]?.isMet;
const one = unitOf('one', [gauge(1)]);

describe('a gauge that shows one value', () => {
  const other = unitOf('other', [gauge(2)]);

  it('for all slots of the time is stuck, and is not for one slot less', () => {
    const since =
      (slots: number): Shows =>
      (ago) =>
        ago < slots ? 2 : 3;
    expect(isMet([one, other], { 1: since(STUCK), 2: moving })).toBe(true);
    expect(isMet([one, other], { 1: since(STUCK - 1), 2: moving })).toBe(false);
  });

  it('of which a slot is not measured is not known', () => {
    const without =
      (slotAgo: number): Shows =>
      (ago) =>
        ago === slotAgo ? Number.NaN : 2;
    const lookedAt = [0, 5, STUCK - 1, STUCK].map((ago) => isMet([one, other], { 1: without(ago), 2: moving }));
    expect(lookedAt).toEqual([null, null, null, true]);
    expect(isMet([one, other], { 1: (ago) => (ago === 5 ? [2, 'E'] : 2), 2: moving })).toBeNull();
  });

  it('and is stuck is not over because readings end', () => {
    expect(found([one, other], { 1: (ago) => (ago < 3 ? Number.NaN : 2), 2: moving })).toMatchObject([
      { isMet: null, isOver: false },
    ]);
    expect(found([one, other], { 1: (ago) => (ago < 3 ? Number.NaN : ago), 2: moving })).toMatchObject([
      { isMet: false, isOver: true },
    ]);
  });

  it('is at rest where no other gauge of its kind is known to move', () => {
    expect(isMet([one], { 1: still })).toBe(false);
    expect(isMet([one, other], { 1: still, 2: still })).toBe(false);
    expect(isMet([one, other], { 1: still, 2: (ago) => (ago < 5 ? Number.NaN : 3) })).toBe(false);
    expect(isMet([one, other], { 1: still, 2: (ago) => (ago < 5 ? Number.NaN : ago) })).toBe(true);
    expect(isMet([one, unitOf('gone', [gauge(2)], { deployed: false })], { 1: still, 2: moving })).toBe(false);
    expect(isMet([one, unitOf('ph', [gauge(2, { param: 'ph' })])], { 1: still, 2: moving })).toBe(false);
    expect(isMet([one, unitOf('tank', [gauge(2, { kind: 'stock' })])], { 1: still, 2: moving })).toBe(false);
  });

  it('is held against the gauges of its own sub-category where there are any, else against those of the plant', () => {
    const near = unitOf('near', [gauge(2)]);
    const far = unitOf('far', [gauge(3)], { subCategoryId: 'other' });
    expect(isMet([one, far], { 1: still, 3: moving })).toBe(true);
    expect(isMet([one, near, far], { 1: still, 2: still, 3: moving })).toBe(false);
    expect(isMet([one, near, far], { 1: still, 2: moving, 3: still })).toBe(true);
  });

  it('is no companion of itself', () => {
    const twice = unitOf('one', [gauge(1), gauge(9)]);
    expect(isMet([twice], { 1: still, 9: moving })).toBe(false);
  });

  it('is over when it moves, and says for how long it must not', () => {
    expect(found([one, other], { 1: still, 2: moving })).toMatchObject([
      {
        param: 'stuck:level',
        isMet: true,
        isOver: false,
        value: 2,
        threshold: 2,
        facts: { param: 'level', v: 2, u: 'm', h: 2 },
        onSlots: 1,
        offSlots: 1,
      },
    ]);
    expect(found([one, other], { 1: moving, 2: moving })).toMatchObject([{ isMet: false, isOver: true }]);
    expect(found([one, other], { 1: () => Number.NaN, 2: moving })).toMatchObject([{ isMet: null, isOver: false, value: 0 }]);
  });
});

describe('which gauges can be stuck', () => {
  const watches = (type: string, more: object = {}): number =>
    found([unitOf('one', [gauge(1, more)], { type })], { 1: still }).length;

  it('are those of tanks, levels, quality and wells', () => {
    const types = ['stock', 'level', 'quality', 'borewell', 'flow', 'energy', 'manual'];
    expect(types.filter((type) => watches(type) === 1)).toEqual(['stock', 'level', 'quality', 'borewell']);
  });

  it('are no counters, no flow and no power', () => {
    expect([
      watches('level', { kind: 'counter' }),
      watches('level', { param: 'flow' }),
      watches('level', { param: 'power' }),
    ]).toEqual([0, 0, 0]);
  });
});

describe('a tank at an end', () => {
  /** Still at a value. */
  const isStuckAt = (value: number, unit: object, series: object = {}): boolean | null | undefined =>
    isMet([unitOf('one', [gauge(1, series)], unit), unitOf('other', [gauge(2, series)], unit)], { 1: () => value, 2: moving });

  it('within a hundredth of full or empty is at rest, by the height of its level', () => {
    const meta = { tank: { shape: 'vertical_cylinder', diameter: 2, height: 4 } };
    expect([3.95, 3.96, 4, 0.05, 0.04, 0].map((value) => isStuckAt(value, { meta }))).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
    ]);
  });

  it('is so in a tank of a metre too', () => {
    const meta = { tank: { shape: 'vertical_cylinder', diameter: 2, height: 1 } };
    expect([isStuckAt(0.5, { meta }), isStuckAt(1, { meta })]).toEqual([true, false]);
  });

  it('is so by its capacity where its volume is known, and nowhere without one', () => {
    const volume = { param: 'volume', kind: 'stock' };
    const at = (litres: number, maxCapacity: number | null) => isStuckAt(litres, { type: 'level', maxCapacity }, volume);
    expect([98_900, 99_000, 1001, 1000].map((litres) => at(litres, 100))).toEqual([true, false, true, false]);
    expect([at(0, null), at(0, 0)]).toEqual([true, true]);
    // another parameter of the same unit has no such end
    expect(isStuckAt(99_000, { maxCapacity: 100 }, { param: 'volume' })).toBe(true);
    expect(isStuckAt(99_000, { maxCapacity: 100 }, { kind: 'stock' })).toBe(true);
    expect(isStuckAt(2, {})).toBe(true);
  });
});
