import { describe, expect, it } from 'vitest';
import type { DeviceDataV2 } from '../../contract/user/deviceData.ts';
import { granularResponse } from '../../contract/user/granular.ts';
import { dataOf, firstUnit, same, serve, tenthOfJune, waterPlant } from '../../test/servedReadings.ts';
import { TestPlant } from '../../test/testPlant.ts';

describe('months, years and ranges', () => {
  const plant = (): TestPlant => {
    const made = tenthOfJune(waterPlant());
    for (let day = 1; day <= 9; day += 1) made.write('in1', 'volume', `2026-06-0${day}`, 0, same(288, 100));
    made.write('in1', 'volume', '2026-05-31', 0, same(288, 10)).write('in1', 'volume', '2026-05-03', 0, same(288, 200));
    return made.write('in1', 'volume', '2025-06-10', 0, same(288, 50));
  };
  const ask = async (query: string): Promise<DeviceDataV2> => {
    const served = await serve(plant(), '2026-06-15T09:00:00+05:30');
    return dataOf(await served.ask(`/api/user/deviceDataV2?category=ID_SOURCE&${query}`));
  };

  it('adds a month from the 1st to date1 by days', async () => {
    const data = await ask('date1=10/06/2026&type=MONTH');
    const { graph, meta } = firstUnit(data);
    // 9 x 28.8 + 27.945
    expect(data.total).toBe(287.15);
    expect(graph.values).toEqual([...same(9, 28.8), 27.945]);
    expect(graph).toMatchObject({ quality: 'GGGGGGGGGF', stepMinutes: 1440 });
    expect(graph.labels).toHaveLength(10);
    expect(graph.labels?.[9]).toBe('10/06/2026');
    // (9 x 288 + 269) / 2880
    expect(data.completeness).toBe(99.3);
    expect(meta.threshold).toBe(900);
    expect(data.previous).toMatchObject({ total: 57.6, window: { label: '01/05/2026 - 10/05/2026' } });
  });

  it('adds a year from 1 January to date1 by months', async () => {
    const data = await ask('date1=10/06/2026&type=YEAR');
    const { graph } = firstUnit(data);
    expect(graph.labels).toEqual(['01/2026', '02/2026', '03/2026', '04/2026', '05/2026', '06/2026']);
    expect(graph.values).toEqual([0, 0, 0, 0, 60.48, 287.145]);
    expect(graph.quality).toBe('MMMMEF');
    expect(graph.stepMinutes).toBeNull();
    expect(data).toMatchObject({ total: 347.63, previous: { total: 14.4, window: { label: '01/01/2025 - 10/06/2025' } } });
  });

  it.each([
    ['1 day by hours', '10/06/2026', 24, '06:00'],
    ['2 days by hours', '11/06/2026', 48, '10/06/2026 06:00'],
    ['3 days by days', '12/06/2026', 3, '10/06/2026'],
    ['92 days by days', '09/09/2026', 92, '10/06/2026'],
    ['93 days by months', '10/09/2026', 4, '06/2026'],
  ])('shows a range of %s', async (_, date2, buckets, label) => {
    const data = await ask(`date1=10/06/2026&date2=${date2}&type=CUSTOM`);
    expect(firstUnit(data).graph.labels?.[0]).toBe(label);
    expect(firstUnit(data).graph.values).toHaveLength(buckets);
    expect(data.total).toBe(27.95);
  });

  it('compares a range with as many days before it, and a whole month with a whole month', async () => {
    expect((await ask('date1=09/06/2026&date2=10/06/2026&type=CUSTOM')).previous).toMatchObject({
      total: 57.6,
      window: { label: '07/06/2026 - 08/06/2026' },
    });
    expect((await ask('date1=30/06/2026&type=MONTH')).previous?.window.label).toBe('01/05/2026 - 31/05/2026');
    expect((await ask('date1=31/05/2026&type=MONTH')).previous?.window.label).toBe('01/04/2026 - 30/04/2026');
    expect((await ask('date1=31/03/2026&type=MONTH')).previous?.window.label).toBe('01/02/2026 - 28/02/2026');
    expect((await ask('date1=29/02/2024&type=YEAR')).previous?.window.label).toBe('01/01/2023 - 28/02/2023');
  });

  it('counts a running month like the month before, to the same slot', async () => {
    const made = waterPlant();
    for (const month of ['05', '06'])
      for (const day of ['01', '02']) made.write('in1', 'volume', `2026-${month}-${day}`, 0, same(288, 100));
    const { ask: get } = await serve(made, '2026-06-02T12:00:10+05:30');
    const data = dataOf(await get('/api/user/deviceDataV2?date1=02/06/2026&type=MONTH&category=ID_SOURCE'));
    // 1 day and 6 hours: 28.8 + 7.2
    expect(data.previous?.total).toBe(36);
    expect(data.completeness).toBe(100);
  });
});

describe('days of 23 and 25 hours', () => {
  const berlin = (): TestPlant =>
    waterPlant({ timezone: 'Europe/Berlin' })
      .write('in1', 'volume', '2026-10-24', 0, same(300, 10))
      .write('in1', 'volume', '2026-03-28', 0, same(276, 10));

  it('keeps every slot in hours and totals', async () => {
    const { ask } = await serve(berlin(), '2026-11-15T09:00:00Z');
    const long = firstUnit(dataOf(await ask('/api/user/deviceDataV2?date1=24/10/2026&category=ID_SOURCE')));
    expect(long).toMatchObject({ total: 3, completeness: 100 });
    expect(long.graph.labels?.slice(19, 24)).toEqual(['01:00', '02:00', '02:00', '03:00', '04:00']);
    expect(long.graph.values).toEqual(same(25, 0.12));
    const short = firstUnit(dataOf(await ask('/api/user/deviceDataV2?date1=28/03/2026&category=ID_SOURCE')));
    expect(short.total).toBe(2.76);
    expect(short.graph.labels?.slice(18, 22)).toEqual(['00:00', '01:00', '03:00', '04:00']);
    const month = dataOf(await ask('/api/user/deviceDataV2?date1=31/10/2026&type=MONTH&category=ID_SOURCE'));
    expect(month.total).toBe(3);
    expect(month.graph[0]?.stepMinutes).toBeNull();
  });

  it('stops granular points at 288', async () => {
    const { ask } = await serve(berlin(), '2026-11-15T09:00:00Z');
    const answer = granularResponse.parse(
      (await ask('/api/user/granular/unit?date1=24/10/2026&date2=28/03/2026&unitId=in1')).body,
    );
    expect(answer.data1).toHaveLength(288);
    expect(answer.data2).toHaveLength(276);
    expect(answer.data1[0]).toEqual({ t: '2026-10-24T04:00:00.000Z', v: 0.01, q: 'G' });
  });
});

describe('granular points', () => {
  it('gives every slot of a unit, divided, zero where nothing is known', async () => {
    const { ask } = await serve(tenthOfJune(waterPlant()), '2026-06-15T09:00:00+05:30');
    const { data1, data2 } = granularResponse.parse((await ask('/api/user/granular/unit?date1=10/06/2026&unitId=in1')).body);
    expect(data1).toHaveLength(288);
    expect(data2).toBeUndefined();
    expect([data1[0], data1[18], data1[24], data1[36], data1[48], data1[60], data1[72]]).toEqual([
      { t: '2026-06-10T00:30:00.000Z', v: 0.1, q: 'G' },
      { t: '2026-06-10T02:00:00.000Z', v: 0.2, q: 'E' },
      { t: '2026-06-10T02:30:00.000Z', v: 0.05, q: 'F' },
      { t: '2026-06-10T03:30:00.000Z', v: 0, q: 'M' },
      { t: '2026-06-10T04:30:00.000Z', v: -0.005, q: 'B' },
      { t: '2026-06-10T05:30:00.000Z', v: 0, q: 'X' },
      { t: '2026-06-10T06:30:00.000Z', v: 0.5, q: 'R' },
    ]);
    expect(data1.reduce((sum, { v }) => sum + v, 0)).toBeCloseTo(27.945, 6);
  });

  it('adds the units of a sub-category, and shows where a part is missing', async () => {
    const plant = waterPlant()
      .addUnit({ id: 'in2', type: 'flow', subCategoryId: 'intake', standardCategoryIds: ['ID_SOURCE'] })
      .write('in1', 'volume', '2026-06-10', 0, [100, 100, 100])
      .write('in2', 'volume', '2026-06-10', 0, [7, 0, 0], 'GM');
    const { ask } = await serve(plant, '2026-06-15T09:00:00+05:30');
    for (const query of ['categoryId=source', 'categoryId=SOURCE_CATEGORY', 'categoryId=ID_SOURCE&isStandardCategory=true']) {
      const { body } = await ask(`/api/user/granular/category?date1=10/06/2026&subCategoryId=intake&${query}`);
      expect(
        granularResponse
          .parse(body)
          .data1.slice(0, 4)
          .map(({ v, q }) => [v, q]),
      ).toEqual([
        [0.107, 'G'],
        [0.1, 'E'],
        [0.1, 'G'],
        [0, 'M'],
      ]);
    }
  });

  it.each([
    'categoryId=source&subCategoryId=other',
    'categoryId=stock&subCategoryId=intake',
    'categoryId=ID_SOURCE&subCategoryId=use&isStandardCategory=true',
  ])('answers empty lists for %s', async (query) => {
    const { ask } = await serve(tenthOfJune(waterPlant()), '2026-06-15T09:00:00+05:30');
    const { status, body } = await ask(`/api/user/granular/category?date1=10/06/2026&date2=09/06/2026&${query}`);
    expect([status, body]).toEqual([200, { siUnit: '', data1: [], data2: [] }]);
  });

  it('does not divide what is neither a volume nor an energy', async () => {
    const plant = new TestPlant()
      .addCategory('QUALITY_CATEGORY', ['lab'])
      .addUnit({
        id: 'q1',
        type: 'quality',
        subCategoryId: 'lab',
        meta: { params: { ph: { name: 'pH', unit: 'pH', lt: 6.5, ht: 8.5 } } },
      })
      .write('q1', 'ph', '2026-06-10', 0, [7.123456]);
    const { ask } = await serve(plant, '2026-06-15T09:00:00+05:30');
    const { body } = await ask('/api/user/granular/unit?date1=10/06/2026&unitId=q1&divisionFactor=1000');
    expect(granularResponse.parse(body).data1[0]?.v).toBe(7.12);
  });
});
