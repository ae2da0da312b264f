import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { CooperativeScheduler, TimeSlice } from '../../core/cooperativeScheduler.ts';
import { dateOfDay } from '../../core/shift.ts';
import { startMeterAndTank } from '../../test/meterAndTank.ts';
import { DamageList } from '../store/damage.ts';
import { ReadingStore } from '../store/readingStore.ts';
import { gather } from './gather.ts';
import { MonthTotals } from './monthTotals.ts';
import { nowSlotOf } from './readContext.ts';
import { SlotReader } from './slotReader.ts';
import { chooseWindow } from './window.ts';

const DAYS = 45;

/** Six weeks closed up to 24 January, half a day that runs, and its month by days. */
const runningMonth = async () => {
  const { rig, plant, ids, day, now } = await startMeterAndTank({
    timezone: 'UTC',
    firstDate: '2023-12-10',
    days: DAYS,
    levelOf: (slot) => (slot % 31) / 11,
  });
  onTestFinished(() => rig.close());
  const damage = new DamageList();
  const store = new ReadingStore(rig.readonly.sqlite, damage);
  const readerOf = (over: ReadingStore): SlotReader =>
    new SlotReader({
      ...{ store: over, units: plant, clock: rig.clock, openDays: rig.ingest.openDays },
      months: new MonthTotals(over),
    });
  const monthOf = (reader: SlotReader, endSlot?: number) => {
    const nowSlot = endSlot ?? nowSlotOf(rig.clock.now());
    const today = dateOfDay(plant.calendar.dayOfSlot(nowSlot));
    const source = {
      ...{ reader, calendar: plant.calendar, nowSlot, isOnline: () => true },
      ...(endSlot === undefined ? {} : { endSlot }),
      pace: new TimeSlice(new CooperativeScheduler(), rig.clock, new AbortController().signal),
    };
    return gather(source, ids, chooseWindow(plant.calendar, 'MONTH', { date1: today }));
  };
  const reader = readerOf(store);
  return {
    ...{ rig, plant, ids, day, now, damage },
    month: (endSlot?: number) => monthOf(reader, endSlot),
    /** By a reader that has read nothing before. */
    anew: (endSlot?: number) => monthOf(readerOf(new ReadingStore(rig.readonly.sqlite, new DamageList())), endSlot),
  };
};

it('the days of a running month are those of a first look, however often it is looked at and as time goes on', async () => {
  const { rig, ids, now, month, anew } = await runningMonth();
  const first = await month();
  expect(first.get(ids[0] ?? 0)?.buckets).toHaveLength(24);
  expect(await month()).toEqual(first);
  rig.clock.advance(3_600_000);
  expect(await month()).toEqual(await anew());
  expect(await month()).not.toEqual(first);
  // as it was two days and three hours ago, and now again
  expect(await month(now - 2 * 288 - 36)).toEqual(await anew(now - 2 * 288 - 36));
  expect(await month()).toEqual(await anew());
});

it('a closed day that is corrected, or stored by another process, shows in the next look', async () => {
  const { rig, plant, ids, day, month, anew } = await runningMonth();
  const [volume = 0, flow = 0] = ids;
  const before = await month();
  await rig.ingest.enter(flow, plant.calendar.windowOfDay(day + 30).firstSlot, [500, 501], 'read by hand');
  await rig.ingest.flush();
  const corrected = await month();
  expect(corrected).toEqual(await anew());
  expect(corrected.get(flow)).not.toEqual(before.get(flow));
  const sqlite = new Database(rig.path);
  sqlite.prepare(`update day_total set sum = 123, checksum = null where series_id = ${volume} and day = ?`).run(day + 35);
  sqlite.prepare("update day_revision set revision = revision + 1 where industry_id = 'DEMO' and day = ?").run(day + 35);
  sqlite.close();
  expect((await month()).get(volume)?.buckets[13]?.sum).toBe(123);
});

it('a day whose total is damaged is missing only until it is whole again', async () => {
  const { rig, ids, day, damage, month } = await runningMonth();
  const [volume = 0] = ids;
  const sqlite = new Database(rig.path);
  onTestFinished(() => void sqlite.close());
  const set = sqlite.prepare(`update day_total set complete = complete + ? where series_id = ${volume} and day = ?`);
  const sumOf = async () => (await month()).get(volume)?.buckets[13]?.sum;
  set.run(1, day + 35);
  expect(await sumOf()).toBeNull();
  expect(await sumOf()).toBeNull();
  expect(damage.all()).toHaveLength(1);
  set.run(-1, day + 35);
  expect(await sumOf()).toBe(144_000);
  damage.drop('total', volume, day + 35);
  expect(await sumOf()).toBe(144_000);
});
