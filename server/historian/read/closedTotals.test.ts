import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { uniformAt } from '../../core/random.ts';
import { startMeterAndTank } from '../../test/meterAndTank.ts';
import { DamageList } from '../store/damage.ts';
import { ReadingStore } from '../store/readingStore.ts';
import { ClosedTotals } from './closedTotals.ts';
import { MonthTotals } from './monthTotals.ts';
import type { DayTotal } from './reader.ts';
import { SlotReader } from './slotReader.ts';

const DAYS = 45;

/** Six weeks closed over a turn of a month, and half a day that runs. */
const sixWeeks = async () => {
  const { rig, plant, ids, day, now } = await startMeterAndTank({
    timezone: 'UTC',
    firstDate: '2023-12-10',
    days: DAYS,
    levelOf: (slot) => (slot % 31) / 11,
  });
  onTestFinished(() => rig.close());
  const damage = new DamageList();
  const store = new ReadingStore(rig.readonly.sqlite, damage);
  const reader = new SlotReader({
    ...{ store, units: plant, clock: rig.clock, openDays: rig.ingest.openDays },
    months: new MonthTotals(store),
  });
  /** Reads from the database alone, and remembers nothing. */
  const anew = () => new ReadingStore(rig.readonly.sqlite, new DamageList());
  const totals = (from = 0, days = DAYS) => reader.dayTotals(ids, day + from, day + from + days - 1);
  const totalsAnew = (from = 0, days = DAYS) => anew().dayTotals(ids, day + from, day + from + days - 1);
  /** What another process does, of which nobody here is told. */
  const elsewhere = (of: number, statement: string) => {
    const sqlite = new Database(rig.path);
    sqlite.prepare(statement).run(of);
    sqlite.prepare("update day_revision set revision = revision + 1 where industry_id = 'DEMO' and day = ?").run(of);
    sqlite.close();
  };
  return { rig, plant, reader, store, damage, ids, day, now, totals, totalsAnew, elsewhere };
};

it('totals of closed days are those of the database, whatever stretch is asked for and in whatever order', async () => {
  const { totals, totalsAnew } = await sixWeeks();
  for (let round = 0; round < 60; round += 1) {
    const from = Math.floor(uniformAt(7, round, 0) * DAYS);
    const days = 1 + Math.floor(uniformAt(7, round, 1) * (DAYS - from));
    expect(totals(from, days)).toEqual(totalsAnew(from, days));
  }
  expect(totals()).toHaveLength(4 * DAYS);
});

it('a day that is corrected shows in the next answer, of totals and of slots', async () => {
  const { rig, reader, ids, day, plant, totals, totalsAnew } = await sixWeeks();
  const [, flow = 0] = ids;
  const { firstSlot } = plant.calendar.windowOfDay(day + 20);
  const firstHour = () => [...reader.slots(flow, firstSlot, firstSlot + 12).values];
  const before = [totals(), firstHour()];
  await rig.ingest.enter(flow, firstSlot, [500, 501], 'read by hand');
  await rig.ingest.flush();
  expect(firstHour().slice(0, 2)).toEqual([500, 501]);
  expect(totals()).toEqual(totalsAnew());
  expect(totals()).not.toEqual(before[0]);
});

it('a day that another process stored shows in the next answer, of totals and of slots', async () => {
  const { reader, ids, day, plant, totals, totalsAnew, elsewhere } = await sixWeeks();
  const [, flow = 0] = ids;
  const [one, other] = [day + 20, day + 21].map((of) => {
    const { firstSlot } = plant.calendar.windowOfDay(of);
    return () => [...reader.slots(flow, firstSlot, firstSlot + 288).values];
  });
  totals();
  expect(one?.()).not.toEqual(other?.());
  elsewhere(
    day + 20,
    `update reading_day set hash = null, checksum = null, packed =
       (select packed from reading_day next where next.series_id = ${flow} and next.day = reading_day.day + 1)
     where series_id = ${flow} and day = ?`,
  );
  expect(one?.()).toEqual(other?.());
  elsewhere(day + 3, `update day_total set sum = 123, checksum = null where series_id = ${ids[0]} and day = ?`);
  expect(totals().find((total) => total.seriesId === ids[0] && total.day === day + 3)?.sum).toBe(123);
  expect(totals()).toEqual(totalsAnew());
});

it('a total that is damaged is left out and named, and counts again once it is whole', async () => {
  const { rig, damage, day, ids, totals } = await sixWeeks();
  const sqlite = new Database(rig.path);
  onTestFinished(() => void sqlite.close());
  const set = sqlite.prepare(`update day_total set complete = complete + ? where series_id = ${ids[0]} and day = ?`);
  set.run(1, day + 5);
  expect(totals()).toHaveLength(4 * DAYS - 1);
  expect(damage.all().map((one) => [one.part, one.seriesId, one.day])).toEqual([['total', ids[0], day + 5]]);
  set.run(-1, day + 5);
  expect(totals()).toHaveLength(4 * DAYS);
});

it('few days of many series are taken from whole days where those are kept, and looked up where they are not', () => {
  const row = (seriesId: number, day: number, sum: number): DayTotal => ({
    ...{ seriesId, day, sum, revision: 1, min: 0, max: sum, avg: 1, last: 1, expected: 288, complete: 288, estimated: 0 },
    ...{ counterOpen: null, counterClose: null },
  });
  const rowsOf = (ids: readonly number[], from: number, to: number, sum: number): DayTotal[] =>
    ids.flatMap((id) => Array.from({ length: to - from + 1 }, (_, at) => row(id, from + at, sum)));
  const parts = {
    dayTotals: (ids: readonly number[], from: number, to: number) => rowsOf(ids, from, to, 1),
    monthRevisions: () => new Map<number, number>(),
    hasDamagedTotal: () => false,
  };
  let areKept = true;
  const totals = new ClosedTotals(parts, {
    of: (_industryId, ids, from, to) => (areKept ? rowsOf(ids, from, to, 2) : undefined),
  });
  const many = Array.from({ length: 11 }, (_, at) => 11 - at);
  const ordered = many.toReversed();
  expect(totals.of('DEMO', many, 20_000, 20_001)).toEqual(rowsOf(ordered, 20_000, 20_001, 2));
  expect(totals.of('DEMO', many.slice(1), 20_000, 20_001)).toEqual(rowsOf(many.slice(1), 20_000, 20_001, 1));
  areKept = false;
  expect(totals.of('DEMO', ordered, 20_000, 20_001)).toEqual(rowsOf(ordered, 20_000, 20_001, 1));
});
