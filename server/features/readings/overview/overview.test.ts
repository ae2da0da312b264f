import { afterEach, describe, expect, it } from 'vitest';
import { overview, overviewHours } from '../../../contract/plant/overview.ts';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { type Reply, type Rig, sessionsOf, someCaller, startRig } from '../../../test/httpRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { usualOf } from '../usual.ts';
import { type OverviewParts, overviewRoutes } from './routes.ts';
import type { FieldTrouble } from './silence.ts';

const SLOT_MS = 300_000;
const same = (count: number, value: number): number[] => Array<number>(count).fill(value);
const rigs: Rig[] = [];
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.stop();
});

/** Serves a plant over HTTP at a local moment of it. */
const serve = async (plant: TestPlant, now: string, field: Partial<OverviewParts> = {}) => {
  const clock = new ManualClock(Date.parse(now));
  const routes = overviewRoutes({
    scheduler: new CooperativeScheduler(),
    directory: plant,
    reader: plant.reader,
    calendars: { of: () => plant.calendar },
    clock,
    troubles: () => () => null,
    dischargeIds: async () => new Set(),
    ...field,
  });
  const sessions = sessionsOf({
    asha: { caller: someCaller({ permissions: new Set(['COMMISSIONING']) }), panel: false },
    viewer: { caller: someCaller({ permissions: new Set() }), panel: false },
  });
  const rig = await startRig(routes, { sessions, clock });
  rigs.push(rig);
  return (path: string, who = 'asha'): Promise<Reply> => rig.ask(path, { headers: { authorization: `Bearer ${who}` } });
};

const waterPlant = (): TestPlant =>
  new TestPlant().addCategory('SOURCE_CATEGORY', ['intake', 'use']).addUnit({
    id: 'in1',
    type: 'flow',
    subCategoryId: 'intake',
    standardCategoryIds: ['ID_SOURCE'],
    meta: { unitThreshold: 40, monthlyThreshold: 900 },
  });

describe('the overview', () => {
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

  it('says where a value normally lies at this hour, once there are days to tell from', async () => {
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

const feed = (param: string, deviceId: string, periodMs = 5000) =>
  ({ tagId: `${deviceId}.${param}`, deviceId, name: param, param, kind: 'gauge', measure: '', periodMs }) as const;

/** Wednesday 10 June 2026 at 12:00, six hours into the shift day. */
const noon = '2026-06-10T12:00:20+05:30';

describe('the same weekday', () => {
  const plantOf = (weeks: number): TestPlant => {
    const plant = waterPlant().write('in1', 'volume', '2026-06-10', 0, same(72, 150));
    for (let week = 1; week <= weeks; week += 1) {
      const date = dateOfDay(dayNumber('2026-06-10') - 7 * week);
      plant.write('in1', 'volume', date, 0, same(288, 100 + week));
    }
    return plant;
  };
  const bandOf = async (plant: TestPlant) => {
    const ask = await serve(plant, noon);
    return overview.parse((await ask('/api/plant/overview')).body).kpis.intake.sameWeekday;
  };

  it('gives the band of the last eight of them, each to the same time of its day', async () => {
    // 101 to 108 L a slot over 72 slots
    expect(await bandOf(plantOf(9))).toEqual({ n: 8, median: 7.52, low: 7.27, high: 7.78, changePct: 43.5 });
  });

  it('has no band of three days, and no percentage then', async () => {
    expect(await bandOf(plantOf(3))).toEqual({ n: 3, median: 7.34, low: null, high: null, changePct: null });
  });

  it('gives no percentage of a value inside the band', async () => {
    const plant = plantOf(8).write('in1', 'volume', '2026-06-10', 0, same(72, 104));
    expect(await bandOf(plant)).toMatchObject({ n: 8, changePct: null });
  });

  it('has a band at least 3 % wide to each side where all days are alike', () => {
    expect(usualOf([500, 500, 500, 500])).toEqual({ n: 4, median: 500, low: 485, high: 515 });
  });
});

describe('the last 24 hours', () => {
  it('come by the hour, with where the same hour of the weekday lay', async () => {
    const plant = waterPlant()
      .write('in1', 'volume', '2026-06-10', 0, same(66, 150))
      .write('in1', 'volume', '2026-06-10', 12, same(12, 0), 'M');
    for (let week = 1; week <= 4; week += 1)
      plant.write('in1', 'volume', dateOfDay(dayNumber('2026-06-10') - 7 * week), 0, same(288, 100));
    const ask = await serve(plant, noon);
    const { from, shiftStart, intake } = overviewHours.reply.parse((await ask('/api/plant/overview/hours')).body);
    // the clock of the plant, half an hour beside that of UTC
    expect(from).toBe('2026-06-09T07:30:00.000Z');
    expect(shiftStart).toBe('2026-06-10T00:30:00.000Z');
    expect(intake.values).toHaveLength(24);
    expect(intake.values.slice(-6)).toEqual([null, 1.8, 1.8, 1.8, 0.9, null]);
    expect(intake.quality.slice(-6)).toBe('MGGGEM');
    expect(intake.median.slice(-5)).toEqual([1.2, 1.2, 1.2, 1.2, 1.2]);
    expect(intake.low.at(-1)).toBe(1.16);
  });
});

describe('a meter that joined today', () => {
  const completenessOf = async (plant: TestPlant) => {
    const ask = await serve(plant, noon);
    const { kpis, units } = overview.parse((await ask('/api/plant/overview')).body);
    return { plant: kpis.intake.completeness, unit: units.find(({ unitId }) => unitId === 'in2')?.today.completeness };
  };
  const joined = { id: 'in2', type: 'flow' as const, subCategoryId: 'intake', standardCategoryIds: ['ID_SOURCE'] };
  const createdAtMs = Date.parse('2026-06-10T10:00:00+05:30');
  const known = () =>
    waterPlant().write('in1', 'volume', '2026-06-09', 0, same(288, 100)).write('in1', 'volume', '2026-06-10', 0, same(72, 100));

  it('is expected only since then', async () => {
    const plant = known().addUnit({ ...joined, createdAtMs });
    plant.write('in2', 'volume', '2026-06-10', 48, same(24, 10));
    expect(await completenessOf(plant)).toEqual({ plant: 100, unit: 100 });
  });

  it('is missed where it has been silent since', async () => {
    const plant = known().addUnit({ ...joined, createdAtMs });
    plant.write('in2', 'volume', '2026-06-10', 48, same(12, 10));
    expect(await completenessOf(plant)).toEqual({ plant: 87.5, unit: 50 });
  });
});

describe('a tank', () => {
  const tank = { id: 't1', type: 'stock', subCategoryId: 'tanks', maxCapacity: 20 } as const;
  const forecastOf = async (levels: readonly number[]) => {
    const plant = new TestPlant().addCategory('STOCK_CATEGORY', ['tanks']).addUnit(tank);
    plant.write('t1', 'volume', '2026-06-10', 72 - levels.length, levels);
    const ask = await serve(plant, noon);
    return overview.parse((await ask('/api/plant/overview')).body).units[0]?.forecast;
  };
  const from = (first: number, step: number) => Array.from({ length: 13 }, (_, at) => first + at * step);

  it('is full in the hours that the rate of the last hour gives', async () => {
    expect(await forecastOf(from(13_000, 250))).toEqual({ ratePerHour: 3, hoursToFull: 1.333, hoursToEmpty: null });
  });
  it('is empty in the hours that it gives', async () => {
    expect(await forecastOf(from(13_000, -250))).toEqual({ ratePerHour: -3, hoursToFull: null, hoursToEmpty: 3.333 });
  });
  it('is steady below half a percent an hour', async () => {
    expect(await forecastOf(from(13_000, 5))).toEqual({ ratePerHour: 0.06, hoursToFull: null, hoursToEmpty: null });
  });
  it('has no forecast where the hour is not known', async () => {
    expect(await forecastOf(from(13_000, 250).slice(1))).toBeUndefined();
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

describe('units that do not report', () => {
  const line: FieldTrouble = {
    kind: 'line',
    id: 'gate',
    name: 'Gateway',
    reason: 'lineDown',
    detail: 'cannot connect',
    address: '10.0.0.7:502',
    sinceMs: Date.parse('2026-06-10T06:00:00Z'),
  };
  const plantOf = () =>
    waterPlant()
      .addUnit({ id: 'a', type: 'flow', subCategoryId: 'use', feeds: [feed('flow', 'd1')] })
      .addUnit({ id: 'b', type: 'flow', subCategoryId: 'use', feeds: [feed('flow', 'd2')] })
      .addUnit({ id: 'pond', type: 'manual', subCategoryId: 'use' })
      .addUnit({ id: 'sum', type: 'virtual', subCategoryId: 'use' });
  const silentOf = async (who: string, plant = plantOf()) => {
    const ask = await serve(plant, noon, { troubles: () => (deviceId) => (deviceId.startsWith('d') ? line : null) });
    return overview.parse((await ask('/api/plant/overview', who)).body).silent;
  };

  it('are grouped by their cause, without those that are worked out', async () => {
    expect(await silentOf('viewer')).toEqual([
      {
        kind: 'line',
        id: 'gate',
        name: 'Gateway',
        reason: 'lineDown',
        detail: 'cannot connect',
        since: '2026-06-10T06:00:00.000Z',
        unitIds: ['a', 'b'],
      },
      { kind: 'unit', id: null, name: '', reason: 'noDevice', detail: null, since: null, unitIds: ['in1'] },
      { kind: 'unit', id: null, name: '', reason: 'neverEntered', detail: null, since: null, unitIds: ['pond'] },
    ]);
  });

  it('have the address of their line for those who commission', async () => {
    expect((await silentOf('asha'))[0]?.address).toBe('10.0.0.7:502');
  });

  it('include no manual unit that has a value', async () => {
    const plant = plantOf().write('pond', 'volume', '2026-03-01', 0, [1000], 'R');
    expect((await silentOf('viewer', plant)).flatMap(({ unitIds }) => unitIds)).toEqual(['a', 'b', 'in1']);
  });
});
