import { statSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SLOT_MS } from '../../core/slots.ts';
import { flowPlant } from '../../test/readingsLoad.ts';
import { ReadingsRig } from '../../test/readingsRig.ts';
import { openChecksum } from './dayRows.ts';
import { checkReadings, type ReadingDamage } from './readingCheckStore.ts';
import { ReadingStore } from './readingStore.ts';
import { SlotStore } from './slotStore.ts';

const FRAME_BYTES = 8192 + 24;

/** A plant in its third slot of a day, with two that are over. */
const running = async (series = 6) => {
  const plant = flowPlant(series);
  const first = plant.calendar.window('2025-01-01').firstSlot;
  const rig = new ReadingsRig(plant, first * SLOT_MS + 5000);
  onTestFinished(() => rig.close());
  const all = plant.units('DEMO').flatMap((unit) => unit.series.map((one) => ({ ...one, tagId: `${unit.id}.${one.param}` })));
  rig.start(all.map(({ tagId }) => tagId));
  let count = 1000;
  /** Every tag once, at a second of a slot, and then what was read is stored. */
  const read = async (slot: number, second: number): Promise<void> => {
    rig.clock.set((first + slot) * SLOT_MS + second * 1000);
    count += 1.5;
    for (const [at, { tagId, kind }] of all.entries())
      rig.send(tagId, kind === 'counter' ? count + at : Math.fround(count / 7 + at));
    await rig.ingest.flush();
  };
  for (const slot of [0, 1]) await read(slot, 290);
  const table = (name: string): unknown[] => rig.connection.sqlite.prepare(`select * from ${name}`).all();
  const rowsOf = (slot: number): unknown[] =>
    rig.connection.sqlite.prepare('select * from reading_open where slot = ? order by series_id').all(first + slot);
  /** What the engine has of a slot, every number of it. */
  const held = (slot: number) =>
    all.map(({ id }) => {
      const days = rig.ingest.openDays.unpacked(id).map(({ block }) => block);
      const block = days.find(({ firstSlot, values }) => first + slot >= firstSlot && first + slot < firstSlot + values.length);
      const place = first + slot - (block?.firstSlot ?? 0);
      return [block?.values[place], block?.quality[place], block?.raw[place], block?.mark[place]];
    });
  return { rig, first, read, table, rowsOf, held, ids: all.map(({ id }) => id) };
};

describe('a slot that is not over', () => {
  it('is one row of all series, and gives each its own once it is over', async () => {
    const { read, table, rowsOf } = await running();
    await read(2, 20);
    await read(2, 30);
    expect(table('reading_running')).toHaveLength(1);
    expect(rowsOf(2)).toEqual([]);
    await read(3, 30);
    expect(rowsOf(2)).toHaveLength(6);
    expect(table('reading_running')).toMatchObject([{ part: 0, places: 7 }]);
  });

  it('has after a crash every number that was stored', async () => {
    const { rig, read, held } = await running();
    await read(2, 20);
    await read(2, 30);
    const before = held(2);
    rig.restart();
    expect(held(2)).toEqual(before);
    await read(2, 40);
    await read(3, 10);
    const closed = held(2);
    rig.restart();
    expect(held(2)).toEqual(closed);
  });

  it('ends as it would have without a crash, also where nothing more is read', async () => {
    const [killed, lived] = [await running(), await running()];
    for (const plant of [killed, lived]) await plant.read(2, 30);
    killed.rig.restart();
    for (const { rig, first } of [killed, lived]) {
      rig.clock.set((first + 3) * SLOT_MS + 3000);
      await rig.ingest.flush();
    }
    expect(killed.rowsOf(2)).toEqual(lived.rowsOf(2));
    expect(killed.rowsOf(2)).toHaveLength(6);
    expect(killed.table('reading_running')).toEqual([]);
  });

  it('is read by a process that has nothing in memory', async () => {
    const { rig, first, read, ids } = await running();
    await read(2, 30);
    const store = new ReadingStore(rig.readonly.sqlite);
    const slotsOf = () => ids.map((id) => store.openSlots(id, first, first + 10).map(([slot]) => slot - first));
    expect(slotsOf()).toEqual(ids.map(() => [0, 1, 2]));
    const rows = ids.map((id) => store.openSlots(id, first + 2, first + 3)[0]?.slice(0, 6));
    expect(store.newestOpenSlot()).toBe(first + 2);
    expect([...store.openRows()].length).toBe(3 * ids.length);
    await read(3, 1);
    expect(slotsOf()).toEqual(ids.map(() => [0, 1, 2, 3]));
    // counters have their verdict and gauges nothing new
    expect(store.openSlots(ids[1] ?? 0, first + 2, first + 3)[0]?.slice(0, 6)).toEqual(rows[1]);
  });

  it('costs one page of the log however many series there are', async () => {
    const { rig, read } = await running(400);
    await read(2, 20);
    const logBytes = (): number => statSync(`${rig.path}-wal`).size;
    const before = logBytes();
    await read(2, 30);
    await read(2, 40);
    expect(logBytes() - before).toBe(2 * FRAME_BYTES);
  });

  it('is left as it was by a transaction that fails, and stored by the next one', async () => {
    const { rig, read, table, held } = await running();
    await read(2, 20);
    const stored = table('reading_running');
    const { putOpen } = SlotStore.prototype;
    let calls = 0;
    SlotStore.prototype.putOpen = function (...of): void {
      calls += 1;
      if (calls === 4) throw new Error('no room');
      putOpen.apply(this, of);
    };
    onTestFinished(() => {
      SlotStore.prototype.putOpen = putOpen;
    });
    await read(2, 30);
    expect(rig.ingest.storageFault).toBe('no room');
    expect(table('reading_running')).toEqual(stored);
    await read(2, 40);
    expect(rig.ingest.storageFault).toBeNull();
    const before = held(2);
    rig.restart();
    expect(held(2)).toEqual(before);
  });
});

describe('a unit that is deleted while a slot has something of it', () => {
  it('keeps nothing of the others from being stored', async () => {
    const { rig, first, read, rowsOf, ids } = await running();
    await read(2, 30);
    const [, gauge] = ids;
    rig.connection.sqlite.exec(`delete from reading_open where series_id = ${gauge}; delete from series where id = ${gauge}`);
    rig.clock.set((first + 3) * SLOT_MS + 3000);
    await rig.ingest.flush();
    expect(rig.ingest.storageFault).toBeNull();
    expect(rowsOf(2)).toHaveLength(ids.length - 1);
  });
});

describe('rows of a slot that is not over', () => {
  it('from a version that wrote one for each series go on as they are', async () => {
    const { rig, first, read, table, rowsOf, held, ids } = await running();
    await read(2, 30);
    const before = held(2);
    const rows = ids.flatMap((id) => new ReadingStore(rig.readonly.sqlite).openSlots(id, first + 2, first + 3));
    const put = rig.connection.sqlite.prepare('insert into reading_open values (?, ?, ?, ?, ?, ?, ?)');
    for (const [slot, id, value, letter, raw, mark] of rows)
      put.run(slot, id, value, letter, raw, mark, openChecksum(slot, id, value, letter, raw, mark));
    rig.connection.sqlite.exec('delete from reading_running');
    rig.restart();
    expect(held(2)).toEqual(before);
    await read(2, 40);
    expect([rowsOf(2).length, table('reading_running').length]).toEqual([0, 1]);
    await read(3, 30);
    const after = held(2);
    expect(after).not.toEqual(before);
    rig.restart();
    expect(held(2)).toEqual(after);
  });

  it('count in place of what was kept before them', async () => {
    const { rig, read, table, held } = await running();
    await read(2, 30);
    const [old] = table('reading_running') as Record<string, unknown>[];
    await read(2, 40);
    await read(3, 10);
    const closed = held(2);
    rig.connection.sqlite
      .prepare('insert into reading_running values (?, ?, ?, ?, ?)')
      .run(old?.slot, old?.part, old?.places, old?.packed, old?.checksum);
    rig.restart();
    expect(held(2)).toEqual(closed);
    await read(3, 20);
    rig.restart();
    expect(held(2)).toEqual(closed);
  });
});

describe('a damaged row of them', () => {
  it.each(['packed = zeroblob(length(packed))', 'slot = slot - 1', 'places = places - 1', 'part = 1'])(
    'after %s is no data, and the self-test names it',
    async (change) => {
      const { rig, first, read, ids } = await running();
      await read(2, 30);
      const check = (): [number, ReadingDamage[]] => {
        const found: ReadingDamage[] = [];
        return [checkReadings(rig.readonly.sqlite, (damage) => found.push(damage)).openSlots, found];
      };
      expect(check()).toEqual([3 * ids.length, []]);
      rig.connection.sqlite.exec(`update reading_running set ${change}`);
      const store = new ReadingStore(rig.readonly.sqlite);
      expect(store.openSlots(ids[0] ?? 0, first, first + 10).map(([slot]) => slot - first)).toEqual([0, 1]);
      expect([...store.openRows()]).toHaveLength(2 * ids.length);
      const [count, found] = check();
      expect(count).toBe(2 * ids.length);
      expect(found.length).toBeGreaterThan(0);
      expect(found).toEqual(
        found.map(({ slot, seriesId }) => ({ part: 'openSlot', seriesId, day: null, slot, reason: 'checksum' })),
      );
    },
  );
});
