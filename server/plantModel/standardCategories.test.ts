import { describe, expect, it } from 'vitest';
import type { Category, SubCategory, Unit } from './model.ts';
import { standardCategoriesOf } from './standardCategories.ts';

const sub = (id: string, categoryId: string): SubCategory => ({
  ...{ id, categoryId, displayName: `Sub ${id}`, group: 'hall' },
  ...{ enabled: true, position: 3, version: 1 },
});
const category = (id: string, standardCategoryId: string, subs: string[], more: Partial<Category> = {}): Category => ({
  ...{ id, standardCategoryId, displayName: `Own ${id}`, siUnit: 'KL', enabled: true, position: 0, version: 1 },
  subCategories: subs.map((one) => sub(one, id)),
  ...more,
});
/** A unit in a sub-category, with what it counts as beside its category. */
const unit = (id: string, subCategoryId: string, of: Category, ids: string[] = [], more: Partial<Unit> = {}): Unit =>
  ({
    ...{ id, subCategoryId, categoryId: of.id, standardCategoryId: of.standardCategoryId, standardCategoryIds: ids },
    ...{ siUnit: of.siUnit, deployed: true },
    ...more,
  }) as Unit;

const wells = category('wells', 'SOURCE_CATEGORY', ['bore', 'dug']);
const tanks = category('tanks', 'STOCK_CATEGORY', ['roof'], { siUnit: 'm3' });

describe('what an industry shows under the standard ids', () => {
  it('is in the fixed order, those of its own after them by name', () => {
    const own = ['zinc', 'acid', 'lime'].map((id) => category(id, id, []));
    const all = [...own, tanks, wells];
    const units = [unit('w1', 'bore', wells, ['ID_CONSUMPTION', 'ID_SOURCE'])];
    expect(standardCategoriesOf(all, units).map(({ standardCategoryId, order }) => `${order} ${standardCategoryId}`)).toEqual([
      ...['0 SOURCE_CATEGORY', '1 STOCK_CATEGORY', '2 ID_SOURCE', '3 ID_CONSUMPTION', '4 acid', '5 lime', '6 zinc'],
    ]);
  });

  it('lists all groups of its own category, and of others those alone that have units which count as it', () => {
    const units = [unit('w1', 'bore', wells, ['ID_SOURCE']), unit('w2', 'bore', wells), unit('t1', 'roof', tanks)];
    const [source, , counted] = standardCategoriesOf([wells, tanks], units);
    const shown = { displayName: 'Sub bore', group: 'hall', enabled: true, order: 3 };
    expect(source).toMatchObject({ displayName: 'Own wells', siUnit: 'KL', enabled: true });
    expect(source?.subCategories).toEqual([
      { id: 'bore', ...shown, units: ['w1', 'w2'] },
      { id: 'dug', ...shown, displayName: 'Sub dug', units: [] },
    ]);
    expect(counted).toMatchObject({ standardCategoryId: 'ID_SOURCE', displayName: 'Source', siUnit: 'KL' });
    expect(counted?.subCategories).toEqual([{ id: 'bore', ...shown, units: ['w1'] }]);
  });

  it('has the common name where two categories share one id, and its id where there is none', () => {
    const other = category('rivers', 'SOURCE_CATEGORY', ['intake'], { siUnit: 'ML' });
    expect(standardCategoriesOf([wells, other], [])).toMatchObject([
      { displayName: 'Source', siUnit: 'KL', subCategories: [{ id: 'bore' }, { id: 'dug' }, { id: 'intake' }] },
    ]);
    const units = [unit('w1', 'bore', wells, ['MY_OWN'], { siUnit: 'L' })];
    expect(standardCategoriesOf([wells], units)[1]).toMatchObject({ displayName: 'MY_OWN', siUnit: 'L' });
  });

  it('leaves out units that are taken out of use, and categories that are switched off with all their units', () => {
    const off = category('old', 'QUALITY_CATEGORY', ['lab'], { enabled: false });
    const units = [
      unit('w1', 'bore', wells, ['ID_SOURCE'], { deployed: false }),
      unit('q1', 'lab', off, ['ID_WATER_CREDITED']),
      unit('w2', 'dug', wells),
    ];
    const shown = standardCategoriesOf([wells, off], units);
    expect(shown.map(({ standardCategoryId }) => standardCategoryId)).toEqual(['SOURCE_CATEGORY']);
    expect(shown[0]?.subCategories.map((one) => one.units)).toEqual([[], ['w2']]);
  });
});
