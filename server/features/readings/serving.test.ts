import { describe, expect, it } from 'vitest';
import type { DeviceDataV2 } from '../../contract/user/deviceData.ts';
import { dataOf, firstUnit, same, serve, tenthOfJune, waterPlant } from '../../test/servedReadings.ts';
import { TestPlant } from '../../test/testPlant.ts';

describe('a day by hours', () => {
  const day = async (query = ''): Promise<DeviceDataV2> => {
    const plant = tenthOfJune(waterPlant().write('in1', 'volume', '2026-06-09', 0, same(288, 100)));
    const { ask } = await serve(plant, '2026-06-15T09:00:00+05:30');
    return dataOf(await ask(`/api/user/deviceDataV2?date1=10/06/2026&category=ID_SOURCE${query}`));
  };

  it('adds what was counted or estimated, and leaves out what is missing or rejected', async () => {
    const data = await day();
    const { graph, ...unit } = firstUnit(data);
    // 1200 + 1500 + 1050 + 0 + 1095 + 1100 + 1600 + 17 x 1200 litres
    expect(data.total).toBe(27.95);
    expect(graph.values).toEqual([1.2, 1.5, 1.05, 0, 1.095, 1.1, 1.6, ...same(17, 1.2)]);
    expect(graph.quality).toBe(`GEFMBER${'G'.repeat(17)}`);
    expect(graph.labels?.slice(0, 2)).toEqual(['06:00', '07:00']);
    expect(graph).toMatchObject({ start: '2026-06-10T00:30:00.000Z', stepMinutes: 60, unit: 'KL', total: 27.95 });
    // 288 less 3 E, 3 F, 12 M and 1 X
    expect(unit).toMatchObject({
      total: 27.95,
      value: 27.95,
      estimated: 0.15,
      completeness: 93.4,
      siUnit: 'KL',
      meta: { threshold: 40 },
    });
    expect(data).toMatchObject({ completeness: 93.4, type: 'DAY', standardCategoryId: 'ID_SOURCE', siUnit: 'KL' });
    expect(data.graph[0]).toMatchObject({ key: 'total', values: graph.values });
  });

  it('states the window in the zone and shift of the plant, and the day before', async () => {
    const { window, previous } = await day();
    expect(window).toEqual({
      from: '2026-06-10T00:30:00.000Z',
      to: '2026-06-11T00:30:00.000Z',
      label: '10/06/2026',
      timezone: 'Asia/Kolkata',
      shiftStart: '06:00:00',
      open: false,
    });
    expect(previous).toMatchObject({ total: 28.8, window: { label: '09/06/2026', to: '2026-06-10T00:30:00.000Z' } });
  });

  it.each([
    ['0 as 1000', '0', 27.95, 'KL'],
    ['1 as litres', '1', 27_945, 'L'],
    ['10', '10', 2794.5, 'L/10'],
  ])('reads divisionFactor %s', async (_, factor, total, siUnit) => {
    expect(await day(`&divisionFactor=${factor}`)).toMatchObject({ total, siUnit });
  });

  it('compares a running day with the day before only as far as it has come', async () => {
    const plant = waterPlant()
      .write('in1', 'volume', '2026-06-09', 0, same(288, 100))
      .write('in1', 'volume', '2026-06-10', 0, same(72, 150));
    const { ask } = await serve(plant, '2026-06-10T12:00:10+05:30');
    const data = dataOf(await ask('/api/user/deviceDataV2?date1=10/06/2026&category=ID_SOURCE'));
    expect(data).toMatchObject({ total: 10.8, completeness: 100, window: { open: true }, previous: { total: 7.2 } });
    expect(data.previous?.window.to).toBe('2026-06-09T06:30:00.000Z');
    const { graph } = firstUnit(data);
    expect(graph.quality).toBe('GGGGGGMMMMMMMMMMMMMMMMMM');
    expect(graph.values.slice(5, 7)).toEqual([1.8, 0]);
  });
});

describe('a meter behind another', () => {
  it('is part of its own sub-category and left out where the meter before it counts', async () => {
    const plant = new TestPlant()
      .addCategory('ENERGY_CATEGORY', ['incomers', 'drives'])
      .addUnit({ id: 'incomer', type: 'energy', subCategoryId: 'incomers' })
      .addUnit({ id: 'pump', type: 'energy', subCategoryId: 'drives', meta: { subMeterOf: 'incomer' } })
      .addUnit({ id: 'fan', type: 'energy', subCategoryId: 'drives', meta: { subMeterOf: 'incomer' } })
      .write('incomer', 'energy', '2026-06-10', 0, [9000])
      .write('pump', 'energy', '2026-06-10', 0, [2000])
      .write('fan', 'energy', '2026-06-10', 0, [1000]);
    const { ask } = await serve(plant, '2026-06-15T09:00:00+05:30');
    const data = dataOf(await ask('/api/user/deviceDataV2?date1=10/06/2026&category=ENERGY_CATEGORY'));
    expect(data.total).toBe(9);
    expect(data.categories[0]?.subCategories.map(({ id, total }) => [id, total])).toEqual([
      ['incomers', 9],
      ['drives', 3],
    ]);
  });
});

describe('what is refused', () => {
  it.each([
    ['deviceDataV2?category=ID_SOURCE', 400, 1403, 'date1 missing'],
    ['deviceDataV2?date1=&category=ID_SOURCE', 400, 1403, 'date1 missing'],
    ['deviceDataV2?date1=10/06/2026', 400, 1403, 'category missing'],
    ['deviceDataV2?date1=31/02/2026&category=ID_SOURCE', 400, 1403, 'date1 is a date that does not exist'],
    ['deviceDataV2?date1=2026-06-10&category=ID_SOURCE', 400, 1403, 'date1 must be a date as DD/MM/YYYY'],
    ['deviceDataV2?date1=10/06/2026&category=ID_NOWHERE', 404, 1401, 'category not found'],
    ['deviceDataV2?date1=10/06/2026&category=ALL_CATEGORIES_V2|STOCK_CATEGORY', 404, 1401, 'category not found'],
    ['deviceDataV2?date1=10/06/2026&category=ID_SOURCE&type=CUSTOM', 400, 1403, 'date2 missing'],
    ['deviceDataV2?date1=10/06/2026&date2=09/06/2026&category=ID_SOURCE&type=CUSTOM', 400, 1403, 'date2 is before date1'],
    [
      'deviceDataV2?date1=01/01/1970&date2=01/01/2070&category=ID_SOURCE&type=CUSTOM',
      400,
      1403,
      'date1 to date2 is 36526 days; at most 1830 (5 years) can be asked for at once',
    ],
    ['deviceDataV2?date1=31/12/1969&category=ID_SOURCE', 400, 1403, 'date1 is before 1970'],
    ['deviceDataV2?date1=10/06/2026&category=ID_SOURCE&type=WEEK', 400, 1403, 'type must be one of DAY, MONTH, YEAR, CUSTOM'],
    ['granular/unit?unitId=in1', 400, 1403, 'date1 missing'],
    ['granular/unit?date1=10/06/2026', 400, 1403, 'unitId missing'],
    ['granular/unit?date1=10/06/2026&unitId=in9', 404, 1401, 'unit not found'],
    ['granular/category?subCategoryId=a&categoryId=source', 400, 1403, 'date1 missing'],
    ['granular/category?date1=10/06/2026&subCategoryId=a', 400, 1403, 'categoryId missing'],
    ['granular/category?date1=10/06/2026&categoryId=source', 400, 1403, 'subCategoryId missing'],
  ])('%s', async (path, status, code, message) => {
    const { ask } = await serve(waterPlant(), '2026-06-15T09:00:00+05:30');
    const answer = await ask(`/api/user/${path}`);
    expect([answer.status, answer.body]).toMatchObject([status, { status: 'error', code, message }]);
  });

  it("answers another industry's ids as if they did not exist", async () => {
    const { ask } = await serve(tenthOfJune(waterPlant()), '2026-06-15T09:00:00+05:30');
    const north = { authorization: 'Bearer north' };
    expect((await ask('/api/user/granular/unit?date1=10/06/2026&unitId=in1', north)).status).toBe(404);
    expect((await ask('/api/user/deviceDataV2?date1=10/06/2026&category=ID_SOURCE', north)).status).toBe(404);
    const { body } = await ask('/api/user/granular/category?date1=10/06/2026&categoryId=source&subCategoryId=intake', north);
    expect(body).toEqual({ siUnit: '', data1: [] });
  });
});

describe('which units are answered', () => {
  const plant = (): TestPlant =>
    waterPlant()
      .addCategory('OTHER', ['well'], { standardCategoryId: 'SOURCE_CATEGORY' })
      .addUnit({
        id: 'in2',
        type: 'flow',
        subCategoryId: 'well',
        standardCategoryId: 'SOURCE_CATEGORY',
        standardCategoryIds: ['ID_SOURCE'],
      })
      .addUnit({ id: 'use1', type: 'flow', subCategoryId: 'use', standardCategoryIds: ['ID_CONSUMPTION'] })
      .addUnit({ id: 'gone', type: 'flow', subCategoryId: 'intake', standardCategoryIds: ['ID_SOURCE'], deployed: false })
      .write('in1', 'volume', '2026-06-10', 0, [1000])
      .write('in2', 'volume', '2026-06-10', 0, [2000])
      .write('use1', 'volume', '2026-06-10', 0, [4000])
      .write('gone', 'volume', '2026-06-10', 0, [8000]);
  const ask = async (category: string): Promise<unknown> => {
    const served = await serve(plant(), '2026-06-15T09:00:00+05:30');
    const { total, categories } = dataOf(
      await served.ask(`/api/user/deviceDataV2?date1=10/06/2026&category=${encodeURIComponent(category)}`),
    );
    return {
      total,
      units: categories.map(({ id, subCategories }) => [
        id,
        ...subCategories.map((sub) => [sub.total, ...sub.units.map(({ unitId }) => unitId)]),
      ]),
    };
  };

  it('takes those that count as a standard category, by their own categories', async () => {
    expect(await ask('ID_SOURCE')).toEqual({
      total: 3,
      units: [
        ['SOURCE_CATEGORY', [1, 'in1']],
        ['OTHER', [2, 'in2']],
      ],
    });
    expect(await ask('ID_CONSUMPTION')).toEqual({ total: 4, units: [['SOURCE_CATEGORY', [4, 'use1']]] });
    // the source category comes to the plant's intake: what is used came in before
    expect(await ask('SOURCE_CATEGORY')).toEqual({
      total: 3,
      units: [
        ['SOURCE_CATEGORY', [1, 'in1'], [4, 'use1']],
        ['OTHER', [2, 'in2']],
      ],
    });
  });

  it('answers ALL_CATEGORIES_V2 as one', async () => {
    expect(await ask('ALL_CATEGORIES_V2|ID_SOURCE')).toEqual({
      total: 3,
      units: [['ALL_CATEGORIES_V2', [1, 'in1'], [2, 'in2']]],
    });
  });

  it('restricts the answer to one unit', async () => {
    const { ask: get } = await serve(plant(), '2026-06-15T09:00:00+05:30');
    const data = dataOf(await get('/api/user/deviceDataV2?date1=10/06/2026&category=ID_SOURCE&unitId=in2'));
    expect([data.total, firstUnit(data).unitId]).toEqual([2, 'in2']);
    for (const unitId of ['use1', 'nobody'])
      expect((await get(`/api/user/deviceDataV2?date1=10/06/2026&category=ID_SOURCE&unitId=${unitId}`)).body).toMatchObject({
        code: 1401,
        message: 'unit not found in the category',
      });
  });
});

describe('ground water', () => {
  it('is answered undivided, whatever divisionFactor says', async () => {
    const plant = new TestPlant()
      .addCategory('GROUND_WATER_LEVEL', ['wells'])
      .addUnit({ id: 'w1', type: 'flow', subCategoryId: 'wells' })
      .write('w1', 'volume', '2026-06-10', 0, [1500]);
    const { ask } = await serve(plant, '2026-06-15T09:00:00+05:30');
    for (const category of ['GROUND_WATER_LEVEL', 'ALL_CATEGORIES_V2|GROUND_WATER_LEVEL'])
      for (const factor of ['', '&divisionFactor=1000', '&divisionFactor=0']) {
        const query = `date1=10/06/2026&category=${encodeURIComponent(category)}${factor}`;
        expect(dataOf(await ask(`/api/user/deviceDataV2?${query}`)), query).toMatchObject({ total: 1500, siUnit: 'L' });
      }
    const compared = await ask(
      '/api/user/deviceDataV2/compare?dateA1=10/06/2026&dateB1=10/06/2026&ids1=w1&ids2=w1&category=GROUND_WATER_LEVEL&divisionFactor=1000',
    );
    expect(compared.body).toMatchObject({ data1: { total: 1500 }, data2: { total: 1500 } });
  });
});
