import { describe, expect, it } from 'vitest';
import type { DeviceDataV1, DeviceUnitV1 } from '../../contract/user/deviceDataV1.ts';
import { now, plantOf, same, serve, v1 } from '../../test/deviceDataPlant.ts';

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
    const dry = plantOf();
    for (const one of dry.units('DEMO')) one.standardCategoryIds = one.standardCategoryIds.filter((id) => id !== 'ID_SOURCE');
    expect(await v1('date1=10/06/2026&category=source&type=HOUR', dry)).toMatchObject({
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
