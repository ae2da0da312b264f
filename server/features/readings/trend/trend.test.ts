import { afterEach, describe, expect, it } from 'vitest';
import { type Trend, trend } from '../../../contract/plant/readings/trend.ts';
import { type QualityOfDay, qualityDay, tariffBlocks } from '../../../contract/plant/readings/watch.ts';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { type Reply, type Rig, sessionsOf, someCaller, startRig } from '../../../test/httpRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { readingRoutes } from '../routes.ts';

const same = (count: number, value: number): number[] => Array<number>(count).fill(value);
const rigs: Rig[] = [];
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.stop();
});

const serve = async (plant: TestPlant, now: string): Promise<(path: string) => Promise<Reply>> => {
  const clock = new ManualClock(Date.parse(now));
  const scheduler = new CooperativeScheduler();
  const routes = readingRoutes({
    scheduler,
    directory: plant,
    reader: plant.reader,
    calendars: { of: () => plant.calendar },
    clock,
  });
  const rig = await startRig(routes, { sessions: sessionsOf({ asha: { caller: someCaller(), panel: false } }), clock });
  rigs.push(rig);
  return (path) => rig.ask(`/api/plant/${path}`, { headers: { authorization: 'Bearer asha' } });
};

const plantWith = (): TestPlant =>
  new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['intake'])
    .addUnit({ id: 'in1', type: 'flow', subCategoryId: 'intake', meta: { flowHigh: 2, unitThreshold: 40 } });

const trendAt = async (plant: TestPlant, now: string, query: string): Promise<Trend> => {
  const ask = await serve(plant, now);
  const { status, body, text } = await ask(`trend?unitId=in1&${query}`);
  expect(status, text).toBe(200);
  return trend.parse(body);
};
const noon = '2026-06-11T12:00:10+05:30';
const later = '2026-06-15T09:00:00+05:30';

describe('a trend', () => {
  it('has every slot of a day, and nothing in the place of what is missing or rejected', async () => {
    const plant = plantWith()
      .write('in1', 'volume', '2026-06-10', 0, same(288, 100))
      .write('in1', 'volume', '2026-06-10', 12, [0, 999], 'MX');
    const found = await trendAt(plant, later, 'date1=10/06/2026');
    expect(found).toMatchObject({ unit: 'KL', kind: 'counter', stepMinutes: 5, param: 'volume', running: null });
    expect(found.values).toHaveLength(288);
    expect(found.values.slice(11, 15)).toEqual([0.1, null, null, 0.1]);
    expect(found.quality.slice(11, 15)).toBe('GMXG');
    expect(found.figures).toMatchObject({ total: 28.6, completeness: 99.3, min: 0.1, max: 0.1 });
    expect(found.limits).toEqual([
      { kind: 'high', value: 2, unit: 'm3/h' },
      { kind: 'day', value: 40, unit: 'KL' },
    ]);
  });

  it('leaves the running slot out of values and figures, and says what it has come to', async () => {
    const plant = plantWith().write('in1', 'volume', '2026-06-11', 0, [...same(72, 100), 37]);
    const found = await trendAt(plant, noon, 'date1=11/06/2026');
    expect(found.running).toEqual({ from: '2026-06-11T06:30:00.000Z', value: 0.037, quality: 'G' });
    expect(found.values.slice(71, 74)).toEqual([0.1, null, null]);
    expect(found.figures).toMatchObject({ total: 7.2, completeness: 100 });
    expect(found.settledTo).toBe('2026-06-11T06:30:00.000Z');
  });

  it('keeps every peak when it is thinned, and answers at most as many steps as were asked for', async () => {
    const plant = plantWith().write('in1', 'flow', '2026-06-10', 0, same(288, 1)).write('in1', 'flow', '2026-06-10', 100, [9]);
    const found = await trendAt(plant, later, 'date1=10/06/2026&param=flow&points=40');
    expect(found.stepMinutes).toBe(40);
    expect(found.values).toHaveLength(36);
    expect(Math.max(...(found.high ?? []).map(Number))).toBe(9);
    expect(found.figures).toMatchObject({ max: 9, maxAt: '2026-06-10T08:50:00.000Z', avg: 1.02778 });
  });

  it('counts only so far as the running range it is compared with', async () => {
    const plant = plantWith().write('in1', 'volume', '2026-06-10', 0, same(288, 100));
    const found = await trendAt(plant, later, 'date1=10/06/2026&elapsedMinutes=60');
    expect(found.figures).toMatchObject({ total: 1.2, completeness: 100 });
    expect(found.values).toHaveLength(288);
    expect(found.values[287]).toBe(0.1);
  });

  it('has a month by days whose sum is the total', async () => {
    const plant = plantWith()
      .write('in1', 'volume', '2026-06-09', 0, same(288, 100))
      .write('in1', 'volume', '2026-06-10', 0, same(288, 50));
    const found = await trendAt(plant, later, 'date1=08/06/2026&date2=16/06/2026&step=day');
    expect(found.values).toEqual([null, 28.8, 14.4, null, null, null, null, null, null]);
    expect(found.quality).toBe('MGGMMMMMM');
    expect(found.starts?.[1]).toBe('2026-06-09T00:30:00.000Z');
    expect(found.figures).toMatchObject({ total: 43.2, max: 28.8, maxAt: '2026-06-09T00:30:00.000Z', min: 14.4 });
  });

  it.each(['slot', 'hour', 'day'])('by %s says of how many slots its total is, whatever its steps', async (step) => {
    const one = (date: string) => Array.from({ length: 24 }, (_, hour) => ({ date, at: 12 * hour }));
    const plant = plantWith().write('in1', 'volume', '2026-06-09', 0, same(288, 100));
    // a slot of each hour
    for (const { date, at } of one('2026-06-10')) plant.write('in1', 'volume', date, at, [100]);
    const found = await trendAt(plant, later, `date1=09/06/2026&date2=10/06/2026&step=${step}`);
    expect(found.figures.compared).toEqual({ slots: 576, known: 312, isEntered: false });
  });

  it.each(['slot', 'day'])(
    'by %s expects nothing of days before the plant joined, also of what is filled by hand',
    async (step) => {
      const joinedAtMs = Date.parse('2026-06-09T12:00:00+05:30');
      const plantOf = (type: 'manual' | 'flow'): TestPlant => {
        const plant = new TestPlant().addCategory('SOURCE_CATEGORY', ['intake']);
        const industry = plant.industry('DEMO');
        if (industry) industry.joinedAtMs = joinedAtMs;
        const params = { volume: { name: 'Volume', unit: 'L', kind: 'counter' as const, lt: null, ht: null } };
        plant.addUnit({
          id: 'in1',
          type,
          subCategoryId: 'intake',
          createdAtMs: joinedAtMs,
          meta: type === 'manual' ? { params } : {},
        });
        return plant
          .write('in1', 'volume', '2026-06-09', 0, same(288, 100), 'R')
          .write('in1', 'volume', '2026-06-10', 0, same(144, 100), 'R');
      };
      const range = `date1=01/06/2026&date2=10/06/2026&param=volume&step=${step}`;
      expect((await trendAt(plantOf('manual'), later, range)).figures).toMatchObject({ total: 43.2, completeness: 75 });
      // taken over from before: as complete as it is, where nothing was expected
      const early = plantOf('flow').write('in1', 'volume', '2026-06-02', 0, same(144, 100));
      const before = `date1=01/06/2026&date2=05/06/2026&param=volume&step=${step}`;
      expect((await trendAt(early, later, before)).figures).toMatchObject({ total: 14.4, completeness: 100 });
      expect((await trendAt(plantOf('flow'), later, before)).figures).toMatchObject({ total: null, completeness: 0 });
    },
  );

  it.each(['slot', 'day'])('by %s expects nothing of a meter from before it joined', async (step) => {
    const range = `date1=01/06/2026&date2=10/06/2026&step=${step}`;
    const joinedAt = (createdAtMs: number): TestPlant =>
      new TestPlant()
        .addCategory('SOURCE_CATEGORY', ['intake'])
        .addUnit({ id: 'in1', type: 'flow', subCategoryId: 'intake', createdAtMs })
        .write('in1', 'volume', '2026-06-09', 0, same(288, 100))
        .write('in1', 'volume', '2026-06-10', 0, same(144, 100));
    const evening = Date.parse('2026-06-09T20:00:00+05:30');
    const since = await trendAt(joinedAt(evening), later, range);
    expect(since.figures).toMatchObject({ total: 43.2, completeness: 75 });
    // one that was there all along was silent for eight days
    const silent = await trendAt(joinedAt(Date.parse('2026-05-01T00:00:00Z')), later, range);
    expect(silent.figures).toMatchObject({ total: 43.2, completeness: 15 });
    // its first two hours were missed
    const late = joinedAt(evening).write('in1', 'volume', '2026-06-09', 0, same(192, 0), 'M');
    expect((await trendAt(late, later, range)).figures).toMatchObject({ total: 24, completeness: 58.8 });
    // entered for the past it was there: what is missing the day after is missing
    late.write('in1', 'volume', '2026-06-08', 0, same(288, 100));
    const day = `date1=09/06/2026&step=${step}`;
    expect((await trendAt(late, later, day)).figures).toMatchObject({ total: 9.6, completeness: 33.3 });
    const unknown = new TestPlant()
      .addCategory('SOURCE_CATEGORY', ['intake'])
      .addUnit({ id: 'in1', type: 'flow', subCategoryId: 'intake', createdAtMs: evening });
    expect((await trendAt(unknown, later, range)).figures).toMatchObject({ total: null, completeness: 0 });
  });

  it('shows a counter as what it has counted since the start', async () => {
    const plant = plantWith().write('in1', 'volume', '2026-06-10', 0, [100, 200, 0, 300], 'GGMG');
    const found = await trendAt(plant, later, 'date1=10/06/2026&form=counter');
    expect(found.values.slice(0, 5)).toEqual([0.1, 0.3, null, 0.6, null]);
  });

  it.each([
    ['no range at all', '', 'either date1 or from and to must be given'],
    ['a range that runs backwards', 'date1=10/06/2026&date2=09/06/2026', 'date2 is before date1'],
    ['a day that no window can hold', 'date1=31/12/9999', 'date1 is after 30/12/9999'],
    ['a last day that no window can hold', 'date1=30/12/9999&date2=31/12/9999', 'date2 is after 30/12/9999'],
    ['half a range', 'from=2026-06-10T00:00:00Z', 'from and to belong together'],
    ['slots of more than a year', 'date1=10/06/2020&date2=09/06/2026', 'the range has 2191 days; at most 366 with step=slot'],
  ])('is refused for %s', async (_, query, message) => {
    const ask = await serve(plantWith(), later);
    const { status, text } = await ask(`trend?unitId=in1&${query}`);
    expect(status).toBe(400);
    expect(text).toContain(message);
  });
});

describe('quality by quarter hours', () => {
  it('compares means of what flowed with the limits, and says why others were not compared', async () => {
    const plant = new TestPlant()
      .addCategory('SOURCE_CATEGORY', ['out'])
      .addCategory('QUALITY_CATEGORY', ['lab'])
      .addUnit({ id: 'meter', type: 'flow', subCategoryId: 'out' })
      .addUnit({
        id: 'probe',
        type: 'quality',
        subCategoryId: 'lab',
        meta: { flowUnitId: 'meter', params: { tss: { name: 'TSS', unit: 'mg/L', lt: null, ht: 100 } } },
      })
      .write('meter', 'volume', '2026-06-10', 0, [...same(9, 50), ...same(3, 0), ...same(276, 50)])
      .write(
        'probe',
        'tss',
        '2026-06-10',
        0,
        [90, 90, 90, 90, 110, 130, 0, 0, 90, ...same(3, 500), ...same(276, 80)],
        'GGGGGGMMG'.padEnd(288, 'G'),
      );
    const ask = await serve(plant, later);
    const { body } = await ask('quality?date1=10/06/2026&days=2');
    const found: QualityOfDay = qualityDay.parse(body);
    const [param] = found.units[0]?.params ?? [];
    expect(param?.states.slice(0, 5)).toBe('ihvni');
    expect(param?.means.slice(0, 5)).toEqual([90, 110, null, null, 80]);
    expect(param).toMatchObject({ minutesOut: 15, minutesNoFlow: 15, minutesJudged: 94 * 15, max: 130 });
    expect(param?.days).toEqual([
      { date: '09/06/2026', minutesOut: 0, minutesJudged: 0, validPct: 0 },
      { date: '10/06/2026', minutesOut: 15, minutesJudged: 94 * 15, validPct: 98.3 },
    ]);
    expect(found.units[0]).toMatchObject({ flowUnitId: 'meter' });
  });
});

describe('energy by blocks of the tariff', () => {
  it('adds up to all energy, each slot in the block in which it begins', async () => {
    const plant = new TestPlant()
      .addCategory('ENERGY_CATEGORY', ['power'])
      .addUnit({ id: 'main', type: 'energy', subCategoryId: 'power' })
      .write('main', 'energy', '2026-06-10', 0, same(288, 1000));
    for (const industry of plant.industries())
      industry.meta.facts = { tariffs: { energy: [{ from: '22:00', to: '06:00', ratePerKWh: 5 }], ratePerKWh: 10 } };
    const ask = await serve(plant, later);
    const { body } = await ask('tariff-blocks?date1=10/06/2026');
    const found = tariffBlocks.parse(body);
    expect(found.units[0]).toMatchObject({
      kWh: 288,
      blocks: [{ kWh: 96, cost: 480 }],
      outside: { kWh: 192, cost: 1920 },
      completeness: 100,
    });
  });
});
