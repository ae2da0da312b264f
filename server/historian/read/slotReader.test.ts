import { describe, expect, it, onTestFinished } from 'vitest';
import { SLOT_MS } from '../../core/slots.ts';
import { ReadingsRig } from '../../test/readingsRig.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { ReadingStore } from '../store/readingStore.ts';
import { SlotReader } from './slotReader.ts';

const meter = { modulus: 1_000_000, basePerCount: 1000, maxPerHour: 1200, backDeadband: 0.5 };
const tags = ['inlet.volume', 'inlet.flow', 'tank.level'];

const plantAt = (): TestPlant =>
  new TestPlant({ timezone: 'Asia/Kolkata', startAt: '06:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'inlet', type: 'flow', subCategoryId: 's', meta: { meter } })
    .addUnit({
      id: 'tank',
      type: 'stock',
      subCategoryId: 's',
      meta: { tank: { shape: 'vertical_cylinder', diameter: 2, height: 3 } },
    });

/** Three days of history and then half a live one: closed days, an open one, and a running slot. */
const threeDays = async () => {
  const plant = plantAt();
  const first = plant.calendar.window('2024-05-06').firstSlot;
  const now = first + 3 * 288 + 144;
  const rig = new ReadingsRig(plant, now * SLOT_MS);
  onTestFinished(() => rig.close());
  const history = rig.history();
  for (let slot = first; slot < now; slot += 1)
    history.acceptSlot(slot, [
      { seriesId: rig.id('inlet', 'volume'), value: (slot - first) / 2 },
      { seriesId: rig.id('inlet', 'flow'), value: slot % 5 === 0 ? null : slot % 7 },
      { seriesId: rig.id('tank', 'level'), value: (slot % 30) / 10 },
    ]);
  history.finish();
  rig.start(tags);
  rig.clock.set(now * SLOT_MS + 60_000);
  rig.send('inlet.volume', (now - first) / 2 - 0.25);
  await rig.ingest.flush();
  const ids = [rig.id('inlet', 'volume'), rig.id('inlet', 'flow'), rig.id('tank', 'level'), rig.id('tank', 'volume')];
  const day = plant.calendar.dayOfSlot(first);
  return { rig, plant, first, now, ids, day };
};

describe('reading slots', () => {
  it('joins closed days, the open day and the running slot without a seam', async () => {
    const { rig, first, now } = await threeDays();
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
    const { rig, plant, first, now, ids, day } = await threeDays();
    const alone = new SlotReader({ store: new ReadingStore(rig.readonly.sqlite), units: plant, clock: rig.clock });
    for (const id of ids) expect(alone.slots(id, first - 10, now + 10)).toEqual(rig.reader.slots(id, first - 10, now + 10));
    expect(alone.dayTotals(ids, day, day + 2)).toEqual(rig.reader.dayTotals(ids, day, day + 2));
    const [open] = alone.dayTotals([ids[1] ?? 0], day + 3, day + 3);
    expect(open).toEqual(rig.reader.dayTotals([ids[1] ?? 0], day + 3, day + 3)[0]);
    expect(alone.latest(ids[0] ?? 0)).toBeUndefined();
  });

  it('of an unknown series or an empty window is empty and not an error', async () => {
    const { rig, first } = await threeDays();
    expect(rig.reader.slots(999, first, first + 2)).toEqual({ fromSlot: first, values: new Float64Array(2), quality: 'MM' });
    expect(rig.reader.slots(1, first + 2, first)).toEqual({ fromSlot: first + 2, values: new Float64Array(0), quality: '' });
  });
});

describe('reading totals', () => {
  it('is in order of series and day, for few series over many days and for many over one', async () => {
    const { rig, ids, day } = await threeDays();
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

describe('the revision of a window', () => {
  it('stays while nothing changes, and changes with late data and with the running day', async () => {
    const { rig, ids, day, first } = await threeDays();
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
