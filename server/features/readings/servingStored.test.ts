import { afterEach, describe, expect, it } from 'vitest';
import { overview } from '../../contract/plant/overview.ts';
import { deviceDataV2Body, rawDocument } from '../../contract/user/deviceData.ts';
import { granularResponse } from '../../contract/user/granular.ts';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../core/shift.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { type Reply, sessionsOf, someCaller, startRig } from '../../test/httpRig.ts';
import { ReadingsRig } from '../../test/readingsRig.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { overviewRoutes } from './overview/routes.ts';
import { readingRoutes } from './routes.ts';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

/** Litres per count of the display, counts per slot. */
const LITRES = 100;
const COUNTS = 3;

/**
 * A plant in Berlin through the change to winter time (24 October has 25 hours), its history and its running day on a real
 * database: a meter of 3 counts a slot that rolls over at 20,000 and says nothing for an hour on the 25th, and a tank.
 */
const servedPlant = async () => {
  const plant = new TestPlant({ timezone: 'Europe/Berlin' })
    .addCategory('SOURCE_CATEGORY', ['intake'])
    .addCategory('STOCK_CATEGORY', ['tanks'])
    .addUnit({
      id: 'in1',
      type: 'flow',
      subCategoryId: 'intake',
      standardCategoryIds: ['ID_SOURCE'],
      meta: { meter: { modulus: 20_000, basePerCount: LITRES, maxPerHour: 1000 } },
    })
    .addUnit({ id: 't1', type: 'stock', subCategoryId: 'tanks', maxCapacity: 50 });
  const from = plant.calendar.windowOfDay(dayNumber('2026-10-23')).firstSlot;
  const today = plant.calendar.windowOfDay(dayNumber('2026-10-26')).firstSlot;
  const gap = plant.calendar.windowOfDay(dayNumber('2026-10-25')).firstSlot + 120;
  const rig = new ReadingsRig(plant, today * SLOT_MS - 10_000);
  undo.push(() => rig.close());
  const displayAt = (slot: number): number => (19_000 + (slot - from + 1) * COUNTS) % 20_000;
  const stockAt = (slot: number): number => 20_000 + 1000 * (slot % 12);
  const history = rig.history();
  for (let slot = from - 1; slot < today; slot += 1)
    history.acceptSlot(slot, [
      { seriesId: rig.id('in1', 'volume'), value: slot >= gap && slot < gap + 12 ? null : displayAt(slot) },
      { seriesId: rig.id('t1', 'volume'), value: stockAt(slot) },
    ]);
  history.finish();
  rig.start(['in1.volume', 't1.volume']);
  for (let slot = today; slot < today + 6; slot += 1)
    await rig.slot(slot, { 'in1.volume': displayAt(slot), 't1.volume': stockAt(slot) });
  rig.clock.advance(10_000);

  const parts = {
    directory: plant,
    reader: rig.reader,
    calendars: { of: () => plant.calendar },
    scheduler: new CooperativeScheduler(),
    clock: rig.clock,
  };
  const nothingElse = { troubles: () => () => null, dischargeIds: async () => new Set<string>() };
  const http = await startRig([...readingRoutes(parts), ...overviewRoutes({ ...parts, ...nothingElse })], {
    clock: rig.clock,
    sessions: sessionsOf({ asha: { caller: someCaller(), panel: false } }),
  });
  undo.push(() => http.stop());
  const ask = (path: string, headers = {}): Promise<Reply> =>
    http.ask(path, { headers: { authorization: 'Bearer asha', ...headers } });
  const data = async (query: string) =>
    deviceDataV2Body.parse((await ask(`/api/user/deviceDataV2?category=ID_SOURCE&${query}`)).body);
  return { ask, data, rig, stockAt, today };
};

describe('readings that were stored', () => {
  it('are served by hour, day and month, through a rollover, a bridged gap and a day of 25 hours', async () => {
    const { data, ask } = await servedPlant();
    // 288, 300 and 288 slots of 300 litres
    for (const [date, total, hours] of [
      ['23/10/2026', 86.4, 24],
      ['24/10/2026', 90, 25],
      ['25/10/2026', 86.4, 24],
    ] as const) {
      const day = await data(`date1=${date}`);
      expect(day.total).toBe(total);
      expect(day.graph[0]?.values).toEqual(Array<number>(hours).fill(3.6));
    }
    const bridged = await data('date1=25/10/2026');
    expect(bridged.graph[0]?.quality).toBe(`${'G'.repeat(10)}EE${'G'.repeat(12)}`);
    // all but the 12 slots of the gap and the one whose reading bridges it
    expect(bridged.completeness).toBe(95.5);

    const month = await data('date1=26/10/2026&type=MONTH');
    expect(month.graph[0]?.values.slice(21)).toEqual([0, 86.4, 90, 86.4, 1.8]);
    expect(month.graph[0]?.quality.slice(20)).toBe('MMGGEG');
    expect(month.total).toBe(264.6);
    expect((await data('date1=26/10/2026&type=YEAR')).total).toBe(264.6);

    const { body } = await ask('/api/user/granular/unit?date1=24/10/2026&unitId=in1');
    expect(granularResponse.parse(body).data1.map(({ v }) => v)).toEqual(Array<number>(288).fill(0.3));
  });

  it('come to the same by hours, days, months and slots while a slot is half over', async () => {
    const { ask, data, rig, today } = await servedPlant();
    // the display of the slot before and two of its three counts
    rig.send('in1.volume', (19_000 + (288 + 300 + 288 + 6) * COUNTS + 2) % 20_000);
    rig.clock.set((today + 6) * SLOT_MS + 120_000);
    await rig.ingest.flush();
    const days = await data('date1=26/10/2026&type=MONTH');
    expect((await data('date1=26/10/2026')).total).toBe(1.8);
    expect(days.graph[0]?.values.at(-1)).toBe(1.8);
    expect(days.total).toBe(264.6);
    expect((await data('date1=26/10/2026&type=YEAR')).total).toBe(264.6);
    const { data1 } = granularResponse.parse((await ask('/api/user/granular/unit?date1=26/10/2026&unitId=in1')).body);
    expect(data1.slice(4, 8).map(({ v, q }) => `${q} ${v}`)).toEqual(['G 0.3', 'G 0.3', 'M 0', 'M 0']);
  });

  it('are served raw with the meter’s readings and its rollover', async () => {
    const { ask } = await servedPlant();
    const { body } = await ask('/api/user/deviceDataV2?category=ID_SOURCE&date1=24/10/2026&formattedOutput=false');
    const [document] = rawDocument.array().parse(body);
    // 19,000 + 288 x 3 at the start of the day, 300 x 3 more at its end, less one turn of the display
    expect(document).toMatchObject({ counterOpen: 19_864, counterClose: 764, quality: 'G'.repeat(300) });
    expect(document?.events.map(({ kind }) => kind)).toEqual(['rollover']);
  });

  it('are shown in the overview beside yesterday to the same time', async () => {
    const { ask, stockAt, today } = await servedPlant();
    const { kpis, units } = overview.parse((await ask('/api/plant/overview')).body);
    expect(kpis.intake).toMatchObject({ value: 1.8, previous: 1.8, changePct: 0, completeness: 100 });
    expect(kpis.stock.value).toBe(stockAt(today + 5) / 1000);
    expect(units.map(({ unitId, online }) => [unitId, online])).toEqual([
      ['in1', true],
      ['t1', true],
    ]);
  });

  it('give the running day a new tag with every stored change, and a closed one its own for good', async () => {
    const { ask, rig, today } = await servedPlant();
    const tagOf = async (date: string) => String((await ask(`/api/user/granular/unit?date1=${date}&unitId=in1`)).headers.etag);
    const before = { closed: await tagOf('23/10/2026'), open: await tagOf('26/10/2026') };
    await rig.slot(today + 6, { 'in1.volume': 5000 });
    expect(await tagOf('23/10/2026')).toBe(before.closed);
    expect(await tagOf('26/10/2026')).not.toBe(before.open);
  });
});
