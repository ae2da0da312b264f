import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { addIndustry, failureOf, METER, type Plant, someUnit, startPlant } from '../../test/configuredPlant.ts';
import { standardIdFaults, typedDateFaults } from './typedFaults.ts';

let plant: Plant;
beforeEach(async () => {
  plant = await startPlant();
  await addIndustry(plant);
  onTestFinished(() => {
    plant.close();
    plant.remove();
  });
});
const create = (fields: object) => plant.units.create('DEMO', someUnit({ ...fields }));
const pathsOf = async (fields: object): Promise<string[]> =>
  ((await failureOf(() => create(fields))).errors ?? []).map(({ path }) => path);

describe('what a unit counts as', () => {
  it('is one of the standard ids, or that of a category of the plant: a misspelt one counts as nothing', async () => {
    const misspelt = { standardCategoryId: 'SOURCE_CATEGROY', standardCategoryIds: ['ID_SOURCE', 'ID_CONSUMTION'] };
    expect(await pathsOf(misspelt)).toEqual(['standardCategoryId', 'standardCategoryIds.1']);
    expect((await failureOf(() => create({ standardCategoryIds: ['id_source'] }))).message).toContain(
      'id_source is no standard category: it must be one of SOURCE_CATEGORY,',
    );
    await plant.categories.create('DEMO', {
      ...{ displayName: 'Steam', standardCategoryId: 'STEAM_CATEGORY', siUnit: '', enabled: true, position: 1 },
    });
    const unit = await create({ standardCategoryId: 'STEAM_CATEGORY', standardCategoryIds: ['RAIN_CATEGORY', 'ID_SOURCE'] });
    expect(unit).toMatchObject({ standardCategoryId: 'STEAM_CATEGORY', standardCategoryIds: ['RAIN_CATEGORY', 'ID_SOURCE'] });
  });

  it('stays as it was stored, where something else is changed', async () => {
    const stored = { ...(await create({})), standardCategoryIds: ['ID_OF_OLD'] };
    expect(standardIdFaults({ ...stored, name: 'Renamed' }, stored, [])).toEqual([]);
    expect(standardIdFaults(stored, undefined, [])).toMatchObject([{ path: 'standardCategoryIds.0' }]);
  });
});

it('the meter of a unit does not begin at what its display cannot show', async () => {
  expect(await pathsOf({ meta: { meter: { ...METER, openingReading: METER.modulus } } })).toEqual(['meta.meter.openingReading']);
  const { meta } = await create({ meta: { meter: { ...METER, openingReading: METER.modulus - 1 } } });
  expect(meta.meter?.openingReading).toBe(999_999);
});

describe('dates of a unit', () => {
  const well = { piezometer: false };
  const param = { name: 'COD', unit: 'mg/L', lt: null, ht: 250 };
  it.each([
    ['meta.well.noc.validTo', { type: 'borewell', meta: { well: { ...well, noc: { number: 'N', validTo: '0027-03-31' } } } }],
    ['meta.well.drilledOn', { type: 'borewell', meta: { well: { ...well, drilledOn: '0199-03-31' } } }],
    ['meta.well.drilledOn', { type: 'borewell', meta: { well: { ...well, drilledOn: '2126-03-31' } } }],
    ['meta.credit.validTo', { meta: { credit: { method: 'metered', validTo: '0027-03-31' } } }],
    ['meta.calibratedOn', { meta: { calibratedOn: '2062-03-31T00:00:00Z' } }],
    [
      'meta.alertParams.stable_flow.learnFrom',
      { meta: { alertParams: { stable_flow: { mode: 'learned', learnFrom: '0026-03-31' } } } },
    ],
    [
      'meta.params.cod.labComparedOn',
      {
        type: 'quality',
        siUnit: '',
        meta: { params: { cod: { ...param, surrogate: true, labComparedOn: '2062-03-31T00:00:00Z' } } },
      },
    ],
  ])('%s is of a year that can be, and not to come where it says what was done', async (path, fields) => {
    expect(await pathsOf(fields)).toEqual([path]);
  });

  it('are taken as they are usual, and stay where they were stored', async () => {
    const dates = {
      ...well,
      drilledOn: '1926-03-31',
      noc: { number: 'N', validTo: '2099-12-31', permittedKLD: null, permittedKLY: null },
    };
    const unit = await create({ type: 'borewell', meta: { well: dates } });
    expect(unit.meta.well).toMatchObject(dates);
    const stored = { ...unit, meta: { well: { ...dates, drilledOn: '0199-03-31' } } };
    expect(typedDateFaults({ ...stored, name: 'Renamed' }, stored, 0)).toEqual([]);
    expect(typedDateFaults(stored, unit, 0)).toMatchObject([{ path: 'meta.well.drilledOn' }]);
  });
});
