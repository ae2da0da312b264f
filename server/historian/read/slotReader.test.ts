import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { monthOfDay } from '../../core/months.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { startThreeDays } from '../../test/meterAndTank.ts';
import { ReadingStore } from '../store/readingStore.ts';
import type { DaysTotal } from './reader.ts';
import { SlotReader } from './slotReader.ts';
import { tallySlots } from './tally.ts';

describe('reading slots', () => {
  it('joins closed days, the open day and the running slot without a seam', async () => {
    const { rig, first, now } = await startThreeDays();
    const run = rig.reader.slots(rig.id('inlet', 'volume'), first - 2, now + 3);
    expect(run.fromSlot).toBe(first - 2);
    expect(run.quality).toBe(`MMM${'G'.repeat(now - first)}MM`);
    expect([...run.values]).toEqual([0, 0, 0, ...new Array<number>(now - first - 1).fill(500), 250, 0, 0]);
    expect(rig.reader.slots(rig.id('inlet', 'volume'), first + 287, first + 289)).toEqual({
      fromSlot: first + 287,
      values: Float64Array.of(500, 500),
      quality: 'GG',
    });
  });

  it('is the same for a process that has only the database', async () => {
    const { rig, plant, first, now, ids, day } = await startThreeDays();
    const alone = new SlotReader({ store: new ReadingStore(rig.readonly.sqlite), units: plant, clock: rig.clock });
    for (const id of ids) expect(alone.slots(id, first - 10, now + 10)).toEqual(rig.reader.slots(id, first - 10, now + 10));
    expect(alone.dayTotals(ids, day, day + 2)).toEqual(rig.reader.dayTotals(ids, day, day + 2));
    const [open] = alone.dayTotals([ids[1] ?? 0], day + 3, day + 3);
    expect(open).toEqual(rig.reader.dayTotals([ids[1] ?? 0], day + 3, day + 3)[0]);
    expect(alone.latest(ids[0] ?? 0)).toBeUndefined();
  });

  it('shows what came late for yesterday, whatever was read of it before', async () => {
    const { rig, first, now, plant } = await startThreeDays();
    const flow = rig.id('inlet', 'flow');
    const yesterday = plant.calendar.windowOfDay(plant.calendar.dayOfSlot(now) - 1).firstSlot;
    const alone = new SlotReader({ store: new ReadingStore(rig.readonly.sqlite), units: plant, clock: rig.clock });
    expect(rig.reader.slots(flow, first, now)).toEqual(alone.slots(flow, first, now));
    // every fifth slot of the flow is missing
    for (const slot of [yesterday + 5 - (yesterday % 5), yesterday + 15 - (yesterday % 5)]) {
      expect(rig.reader.slots(flow, slot, slot + 1).quality).toBe('M');
      rig.send('inlet.flow', 3.5, slot * SLOT_MS + 150_000);
      await rig.ingest.flush();
      expect(rig.reader.slots(flow, slot, slot + 1)).toEqual({ fromSlot: slot, values: Float64Array.of(3.5), quality: 'G' });
      expect(rig.reader.slots(flow, yesterday - 5, now)).toEqual(alone.slots(flow, yesterday - 5, now));
    }
  });

  it('of one day without a copy are the same ones, of closed days, yesterday and the running day, also after something came late', async () => {
    const { rig, first, now, ids, plant } = await startThreeDays();
    const today = plant.calendar.windowOfDay(plant.calendar.dayOfSlot(now)).firstSlot;
    const windows = [first, today - 288, today].map((from) => [from, from === today ? now + 1 : from + 200] as const);
    const isSame = (id: number, [from, to]: readonly [number, number]): void => {
      const kept = rig.reader.kept(id, from, to);
      if (!kept) throw new Error('not kept');
      const [start, end] = [from - kept.fromSlot, to - kept.fromSlot];
      const letters = String.fromCharCode(...kept.quality.subarray(start, end));
      expect({ fromSlot: from, values: kept.values.slice(start, end), quality: letters }).toEqual(rig.reader.slots(id, from, to));
    };
    for (const id of ids) for (const window of windows) isSame(id, window);
    for (const [from] of windows) rig.send('inlet.flow', 3.5, (from + 5 - (from % 5)) * SLOT_MS + 150_000);
    for (const window of windows) isSame(rig.id('inlet', 'flow'), window);
    await rig.ingest.flush();
    for (const window of windows) isSame(rig.id('inlet', 'flow'), window);
    expect(rig.reader.kept(ids[0] ?? 0, today - 1, today + 1)).toBeUndefined();
    expect(rig.reader.kept(ids[0] ?? 0, today, today)).toBeUndefined();
    expect(rig.reader.kept(999, today, today + 1)).toBeUndefined();
  });

  it('of a closed day come to the same however often they are asked for, also after something came late', async () => {
    const { rig, first, now, ids, plant } = await startThreeDays();
    const flow = rig.id('inlet', 'flow');
    const isSame = (fromSlot: number, toSlot: number): void => {
      const tallyOf = rig.reader.closedTallies(ids, fromSlot, toSlot);
      for (const id of ids)
        expect(tallyOf(id), `${id}`).toEqual(tallySlots(rig.reader.slots(id, fromSlot, toSlot), fromSlot, toSlot, now));
    };
    const stretches = fc.tuple(
      fc.integer({ min: 0, max: 1 }),
      fc.integer({ min: 0, max: 287 }),
      fc.integer({ min: 1, max: 288 }),
    );
    fc.assert(
      fc.property(stretches, ([day, from, length]) => {
        const fromSlot = first + 288 * day + from;
        isSame(fromSlot, Math.min(fromSlot + length, first + 288 * (day + 1)));
      }),
      { numRuns: 60 },
    );
    isSame(first, first + 150);
    const before = rig.reader.closedTallies(ids, first, first + 150)(flow);
    rig.send('inlet.flow', 3.5, (first + 5 - (first % 5)) * SLOT_MS + 150_000);
    await rig.ingest.flush();
    isSame(first, first + 150);
    expect(rig.reader.closedTallies(ids, first, first + 150)(flow)?.known).toBe((before?.known ?? 0) + 1);
    const today = plant.calendar.windowOfDay(plant.calendar.dayOfSlot(now)).firstSlot;
    for (const [from, to] of [
      [today, today + 5],
      [today - 288, today - 5],
      [first + 280, first + 290],
      [first + 5, first + 5],
    ] as const)
      expect(rig.reader.closedTallies(ids, from, to)(flow), `${from - first}, ${to - first}`).toBeUndefined();
    expect(rig.reader.closedTallies(ids, first, first + 150)(999)).toBeUndefined();
    expect(rig.reader.closedTallies([999], first, first + 150)(flow)).toBeUndefined();
  });

  it('of an unknown series or an empty window is empty and not an error', async () => {
    const { rig, first } = await startThreeDays();
    expect(rig.reader.slots(999, first, first + 2)).toEqual({ fromSlot: first, values: new Float64Array(2), quality: 'MM' });
    expect(rig.reader.slots(1, first + 2, first)).toEqual({ fromSlot: first + 2, values: new Float64Array(0), quality: '' });
  });
});

describe('reading totals', () => {
  it('is in order of series and day, for few series over many days and for many over one', async () => {
    const { rig, ids, day } = await startThreeDays();
    const many = [...ids, ...Array.from({ length: 50 }, (_, index) => 1000 + index)].reverse();
    const wide = rig.reader.dayTotals(many, day + 1, day + 1);
    expect(wide.map(({ seriesId }) => seriesId)).toEqual([...ids].sort((a, b) => a - b));
    expect(rig.reader.dayTotals(ids, day + 1, day + 1)).toEqual(wide);
    const all = rig.reader.dayTotals(ids, day - 5, day + 5);
    expect(all.map((total) => [total.seriesId, total.day])).toEqual(
      [...ids].sort((a, b) => a - b).flatMap((id) => [0, 1, 2, 3].map((more) => [id, day + more])),
    );
    expect(all.filter(({ seriesId }) => seriesId === ids[0]).map(({ sum }) => sum)).toEqual([
      287 * 500,
      288 * 500,
      288 * 500,
      // the running slot's 250 are not yet counted
      144 * 500,
    ]);
  });
});

describe('totals in a process that has only the database', () => {
  it('hold yesterday once while its open rows are still there, also those of a window that ends later than today', async () => {
    const { rig, plant, now, ids, day } = await startThreeDays();
    const today = plant.calendar.windowOfDay(day + 3).firstSlot;
    const add = rig.connection.sqlite.prepare(
      'insert or replace into reading_open (slot, series_id, value, quality) values (?, ?, ?, ?)',
    );
    for (const id of ids) {
      const { values, quality } = rig.reader.slots(id, today - 288, today);
      // as a server leaves them that was killed while it dropped them
      for (let at = 200; at < 288; at += 1) if (quality[at] !== 'M') add.run(today - 288 + at, id, values[at], quality[at]);
    }
    const alone = new SlotReader({ store: new ReadingStore(rig.readonly.sqlite), units: plant, clock: rig.clock });
    const month = monthOfDay(day + 2);
    const figures = (totals: readonly DaysTotal[]) =>
      totals.map(({ seriesId, sum, complete, avg }) => ({ seriesId, sum, complete, avg }));
    for (const [from, to] of [
      [day, day + 2],
      [day, day + 3],
      [day, day + 30],
      [day + 2, day + 2],
    ] as const)
      expect(figures(alone.dayTotals(ids, from, to)), `${from - day} to ${to - day}`).toEqual(
        figures(rig.reader.dayTotals(ids, from, to)),
      );
    const byMonth = (reader: SlotReader) => figures(reader.monthTotals(ids, month - 1, month + 1));
    expect(byMonth(alone)).toEqual(byMonth(rig.reader));
    expect(now).toBeGreaterThan(today);
  });
});

describe('the revision of a window', () => {
  it('stays while nothing changes, and changes with late data and with the running day', async () => {
    const { rig, ids, day, first } = await startThreeDays();
    const revisionOf = (fromDay: number, toDay: number): string => rig.reader.revision(ids, fromDay, toDay);
    const [closed, open] = [revisionOf(day, day), revisionOf(day, day + 3)];
    await rig.ingest.flush();
    expect([revisionOf(day, day), revisionOf(day, day + 3)]).toEqual([closed, open]);
    rig.clock.advance(5000);
    rig.send('inlet.volume', 504);
    await rig.ingest.flush();
    expect(revisionOf(day, day)).toBe(closed);
    expect(revisionOf(day, day + 3)).not.toBe(open);
    rig.send('tank.level', 2.9, (first + 5) * SLOT_MS + 299_500);
    await rig.ingest.flush();
    expect(revisionOf(day, day)).not.toBe(closed);
  });
});
