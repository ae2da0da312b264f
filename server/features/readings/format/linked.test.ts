import { describe, expect, it } from 'vitest';
import { type UnitMeta, unitMeta } from '../../../contract/model/units.ts';
import type { UnitV2 } from '../../../contract/user/deviceData.ts';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { sourceFor } from '../../../historian/read/readContext.ts';
import { chooseWindow } from '../../../historian/read/window.ts';
import { selectUnits } from '../../../historian/units/selection.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { deviceData } from '../deviceDataV2.ts';

const same = (count: number, value: number): number[] => Array<number>(count).fill(value);

const unitOf = async (
  plant: TestPlant,
  category: string,
  date: string,
  type: 'DAY' | 'MONTH' | 'YEAR' | `to ${string}` = 'DAY',
  now = '2026-07-01T00:00:00Z',
): Promise<UnitV2> => {
  const selection = selectUnits(plant, 'DEMO', category);
  if (!selection) throw new Error(`no ${category}`);
  const parts = {
    directory: plant,
    reader: plant.reader,
    calendars: { of: () => plant.calendar },
    clock: new ManualClock(Date.parse(now)),
  };
  const source = sourceFor(parts, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
  const [, date2] = type.split(' ');
  const window = date2
    ? chooseWindow(plant.calendar, 'CUSTOM', { date1: date, date2 })
    : chooseWindow(plant.calendar, type as 'DAY', { date1: date });
  const data = await deviceData({ selection, window, divisionFactor: 1000, v2: false, nowMs: source.nowMs }, source);
  const unit = data.categories[0]?.subCategories[0]?.units[0];
  if (!unit) throw new Error('no unit');
  return unit;
};

/** A pump of 12 kWh an hour and the meter behind it; tariffs as the office entered them. */
const pump = (tariffs: object = {}, flow: Partial<UnitMeta> = {}, maxCapacity: number | null = null): TestPlant => {
  const plant = new TestPlant()
    .addCategory('ENERGY_CATEGORY', ['power'])
    .addCategory('SOURCE_CATEGORY', ['out'])
    .addUnit({ id: 'e1', type: 'energy', subCategoryId: 'power', meta: unitMeta.parse({ flowUnitId: 'f1' }) })
    .addUnit({ id: 'f1', type: 'flow', subCategoryId: 'out', maxCapacity, meta: flow as UnitMeta })
    .write('e1', 'energy', '2026-06-10', 0, same(288, 1000));
  for (const industry of plant.industries()) industry.meta = { facts: { tariffs } };
  return plant;
};
const energyOf = async (plant: TestPlant, type: Parameters<typeof unitOf>[3] = 'DAY', date = '2026-06-10', now?: string) =>
  (await unitOf(plant, 'ENERGY_CATEGORY', date, type, now)).energy;

describe('energy per volume', () => {
  it('is a ratio of sums over the window', async () => {
    const plant = pump().write('f1', 'volume', '2026-06-10', 0, [...same(100, 4000), ...same(188, 1000)]);
    // 288 kWh over 588 KL, not the mean of 0.25 and 1
    expect(await energyOf(plant)).toMatchObject({ kWh: 288, secKWhPerKL: 0.49 });
    expect(await energyOf(plant, 'YEAR')).toMatchObject({ secKWhPerKL: 0.49 });
  });

  it.each([
    ['nothing was pumped', 0, null, null],
    ['less than 1 % of a day’s capacity was', 30, 1000, null],
    ['1 % of it was', 36, 1000, 27.778],
    ['a little was, and nobody said what is normal', 30, null, 33.333],
  ])('when %s', async (_, litresPerSlot, maxCapacity, sec) => {
    const plant = pump({}, {}, maxCapacity).write('f1', 'volume', '2026-06-10', 0, same(288, litresPerSlot));
    expect((await energyOf(plant))?.secKWhPerKL).toBe(sec);
  });

  it('is of the hours in which both are known', async () => {
    const plant = pump().write('f1', 'volume', '2026-06-10', 144, same(144, 2000));
    // 144 kWh over 288 KL; nobody knows what the other 144 kWh pumped
    for (const type of ['DAY', 'MONTH', 'YEAR'] as const)
      expect(await energyOf(plant, type), type).toMatchObject({ kWh: 288, secKWhPerKL: 0.5 });
    plant.write('e1', 'energy', '2026-06-11', 0, same(288, 1000)).write('f1', 'volume', '2026-06-12', 0, same(288, 2000));
    for (const type of ['MONTH', 'YEAR'] as const)
      expect(await energyOf(plant, type, '2026-06-12'), type).toMatchObject({ kWh: 576, secKWhPerKL: 0.5 });
  });

  it('is so of windows that begin and end within a month, and of what of them is over', async () => {
    const plant = pump().write('f1', 'volume', '2026-06-10', 144, same(144, 2000));
    for (const date of ['2026-03-20', '2026-04-30'])
      plant.write('e1', 'energy', date, 0, same(288, 1000)).write('f1', 'volume', date, 0, same(144, 4000));
    // 144 kWh over 576 KL on each of two days, then 144 over 288
    for (const [date1, sec] of [
      ['2026-03-10', 0.3],
      ['2026-03-21', 0.333],
    ] as const)
      for (const now of ['2026-06-15T00:00:00Z', '2026-08-01T00:00:00Z'])
        expect(await energyOf(plant, 'to 2026-06-25', date1, now), `${date1} ${now}`).toMatchObject({ secKWhPerKL: sec });
    expect(await energyOf(plant, 'to 2026-06-25', '2026-03-10', '2026-06-10T00:00:00Z')).toMatchObject({ secKWhPerKL: 0.25 });
  });

  it('counts what a meter estimated as known', async () => {
    const plant = pump().write('f1', 'volume', '2026-06-10', 0, same(288, 2000), `${'G'.repeat(144)}${'E'.repeat(144)}`);
    for (const type of ['DAY', 'MONTH'] as const) expect(await energyOf(plant, type), type).toMatchObject({ secKWhPerKL: 0.5 });
  });

  it.each<[what: string, energy: string, water: string, sec: number | null]>([
    // of the first half of the day both are known: 144 kWh over 288 KL
    [
      'one of them missed what the other one spread over a gap',
      `${'G'.repeat(144)}${'E'.repeat(144)}`,
      `${'G'.repeat(144)}${'M'.repeat(144)}`,
      0.5,
    ],
    [
      'each of them missed another half of the day',
      `${'M'.repeat(144)}${'G'.repeat(144)}`,
      `${'G'.repeat(144)}${'M'.repeat(144)}`,
      null,
    ],
  ])('is of the hours in which both are known, though as much is known of both: %s', async (_, energy, water, sec) => {
    const plant = pump()
      .write('e1', 'energy', '2026-06-10', 0, [...same(144, 1000), ...same(144, energy.includes('E') ? 3000 : 1000)], energy)
      .write('f1', 'volume', '2026-06-10', 0, same(288, 2000), water);
    for (const type of ['DAY', 'MONTH', 'YEAR'] as const) expect((await energyOf(plant, type))?.secKWhPerKL, type).toBe(sec);
  });

  it('is not given without a meter, or without its readings', async () => {
    expect((await energyOf(pump()))?.secKWhPerKL).toBeNull();
  });
});

describe('the cost of energy', () => {
  const slabs = [
    { from: '06:00', to: '10:00', ratePerKWh: 7 },
    { from: '18:00', to: '22:00', ratePerKWh: 10 },
    { from: '22:00', to: '06:00', ratePerKWh: 5 },
  ];

  it('is kWh times the one price', async () => {
    expect(await energyOf(pump({ ratePerKWh: 8 }))).toMatchObject({ cost: 2304, kgCO2: 201.6 });
    expect(await energyOf(pump({ ratePerKWh: 8, gridKgCO2PerKWh: 0.5 }), 'YEAR')).toMatchObject({ cost: 2304, kgCO2: 144 });
  });

  it('is by the time of day, over midnight too', async () => {
    // 4 h at 7, 8 h at 8, 4 h at 10, 8 h at 5, each hour 12 kWh
    expect((await energyOf(pump({ energy: slabs, ratePerKWh: 8 })))?.cost).toBe(12 * (28 + 64 + 40 + 40));
    expect((await energyOf(pump({ energy: slabs, ratePerKWh: 8 }), 'MONTH'))?.cost).toBe(2064);
  });

  it('is null where a part has no price, or the prices would have to be read over a year', async () => {
    expect((await energyOf(pump()))?.cost).toBeNull();
    expect((await energyOf(pump({ energy: slabs })))?.cost).toBeNull();
    expect((await energyOf(pump({ energy: slabs, ratePerKWh: 8 }), 'YEAR'))?.cost).toBeNull();
  });

  it('has the demand charge of the month with MONTH', async () => {
    const plant = pump({ ratePerKWh: 8, demandRatePerKVA: 300 }).write('e1', 'apparent', '2026-06-10', 0, same(288, 1250));
    expect(await energyOf(plant)).toMatchObject({ maxDemandKVA: 15, cost: 2304 });
    expect(await energyOf(plant, 'MONTH')).toMatchObject({ maxDemandKVA: 15, cost: 2304 + 15 * 300 });
  });
});

describe('what an outlet discharges', () => {
  const params = {
    cod: { name: 'COD', unit: 'mg/L', lt: null, ht: 250 },
    ph: { name: 'pH', unit: 'pH', lt: 6, ht: 9 },
    metal: { name: 'Metal', unit: 'ug/L', lt: null, ht: null },
  };
  const outlet = (): TestPlant =>
    new TestPlant()
      .addCategory('QUALITY_CATEGORY', ['lab'])
      .addCategory('SOURCE_CATEGORY', ['out'])
      .addUnit({ id: 'q1', type: 'quality', subCategoryId: 'lab', meta: unitMeta.parse({ flowUnitId: 'f1', params }) })
      .addUnit({ id: 'f1', type: 'flow', subCategoryId: 'out', meta: unitMeta.parse({ minimumFlowM3h: 1.2 }) });
  const qualityOf = async (plant: TestPlant, type: 'DAY' | 'MONTH' | 'YEAR' = 'DAY', date = '2026-06-10') =>
    (await unitOf(plant, 'QUALITY_CATEGORY', date, type)).quality;

  it('is concentration times volume slot by slot, of concentrations only', async () => {
    const plant = outlet()
      .write('f1', 'volume', '2026-06-10', 0, [10_000, 20_000, 30_000, 40_000])
      .write('q1', 'cod', '2026-06-10', 0, [100, 200, 300, 999], 'GGGX')
      .write('q1', 'metal', '2026-06-10', 0, [500, 500])
      .write('q1', 'ph', '2026-06-10', 0, [7, 7]);
    // (100 x 10 + 200 x 20 + 300 x 30) g; the mean of 200 mg/L times 100 KL would be 20 kg
    expect((await qualityOf(plant))?.loadKgPerDay).toEqual({ cod: 14, metal: 0.015 });
  });

  it('is a mean over the days that have begun, and not given over a year', async () => {
    const plant = outlet();
    for (const date of ['2026-06-01', '2026-06-02'])
      plant.write('f1', 'volume', date, 0, [10_000]).write('q1', 'cod', date, 0, [300]);
    expect((await qualityOf(plant, 'MONTH', '2026-06-04'))?.loadKgPerDay).toMatchObject({ cod: 1.5, metal: null });
    expect((await qualityOf(plant, 'YEAR', '2026-06-04'))?.loadKgPerDay).toEqual({ cod: null, metal: null });
  });

  it.each([
    ['above the smallest flow', [101, 101, 101], 'GGG', 'high'],
    ['in a dry pipe', [100, 100, 0], 'GGG', 'noFlow'],
    ['where the flow is not known', [0, 0, 0], 'MMM', 'high'],
  ])('counts against its limit %s', async (_, volumes, letters, status) => {
    const plant = outlet()
      .write('f1', 'volume', '2026-06-10', 282, [...same(3, 0), ...volumes], `GGG${letters}`)
      .write('q1', 'cod', '2026-06-10', 282, same(6, 300));
    expect((await qualityOf(plant))?.params.cod?.status).toBe(status);
  });
});

describe('a well’s permit', () => {
  const well = (fields: object): TestPlant =>
    new TestPlant()
      .addCategory('GROUND_WATER_LEVEL', ['wells'])
      .addUnit({ id: 'w1', type: 'borewell', subCategoryId: 'wells', meta: unitMeta.parse({ well: fields }) });

  it('is shown where there is one', async () => {
    const noc = { number: 'NOC/1', validTo: '2027-03-31', permittedKLD: 45 };
    expect((await unitOf(well({ noc }), 'GROUND_WATER_LEVEL', '2026-06-10')).borewell?.permittedKLD).toBe(45);
    expect((await unitOf(well({}), 'GROUND_WATER_LEVEL', '2026-06-10')).borewell?.permittedKLD).toBeNull();
  });

  it('and its pump is off below 1 % of its rated flow', async () => {
    const plant = well({ ratedFlowM3h: 12 }).write('w1', 'volume', '2026-06-10', 0, [9.9, 10, 1000]);
    expect((await unitOf(plant, 'GROUND_WATER_LEVEL', '2026-06-10')).borewell?.runHours).toBe(0.17);
  });
});
