import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { monthOfDay } from '../../core/months.ts';
import { uniformAt } from '../../core/random.ts';
import { dateOfDay } from '../../core/shift.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { startMeterAndTank } from '../../test/meterAndTank.ts';
import { quietLog } from '../../test/readingsRig.ts';
import { FigureStore } from '../store/figureStore.ts';
import { keptYears } from '../store/keptYears.ts';
import { ReadingStore } from '../store/readingStore.ts';
import { MonthTotals } from './monthTotals.ts';
import { SlotReader } from './slotReader.ts';

const DAYS = 75;
const FIRST_DATE = '2023-11-20';

/** Eleven weeks over a turn of the year in three series, closed, and half a day that runs. */
const elevenWeeks = async () => {
  const levelOf = (slot: number): number => (slot % 31) / 11;
  const { rig, plant, first, now, ids, day } = await startMeterAndTank({
    timezone: 'UTC',
    firstDate: FIRST_DATE,
    days: DAYS,
    levelOf,
  });
  onTestFinished(() => rig.close());
  const path = join(rig.folder, 'figures.db');
  let added = 0;
  /** A process with the file of figures: as after a start, or a job beside the server. */
  const opened = (readonly = false) => {
    const figures = new FigureStore({ path, database: rig.path, readonly, log: quietLog(rig.log) });
    onTestFinished(() => figures.stop());
    const store = new ReadingStore(rig.readonly.sqlite);
    const months = new MonthTotals(
      {
        daysTotal: (...asked) => {
          added += 1;
          return store.daysTotal(...asked);
        },
        monthRevisions: (industryId) => store.monthRevisions(industryId),
        hasDamagedTotal: (...asked) => store.hasDamagedTotal(...asked),
      },
      keptYears(figures),
    );
    const openDays = readonly ? {} : { openDays: rig.ingest.openDays };
    return { figures, store, reader: new SlotReader({ store, units: plant, clock: rig.clock, ...openDays, months }) };
  };
  const range = [monthOfDay(day) - 1, monthOfDay(day) + 4] as const;
  const ask = ({ reader }: { reader: SlotReader }) => reader.monthTotals(ids, ...range);
  /** Added up from the days by a process that remembers nothing. */
  const anew = () => new SlotReader({ store: new ReadingStore(rig.readonly.sqlite), units: plant, clock: rig.clock });
  const expected = () => anew().monthTotals(ids, ...range);
  return { rig, plant, first, now, ids, day, path, opened, ask, expected, added: () => added };
};

/** A day of a series that was missing is stored, as a merged backup does it, with nobody told of it. */
const storeElsewhere = (path: string, seriesId: number, day: number, sum: number): void => {
  const sqlite = new Database(path);
  sqlite
    .prepare(
      'insert or replace into day_total (series_id, day, revision, sum, expected, complete, estimated) values (?, ?, 1, ?, 288, 288, 0)',
    )
    .run(seriesId, day, sum);
  sqlite
    .prepare('insert into day_revision (industry_id, day) values (?, ?) on conflict do update set revision = revision + 1')
    .run('DEMO', day);
  sqlite.close();
};

describe('totals of months', () => {
  it('are added up once, also for those who ask after a start and in another process', async () => {
    const { opened, ask, expected, added } = await elevenWeeks();
    const one = opened();
    const answer = ask(one);
    expect(answer).toEqual(expected());
    expect(answer).toHaveLength(4 * 4);
    const first = added();
    expect(first).toBeGreaterThan(0);
    ask(one);
    one.figures.stop();
    expect(ask(opened())).toEqual(answer);
    expect(ask(opened(true))).toEqual(answer);
    expect(added()).toBe(first);
  });

  it('are added up anew for the month of a day that changed, and for no other', async () => {
    const { rig, first, opened, ask, expected, added } = await elevenWeeks();
    const one = opened();
    ask(one);
    const before = added();
    rig.send('inlet.flow', 3.5, (first + 40 * 288) * SLOT_MS + 150_000);
    await rig.ingest.flush();
    expect(ask(one)).toEqual(expected());
    // each of four series, of one month
    expect(added() - before).toBe(4);
    one.figures.stop();
    expect(ask(opened())).toEqual(expected());
    expect(added() - before).toBe(4);
  });

  it('hold days that another process stored, in months that had none as well', async () => {
    const { rig, ids, day, opened, ask, expected } = await elevenWeeks();
    const one = opened();
    const before = ask(one);
    storeElsewhere(rig.path, ids[0] ?? 0, day - 25, 123_456);
    const after = ask(one);
    expect(after).toEqual(expected());
    expect(after).toHaveLength(before.length + 1);
    expect(after[0]).toMatchObject({ seriesId: ids[0], sum: 123_456 });
  });

  it('are not kept where a day of them is damaged, because it is left out', async () => {
    const { rig, ids, day, opened, ask, added } = await elevenWeeks();
    const sqlite = new Database(rig.path);
    sqlite.prepare('update day_total set sum = sum + 1 where series_id = ? and day = ?').run(ids[0], day + 3);
    sqlite.close();
    const one = opened();
    ask(one);
    expect(one.store.damage.all()).toHaveLength(1);
    one.figures.stop();
    const before = added();
    ask(opened());
    // three months of that year were asked of that series, which are kept together
    expect(added() - before).toBe(3);
  });

  it('are those of the days, whatever changes and however often a process starts', async () => {
    const { rig, plant, first, now, ids, day, opened, ask, expected } = await elevenWeeks();
    const industry = plant.industries()[0];
    let drawn = 0;
    const draw = (below: number): number => Math.floor(uniformAt(2026, 1, drawn++) * below);
    let live = opened();
    const changes: Record<string, () => Promise<void>> = {
      'a late reading': async () => {
        const slot = first + draw(DAYS * 288);
        rig.send(['inlet.flow', 'tank.level'][draw(2)] ?? '', draw(300) / 100, slot * SLOT_MS + 150_000);
        await rig.ingest.flush();
      },
      'a day worked out anew': async () => void (await rig.ingest.recompute('DEMO', dateOfDay(day + draw(DAYS)))),
      'a day stored by another process': async () =>
        storeElsewhere(rig.path, ids[draw(3)] ?? 0, day - 1 - draw(30), draw(1_000_000)),
      'another shift, limits and tariffs': async () => {
        if (!industry) throw new Error('the plant has no industry');
        const startAt = `0${draw(9)}:00:00`;
        const validFrom = dateOfDay(plant.calendar.dayOfSlot(now) + 1 + draw(3));
        const last = industry.shifts[0];
        if (last) industry.shifts.splice(1, 1, { ...last, validFrom, startAt, endAt: startAt });
        industry.meta = { ...industry.meta, tariffs: [{ fromDate: validFrom, perKl: draw(100) }] } as typeof industry.meta;
        industry.version += 1;
      },
      'a start': async () => {
        live.figures.stop();
        live = opened();
      },
    };
    const names = Object.keys(changes);
    for (let round = 0; round < 60; round += 1) {
      const name = names[draw(names.length)] ?? '';
      await changes[name]?.();
      const wanted = expected();
      expect(ask(live), `${round}: ${name}`).toEqual(wanted);
      live.figures.flush();
      expect(ask(opened(true)), `${round}: ${name}, in a job`).toEqual(wanted);
    }
  });
});
