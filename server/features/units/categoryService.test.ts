import { describe, expect, it } from 'vitest';
import { standardCategoriesOf } from '../../plantModel/standardCategories.ts';
import { addIndustry, failureOf, someUnit } from '../../test/configuredPlant.ts';
import { eachFreshPlant, plant } from '../../test/freshPlant.ts';

eachFreshPlant();

const category = (fields: object = {}) => ({
  displayName: 'Stock',
  standardCategoryId: 'STOCK_CATEGORY',
  siUnit: 'KL',
  enabled: true,
  position: 1,
  ...fields,
});

const sub = (categoryId: string, fields: object = {}) => ({
  categoryId,
  displayName: 'Tanks',
  group: '',
  enabled: true,
  position: 0,
  ...fields,
});

describe('categories', () => {
  it('have their standard category as id, numbered from the second one on, in each industry', async () => {
    await addIndustry(plant, 'NORTH');
    const ids = [];
    for (let time = 0; time < 3; time += 1) ids.push((await plant.categories.create('DEMO', category())).id);
    expect(ids).toEqual(['STOCK_CATEGORY', 'STOCK_CATEGORY_2', 'STOCK_CATEGORY_3']);
    expect((await plant.categories.create('NORTH', category())).id).toBe('STOCK_CATEGORY');
  });

  it('change with their version and go when they are empty', async () => {
    const { id, version } = await plant.categories.create('DEMO', category());
    const changed = await plant.categories.change('DEMO', id, category({ displayName: 'Tanks' }), version);
    expect(changed).toMatchObject({ displayName: 'Tanks', version: 2 });
    expect(await failureOf(() => plant.categories.change('DEMO', id, category(), version))).toMatchObject({ code: 'conflict' });
    await plant.categories.createSub('DEMO', sub(id), 'tanks');
    expect(await failureOf(() => plant.categories.delete('DEMO', id))).toMatchObject({ code: 'conflict' });
    await plant.categories.deleteSub('DEMO', 'tanks');
    await plant.categories.delete('DEMO', id, 2);
    expect(await failureOf(() => plant.categories.delete('DEMO', id))).toMatchObject({ code: 'notFound' });
  });

  it('of another industry are not there', async () => {
    await addIndustry(plant, 'NORTH');
    const { id } = await plant.categories.create('DEMO', category());
    expect(await failureOf(() => plant.categories.change('NORTH', id, category()))).toMatchObject({ code: 'notFound' });
    expect(await failureOf(() => plant.categories.deleteSub('NORTH', 'DEMO-sub'))).toMatchObject({ code: 'notFound' });
    expect(await failureOf(() => plant.categories.createSub('NORTH', sub(id)))).toMatchObject({
      code: 'badRequest',
      errors: [{ path: 'categoryId' }],
    });
  });
});

describe('the unit of measure of a category of its own', () => {
  it('measures what all its units count', async () => {
    const { id } = await plant.categories.create('DEMO', category({ standardCategoryId: 'RAIN_CATEGORY', siUnit: 'mm' }));
    await plant.categories.createSub('DEMO', sub(id), 'gauges');
    await plant.units.create('DEMO', someUnit({ subCategoryId: 'gauges', type: 'rain', siUnit: 'mm' }));
    const siUnit = (one: string) =>
      plant.categories.change('DEMO', id, category({ standardCategoryId: 'RAIN_CATEGORY', siUnit: one }));
    expect(await failureOf(() => siUnit('MWh'))).toMatchObject({
      code: 'badRequest',
      errors: [{ path: 'siUnit', message: expect.stringMatching(/must be one of mm$/) }],
    });
    expect((await siUnit('')).siUnit).toBe('');
    expect((await siUnit('mm')).siUnit).toBe('mm');
  });
});

describe('sub-categories', () => {
  it('move to another category with their units', async () => {
    const unit = await plant.units.create('DEMO', someUnit());
    const { id } = await plant.categories.create('DEMO', category());
    await plant.categories.changeSub('DEMO', 'DEMO-sub', sub(id), 1);
    expect(plant.directory.unit('DEMO', unit.id)?.categoryId).toBe('STOCK_CATEGORY');
    expect(plant.directory.categories('DEMO').map(({ subCategories }) => subCategories.length)).toEqual([0, 1]);
  });

  it('stay while they have units', async () => {
    const unit = await plant.units.create('DEMO', someUnit());
    expect(await failureOf(() => plant.categories.deleteSub('DEMO', 'DEMO-sub'))).toMatchObject({ code: 'conflict' });
    await plant.units.delete('DEMO', unit.id);
    await plant.categories.deleteSub('DEMO', 'DEMO-sub');
  });
});

describe('the standard categories view', () => {
  it('shows what units are and what they count as, without retired units and disabled categories', async () => {
    await plant.categories.create('DEMO', category({ enabled: false }));
    await plant.categories.createSub('DEMO', sub('STOCK_CATEGORY'), 'tanks');
    await plant.categories.createSub('DEMO', sub('SOURCE_CATEGORY', { displayName: 'Lines', position: 1 }), 'lines');
    await plant.units.create('DEMO', someUnit({ standardCategoryIds: ['ID_SOURCE'] }), 'well');
    await plant.units.create('DEMO', someUnit({ subCategoryId: 'lines', standardCategoryIds: ['ID_CONSUMPTION'] }), 'line');
    await plant.units.create('DEMO', someUnit({ standardCategoryIds: ['ID_SOURCE'], deployed: false }), 'gone');
    await plant.units.create(
      'DEMO',
      someUnit({ type: 'stock', meta: {}, subCategoryId: 'tanks', standardCategoryId: 'STOCK_CATEGORY' }),
      'tank',
    );
    const view = standardCategoriesOf(plant.directory.categories('DEMO'), plant.directory.units('DEMO'));
    expect(
      view.map(({ standardCategoryId, displayName, subCategories }) => [
        standardCategoryId,
        displayName,
        Object.fromEntries(subCategories.map(({ id, units }) => [id, units])),
      ]),
    ).toEqual([
      ['SOURCE_CATEGORY', 'Source', { 'DEMO-sub': ['well'], lines: ['line'] }],
      ['ID_SOURCE', 'Source', { 'DEMO-sub': ['well'] }],
      ['ID_CONSUMPTION', 'Consumption', { lines: ['line'] }],
    ]);
  });
});
