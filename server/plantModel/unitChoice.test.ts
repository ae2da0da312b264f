import { expect, it } from 'vitest';
import type { UnitType } from '../contract/model/common.ts';
import { unitMeta } from '../contract/model/units.ts';
import type { Category } from './model.ts';
import { ownCategoryChoices, siUnitOfCategory, unitSiUnitChoices } from './unitChoice.ts';

const of = (type: UnitType, meta = {}) => ({ type, meta: unitMeta.parse(meta) });
const param = { name: 'x', lt: null, ht: null };
const volumes = ['L', 'KL', 'm3', 'ML'];

it('the measure of a standard category is that of the industry’s category for it, and empty without one', () => {
  const categories = [
    { standardCategoryId: 'SOURCE_CATEGORY', siUnit: 'ML' },
    { standardCategoryId: 'STOCK_CATEGORY', siUnit: 'm3' },
  ] as Category[];
  expect(siUnitOfCategory(categories, 'STOCK_CATEGORY')).toBe('m3');
  expect(siUnitOfCategory(categories, 'ENERGY_CATEGORY')).toBe('');
});

it('a category of the industry’s own has the measures of what all its units count, and none where they count different things', () => {
  expect(ownCategoryChoices([of('flow'), of('stock'), of('virtual')])).toEqual(volumes);
  expect(ownCategoryChoices([of('energy')])).toEqual(['Wh', 'kWh', 'MWh']);
  expect(ownCategoryChoices([of('rain')])).toEqual(['mm']);
  expect(ownCategoryChoices([of('flow'), of('energy')])).toBeUndefined();
  expect(ownCategoryChoices([])).toBeUndefined();
  // levels and parameters of quality have no total
  expect(ownCategoryChoices([of('level')])).toBeUndefined();
  expect(ownCategoryChoices([of('quality', { params: { ph: { ...param, unit: 'pH' } } })])).toBeUndefined();
});

it('a unit is shown in the measures of the amount that it counts; a well in those of its level too', () => {
  expect(unitSiUnitChoices(of('flow'))).toEqual(volumes);
  expect(unitSiUnitChoices(of('borewell'))).toEqual([...volumes, 'm', 'm bgl']);
  expect(unitSiUnitChoices(of('energy'))).toEqual(['Wh', 'kWh', 'MWh']);
});

it('a unit that counts nothing is shown in any measure, its own among them, or in none', () => {
  const level = unitSiUnitChoices(of('level'));
  expect(level.slice(0, 2)).toEqual(['', 'm']);
  expect(level).toContain('KL');
  expect(new Set(level).size).toBe(level.length);
  expect(unitSiUnitChoices(of('quality', { params: { silica: { ...param, unit: 'ppb' } } }))).toContain('ppb');
});
