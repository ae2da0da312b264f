import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RainAnalytics, RainEfficiency, RainTrend } from '../../../contract/user/rainfall.ts';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { type RainRig, startRainRig } from '../../../test/rainRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';

const TREND = '/rainfall/trend';
const SAVING = '/rainfall/efficiencySaving';
const ANALYTICS = '/rainfall/fwi/fetchAnalyticsRainfallData';
const HISTORY = '/rainfall/fwi/fetchHistoricalRainfallData';
const ZEROS = Array<number>(288).fill(0);

/** A dry day but for these slots. */
const dayWith = (rain: Record<number, number>): number[] => ZEROS.map((_, at) => rain[at] ?? 0);

let plant: TestPlant;
let rig: RainRig;
beforeAll(async () => {
  const tank = { shape: 'rectangular' as const, length: 10, width: 10, height: 5, compartments: 1 };
  plant = new TestPlant()
    .addCategory('RAIN_CATEGORY', ['r'])
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'gauge', type: 'rain', subCategoryId: 'r' })
    .addUnit({ id: 'off', type: 'rain', subCategoryId: 'r', deployed: false })
    .addCategory('RAIN_CATEGORY', ['closed'], { enabled: false })
    .addUnit({ id: 'shut', type: 'rain', subCategoryId: 'closed' })
    .addUnit({ id: 'shutTank', type: 'stock', subCategoryId: 'closed', maxCapacity: 50 })
    .addUnit({ id: 'used', type: 'flow', subCategoryId: 's' })
    .addUnit({ id: 'pit', type: 'flow', subCategoryId: 's' })
    .addUnit({ id: 'tank', type: 'stock', subCategoryId: 's', maxCapacity: 100, meta: { tank } })
    .addUnit({ id: 'factory', type: 'flow', subCategoryId: 's', standardCategoryIds: ['ID_CONSUMPTION'] })
    .addUnit({
      id: 'canteen',
      type: 'flow',
      subCategoryId: 's',
      standardCategoryIds: ['ID_CONSUMPTION'],
      meta: { subMeterOf: 'factory' },
    });
  Object.assign(plant.industry('DEMO') ?? {}, {
    meta: {
      facts: {
        tariffs: { waterPerKL: { ground: 12, third_party: 60, recycled: 18 } },
        catchments: [{ id: 'roof', name: 'Roof', surface: 'roof', areaM2: 2500, firstFlushMm: 2, filterEfficiency: 1 }],
        rainWater: {
          usedUnitIds: ['used'],
          rechargedUnitIds: ['pit'],
          tankUnitIds: ['tank', 'shutTank'],
          replaces: 'third_party',
        },
      },
    },
  });
  for (let day = dayNumber('2026-06-01'); day <= dayNumber('2026-06-19'); day += 1) {
    const date = dateOfDay(day);
    // 62 mm at 18:00 IST of the 10th, of which 32 mm in five minutes; a drizzle of 2 mm on the 12th at 07:00
    const rain = date === '2026-06-10' ? { 144: 10, 145: 10, 146: 10, 150: 32 } : date === '2026-06-12' ? { 12: 2 } : {};
    plant.write('gauge', 'rain', date, 0, dayWith(rain));
    plant.write('used', 'volume', date, 0, dayWith(date === '2026-06-11' ? { 20: 60_000 } : {}));
    plant.write('pit', 'volume', date, 0, dayWith(date === '2026-06-10' ? { 160: 40_000 } : {}));
    plant.write('factory', 'volume', date, 0, dayWith({ 100: 50_000 }));
    plant.write('canteen', 'volume', date, 0, dayWith({ 100: 20_000 }));
    plant.write('tank', 'volume', date, 0, Array<number>(288).fill(day <= dayNumber('2026-06-10') ? 10_000 : 37_500));
  }
  rig = await startRainRig({ plant, today: '2026-06-20' });
  const district = { unitId: 'gauge', source: 'normals', district: 'Pune', startDate: '01/06/2026', endDate: '20/06/2026' };
  await rig.post(HISTORY, district);
});
afterAll(() => rig.stop());

const get = async <T>(path: string): Promise<T> => {
  const reply = await rig.ask(path);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as T;
};

describe('the trend of rain', () => {
  it('of a day is by hours, with its intensity, class and course', async () => {
    const { type, window, units } = await get<RainTrend>(`${TREND}?date1=10/06/2026`);
    expect([type, window.label, units.length]).toEqual(['DAY', '10/06/2026', 1]);
    const [gauge] = units;
    expect(gauge).toMatchObject({
      unitId: 'gauge',
      totalMm: 62,
      maxMmPerHour: 128,
      rainyDays: 1,
      category: 'moderate',
      normalMm: null,
      departurePct: null,
    });
    expect(gauge?.graph).toMatchObject({ unit: 'mm', stepMinutes: 60, quality: 'G'.repeat(24), total: 62, completeness: 100 });
    expect(gauge?.graph.values).toEqual(Array.from({ length: 24 }, (_, hour) => (hour === 12 ? 62 : 0)));
    expect(gauge?.cumulative.values).toEqual(Array.from({ length: 24 }, (_, hour) => (hour >= 12 ? 62 : 0)));
  });

  it('of a month is by days, held against the same part of its normal', async () => {
    const [gauge] = (await get<RainTrend>(`${TREND}?date1=15/06/2026&type=MONTH`)).units;
    expect(gauge?.graph.values.length).toBe(15);
    // Pune: 156.9 mm in June, half of it; 64 mm fell
    expect(gauge).toMatchObject({ totalMm: 64, rainyDays: 1, normalMm: 78.5, departurePct: -18.4, departureCategory: 'normal' });
  });

  it('of a year that was not measured is no deficit', async () => {
    const [gauge] = (await get<RainTrend>(`${TREND}?date1=19/06/2026&type=YEAR`)).units;
    expect(gauge?.graph.values).toEqual([0, 0, 0, 0, 0, 64]);
    expect(gauge?.graph.quality).toBe('MMMMMG');
    expect(gauge).toMatchObject({ totalMm: 64, departurePct: null, departureCategory: null });
  });

  it('by the days of the Meteorological Department gives the evening to the next date, and says so', async () => {
    const of = async (date: string) => get<RainTrend>(`${TREND}?date1=${date}&rainDay=IMD`);
    const [tenth, eleventh] = [await of('10/06/2026'), await of('11/06/2026')];
    expect([tenth.units[0]?.totalMm, eleventh.units[0]?.totalMm]).toEqual([0, 62]);
    expect(eleventh.window).toMatchObject({
      from: '2026-06-10T03:00:00.000Z',
      to: '2026-06-11T03:00:00.000Z',
      shiftStart: '08:30:00',
    });
    expect(eleventh.note).toContain('08:30 IST');
    expect(tenth.units[0]?.graph.labels?.slice(0, 2)).toEqual(['08:30', '09:30']);
    const month = await get<RainTrend>(`${TREND}?date1=15/06/2026&type=MONTH&rainDay=IMD`);
    expect(month.units[0]?.graph.values.flatMap((mm, at) => (mm > 0 ? [at + 1, mm] : []))).toEqual([11, 62, 12, 2]);
    expect((await get<RainTrend>(TREND)).note).toContain('rainDay=IMD');
  });

  it('without a date is of the running shift day, of which nothing is known yet', async () => {
    const { window, units } = await get<RainTrend>(TREND);
    expect(window).toMatchObject({ label: '20/06/2026', open: true });
    expect(units[0]).toMatchObject({ totalMm: null, category: 'unknown', maxMmPerHour: null });
  });

  it.each([
    [`${TREND}?date1=31/02/2026`, 'date1 is a date that does not exist'],
    [`${TREND}?type=CENTURY`, 'type must be one of DAY, MONTH, YEAR'],
    [`${TREND}?date1=01/01/1969`, 'date1 is before 1970'],
    [`${TREND}?rainDay=UTC`, 'rainDay must be one of SHIFT, IMD'],
    [SAVING, 'date1 missing'],
    [`${SAVING}?date1=10/06/2026&date2=99/06/2026`, 'date2 is a date that does not exist'],
    [`${SAVING}?date1=10/06/2026&divisionFactor=-1`, 'divisionFactor must be at least 0'],
    [ANALYTICS, 'unitId missing'],
  ])('%s is 1403', async (path, message) => {
    const reply = await rig.ask(path);
    expect({ status: reply.status, ...(reply.body as object) }).toMatchObject({ status: 'error', code: 1403, message });
  });
});

describe('harvesting', () => {
  it('has its potential, what came of it, and what that saved', async () => {
    const { siUnit, currency, data1, data2 } = await get<RainEfficiency>(`${SAVING}?date1=15/06/2026`);
    expect([siUnit, currency, data2]).toEqual(['KL', 'INR', undefined]);
    // (62 - 2) mm, and nothing of the drizzle, on 2,500 m2 at 0.85; 60 used + 40 recharged + 27.5 more in the tank
    expect(data1).toMatchObject({
      rainMm: 64,
      potentialKL: 127.5,
      harvestedKL: 127.5,
      usedKL: 60,
      rechargedKL: 40,
      spillKL: null,
      efficiencyPct: 100,
      // 60 of 15 days of 50 KL; the canteen's meter lies behind the factory's
      savingPctOfDemand: 8,
      savingCost: 3600,
      completeness: 100,
    });
    expect(data1.catchments).toEqual([
      { id: 'roof', name: 'Roof', surface: 'roof', areaM2: 2500, coefficient: 0.85, potentialKL: 127.5 },
    ]);
  });

  it('keeps kilolitres in fields that are named so, whatever the divisionFactor', async () => {
    const usual = await get<RainEfficiency>(`${SAVING}?date1=15/06/2026`);
    expect([usual.siUnit, usual.data1.potentialKL, usual.data1.usedKL]).toEqual(['KL', 127.5, 60]);
    for (const factor of ['0', '1', '1000000'])
      expect(await get<RainEfficiency>(`${SAVING}?date1=15/06/2026&divisionFactor=${factor}`)).toEqual(usual);
  });

  it('above 100 % is shown, and is not rated on a day below 2.5 mm', async () => {
    const side = async (date: string) => (await get<RainEfficiency>(`${SAVING}?date1=${date}&type=DAY`)).data1;
    // 40 KL into the pit and 0 into the tank on the day itself; the tank rose at the end of it
    const rise = await side('10/06/2026');
    expect(rise.efficiencyPct).toBeCloseTo((100 * (rise.harvestedKL ?? 0)) / 127.5, 0);
    plant.write('pit', 'volume', '2026-06-10', 160, [400_000]);
    expect((await side('10/06/2026')).efficiencyPct).toBeGreaterThan(300);
    plant.write('pit', 'volume', '2026-06-10', 160, [40_000]);
    expect(await side('12/06/2026')).toMatchObject({ rainMm: 2, potentialKL: 0, efficiencyPct: null });
  });

  it('is compared with the window of a second date, also an earlier one', async () => {
    const { data1, data2 } = await get<RainEfficiency>(`${SAVING}?date1=15/06/2026&date2=09/06/2026`);
    expect(data2?.window.label).toBe('01/06/2026 - 09/06/2026');
    expect(data2).toMatchObject({ rainMm: 0, potentialKL: 0, harvestedKL: 0, efficiencyPct: null, savingCost: 0 });
    expect(data1.usedKL).toBe(60);
  });

  it('is never below 0: noise of meters and levels is 0, and what is missing beyond that leaves it unknown', async () => {
    const harvestedAfter = async (usedL: number, closingL: number): Promise<unknown> => {
      plant.write('used', 'volume', '2026-06-18', 20, [usedL]);
      plant.write('tank', 'volume', '2026-06-18', 282, Array<number>(6).fill(closingL));
      const { harvestedKL, efficiencyPct } = (await get<RainEfficiency>(`${SAVING}?date1=18/06/2026&type=DAY`)).data1;
      expect(efficiencyPct).toBeNull();
      return harvestedKL;
    };
    // a level that errs by 2 mm on 100 m2 at both ends: 283 L
    expect(await harvestedAfter(0, 37_000)).toBe(0);
    expect(await harvestedAfter(0, 36_900)).toBe(null);
    // 20 KL were used, and the meter errs too
    expect(await harvestedAfter(20_000, 16_900)).toBe(0);
    expect(await harvestedAfter(20_000, 12_500)).toBe(null);
    expect(await harvestedAfter(20_000, 17_700)).toBe(0.2);
    await harvestedAfter(0, 37_500);
  });

  it('of a window without readings is null, never 0', async () => {
    const { data1 } = await get<RainEfficiency>(`${SAVING}?date1=15/06/2020`);
    expect(data1).toMatchObject({
      rainMm: null,
      potentialKL: null,
      harvestedKL: null,
      usedKL: null,
      savingCost: null,
      completeness: 0,
    });
  });
});

describe('the tags', () => {
  it.each([`${TREND}?date1=10/06/2026`, `${SAVING}?date1=15/06/2026`, `${ANALYTICS}?unitId=gauge`])('of %s', async (path) => {
    const { headers } = await rig.ask(path);
    const tag = { headers: { 'if-none-match': String(headers.etag) } };
    expect((await rig.ask(path, 'viewer', tag)).status).toBe(304);
    plant.write('gauge', 'rain', '2026-06-10', 0, [0]);
    expect((await rig.ask(path, 'viewer', tag)).status).toBe(200);
  });

  it('of a trend and of analytics follow stored history', async () => {
    for (const [path, mm] of [
      [`${TREND}?date1=10/06/2026`, 1],
      [`${ANALYTICS}?unitId=gauge`, 2],
    ] as const) {
      const { headers } = await rig.ask(path);
      const csv = { unitId: 'gauge', source: 'csv', startDate: '01/01/2020', endDate: '02/01/2020', csv: `01/01/2020,${mm}` };
      expect((await rig.post(HISTORY, csv)).status).toBe(200);
      expect((await rig.ask(path, 'viewer', { headers: { 'if-none-match': String(headers.etag) } })).status).toBe(200);
    }
  });
});

describe('analytics of a gauge', () => {
  it('put the days that it measured before those that were brought along', async () => {
    const days = Array.from({ length: 3 * 365 }, (_, at) => dateOfDay(dayNumber('2023-01-01') + at));
    const rain = (date: string): number => (date.slice(5, 7) === '07' ? 12 : 0);
    const csv = ['date,mm', ...days.map((date) => `${date},${rain(date)}`), '2026-06-10,5'].join('\n');
    expect(
      (await rig.post(HISTORY, { unitId: 'gauge', source: 'csv', startDate: '01/01/2023', endDate: '19/06/2026', csv })).status,
    ).toBe(200);
    const found = await get<RainAnalytics>(`${ANALYTICS}?unitId=gauge`);
    // 2024 is a leap year: the record ends on 30 December 2025
    expect(found.years).toBe(3);
    expect(found.annualMm).toMatchObject([
      { year: 2020 },
      { year: 2023, mm: 372, completeness: 100 },
      { year: 2024, mm: 372, completeness: 100 },
      { year: 2025, mm: 372, completeness: 99.7 },
      { year: 2026, mm: 64 },
    ]);
    expect(found).toMatchObject({ cvPct: 0, wettestDay: { date: '10/06/2026', mm: 62 }, potentialFrom: 'days', storageKL: 100 });
    // July: 31 days of (12 - 2) mm on 2,500 m2 at 0.85
    expect(found.potentialKLByMonth[6]).toBeCloseTo(658.75, 6);
    expect(found.potentialKLByMonth[0]).toBe(0);
    // meters: 50 KL a day; 21.25 KL of a July day never meet it
    expect(found).toMatchObject({ demandFrom: 'meters', reliabilityPct: expect.any(Number) });
    expect(found.demandKLByMonth[0]).toBe(1550);
    expect(found.source).toMatch(/^csv \d+ days, gauge 19 days$/);
  });

  it('need a rain unit of the industry', async () => {
    for (const [who, id] of [
      ['viewer', 'used'],
      ['viewer', 'nobody'],
      ['north', 'gauge'],
    ] as const)
      expect((await rig.ask(`${ANALYTICS}?unitId=${id}`, who)).body).toMatchObject({
        code: 1401,
        message: 'rain unit not found',
      });
  });
});
