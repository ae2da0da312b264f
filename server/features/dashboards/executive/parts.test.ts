import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../../core/shift.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { addParts, compareOf, kpiValue } from './parts.ts';
import { producedMonths } from './production.ts';
import { waterOf } from './water.ts';

describe('a ratio of several plants', () => {
  it('is one of sums, not a mean of ratios', () => {
    const both = addParts('roRecoveryPct', [
      { top: 75, bottom: 100 },
      { top: 500, bottom: 1000 },
    ]);
    expect(kpiValue('roRecoveryPct', both)).toBe(52.3);
  });

  it('leaves out a plant of which one side is not known, and is null without any', () => {
    const one = { top: 75, bottom: 100 };
    expect(kpiValue('roRecoveryPct', addParts('roRecoveryPct', [one, { top: 5, bottom: null }]))).toBe(75);
    expect(kpiValue('roRecoveryPct', addParts('roRecoveryPct', [{ top: null, bottom: 3 }]))).toBeNull();
    expect(kpiValue('lossPct', { top: 0, bottom: 0 })).toBeNull();
  });
});

describe('a status', () => {
  const of = (kpi: 'withdrawalKL' | 'roRecoveryPct', value: number, completeness = 100) =>
    compareOf(kpi, { now: { top: value, bottom: 100 }, before: { top: null, bottom: null }, completeness, target: 50 }).status;

  it('is good below a limit and above an aim, and unknown below 90 % complete', () => {
    expect([40, 46, 51].map((value) => of('withdrawalKL', value))).toEqual(['good', 'watch', 'bad']);
    expect([51, 46, 40].map((value) => of('roRecoveryPct', value))).toEqual(['good', 'watch', 'bad']);
    expect(of('withdrawalKL', 40, 89.9)).toBe('unknown');
  });

  it('changes by what is, not by how it is printed', () => {
    const part = (top: number, bottom: number | null = null) => ({ top, bottom });
    const of = (kpi: 'withdrawalKL' | 'neutralityIndex', now: ReturnType<typeof part>, before: ReturnType<typeof part>) =>
      compareOf(kpi, { now, before, completeness: 100 });
    expect(of('withdrawalKL', part(0.014), part(0.011))).toMatchObject({ value: 0.01, previous: 0.01, changePct: 27.3 });
    expect(of('neutralityIndex', part(3, 2000), part(4, 2000))).toMatchObject({ value: 0.002, previous: 0.002, changePct: -25 });
  });

  it('has no change against nothing', () => {
    const { previous, changePct } = compareOf('withdrawalKL', {
      now: { top: 5, bottom: null },
      before: { top: 0, bottom: null },
      completeness: 100,
    });
    expect([previous, changePct]).toEqual([0, null]);
  });
});

describe('production', () => {
  const entry = (month: string, quantity: number, unit: 'kg' | 't' | 'KL') => ({ month, quantity, unit, product: 'p' });

  it('counts whole months alone, in tonnes', () => {
    const entries = [entry('2026-04', 2000, 'kg'), entry('2026-05', 3, 't'), entry('2026-06', 9, 't')];
    const months = producedMonths(entries, dayNumber('2026-04-10'), dayNumber('2026-06-20'));
    expect(months.map(({ made }) => made)).toEqual([{ kind: 't', quantity: 3 }]);
    expect(producedMonths(entries, dayNumber('2026-04-01'), dayNumber('2026-05-31')).map(({ made }) => made.quantity)).toEqual([
      2, 3,
    ]);
  });

  it('does not add things of different kinds', () => {
    const entries = [entry('2026-05', 3, 't'), entry('2026-05', 3, 'KL')];
    expect(producedMonths(entries, dayNumber('2026-05-01'), dayNumber('2026-05-31'))).toEqual([]);
  });
});

describe('the water of a plant', () => {
  it('is fresh but from roofs, the sea and from recycling, and is not counted twice behind a meter', () => {
    const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['s']);
    const add = (id: string, meta: object) =>
      plant.addUnit({ id, type: 'flow', subCategoryId: 's', standardCategoryIds: ['ID_SOURCE'], meta });
    add('well', { waterSource: 'ground' });
    add('sea', { waterSource: 'sea' });
    add('roof', { waterSource: 'rain', freshwater: true });
    add('again', { waterSource: 'recycled' });
    add('sub', { waterSource: 'ground', subMeterOf: 'well' });
    const water = waterOf(plant, 'DEMO', ['well']);
    const names = Object.fromEntries(Object.entries(water).map(([name, meters]) => [name, meters.map(({ unit }) => unit.id)]));
    expect(names).toEqual({
      withdrawal: ['well', 'sea', 'roof', 'again'],
      fresh: ['well'],
      ground: ['well'],
      recycled: ['again'],
      rain: ['well'],
    });
  });
});
