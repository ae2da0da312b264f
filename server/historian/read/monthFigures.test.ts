import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dateOfDay, dayNumber, ShiftCalendar } from '../../core/shift.ts';
import { Writer } from '../../db/writer.ts';
import { startMeterAndTank } from '../../test/meterAndTank.ts';
import { quietLog } from '../../test/readingsRig.ts';
import { DamageList } from '../store/damage.ts';
import { DayTree, keepDayHashes } from '../store/dayTreeStore.ts';
import { FigureStore } from '../store/figureStore.ts';
import { WorkedOutDays } from '../store/workedOutStore.ts';
import { figuresByMonth } from './dayFigures.ts';

const DAYS = 75;
const first = '2023-11-20';
const shift = (validFrom: string, startAt: string) => ({ validFrom, timezone: 'UTC', startAt });

/** Eleven weeks over a turn of the year, closed and hashed: all of December and January, parts of November and February. */
const elevenWeeks = async () => {
  const { rig, plant, ids, now } = await startMeterAndTank({
    timezone: 'UTC',
    firstDate: first,
    days: DAYS,
    levelOf: (slot) => (slot % 31) / 11,
  });
  onTestFinished(() => rig.close());
  const { sqlite } = rig.connection;
  const hashDays = () => keepDayHashes(new DayTree(sqlite), new Writer(sqlite), 1000);
  hashDays();
  const damage = new DamageList();
  const [, flow = 0] = ids;
  const worked: string[] = [];
  /** As after a start, with the same files. */
  const opened = () => {
    const store = new FigureStore({ path: join(rig.folder, 'figures.db'), database: rig.path, log: quietLog(rig.log) });
    onTestFinished(() => store.stop());
    const reader = Object.assign(rig.reader, {
      figures: new WorkedOutDays({ sqlite: rig.readonly.sqlite, store, damage }),
    });
    /** What the flow comes to, slot by slot, in each stretch. */
    const sums = (basis = '', calendar = plant.calendar, endSlot = now) =>
      figuresByMonth(
        { reader, calendar, nowSlot: endSlot },
        { kind: 'sum of months', subject: flow, industryId: 'DEMO', basis },
        { fromDay: dayNumber(first), toDay: dayNumber(first) + DAYS },
        ({ fromDay, toDay }) => {
          worked.push(`${dateOfDay(fromDay)} ${dateOfDay(toDay)}`);
          const { firstSlot } = calendar.windowOfDay(fromDay);
          const end = calendar.windowOfDay(toDay + 1).firstSlot;
          return [reader.slots(flow, firstSlot, end).values.reduce((sum, value) => sum + value, 0)];
        },
      ).map(({ figures: [sum] }) => sum);
    return { store, sums };
  };
  /** Stretches that were worked out since this was asked last. */
  const news = () => worked.splice(0);
  return { rig, plant, flow, damage, now, opened, hashDays, news };
};

const [november, december, january, february] = [
  '2023-11-20 2023-11-30',
  '2023-12-01 2023-12-31',
  '2024-01-01 2024-01-31',
  '2024-02-01 2024-02-03',
] as const;

describe('figures of months that are over', () => {
  it('are worked out once, also for those who ask after a start; days before and after them each time', async () => {
    const { opened, news } = await elevenWeeks();
    const one = opened();
    const answer = one.sums();
    expect(news()).toEqual([november, december, january, february]);
    expect(one.sums()).toEqual(answer);
    expect(news()).toEqual([november, february]);
    one.store.stop();
    expect(opened().sums()).toEqual(answer);
    expect(news()).toEqual([november, february]);
  });

  it('are worked out anew of the month in which a reading changed, in the next answer and after a start', async () => {
    const { rig, plant, flow, opened, news, hashDays } = await elevenWeeks();
    const one = opened();
    const [, before, other] = one.sums();
    news();
    const { firstSlot } = plant.calendar.window('2023-12-24');
    const { values } = rig.reader.slots(flow, firstSlot, firstSlot + 1);
    await rig.ingest.enter(flow, firstSlot, [(values[0] ?? 0) + 1000], 'read by hand');
    await rig.ingest.flush();
    const changed = (before ?? 0) + 1000;
    expect(one.sums().slice(1, 3)).toEqual([changed, other]);
    expect(news()).toEqual([november, december, february]);
    hashDays();
    one.sums();
    news();
    expect(one.sums().slice(1, 3)).toEqual([changed, other]);
    expect(news()).toEqual([november, february]);
    one.store.stop();
    expect(opened().sums().slice(1, 3)).toEqual([changed, other]);
    expect(news()).toEqual([november, february]);
  });

  it('are worked out anew with another basis and where a shift begins at another time, also of one day', async () => {
    const { opened, news } = await elevenWeeks();
    const { sums } = opened();
    sums('limit 5');
    news();
    sums('limit 6');
    expect(news()).toEqual([november, december, january, february]);
    const moved = new ShiftCalendar([shift('2000-01-01', '06:00:00'), shift('2024-01-30', '07:00:00')]);
    sums('limit 6', moved);
    expect(news()).toEqual([november, january, february]);
  });

  it('are not taken of a month that is compared up to a day within it', async () => {
    const { plant, opened, news } = await elevenWeeks();
    const { sums } = opened();
    sums();
    news();
    const { firstSlot } = plant.calendar.window('2024-01-31');
    sums('', plant.calendar, firstSlot + 100);
    expect(news()).toEqual([november, january, february]);
  });

  it('are not kept where readings of a day are damaged', async () => {
    const { damage, opened, news } = await elevenWeeks();
    damage.add({ seriesId: 99, day: dayNumber('2023-12-05'), part: 'slots', reason: 'hash' });
    const { sums } = opened();
    sums();
    news();
    sums();
    expect(news()).toEqual([november, december, february]);
  });
});
