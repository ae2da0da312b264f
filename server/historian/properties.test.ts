import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DeviceDataV2 } from '../contract/user/deviceData.ts';
import { CooperativeScheduler } from '../core/cooperativeScheduler.ts';
import { daysOf, monthOfDay } from '../core/months.ts';
import { dateOfDay, dayNumber } from '../core/shift.ts';
import { SLOT_MS } from '../core/slots.ts';
import { deviceData } from '../features/readings/deviceDataV2.ts';
import { ReadingsRig } from '../test/readingsRig.ts';
import { TestPlant } from '../test/testPlant.ts';
import { addDays } from './read/monthTotals.ts';
import { sourceFor } from './read/readContext.ts';
import { chooseWindow } from './read/window.ts';
import { selectUnits } from './units/selection.ts';

const meter = { modulus: 1_000_000, basePerCount: 10, maxPerHour: 12_000, backDeadband: 1 };
const DAYS = 6;
const NIGHT_OF_CHANGE = { spring: '2026-03-28', autumn: '2026-10-31' } as const;
/** Around the night of the change of clocks and around the end of a month. */
const firstDayOf = (season: keyof typeof NIGHT_OF_CHANGE): number =>
  season === 'spring' ? dayNumber('2026-03-27') : dayNumber('2026-10-30');

const story = fc.record({
  season: fc.constantFrom('spring' as const, 'autumn' as const),
  seed: fc.integer({ min: 1, max: 2 ** 30 }),
  /** Outages, as parts of the whole time and lengths in slots. */
  gaps: fc.array(fc.record({ at: fc.double({ min: 0, max: 0.95, noNaN: true }), slots: fc.integer({ min: 1, max: 90 }) }), {
    maxLength: 4,
  }),
  entry: fc.record({
    at: fc.double({ min: 0, max: 0.9, noNaN: true }),
    values: fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 30 }),
  }),
});
type Story = typeof story extends fc.Arbitrary<infer S> ? S : never;

const random = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
};

/** A meter and a tank through six closed days, whose clocks change in the night to Sunday, and how much passed the meter. */
const write = async ({ season, seed, gaps }: Story) => {
  const timezone = season === 'spring' ? 'Europe/Berlin' : 'America/New_York';
  const plant = new TestPlant({ timezone })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addCategory('STOCK_CATEGORY', ['t'])
    .addUnit({ id: 'in', type: 'flow', subCategoryId: 's', standardCategoryIds: ['ID_SOURCE'], meta: { meter } })
    .addUnit({ id: 'tank', type: 'stock', subCategoryId: 't', maxCapacity: 50 });
  const firstDay = firstDayOf(season);
  const from = plant.calendar.windowOfDay(firstDay).firstSlot;
  const to = plant.calendar.windowOfDay(firstDay + DAYS).firstSlot;
  const rig = new ReadingsRig(plant, to * SLOT_MS + 10_000);
  const next = random(seed);
  const isAway = (slot: number): boolean =>
    gaps.some(({ at, slots }) => {
      const start = from + Math.floor(at * (to - from));
      return slot >= start && slot < start + slots;
    });
  const [volume, stock] = [rig.id('in', 'volume'), rig.id('tank', 'volume')];
  const history = rig.history();
  let [display, litres] = [Math.floor(seed % meter.modulus), 25_000];
  let passed = 0;
  for (let slot = from - 1; slot < to; slot += 1) {
    const step = Math.floor(next() * 200);
    display = (display + step) % meter.modulus;
    litres = Math.min(50_000, Math.max(0, litres + Math.round((next() - 0.5) * 4000)));
    if (slot >= from) passed += step;
    // first and last reading are there, so that what passed in between is known
    const isKnown = slot === from - 1 || slot === to - 1 || !isAway(slot);
    history.acceptSlot(slot, [
      { seriesId: volume, value: isKnown ? display : null },
      { seriesId: stock, value: isKnown ? litres : null },
    ]);
  }
  history.finish();
  rig.start(['in.volume', 'tank.volume']);
  await rig.ingest.flush();
  const days = Array.from({ length: DAYS }, (_, at) => firstDay + at);
  return { plant, rig, days, from, to, volume, stock, passedL: passed * meter.basePerCount };
};
type Written = Awaited<ReturnType<typeof write>>;

const ask = async (
  { plant, rig }: Written,
  category: string,
  type: 'DAY' | 'MONTH' | 'YEAR',
  day: number,
): Promise<DeviceDataV2> => {
  const selection = selectUnits(plant, 'DEMO', category);
  if (!selection) throw new Error(`no ${category}`);
  const parts = { directory: plant, reader: rig.reader, calendars: { of: () => plant.calendar }, clock: rig.clock };
  const source = sourceFor(parts, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
  const window = chooseWindow(plant.calendar, type, { date1: dateOfDay(day) });
  return deviceData({ selection, window, divisionFactor: 1, v2: false, nowMs: source.nowMs }, source);
};

const check = (property: (written: Written, story: Story) => Promise<void>, numRuns = 12) =>
  fc.assert(
    fc.asyncProperty(story, async (one) => {
      const written = await write(one);
      try {
        await property(written, one);
      } finally {
        await written.rig.close();
      }
    }),
    { numRuns },
  );

const sumOf = (values: Iterable<number>): number => {
  let thousandths = 0;
  for (const value of values) thousandths += Math.round(value * 1000);
  return thousandths / 1000;
};

describe('whatever a meter went through', () => {
  it('slots add up to their day, days to their month, and both to what passed, over a day of 23 or 25 hours', () =>
    check(async ({ rig, plant, days, from, to, volume, passedL }) => {
      const windows = days.map((day) => plant.calendar.windowOfDay(day));
      expect(windows.reduce((sum, { slots }) => sum + slots, 0)).toBe(to - from);
      expect(windows.some(({ slots }) => slots === 276 || slots === 300)).toBe(true);
      const totals = rig.reader.dayTotals([volume], days[0] ?? 0, days.at(-1) ?? 0);
      expect(totals.map(({ day }) => day)).toEqual(days);
      for (const [at, { firstSlot, slots }] of windows.entries())
        expect(totals[at]?.sum).toBe(sumOf(rig.reader.slots(volume, firstSlot, firstSlot + slots).values));
      expect(sumOf(totals.map(({ sum }) => sum ?? 0))).toBe(passedL);
      const [first, last] = [monthOfDay(days[0] ?? 0), monthOfDay(days.at(-1) ?? 0)];
      const months = rig.reader.monthTotals([volume], first, last);
      expect(months.map(({ month }) => month)).toEqual([first, last]);
      for (const { month, ...total } of months) {
        const { fromDay, toDay } = daysOf(month);
        const added = addDays(totals.filter(({ day }) => day >= fromDay && day <= toDay));
        expect(total).toEqual({ ...added, sum: expect.closeTo(added?.sum ?? 0, 6), avg: expect.closeTo(added?.avg ?? 0, 6) });
      }
    }));

  it('hours, days and months are answered with the same total', () =>
    check(async (written) => {
      const { days, passedL } = written;
      const last = days.at(-1) ?? 0;
      const byDay = await Promise.all(days.map((day) => ask(written, 'SOURCE_CATEGORY', 'DAY', day)));
      expect(sumOf(byDay.map(({ total }) => total ?? 0))).toBe(passedL);
      for (const { graph, total } of byDay) expect(sumOf(graph[0]?.values ?? [])).toBe(total);
      const year = await ask(written, 'SOURCE_CATEGORY', 'YEAR', last);
      expect(year.total).toBe(passedL);
      const month = await ask(written, 'SOURCE_CATEGORY', 'MONTH', last);
      expect(month.graph[0]?.values.filter((value) => value !== 0)).toEqual(
        byDay
          .filter((_, at) => (days[at] ?? 0) >= daysOf(monthOfDay(last)).fromDay)
          .map(({ total }) => total)
          .filter((total) => total !== 0),
      );
      expect(year.graph[0]?.values.at(-1)).toBe(month.total);
    }));

  it('a tank closes with what it opened with, plus what was filled, less what was drawn', () =>
    check(async (written) => {
      for (const day of written.days) {
        const { stock } = (await ask(written, 'STOCK_CATEGORY', 'DAY', day)).categories[0]?.subCategories[0]?.units[0] ?? {};
        if (!stock || stock.openingKL === null || stock.closingKL === null) continue;
        expect(stock.closingKL - stock.openingKL).toBeCloseTo((stock.fillKL ?? 0) - (stock.drawKL ?? 0), 1);
      }
    }));

  it('a run over every day changes nothing, also after a person has entered values', () =>
    check(async ({ rig, days, from, to, volume, stock }, { entry }) => {
      const revisionsOf = () =>
        rig.connection.sqlite.prepare('select series_id, day, revision, sum, last from day_total order by 1, 2').all();
      const runAll = async () => {
        const changed: number[] = [];
        for (const day of days) changed.push(...(await rig.ingest.recompute('DEMO', dateOfDay(day))));
        return changed;
      };
      expect(await runAll()).toEqual([]);
      const at = from + Math.floor(entry.at * (to - from - entry.values.length));
      await rig.ingest.enter(volume, at, entry.values, 'why');
      await rig.ingest.enter(stock, at, entry.values, 'why');
      const before = revisionsOf();
      expect(await runAll()).toEqual([]);
      expect(revisionsOf()).toEqual(before);
      const run = rig.reader.slots(volume, at, at + entry.values.length);
      expect([[...run.values], run.quality]).toEqual([entry.values, 'R'.repeat(entry.values.length)]);
    }));
});
