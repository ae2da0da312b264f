import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { uniformAt } from '../../core/random.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import { startMeterAndTank } from '../../test/meterAndTank.ts';
import { quietLog } from '../../test/readingsRig.ts';
import { DamageList } from '../store/damage.ts';
import { FigureStore } from '../store/figureStore.ts';
import { keptDays } from '../store/keptDayStore.ts';
import { ReadingStore } from '../store/readingStore.ts';
import { WideTotals } from './wideTotals.ts';

const DAYS = 45;

/** Six weeks closed over a turn of a month, and half a day that runs. */
const sixWeeks = async () => {
  const levelOf = (slot: number): number => (slot % 31) / 11;
  const { rig, plant, ids, day } = await startMeterAndTank({ timezone: 'UTC', firstDate: '2023-12-10', days: DAYS, levelOf });
  onTestFinished(() => rig.close());
  const path = join(rig.folder, 'figures.db');
  const sorted = [...ids].sort((a, b) => a - b);
  /** A process with the file of figures, and the days that it read from the database. */
  const opened = (readonly = false, units: UnitDirectory = plant, database = rig.path) => {
    const figures = new FigureStore({ path, database, readonly, log: quietLog(rig.log) });
    onTestFinished(() => figures.stop());
    const damage = new DamageList();
    const store = new ReadingStore(rig.readonly.sqlite, damage);
    const read: string[] = [];
    const wide = new WideTotals({
      units,
      kept: keptDays(rig.readonly.sqlite, figures),
      dayTotals: (seriesIds, from, to) => {
        read.push(`${from - day}..${to - day}`);
        return store.dayTotals(seriesIds, from, to);
      },
      isDamaged: (of) => damage.onDay(of),
    });
    const totals = (from = 0, days = DAYS, of = sorted) => {
      // two days of a question are read from the database, the newest first
      for (let times = 0; times < DAYS; times += 1) {
        const found = wide.of('DEMO', of, day + from, day + from + days - 1);
        if (found) return found;
      }
      return undefined;
    };
    return { figures, damage, read, totals };
  };
  /** Reads from the database alone, and remembers nothing. */
  const anew = (from = 0, days = DAYS, of = sorted) =>
    new ReadingStore(rig.readonly.sqlite, new DamageList()).dayTotals(of, day + from, day + from + days - 1);
  /** What another process does, of which nobody here is told. */
  const elsewhere = (statement: string, of: number, isRevised = true) => {
    const sqlite = new Database(rig.path);
    sqlite.prepare(statement).run(of);
    if (isRevised)
      sqlite.prepare("update day_revision set revision = revision + 1 where industry_id = 'DEMO' and day = ?").run(of);
    sqlite.close();
  };
  return { rig, plant, path, ids: sorted, day, opened, anew, elsewhere };
};

describe('totals of all series of a day together', () => {
  it('are those of the database, whatever stretch and series are asked for, in whatever order', async () => {
    const { ids, opened, anew } = await sixWeeks();
    const { totals } = opened();
    for (let round = 0; round < 60; round += 1) {
      const from = Math.floor(uniformAt(7, round, 0) * DAYS);
      const days = 1 + Math.floor(uniformAt(7, round, 1) * (DAYS - from));
      const some = ids.filter((_, at) => uniformAt(7, round, 2 + at) > 0.4);
      expect(totals(from, days, some)).toEqual(anew(from, days, some));
    }
    expect(totals()).toHaveLength(4 * DAYS);
  });

  it('are read from the database once for each state of a day, also over a start', async () => {
    const { rig, day, ids, plant, opened, anew } = await sixWeeks();
    const first = opened();
    first.totals();
    first.totals();
    expect(first.read).toHaveLength(Math.ceil(DAYS / 2));
    expect(first.read.slice(0, 2)).toEqual(['43..44', '41..42']);
    const [, flow = 0] = ids;
    const { firstSlot } = plant.calendar.windowOfDay(day + 20);
    await rig.ingest.enter(flow, firstSlot, [500, 501], 'read by hand');
    await rig.ingest.flush();
    expect(first.totals()).toEqual(anew());
    expect(first.read.slice(-2)).toEqual(['0..0', '20..20']);
    first.figures.stop();
    for (const readonly of [true, false]) {
      const next = opened(readonly);
      // days to come have none, and are no reason to read
      expect(next.totals(0, DAYS + 20)).toEqual(anew());
      expect(next.read).toEqual([]);
    }
  });

  it('are read anew of a day that another process stored, also while no server ran', async () => {
    const { ids, day, opened, anew, elsewhere } = await sixWeeks();
    const first = opened();
    first.totals();
    elsewhere(`update day_total set sum = 123, checksum = null where series_id = ${ids[0]} and day = ?`, day + 3);
    expect(first.totals()?.find((total) => total.seriesId === ids[0] && total.day === day + 3)?.sum).toBe(123);
    first.figures.stop();
    elsewhere(`delete from day_total where series_id = ${ids[0]} and day = ?`, day + 4);
    const next = opened();
    expect(next.totals()).toEqual(anew());
    expect(next.totals()).toHaveLength(4 * DAYS - 1);
    expect(next.read).toEqual(['4..4']);
  });

  it('are not kept of a day with damage, which counts again once it is whole', async () => {
    const { ids, day, opened, anew, elsewhere } = await sixWeeks();
    const set = (by: number) =>
      elsewhere(`update day_total set complete = complete + ${by} where series_id = ${ids[0]} and day = ?`, day + 5, false);
    set(1);
    const first = opened();
    expect(first.totals()).toHaveLength(4 * DAYS - 1);
    expect(first.damage.all().map((one) => [one.part, one.seriesId, one.day])).toEqual([['total', ids[0], day + 5]]);
    first.figures.stop();
    set(-1);
    const next = opened();
    expect(next.totals()).toEqual(anew());
    expect(next.totals()).toHaveLength(4 * DAYS);
  });

  it('are not answered for a series that the plant does not have, and are kept by the list of those it has', async () => {
    const { plant, ids, opened, anew } = await sixWeeks();
    const first = opened();
    expect(first.totals(0, DAYS, [...ids, 9999])).toBeUndefined();
    first.totals();
    first.figures.stop();
    // a change of the plant makes new lists of it
    const less = plant.units('DEMO').map((unit) => ({ ...unit, series: unit.series.filter(({ id }) => id !== ids[3]) }));
    const changed: UnitDirectory = Object.assign(Object.create(plant), {
      units: () => less,
      categories: () => plant.categories('DEMO'),
    });
    const few = opened(false, changed);
    expect(few.totals()).toBeUndefined();
    const three = ids.slice(0, 3);
    expect(few.totals(0, DAYS, three)).toEqual(anew(0, DAYS, three));
    expect(few.read).toHaveLength(Math.ceil(DAYS / 2));
    few.figures.stop();
    const next = opened();
    expect(next.totals()).toEqual(anew());
    expect(next.read).toHaveLength(Math.ceil(DAYS / 2));
  });

  it('are not taken from what was kept beside another database, at the same revisions and of the same series', async () => {
    const { rig, opened, anew } = await sixWeeks();
    const first = opened();
    first.totals();
    first.figures.stop();
    // as a restore puts another file in its place
    const other = join(rig.folder, 'other.db');
    copyFileSync(rig.path, other);
    const figures = opened(false, undefined, other);
    expect(figures.totals()).toEqual(anew());
    expect(figures.read).toHaveLength(Math.ceil(DAYS / 2));
  });

  it('are not believed where a byte of them changed', async () => {
    const { path, opened, anew } = await sixWeeks();
    const first = opened();
    first.totals();
    first.figures.stop();
    const sqlite = new Database(path);
    sqlite.exec('update figure_bytes set bytes = zeroblob(length(bytes)) where period % 2 = 0');
    sqlite.close();
    const next = opened();
    expect(next.totals()).toEqual(anew());
    expect(next.read.length).toBeGreaterThan(0);
  });

  it('are not believed where a version that knows none of them gave the file to another database', async () => {
    const { rig, path, opened, anew } = await sixWeeks();
    const first = opened();
    first.totals();
    first.figures.stop();
    const other = join(rig.folder, 'other.db');
    copyFileSync(rig.path, other);
    const { dev, ino, birthtimeMs } = statSync(other);
    const sqlite = new Database(path);
    sqlite.prepare('delete from figure').run();
    sqlite.prepare('update made_for set stamp = ?').run(`1 ${dev} ${ino} ${birthtimeMs}`);
    sqlite.close();
    const next = opened(false, undefined, other);
    expect(next.totals()).toEqual(anew());
    expect(next.read).toHaveLength(Math.ceil(DAYS / 2));
  });

  it('are kept in a file of figures from before there were any in it, and left out by one who only reads it', async () => {
    const { rig, path, opened, anew } = await sixWeeks();
    const old = new FigureStore({ path, database: rig.path, log: quietLog(rig.log) });
    const key = { kind: 'sum', subject: '1', period: 1, basis: '' };
    old.put(key, [5]);
    old.stop();
    const sqlite = new Database(path);
    sqlite.exec('drop table figure_bytes');
    sqlite.close();
    const job = opened(true);
    expect(job.totals()).toEqual(anew());
    expect(job.figures.range(key, 1, 1)(key)).toEqual([5]);
    const first = opened();
    first.totals();
    first.figures.stop();
    expect(first.figures.range(key, 1, 1)(key)).toBeUndefined();
    const next = opened();
    expect(next.totals()).toEqual(anew());
    expect(next.read).toEqual([]);
    expect(next.figures.range(key, 1, 1)(key)).toEqual([5]);
  });
});
