import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unitMeta } from '../../../contract/model/units.ts';
import type { UnitV2 } from '../../../contract/user/deviceData.ts';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { sourceFor } from '../../../historian/read/readContext.ts';
import { chooseWindow } from '../../../historian/read/window.ts';
import { selectUnits } from '../../../historian/units/selection.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { deviceData } from '../deviceDataV2.ts';
import { riseAndFall } from './stock.ts';

const same = (count: number, value: number): number[] => Array<number>(count).fill(value);

type Question = { category: string; date: string; type?: 'DAY' | 'MONTH' | 'YEAR'; now?: string; v2?: boolean };

const answer = async (plant: TestPlant, { category, date, type = 'DAY', now = '2026-07-01T00:00:00Z', v2 = false }: Question) => {
  const selection = selectUnits(plant, 'DEMO', category);
  if (!selection) throw new Error(`no ${category}`);
  const parts = {
    directory: plant,
    reader: plant.reader,
    calendars: { of: () => plant.calendar },
    clock: new ManualClock(Date.parse(now)),
  };
  const source = sourceFor(parts, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
  return deviceData(
    { selection, window: chooseWindow(plant.calendar, type, { date1: date }), divisionFactor: 1000, v2, nowMs: source.nowMs },
    source,
  );
};
const unitOf = async (plant: TestPlant, question: Question): Promise<UnitV2> => {
  const unit = (await answer(plant, question)).categories[0]?.subCategories[0]?.units[0];
  if (!unit) throw new Error('no unit');
  return unit;
};

describe('tanks', () => {
  const tank = (): TestPlant =>
    new TestPlant()
      .addCategory('STOCK_CATEGORY', ['tanks'])
      .addUnit({ id: 't1', type: 'stock', subCategoryId: 'tanks', maxCapacity: 10 });

  it('open and close at the shift boundary, and fill less draw is the change', async () => {
    const plant = tank()
      .write('t1', 'volume', '2026-06-09', 283, [4800, 5000], 'GG')
      .write('t1', 'volume', '2026-06-10', 0, [6000, 8000, 7000, 6000, 6500])
      .write('t1', 'volume', '2026-06-10', 284, [7000, 7000])
      .write('t1', 'level', '2026-06-10', 285, [3.456]);
    const unit = await unitOf(plant, { category: 'STOCK_CATEGORY', date: '2026-06-10' });
    expect(unit.stock).toEqual({
      openingKL: 5,
      closingKL: 7,
      // up 3 and 1, down 2
      fillKL: 4,
      drawKL: 2,
      levelM: 3.46,
      percent: 70,
      maxCapacity: 10,
      // 7 KL at 2 KL a day
      autonomyHours: 84,
    });
    expect(unit).toMatchObject({ value: 7, latest: 7, total: null, siUnit: 'KL', meta: { maxCapacity: 10 } });
  });

  it('have no stock at a boundary whose last good value is older than half an hour', async () => {
    const plant = tank().write('t1', 'volume', '2026-06-09', 281, [5000]).write('t1', 'volume', '2026-06-10', 10, same(10, 6000));
    const { stock } = await unitOf(plant, { category: 'STOCK_CATEGORY', date: '2026-06-10' });
    expect(stock).toMatchObject({ openingKL: null, closingKL: null, percent: null, autonomyHours: null });
  });

  it('do not take ripple for filling and drawing', async () => {
    const ripple = Array.from({ length: 288 }, (_, at) => 5000 + (at % 2) * 15);
    const { stock } = await unitOf(tank().write('t1', 'volume', '2026-06-10', 0, ripple), {
      category: 'STOCK_CATEGORY',
      date: '2026-06-10',
    });
    expect(stock?.drawKL).toBeLessThan(0.02);
  });

  it('fill in a month what they fill in its days', async () => {
    const plant = tank();
    for (const day of ['01', '02', '03'])
      plant.write('t1', 'volume', `2026-06-${day}`, 0, [...same(100, 2000), ...same(100, 9000), ...same(88, 4000)]);
    const days = await Promise.all(
      ['01', '02', '03'].map((day) => unitOf(plant, { category: 'STOCK_CATEGORY', date: `2026-06-${day}` })),
    );
    const month = await unitOf(plant, { category: 'STOCK_CATEGORY', date: '2026-06-03', type: 'MONTH' });
    expect(days.map(({ stock }) => [stock?.fillKL, stock?.drawKL])).toEqual([
      [7, 5],
      [7, 7],
      [7, 7],
    ]);
    expect(month.stock).toMatchObject({ fillKL: 21, drawKL: 19, openingKL: null, closingKL: 4 });
  });

  it('always close with opening plus rises less falls', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 0, max: 500 }),
        (path, ripple) => {
          const { rise, fall } = riseAndFall(path, ripple);
          expect(rise - fall).toBe((path.at(-1) ?? 0) - (path[0] ?? 0));
          expect(Math.min(rise, fall)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it('add up in their category', async () => {
    const plant = tank()
      .addUnit({ id: 't2', type: 'stock', subCategoryId: 'tanks', maxCapacity: 50 })
      .write('t1', 'volume', '2026-06-10', 0, same(288, 4000))
      .write('t2', 'volume', '2026-06-10', 0, same(288, 20_000))
      .write('t2', 'volume', '2026-06-09', 287, [10_000]);
    const data = await answer(plant, { category: 'STOCK_CATEGORY', date: '2026-06-10' });
    expect(data).toMatchObject({ total: 24, siUnit: 'KL', previous: { total: 10 } });
    expect(data.graph[0]?.values).toEqual(same(24, 24));
  });
});

describe('analysers', () => {
  const lab = (): TestPlant =>
    new TestPlant().addCategory('QUALITY_CATEGORY', ['lab']).addUnit({
      id: 'q1',
      type: 'quality',
      subCategoryId: 'lab',
      meta: {
        params: { ph: { name: 'pH', unit: 'pH', lt: 6.5, ht: 8.5 }, tds: { name: 'TDS', unit: 'mg/L', lt: null, ht: 500 } },
      },
    });

  it('keep two digits of a value that two places would round away', async () => {
    const plant = new TestPlant().addCategory('QUALITY_CATEGORY', ['lab']).addUnit({
      id: 'q1',
      type: 'quality',
      subCategoryId: 'lab',
      meta: { params: { mercury: { name: 'Mercury', unit: 'mg/L', lt: null, ht: 0.005 } } },
    });
    plant.write('q1', 'mercury', '2026-06-10', 285, [0.0046, 0.0052, 0.0061]);
    const unit = await unitOf(plant, { category: 'QUALITY_CATEGORY', date: '2026-06-10' });
    expect(unit).toMatchObject({ value: 0.0061, min: 0.0046, max: 0.0061 });
    expect(unit.quality?.params.mercury).toMatchObject({ latest: 0.0061, ht: 0.005, status: 'high' });
    expect(unit.quality?.params.mercury?.series.values.at(-1)).toBe(0.0053);
  });

  it('give every parameter its mean by hour, its newest value and its limits', async () => {
    const plant = lab()
      .write('q1', 'ph', '2026-06-10', 0, [...same(6, 7), ...same(6, 8)])
      .write('q1', 'ph', '2026-06-10', 285, [9, 9, 7.2])
      .write('q1', 'tds', '2026-06-10', 285, [480, 490, 500]);
    const unit = await unitOf(plant, { category: 'QUALITY_CATEGORY', date: '2026-06-10' });
    expect(unit.quality?.params.ph).toMatchObject({ latest: 7.2, lt: 6.5, ht: 8.5, unit: 'pH', at: '2026-06-11T00:30:00.000Z' });
    expect(unit.quality?.params.ph?.series.values[0]).toBe(7.5);
    // the quarter hour's mean is 8.4
    expect(unit.quality?.params.ph?.status).toBe('ok');
    expect(unit.quality?.params.tds?.status).toBe('ok');
    expect(unit).toMatchObject({ value: 7.2, total: null, min: 7, max: 9 });
  });

  it.each([
    ['high', [9, 9, 9], 'GGG'],
    ['low', [6, 6, 6], 'GGG'],
    ['ok', [7, 99, 7], 'GXG'],
    ['invalid', [7, 99, 99], 'GXM'],
  ])('are %s by the mean of the last quarter hour with two valid slots', async (status, values, letters) => {
    const plant = lab().write('q1', 'ph', '2026-06-10', 285, values, letters);
    expect((await unitOf(plant, { category: 'QUALITY_CATEGORY', date: '2026-06-10' })).quality?.params.ph?.status).toBe(status);
  });

  it('have no category total', async () => {
    const data = await answer(lab().write('q1', 'ph', '2026-06-10', 0, [7]), {
      category: 'QUALITY_CATEGORY',
      date: '2026-06-10',
    });
    expect(data).toMatchObject({ total: null, graph: [], previous: { total: null } });
  });
});

describe('electricity meters', () => {
  /** Half an hour at 5 kW with power factor 0.95, half an hour at 45 kW with 0.75, in Wh and VAh per slot. */
  const meter = (): TestPlant => {
    const plant = new TestPlant()
      .addCategory('ENERGY_CATEGORY', ['power'])
      .addUnit({ id: 'e1', type: 'energy', subCategoryId: 'power', meta: { contractKVA: 150 } });
    return plant
      .write('e1', 'energy', '2026-06-10', 0, [...same(6, 10_000 / 12), ...same(6, 90_000 / 12)])
      .write('e1', 'apparent', '2026-06-10', 0, [...same(6, 10_000 / 0.95 / 12), ...same(6, 90_000 / 0.75 / 12)]);
  };

  it('have the power factor of their sums, and the largest half hour as demand', async () => {
    const unit = await unitOf(meter(), { category: 'ENERGY_CATEGORY', date: '2026-06-10' });
    expect(unit.energy).toEqual({
      kWh: 50,
      kVAh: 65.3,
      // the mean of 0.95 and 0.75 would be 0.85
      pf: 0.766,
      maxDemandKVA: 120,
      maxDemandAt: '2026-06-10T01:00:00.000Z',
      contractKVA: 150,
      secKWhPerKL: null,
      cost: null,
      kgCO2: 35,
    });
    expect(unit).toMatchObject({ value: 50, siUnit: 'kWh' });
  });

  it('find the month’s largest half hour among its days', async () => {
    const plant = meter()
      .write('e1', 'apparent', '2026-06-05', 102, [9000, 9000, 9000, 9000, 30_000, 0])
      // larger, but its half hour is not wholly known
      .write('e1', 'apparent', '2026-06-06', 102, [90_000]);
    const { energy } = await unitOf(plant, { category: 'ENERGY_CATEGORY', date: '2026-06-30', type: 'MONTH' });
    expect(energy).toMatchObject({ maxDemandKVA: 132, maxDemandAt: '2026-06-05T09:00:00.000Z' });
  });

  it('have the power factor of what is known of both registers: none is above 1 for what one of them missed', async () => {
    const plant = meter().write('e1', 'apparent', '2026-06-10', 0, same(6, 0), 'M');
    const { graph } = await answer(plant, { category: 'ENERGY_CATEGORY', date: '2026-06-10', v2: true });
    expect(graph.find(({ key }) => key === 'e1.pf')).toMatchObject({ avg: 0.75, max: 0.75 });
    const unit = await unitOf(plant, { category: 'ENERGY_CATEGORY', date: '2026-06-10', type: 'MONTH' });
    expect(unit.energy).toMatchObject({ kWh: 50, kVAh: 60, pf: 0.75 });
  });

  it('show demand and power factor with v2', async () => {
    const { graph } = await answer(meter(), { category: 'ENERGY_CATEGORY', date: '2026-06-10', v2: true });
    const [, demand, factor] = graph;
    expect(demand).toMatchObject({ key: 'e1.demand', unit: 'kVA', stepMinutes: 30, max: 120 });
    expect(demand?.values.slice(0, 3)).toEqual([10.5263, 120, 0]);
    expect(demand?.quality.slice(0, 3)).toBe('GGM');
    expect(factor).toMatchObject({ key: 'e1.pf', avg: 0.766 });
    expect(factor?.values.slice(0, 2)).toEqual([0.766, 0]);
  });
});

describe('wells', () => {
  const well = (): TestPlant =>
    new TestPlant().addCategory('GROUND_WATER_LEVEL', ['wells']).addUnit({
      id: 'w1',
      type: 'borewell',
      subCategoryId: 'wells',
      meta: { meter: { modulus: 1e7, basePerCount: 1000, maxPerHour: 20 } },
    });

  it('show static and pumping level, drawdown and specific capacity', async () => {
    const plant = well()
      .write('w1', 'level', '2026-06-10', 0, [...same(60, 20), ...same(24, 24), ...same(204, 22)])
      .write('w1', 'volume', '2026-06-10', 0, [...same(60, 0), ...same(24, 1000), ...same(204, 0)]);
    const unit = await unitOf(plant, { category: 'GROUND_WATER_LEVEL', date: '2026-06-10' });
    expect(unit.borewell).toEqual({
      swlMbgl: 22,
      swlAt: '2026-06-11T00:25:00.000Z',
      recovering: false,
      pwlMbgl: 24,
      drawdownM: 2,
      // 12 m3/h over 2 m
      specificCapacity: 6,
      runHours: 2,
      abstractionKL: 24,
      permittedKLD: null,
    });
    expect(unit).toMatchObject({ siUnit: 'm bgl', value: 22, total: null, avg: 21.75 });
  });

  it('are recovering while no level is static', async () => {
    const plant = well()
      .write(
        'w1',
        'level',
        '2026-06-10',
        0,
        Array.from({ length: 288 }, (_, at) => 30 - at / 100),
      )
      .write('w1', 'volume', '2026-06-10', 0, same(288, 0));
    const { borewell } = await unitOf(plant, { category: 'GROUND_WATER_LEVEL', date: '2026-06-10' });
    expect(borewell).toMatchObject({ swlMbgl: 27.13, recovering: true, pwlMbgl: null, drawdownM: null, specificCapacity: null });
  });

  it('are static by the slope of the last hour, as the groundwater page and the alarms know it', async () => {
    // at rest in every whole hour, each 3 cm higher than the one before
    const stairs = Array.from({ length: 288 }, (_, at) => 30 - 0.03 * Math.floor(at / 12));
    const plant = well().write('w1', 'level', '2026-06-10', 0, stairs).write('w1', 'volume', '2026-06-10', 0, same(288, 0));
    const { borewell } = await unitOf(plant, { category: 'GROUND_WATER_LEVEL', date: '2026-06-10' });
    expect(borewell).toMatchObject({ swlMbgl: 29.31, swlAt: '2026-06-11T00:25:00.000Z', recovering: false });
  });

  it('have a pump that is off below 1 % of the tested yield, as the alarms and the groundwater page know it', async () => {
    const runHours = async (yieldLpm: number) => {
      const plant = new TestPlant().addCategory('GROUND_WATER_LEVEL', ['wells']).addUnit({
        id: 'w1',
        type: 'borewell',
        subCategoryId: 'wells',
        meta: unitMeta.parse({ meter: { modulus: 1e7, basePerCount: 1, maxPerHour: 20_000 }, well: { yieldLpm } }),
      });
      // 0.06 m3/h, then exactly 0.12
      plant
        .write('w1', 'level', '2026-06-10', 0, same(288, 20))
        .write('w1', 'volume', '2026-06-10', 0, [...same(144, 5), ...same(144, 10)]);
      return (await unitOf(plant, { category: 'GROUND_WATER_LEVEL', date: '2026-06-10' })).borewell?.runHours;
    };
    expect(await runHours(50)).toBe(24);
    expect(await runHours(200)).toBe(12);
    expect(await runHours(400)).toBe(0);
  });

  it('have no level where none was measured', async () => {
    const { borewell } = await unitOf(well(), { category: 'GROUND_WATER_LEVEL', date: '2026-06-10' });
    expect(borewell).toMatchObject({ swlMbgl: null, swlAt: null, recovering: false, abstractionKL: null });
  });
});

describe('a meter’s newest rate', () => {
  const flow = (): TestPlant =>
    new TestPlant().addCategory('SOURCE_CATEGORY', ['in']).addUnit({ id: 'f1', type: 'flow', subCategoryId: 'in' });
  const now = '2026-06-10T06:14:00+05:30';

  it('is its own flow while the window runs, else the last slot times 12', async () => {
    const plant = flow().write('f1', 'volume', '2026-06-10', 0, [100, 250]);
    expect(await unitOf(plant, { category: 'SOURCE_CATEGORY', date: '2026-06-10', now })).toMatchObject({
      latest: 3,
      latestAt: '2026-06-10T00:40:00.000Z',
      online: false,
    });
    const atMs = Date.parse('2026-06-10T00:43:50Z');
    plant.reader.live.set(plant.seriesId('f1', 'flow'), { value: 4.2, quality: 'GOOD', atMs, slotQuality: 'G' });
    expect(await unitOf(plant, { category: 'SOURCE_CATEGORY', date: '2026-06-10', now })).toMatchObject({
      latest: 4.2,
      latestAt: '2026-06-10T00:43:50.000Z',
      online: true,
    });
  });
});

describe('a category of water and electricity', () => {
  it.each(['KL', 'ML', 'L'])('in %s has totals of groups in the unit and the digits of what they count', async (siUnit) => {
    const plant = new TestPlant()
      .addCategory('RO_EFFICIENCY_PLANT', ['streams', 'drives'], { siUnit })
      .addUnit({ id: 'feed', type: 'flow', subCategoryId: 'streams' })
      .addUnit({ id: 'pump', type: 'energy', subCategoryId: 'drives' })
      .write('feed', 'volume', '2026-06-10', 0, same(288, 1000))
      .write('pump', 'energy', '2026-06-10', 0, same(288, 500.13));
    const found = await answer(plant, { category: 'RO_EFFICIENCY_PLANT', date: '2026-06-10' });
    expect([found.total, found.siUnit]).toEqual([288 / ({ KL: 1, ML: 1000, L: 0.001 }[siUnit] ?? 1), siUnit]);
    const drives = found.categories[0]?.subCategories[1];
    expect([drives?.total, drives?.units[0]?.value, drives?.units[0]?.siUnit]).toEqual([144, 144, 'kWh']);
  });
});
