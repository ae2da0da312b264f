import { describe, expect, it } from 'vitest';
import { overview, overviewHours } from '../../../contract/plant/overview.ts';
import { dayNumber } from '../../../core/shift.ts';
import { feed, noon, same, serve, waterPlant } from '../../../test/servedOverview.ts';
import { TestPlant } from '../../../test/testPlant.ts';

const SLOT_MS = 300_000;

describe('the overview', () => {
  it('holds stock against that of the day before by the shape that the tank has now', async () => {
    const tank = { shape: 'rectangular', length: 2, width: 5, height: 5, compartments: 1 } as const;
    const plant = waterPlant()
      .addCategory('STOCK_CATEGORY', ['tanks'])
      .addUnit({ id: 't1', type: 'stock', subCategoryId: 'tanks', maxCapacity: 50, meta: { tank } })
      .write('t1', 'level', '2026-06-09', 71, [1])
      .write('t1', 'volume', '2026-06-09', 71, [5000])
      .write('t1', 'level', '2026-06-10', 71, [1.5])
      .write('t1', 'volume', '2026-06-10', 71, [15_000]);
    const ask = await serve(plant, noon);
    const { kpis } = overview.parse((await ask('/api/plant/overview')).body);
    // by the half of the ground that the tank had, 5 KL
    expect(kpis.stock).toMatchObject({ value: 15, previous: 10, changePct: 50 });
  });

  it('sets today so far beside yesterday to the same time, per unit and together', async () => {
    const plant = waterPlant()
      .addCategory('STOCK_CATEGORY', ['tanks'])
      .addUnit({ id: 'use1', type: 'flow', subCategoryId: 'use', standardCategoryIds: ['ID_CONSUMPTION'] })
      .addUnit({
        id: 't1',
        type: 'stock',
        subCategoryId: 'tanks',
        maxCapacity: 20,
        meta: { lowThreshold: 25, highThreshold: 90 },
      })
      .write('in1', 'volume', '2026-06-09', 0, same(288, 100))
      .write('in1', 'volume', '2026-06-10', 0, same(72, 150))
      .write('use1', 'volume', '2026-06-10', 0, same(36, 100))
      .write('t1', 'volume', '2026-06-09', 71, [8000])
      .write('t1', 'volume', '2026-06-10', 71, [10_000]);
    const atMs = Date.parse('2026-06-10T12:03:10+05:30');
    plant.reader.live.set(plant.seriesId('in1', 'flow'), { value: 1.8, quality: 'GOOD', atMs, slotQuality: 'G' });
    plant.reader.live.set(plant.seriesId('t1', 'volume'), { value: 10_100, quality: 'STALE', atMs, slotQuality: 'G' });
    const ask = await serve(plant, '2026-06-10T12:04:00+05:30');
    const answer = overview.parse((await ask('/api/plant/overview')).body);
    expect(answer).toMatchObject({
      industryName: 'Demo',
      comparedTo: '2026-06-10T06:30:00.000Z',
      window: { label: '10/06/2026', open: true },
      devices: { total: 3, online: 1 },
      kpis: {
        intake: { value: 10.8, previous: 7.2, changePct: 50, unit: 'KL', completeness: 100 },
        consumption: { value: 3.6, previous: null, changePct: null, completeness: 50 },
        energy: { value: null },
        stock: { value: 10, previous: 8, changePct: 25, percent: 50, maxCapacity: 20 },
      },
    });
    const [inlet, , tank] = answer.units;
    expect(inlet).toMatchObject({
      unitId: 'in1',
      online: true,
      threshold: 40,
      siUnit: 'KL',
      subCategory: { id: 'intake', displayName: 'Sub intake' },
      today: { value: 10.8, completeness: 100, estimated: 0 },
      yesterdaySoFar: { value: 7.2, completeness: 100 },
      changePct: 50,
    });
    expect(inlet?.params.find(({ param }) => param === 'flow')).toMatchObject({
      value: 1.8,
      measure: 'm3/h',
      quality: 'GOOD',
      at: '2026-06-10T06:33:10.000Z',
    });
    expect(tank).toMatchObject({ online: false, percent: 50.5, maxCapacity: 20, today: { value: null } });
    expect(tank?.params[0]).toMatchObject({ param: 'volume', value: 10_100, lt: 5, ht: 18, quality: 'STALE' });
  });

  it('knows nothing usual of the hour that a day of 25 has more than those before it', async () => {
    const plant = new TestPlant({ timezone: 'Europe/Berlin', startAt: '00:00:00' })
      .addCategory('SOURCE_CATEGORY', ['s'])
      .addUnit({ id: 'in', type: 'flow', subCategoryId: 's', standardCategoryIds: ['ID_SOURCE'] });
    const date = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
    const last = dayNumber('2026-10-25');
    for (let week = 0; week < 8; week += 1)
      plant.write('in', 'volume', date(last - 7 * week), 0, same(week === 0 ? 300 : 288, 100));
    const ask = await serve(plant, '2026-10-25T23:58:00+01:00');
    const { intake } = overviewHours.reply.parse((await ask('/api/plant/overview/hours')).body);
    expect(intake.median.slice(-2)).toEqual([1.2, null]);
    expect([intake.low.at(-1), intake.high.at(-1)]).toEqual([null, null]);
  });

  it('adds nothing of disabled categories and sub-categories, as lists do not, today and by the hour', async () => {
    const meters = { intake: 'in2', off: 'in3', use: 'in4' };
    const plant = waterPlant().addCategory('GROUND_WATER_LEVEL', ['off'], { enabled: false });
    for (const [subCategoryId, id] of Object.entries(meters))
      plant.addUnit({ id, type: 'flow', subCategoryId, standardCategoryIds: ['ID_SOURCE', 'ID_CONSUMPTION'] });
    for (const id of ['in1', ...Object.values(meters)]) plant.write(id, 'volume', '2026-06-10', 0, same(72, 100));
    for (const sub of plant.categories('DEMO').flatMap(({ subCategories }) => subCategories)) sub.enabled = sub.id !== 'use';
    const ask = await serve(plant, noon);
    const { kpis, devices, silent } = overview.parse((await ask('/api/plant/overview')).body);
    expect(devices.total).toBe(2);
    expect(silent.flatMap(({ unitIds }) => unitIds).sort()).toEqual(['in1', 'in2']);
    expect([kpis.intake.value, kpis.intake.meters.unitIds]).toEqual([14.4, ['in1', 'in2']]);
    expect([kpis.consumption.value, kpis.consumption.meters.unitIds]).toEqual([7.2, ['in2']]);
    const hours = overviewHours.reply.parse((await ask('/api/plant/overview/hours')).body);
    expect([hours.intake.values.at(-2), hours.consumption.values.at(-2)]).toEqual([2.4, 1.2]);
  });

  it('has one value of what was used, of the figure and of the row of all consumption, where its sum ends at half a hundredth', async () => {
    const meters = {
      line1: [501.6, 2711.497, 2655, 2486.416],
      line2: [766.447, 1140.686, 64.17, 1563.745],
      domestic: [532.342, 1680.713, 707.635, 244.749],
    };
    const plant = waterPlant();
    for (const [id, litres] of Object.entries(meters))
      plant
        .addUnit({ id, type: 'flow', subCategoryId: 'use', standardCategoryIds: ['ID_CONSUMPTION'] })
        .write(id, 'volume', '2026-06-10', 0, litres);
    const expression = Object.keys(meters).map((unitId) => ({ unitId, factor: 1 }));
    plant
      .addUnit({ id: 'all', type: 'virtual', subCategoryId: 'use', meta: { expression } })
      .write('all', 'volume', '2026-06-10', 0, [1800.389, 5532.896, 3426.805, 4294.91]);
    const ask = await serve(plant, '2026-06-10T06:20:30+05:30');
    const { kpis, units } = overview.parse((await ask('/api/plant/overview')).body);
    expect(units.find(({ unitId }) => unitId === 'all')?.today.value).toBe(15.06);
    expect(kpis.consumption.value).toBe(15.06);
  });

  it('says between which values a figure normally is at this hour, once there are days to know it from', async () => {
    const plant = new TestPlant()
      .addCategory('GROUND_WATER_LEVEL', ['wells'])
      .addUnit({ id: 'l1', type: 'level', subCategoryId: 'wells' });
    const { firstSlot } = plant.calendar.windowOfDay(dayNumber('2026-06-10'));
    for (let ago = 1; ago <= 7; ago += 1) {
      const values = Array.from({ length: 12 }, (_, at) => (ago - 1) * 12 + at);
      plant.reader.write(plant.seriesId('l1', 'level'), Math.floor((firstSlot + 66) / 12) * 12 - ago * 288, values, 'G');
    }
    const ask = await serve(plant, new Date((firstSlot + 66) * SLOT_MS + 10_000).toISOString());
    const answer = overview.parse((await ask('/api/plant/overview')).body);
    // 84 values 0..83: places 4 and 79 of 0..83
    expect(answer.units[0]?.params[0]?.normal).toEqual({ low: 4, high: 79 });
  });
});

describe('a value in the overview', () => {
  it('is old after two of its polling intervals, a tank’s volume after those of its level', async () => {
    const plant = waterPlant()
      .addCategory('STOCK_CATEGORY', ['tanks'])
      .addUnit({ id: 'm1', type: 'flow', subCategoryId: 'intake', feeds: [feed('flow', 'd1'), feed('volume', 'd1', 60_000)] })
      .addUnit({ id: 't1', type: 'stock', subCategoryId: 'tanks', feeds: [feed('level', 'd2', 2000)] });
    const ask = await serve(plant, noon);
    const { units } = overview.parse((await ask('/api/plant/overview')).body);
    const ages = units.map(({ params }) => Object.fromEntries(params.map((one) => [one.param, one.staleAfterSeconds])));
    expect(ages[1]).toMatchObject({ flow: 10, volume: 120 });
    expect(ages[2]).toMatchObject({ level: 4, volume: 4 });
    expect(ages[0]).toMatchObject({ flow: undefined });
  });

  it.each([
    ['is held against nothing where no water flowed past its sensors', [50, 0], 'GG', true],
    ['is held against its limits where water flowed', [0, 50], 'GG', undefined],
    ['is held against its limits where the flow is not known', [0, 0], 'GM', undefined],
    ['is held against nothing where the flow is below what its meter counts rightly', [0, 30], 'GG', true],
  ] as const)('of quality %s', async (_, volumes, quality, stands) => {
    const plant = new TestPlant()
      .addCategory('SOURCE_CATEGORY', ['intake'])
      .addCategory('QUALITY_CATEGORY', ['analysers'])
      .addUnit({ id: 'feed', type: 'flow', subCategoryId: 'intake', meta: { minimumFlowM3h: 0.4 } })
      .addUnit({ id: 'q1', type: 'quality', subCategoryId: 'analysers', meta: { flowUnitId: 'feed' } })
      .addUnit({ id: 'q2', type: 'quality', subCategoryId: 'analysers' });
    for (const [at, value] of volumes.entries()) plant.write('feed', 'volume', '2026-06-10', 70 + at, [value], quality[at]);
    const ask = await serve(plant, noon);
    const { units } = overview.parse((await ask('/api/plant/overview')).body);
    expect(units.map(({ waterStands }) => waterStands)).toEqual([undefined, stands, undefined]);
  });

  it('is followed by the last good one where nothing has come since the server started', async () => {
    const plant = waterPlant().write('in1', 'flow', '2026-06-10', 60, [7.5, 8.25]);
    const ask = await serve(plant, noon);
    const flow = overview.parse((await ask('/api/plant/overview')).body).units[0]?.params.find(({ param }) => param === 'flow');
    expect(flow).toMatchObject({ value: null, quality: 'STALE', lastValue: 8.25, at: '2026-06-10T05:40:00.000Z' });
  });
});

it('what was used is the intake where no meter counts as use, today and by the hour', async () => {
  const plant = waterPlant();
  plant.write('in1', 'volume', '2026-06-10', 0, same(72, 100));
  const ask = await serve(plant, noon);
  const { kpis } = overview.parse((await ask('/api/plant/overview')).body);
  expect([kpis.consumption.value, kpis.consumption.meters.unitIds]).toEqual([7.2, ['in1']]);
  const hours = overviewHours.reply.parse((await ask('/api/plant/overview/hours')).body);
  expect(hours.consumption).toEqual(hours.intake);
});

it('the rain of the last hours is as it is shown elsewhere, of the first gauge that knows it', async () => {
  const plant = waterPlant().addCategory('RAIN_CATEGORY', ['rain']);
  for (const id of ['silent', 'gauge']) plant.addUnit({ id, type: 'rain', subCategoryId: 'rain' });
  plant.write('gauge', 'rain', '2026-06-10', 0, [...same(60, 0.1), 0.2, 0.2, 0.2]);
  const ask = await serve(plant, noon);
  expect(overviewHours.reply.parse((await ask('/api/plant/overview/hours')).body).rainMm).toBe(6.6);
});
