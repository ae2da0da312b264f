import { afterEach, describe, expect, it } from 'vitest';
import type { UnitMeta } from '../../contract/model/units.ts';
import { compareDeviceData } from '../../contract/user/deviceDataCompare.ts';
import { type DeviceDataV1, type DeviceUnitV1, deviceDataV1Body } from '../../contract/user/deviceDataV1.ts';
import { ManualClock } from '../../core/clock.ts';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import { type Reply, type Rig, sessionsOf, someCaller, startRig } from '../../test/httpRig.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { readingRoutes } from './routes.ts';

const same = (count: number, value: number): number[] => Array<number>(count).fill(value);
const rigs: Rig[] = [];
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.stop();
});

const serve = async (
  plant: TestPlant,
  now: string,
): Promise<(path: string, headers?: Record<string, string>) => Promise<Reply>> => {
  const clock = new ManualClock(Date.parse(now));
  const routes = readingRoutes({
    scheduler: new CooperativeScheduler(),
    directory: plant,
    reader: plant.reader,
    calendars: { of: () => plant.calendar },
    clock,
  });
  const sessions = sessionsOf({
    asha: { caller: someCaller(), panel: false },
    north: { caller: someCaller({ industryId: 'NORTH' }), panel: false },
  });
  const rig = await startRig(routes, { sessions, clock });
  rigs.push(rig);
  return (path, headers = {}) => rig.ask(path, { headers: { authorization: 'Bearer asha', ...headers } });
};

const joined = (plant: TestPlant, at: string): TestPlant => {
  for (const industry of plant.industries()) industry.joinedAtMs = Date.parse(at);
  return plant;
};

/** Two meters and a tank; the 9th and 10th of June whole, the 11th until noon. */
const plantOf = (): TestPlant =>
  joined(new TestPlant(), '2025-12-30T12:00:00Z')
    .addCategory('SOURCE_CATEGORY', ['intake', 'use'])
    .addCategory('STOCK_CATEGORY', ['tanks'])
    .addUnit({
      id: 'in1',
      type: 'flow',
      subCategoryId: 'intake',
      standardCategoryIds: ['ID_SOURCE'],
      meta: { unitThreshold: 40, monthlyThreshold: 900 },
    })
    .addUnit({ id: 'in2', type: 'flow', subCategoryId: 'intake', standardCategoryIds: ['ID_SOURCE'] })
    .addUnit({ id: 'use1', type: 'flow', subCategoryId: 'use' })
    .addUnit({ id: 't1', type: 'stock', subCategoryId: 'tanks', maxCapacity: 20 })
    .write('in1', 'volume', '2026-06-09', 0, same(288, 50))
    .write('in1', 'volume', '2026-06-10', 0, same(288, 100))
    .write('in2', 'volume', '2026-06-10', 0, same(144, 10))
    .write('use1', 'volume', '2026-06-10', 0, same(288, 5))
    .write('in1', 'volume', '2026-06-11', 0, same(72, 200))
    .write('t1', 'volume', '2026-06-10', 287, [15_000])
    .write('t1', 'volume', '2026-06-11', 71, [16_000])
    .write('in1', 'volume', '2025-12-31', 0, same(288, 1));
const now = '2026-06-11T12:00:10+05:30';

const v1 = async (query: string, plant = plantOf()): Promise<DeviceDataV1> => {
  const ask = await serve(plant, now);
  const { status, body, text } = await ask(`/api/user/deviceData?${query}`);
  expect(status, text).toBe(200);
  return deviceDataV1Body.parse(body);
};
const unitOf = (data: DeviceDataV1, unitId: string): DeviceUnitV1 => {
  const unit = data.subCategories.flatMap(({ units }) => units).find((one) => one.unitId === unitId);
  if (!unit) throw new Error(`no ${unitId}`);
  return unit;
};

describe('device data of the first API', () => {
  it('names the bucket: HOUR a shift day by hours, DATE a month by days, MONTH a year by months', async () => {
    const hour = await v1('date1=10/06/2026&category=source&type=HOUR');
    expect(hour).toMatchObject({
      category: 'source',
      type: 'HOUR',
      siUnit: 'KL',
      total1: 30.24,
      window1: { label: '10/06/2026' },
    });
    // (288 + 144) of the 2 x 288 slots of the intake
    expect(hour.completeness).toBe(75);
    expect(unitOf(hour, 'in1')).toMatchObject({
      value1: 28.8,
      threshold: 40,
      completeness: 100,
      online: false,
      series1: { values: same(24, 1.2), stepMinutes: 60 },
    });
    const date = await v1('date1=10/06/2026&category=source&type=DATE');
    expect(unitOf(date, 'in1')).toMatchObject({ value1: 43.2, threshold: 900 });
    expect(unitOf(date, 'in1').series1.values.slice(7)).toEqual([0, 14.4, 28.8]);
    const month = await v1('date1=10/06/2026&category=source&type=MONTH');
    expect(unitOf(month, 'in1').series1).toMatchObject({
      values: [0, 0, 0, 0, 0, 43.2],
      labels: expect.arrayContaining(['06/2026']),
    });
    expect(unitOf(month, 'in1').threshold).toBeNull();
  });

  it('counts YEAR by years from the day the industry joined', async () => {
    const year = await v1('date1=10/06/2026&category=source&type=YEAR');
    expect(year.window1.label).toBe('30/12/2025 - 10/06/2026');
    expect(unitOf(year, 'in1').series1).toMatchObject({ labels: ['2025', '2026'], values: [0.288, 43.2] });
    expect((await v1('date1=01/12/2025&category=source&type=YEAR')).window1.label).toBe('01/12/2025');
  });

  it('comes for the source category to the intake, says which rows are in a total, and why there is none', async () => {
    const plant = plantOf();
    const ids = ['ID_CONSUMPTION'];
    plant
      .addUnit({ id: 'sum', type: 'virtual', subCategoryId: 'intake', meta: { expression: [{ unitId: 'in1', factor: 1 }] } })
      .addUnit({ id: 'behind', type: 'flow', subCategoryId: 'use', standardCategoryIds: ids, meta: { subMeterOf: 'use1' } })
      .addUnit({ id: 'pond', type: 'manual', subCategoryId: 'use', standardCategoryIds: ['ID_WATER_CREDITED'] })
      .write('sum', 'volume', '2026-06-10', 0, same(288, 100))
      .write('behind', 'volume', '2026-06-10', 0, same(288, 2))
      .write('pond', 'volume', '2026-06-10', 0, [7_000_000]);
    const hour = await v1('date1=10/06/2026&category=source&type=HOUR', plant);
    expect([hour.total1, ...hour.subCategories.map(({ total1 }) => total1)]).toEqual([30.24, 30.24, 1.44]);
    const rows = hour.subCategories.flatMap(({ units }) => units);
    expect(rows.map(({ unitId, counted, countedInSub }) => [unitId, counted, countedInSub])).toEqual([
      ['in1', true, true],
      ['in2', true, true],
      ['sum', false, false],
      ['use1', false, true],
      ['behind', false, false],
      ['pond', false, false],
    ]);
    for (const one of plant.units('DEMO')) one.standardCategoryIds = one.standardCategoryIds.filter((id) => id !== 'ID_SOURCE');
    expect(await v1('date1=10/06/2026&category=source&type=HOUR', plant)).toMatchObject({
      total1: null,
      totalReason: 'noIntake',
    });
  });

  it('groups by sub-category, with its total and whether one of its units is on line', async () => {
    const plant = plantOf();
    plant.reader.live.set(plant.seriesId('in2', 'flow'), { value: 1, quality: 'GOOD', atMs: Date.parse(now), slotQuality: 'G' });
    const data = await v1('date1=10/06/2026&category=source&type=HOUR', plant);
    expect(data.subCategories.map(({ id, total1, online }) => [id, total1, online])).toEqual([
      ['intake', 30.24, true],
      ['use', 1.44, false],
    ]);
    expect((await v1('date1=10/06/2026&category=source&type=HOUR&subCategory=use')).total1).toBe(1.44);
    const ask = await serve(plantOf(), now);
    const { status, body } = await ask('/api/user/deviceData?date1=10/06/2026&category=source&type=HOUR&subCategory=nowhere');
    expect([status, body]).toMatchObject([404, { code: 1401 }]);
  });

  it('has total2, value2 and series2 only with date2', async () => {
    const one = await v1('date1=10/06/2026&category=source&type=HOUR');
    for (const name of ['total2', 'window2']) expect(one).not.toHaveProperty(name);
    for (const name of ['value2', 'series2']) expect(unitOf(one, 'in1')).not.toHaveProperty(name);
    const two = await v1('date1=10/06/2026&date2=09/06/2026&category=source&type=HOUR');
    expect(two).toMatchObject({ total1: 30.24, total2: 14.4, window2: { label: '09/06/2026' } });
    expect(unitOf(two, 'in1')).toMatchObject({ value1: 28.8, value2: 14.4, series2: { values: same(24, 0.6) } });
    expect(unitOf(two, 'use1').value2).toBeNull();
    expect(two.subCategories[0]).toMatchObject({ total1: 30.24, total2: 14.4 });
  });

  it('leaves out the running shift day with includeToday=false', async () => {
    const query = 'date1=11/06/2026&category=source&type=';
    expect(unitOf(await v1(`${query}HOUR`), 'in1').value1).toBe(14.4);
    expect(unitOf(await v1(`${query}HOUR&includeToday=true`), 'in1').value1).toBe(14.4);
    const without = unitOf(await v1(`${query}HOUR&includeToday=false`), 'in1');
    expect(without).toMatchObject({ value1: null, latest: null, lastUpdatedAt: null });
    expect(without.series1.quality).toBe('M'.repeat(24));
    for (const type of ['DATE', 'MONTH', 'YEAR']) {
      expect(unitOf(await v1(query + type), 'in1').value1, type).toBe(type === 'YEAR' ? 57.89 : 57.6);
      expect(unitOf(await v1(`${query}${type}&includeToday=0`), 'in1').value1, type).toBe(type === 'YEAR' ? 43.49 : 43.2);
    }
    const stock = await v1('date1=11/06/2026&category=stock&type=HOUR&includeToday=FALSE');
    expect(unitOf(stock, 't1').stock).toMatchObject({ openingKL: 15, closingKL: null });
  });

  it('divides by divisionFactor, 0 as 1000', async () => {
    expect((await v1('date1=10/06/2026&category=source&type=HOUR&divisionFactor=1')).total1).toBe(30_240);
    expect((await v1('date1=10/06/2026&category=source&type=HOUR&divisionFactor=0')).total1).toBe(30.24);
  });

  it('shows tanks with their stock, also over a window of days that is long closed', async () => {
    expect(unitOf(await v1('date1=10/06/2026&category=stock&type=HOUR'), 't1')).toMatchObject({
      value1: 15,
      meta: { maxCapacity: 20 },
      stock: { closingKL: 15, percent: 75 },
    });
    expect(unitOf(await v1('date1=10/06/2026&category=stock&type=DATE'), 't1').value1).toBe(15);
  });
});

describe('the history of quality by hour', () => {
  const quality = (): TestPlant =>
    joined(new TestPlant(), '2026-06-01T00:00:00Z')
      .addCategory('QUALITY_CATEGORY', ['lab'])
      .addCategory('SOURCE_CATEGORY', ['out'])
      .addUnit({ id: 'out1', type: 'flow', subCategoryId: 'out' })
      .addUnit({
        id: 'q1',
        type: 'quality',
        subCategoryId: 'lab',
        meta: { flowUnitId: 'out1', params: { cod: { name: 'COD', unit: 'mg/L', lt: null, ht: 250 } } } as UnitMeta,
      });

  it('has the seven days before date1, oldest first, by quarter hours and only while water flows', async () => {
    const plant = quality()
      // 96 slots wet, the rest dry
      .write('out1', 'volume', '2026-06-09', 0, [...same(96, 100), ...same(192, 0)])
      .write('q1', 'cod', '2026-06-09', 0, [...same(90, 100), ...same(6, 300), ...same(192, 900)]);
    const data = await v1('date1=10/06/2026&category=quality&type=HOUR', plant);
    expect(data.history?.days.map(({ date }) => date)).toEqual([
      '03/06/2026',
      '04/06/2026',
      '05/06/2026',
      '06/06/2026',
      '07/06/2026',
      '08/06/2026',
      '09/06/2026',
    ]);
    // mean (90 x 100 + 6 x 300) / 96; the 92nd of 96 values; two quarter hours above 250
    expect(data.history?.days[6]).toEqual({
      date: '09/06/2026',
      unitId: 'q1',
      params: { cod: { min: 100, max: 300, avg: 112.5, p95: 300, minutesOut: 30, validPct: 33.3 } },
    });
    expect(data.history?.days[0]?.params.cod).toEqual({ min: null, max: null, avg: null, p95: null, minutesOut: 0, validPct: 0 });
  });

  it('comes with HOUR alone', async () => {
    for (const type of ['DATE', 'MONTH', 'YEAR'])
      expect(await v1(`date1=10/06/2026&category=quality&type=${type}`, quality())).not.toHaveProperty('history');
    expect(await v1('date1=10/06/2026&category=source&type=HOUR', quality())).not.toHaveProperty('history');
  });
});

describe('a comparison', () => {
  const path = '/api/user/deviceDataV2/compare?';
  const ask = async (query: string) => {
    const { status, body, text } = await (await serve(plantOf(), now))(path + query);
    expect(status, text).toBe(200);
    return compareDeviceData.reply.parse(body);
  };

  it('sets units side by side, each side over its own window', async () => {
    const { data1, data2 } = await ask(
      'dateA1=10/06/2026&dateB1=09/06/2026&ids1=in1,in2&ids1=use1&ids2=in1&category=SOURCE_CATEGORY',
    );
    expect(data1).toMatchObject({ by: 'UNIT', total: 31.68, window: { label: '10/06/2026' } });
    expect(data1.items.map(({ id, name, total, completeness }) => [id, name, total, completeness])).toEqual([
      ['in1', 'Unit in1', 28.8, 100],
      ['in2', 'Unit in2', 1.44, 50],
      ['use1', 'Unit use1', 1.44, 100],
    ]);
    expect(data2).toMatchObject({ total: 14.4, items: [{ id: 'in1', graph: { values: same(24, 0.6) } }] });
  });

  it('adds up sub-categories', async () => {
    const { data1, data2 } = await ask(
      'dateA1=10/06/2026&dateB1=11/06/2026&ids1=intake&ids2=use&category=SOURCE_CATEGORY&by=SUB_CATEGORY&type=MONTH',
    );
    expect(data1.items).toMatchObject([{ id: 'intake', name: 'Sub intake', total: 44.64 }]);
    expect(data1.items[0]?.graph.values.slice(8)).toEqual([14.4, 30.24]);
    expect(data2).toMatchObject({ by: 'SUB_CATEGORY', total: 1.44 });
  });

  it('reads dateA2 and dateB2 with CUSTOM', async () => {
    const { data1, data2 } = await ask(
      'dateA1=09/06/2026&dateA2=11/06/2026&dateB1=09/06/2026&dateB2=09/06/2026&ids1=in1&ids2=in1&category=SOURCE_CATEGORY&type=CUSTOM&divisionFactor=1',
    );
    expect(data1.items[0]?.graph.values).toEqual([14_400, 28_800, 14_400]);
    expect(data2.total).toBe(14_400);
  });

  it('gives tanks their stock and no total to levels', async () => {
    const { data1 } = await ask('dateA1=10/06/2026&dateB1=10/06/2026&ids1=t1&ids2=t1&category=STOCK_CATEGORY');
    expect(data1).toMatchObject({ total: 15, items: [{ total: 15 }] });
  });

  it('answers 304 while nothing changed', async () => {
    const get = await serve(plantOf(), now);
    const query = `${path}dateA1=10/06/2026&dateB1=09/06/2026&ids1=in1&ids2=in1&category=SOURCE_CATEGORY`;
    const etag = String((await get(query)).headers.etag);
    expect((await get(query, { 'if-none-match': etag })).status).toBe(304);
  });
});

describe('what is refused', () => {
  const compare = 'deviceDataV2/compare?dateA1=10/06/2026&dateB1=10/06/2026&ids1=in1&ids2=in1&category=SOURCE_CATEGORY';
  it.each([
    ['deviceData?category=source&type=HOUR', 400, 1403, 'date1 missing'],
    ['deviceData?date1=10/06/2026&type=HOUR', 400, 1403, 'category missing'],
    ['deviceData?date1=10/06/2026&category=source', 400, 1403, 'type missing'],
    ['deviceData/?date1=10/06/2026&category=source&type=DAY', 400, 1403, 'type must be one of HOUR, DATE, MONTH, YEAR'],
    ['deviceData?date1=10/06/2026&category=water&type=HOUR', 404, 1401, 'category not found'],
    ['deviceData?date1=10/06/2026&category=SOURCE_CATEGORY&type=HOUR', 404, 1401, 'category not found'],
    ['deviceData?date1=10/06/2026&category=energy&type=HOUR', 404, 1401, 'category not found'],
    ['deviceData?date1=30/02/2026&category=source&type=HOUR', 400, 1403, 'date1 is a date that does not exist'],
    ['deviceData?date1=10/06/2026&date2=1/1/2026&category=source&type=HOUR', 400, 1403, 'date2 must be a date as DD/MM/YYYY'],
    ['deviceData?date1=31/12/1969&category=source&type=YEAR', 400, 1403, 'date1 is before 1970'],
    ['deviceData?date1=10/06/2026&date2=31/12/1969&category=source&type=HOUR', 400, 1403, 'date2 is before 1970'],
    [
      'deviceData?date1=10/06/2026&category=source&type=HOUR&includeToday=maybe',
      400,
      1403,
      'includeToday must be one of true, 1, false, 0',
    ],
    [compare.replace('dateA1', 'x'), 400, 1403, 'dateA1 missing'],
    [compare.replace('dateB1', 'x'), 400, 1403, 'dateB1 missing'],
    [compare.replace('ids1', 'x'), 400, 1403, 'ids1 missing'],
    [compare.replace('ids2', 'x'), 400, 1403, 'ids2 missing'],
    [compare.replace('&category', '&x'), 400, 1403, 'category missing'],
    [compare.replace('ids1=in1', 'ids1=,'), 400, 1403, 'ids1 must have at least 1 entry'],
    [compare.replace('ids1=in1', `ids1=${same(101, 1).join()}`), 400, 1403, 'ids1 must have at most 100 entries'],
    [compare.replace('ids1=in1', 'ids1=t1'), 404, 1401, 'unit t1 not found'],
    [`${compare}&by=SUB_CATEGORY`, 404, 1401, 'sub-category in1 not found'],
    [`${compare}&by=GROUP`, 400, 1403, 'by must be one of UNIT, SUB_CATEGORY'],
    [`${compare}&type=CUSTOM`, 400, 1403, 'dateA2 missing'],
    [`${compare}&type=CUSTOM&dateA2=11/06/2026&dateB2=01/06/2026`, 400, 1403, 'dateB2 is before dateB1'],
    [compare.replace('SOURCE_CATEGORY', 'NOWHERE'), 404, 1401, 'category not found'],
  ])('%s', async (path, status, code, message) => {
    const ask = await serve(plantOf(), now);
    const answer = await ask(`/api/user/${path}`);
    expect([answer.status, answer.body]).toMatchObject([status, { status: 'error', code, message }]);
  });

  it("answers another industry's ids as if they did not exist", async () => {
    const ask = await serve(plantOf(), now);
    const north = { authorization: 'Bearer north' };
    expect((await ask('/api/user/deviceData?date1=10/06/2026&category=source&type=HOUR', north)).status).toBe(404);
    expect((await ask(`/api/user/${compare}`, north)).status).toBe(404);
  });
});
