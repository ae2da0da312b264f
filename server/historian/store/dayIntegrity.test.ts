import { describe, expect, it, onTestFinished } from 'vitest';
import { dayHash, hashOfBlock } from '../../core/bytes/blockHash.ts';
import { unpack } from '../../core/bytes/packing.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { Writer } from '../../db/writer.ts';
import { quietLog, ReadingsRig } from '../../test/readingsRig.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { DayTree, keepDayHashes } from './dayTreeStore.ts';
import { ReadingStore } from './readingStore.ts';
import { DaySealing } from './sealing.ts';

const meter = { modulus: 1_000_000, basePerCount: 1000, maxPerHour: 1200, backDeadband: 0.5 };
const tags = ['inlet.volume', 'inlet.flow', 'outlet.volume'];
const DATE = '2024-05-06';

/** A plant whose day has just closed, with two hours of readings at its end. */
const closed = async () => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '06:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'inlet', type: 'flow', subCategoryId: 's', meta: { meter } })
    .addUnit({ id: 'outlet', type: 'flow', subCategoryId: 's', meta: { meter } });
  const { firstSlot, slots } = plant.calendar.window(DATE);
  const end = firstSlot + slots;
  const rig = new ReadingsRig(plant, (end - 24) * SLOT_MS);
  onTestFinished(() => rig.close());
  rig.start(tags);
  for (let index = 0; index < 24; index += 1)
    await rig.slot(end - 24 + index, { 'inlet.volume': 100 + index, 'inlet.flow': index, 'outlet.volume': 7 * index });
  rig.clock.set(end * SLOT_MS + 61_000);
  await rig.ingest.flush();
  const { sqlite } = rig.connection;
  const openRows = sqlite.prepare('select count(*) from reading_open where slot < ?').pluck();
  while (openRows.get(end) !== 0) await new Promise((resolve) => setImmediate(resolve));
  return {
    rig,
    sqlite,
    end,
    day: plant.calendar.dayOfSlot(end - 1),
    volume: rig.id('inlet', 'volume'),
    industryId: plant.industries()[0]?.id ?? '',
  };
};

const row = (sqlite: ReadingsRig['connection']['sqlite'], seriesId: number) =>
  sqlite.prepare('select * from reading_day where series_id = ?').get(seriesId) as {
    [column: string]: never;
  } & { first_slot: number; slots: number; packed: Buffer; hash: Buffer; revision: number };

describe('a closed day', () => {
  it('is stored with the hash of its content, and with the next revision when it changes', async () => {
    const { rig, sqlite, end, volume } = await closed();
    const first = row(sqlite, volume);
    expect(first.revision).toBe(1);
    expect(first.hash).toEqual(hashOfBlock(unpack(first.packed, first.first_slot, first.slots)));
    rig.send('inlet.volume', 117.5, (end - 6) * SLOT_MS - 10_000);
    await rig.ingest.flush();
    const second = row(sqlite, volume);
    expect(second.revision).toBe(2);
    expect(second.hash).not.toEqual(first.hash);
    expect(second.hash).toEqual(hashOfBlock(unpack(second.packed, second.first_slot, second.slots)));
  });

  it.each([
    ['a byte of the packed slots', 'packed = zeroblob(length(packed))'],
    [
      'the slots of another series',
      "packed = (select packed from reading_day where series_id = (select id from series where param = 'flow' limit 1))",
    ],
    ['its first slot', 'first_slot = first_slot + 1'],
    ['its hash', 'hash = zeroblob(32)'],
    ['its hash and checksum together', 'hash = zeroblob(32), checksum = 1'],
    ['its revision', 'revision = 9'],
  ])('is answered as missing, with the reason listed, when %s changed', async (_what, set) => {
    const { rig, sqlite, end, day, volume } = await closed();
    sqlite.exec(`update reading_day set ${set} where series_id = ${volume}`);
    const store = new ReadingStore(rig.readonly.sqlite);
    expect(store.closedDays(volume, day, day)).toEqual([]);
    expect(store.closedDays(volume, day - 1, day + 1)).toEqual([]);
    expect(store.load(volume, day)).toBeUndefined();
    expect(store.damage.all()).toMatchObject([{ seriesId: volume, day, part: 'slots' }]);
    rig.restart();
    expect(rig.reader.slots(volume, end - 24, end).quality).toBe('M'.repeat(24));
    expect(rig.reader.slots(rig.id('outlet', 'volume'), end - 24, end).quality).not.toContain('M'.repeat(24));
  });

  it('is no day of another series, though the row is whole in itself', async () => {
    const { rig, sqlite, day, volume } = await closed();
    const other = rig.id('outlet', 'volume');
    sqlite.exec(
      `delete from reading_day where series_id = ${other}; update reading_day set series_id = ${other} where series_id = ${volume}`,
    );
    const store = new ReadingStore(rig.readonly.sqlite);
    expect(store.closedDays(other, day, day)).toEqual([]);
    expect(store.damage.all()).toEqual([{ seriesId: other, day, part: 'slots', reason: 'checksum' }]);
  });

  it('that is damaged is set aside before a late reading takes its place', async () => {
    const { rig, sqlite, end, day, volume } = await closed();
    const { packed, first_slot: firstSlot } = row(sqlite, volume);
    sqlite.exec(`update reading_day set hash = zeroblob(32) where series_id = ${volume}`);
    rig.restart();
    rig.send('inlet.volume', 117, (end - 6) * SLOT_MS - 10_000);
    await rig.ingest.flush();
    expect(rig.connection.sqlite.prepare('select series_id, day, packed from damaged_day').all()).toEqual([
      { series_id: volume, day, packed },
    ]);
    const { block } = new ReadingStore(rig.readonly.sqlite).load(volume, day) ?? {};
    const readings = [...(block?.raw ?? [])].flatMap((raw, at) => (Number.isNaN(raw) ? [] : [[firstSlot + at, raw]]));
    expect(readings).toEqual([[end - 7, 117]]);
  });
});

describe('the totals of a day', () => {
  it.each(['sum = sum + 1', 'avg = 1', 'day = day + 1', 'complete = complete - 1', 'revision = 7', 'counter_close = null'])(
    'are left out and listed when %s was not written by the plant',
    async (set) => {
      const { rig, sqlite, day, volume } = await closed();
      const whole = new ReadingStore(rig.readonly.sqlite).dayTotals([volume], day, day);
      expect(whole).toHaveLength(1);
      sqlite.exec(`update day_total set ${set} where series_id = ${volume}`);
      const store = new ReadingStore(rig.readonly.sqlite);
      expect(store.dayTotals([volume], day, day + 1)).toEqual([]);
      expect(store.daysTotal(volume, day, day + 1)).toBeUndefined();
      expect(store.damage.all()).toMatchObject([{ seriesId: volume, part: 'total', reason: 'checksum' }]);
    },
  );
});

describe('an open day', () => {
  it('goes on without the slots whose rows were changed', async () => {
    const { rig, sqlite, end, volume } = await closed();
    await rig.slot(end, { 'inlet.volume': 130, 'inlet.flow': 2, 'outlet.volume': 200 });
    await rig.slot(end + 1, { 'inlet.volume': 131, 'inlet.flow': 2, 'outlet.volume': 210 });
    expect(rig.reader.slots(volume, end + 1, end + 2).quality).toBe('G');
    sqlite.exec(`update reading_open set value = value + 4 where slot = ${end + 1} and series_id = ${volume}`);
    rig.restart();
    expect(rig.reader.slots(volume, end + 1, end + 2).quality).not.toBe('G');
    const store = new ReadingStore(rig.readonly.sqlite);
    expect(store.openSlots(volume, end, end + 2).map(([slot]) => slot)).toEqual([end]);
  });
});

describe('the tree of days', () => {
  it('has a hash a day that changes with any series of it, and is kept until then', async () => {
    const { rig, sqlite, end, day, industryId } = await closed();
    const tree = new DayTree(rig.readonly.sqlite);
    expect(tree.days(industryId)).toEqual([day]);
    const leaves = tree.leaves(industryId, day);
    expect(leaves).toHaveLength(sqlite.prepare('select count(*) from reading_day').pluck().get() as number);
    const before = Buffer.from(tree.dayHash(industryId, day));
    expect(before).toEqual(dayHash(day, leaves));
    const writer = new Writer(sqlite);
    expect(keepDayHashes(new DayTree(sqlite), writer, 10)).toBe(1);
    expect(keepDayHashes(new DayTree(sqlite), writer, 10)).toBe(0);
    expect(sqlite.prepare('select hash from day_node').pluck().get()).toEqual(before);
    const site = { id: '00112233-4455-6677-8899-aabbccddeeff', epoch: 1 };
    const root = tree.root(site, industryId);
    rig.send('outlet.volume', 130, (end - 6) * SLOT_MS - 10_000);
    await rig.ingest.flush();
    expect(sqlite.prepare('select hash from day_node').pluck().get()).toBeNull();
    expect(tree.dayHash(industryId, day)).not.toEqual(before);
    expect(tree.root(site, industryId)).not.toEqual(root);
    expect(tree.root({ ...site, epoch: 2 }, industryId)).not.toEqual(tree.root(site, industryId));
    expect(tree.blocks(industryId, day).map(({ hash }) => Buffer.from(hash))).toEqual(
      tree.leaves(industryId, day).map(({ hash }) => Buffer.from(hash)),
    );
  });

  it('names the series of a damaged day', async () => {
    const { rig, sqlite, day, volume, industryId } = await closed();
    sqlite.exec(`update reading_day set packed = zeroblob(20) where series_id = ${volume}`);
    const tree = new DayTree(rig.readonly.sqlite);
    const uid = sqlite.prepare('select uid from series where id = ?').pluck().get(volume);
    expect(() => tree.blocks(industryId, day)).toThrow(`the stored day ${day} of series ${uid} is damaged (hash)`.slice(0, -6));
  });
});

describe('rows from before there were hashes', () => {
  it('are answered as they are and sealed step by step, once', async () => {
    const { rig, sqlite, end, day, volume, industryId } = await closed();
    await rig.slot(end, { 'inlet.volume': 130, 'inlet.flow': 2, 'outlet.volume': 200 });
    const rowsOf = (table: string): unknown[] => sqlite.prepare(`select * from ${table} order by 1, 2`).all();
    const tables = ['reading_day', 'day_total', 'reading_open'];
    const sealed = tables.map(rowsOf);
    expect(sealed.map((rows) => rows.length)).toEqual([3, 3, 3]);
    const [hash, leaves] = [new DayTree(sqlite).dayHash(industryId, day), new DayTree(sqlite).leaves(industryId, day)];
    expect(leaves).toHaveLength(3);
    const whole = new ReadingStore(rig.readonly.sqlite).load(volume, day);
    expect(whole?.packed).toEqual(row(sqlite, volume).packed);
    sqlite.exec(`update reading_day set hash = null, checksum = null; update day_total set checksum = null;
      update reading_open set checksum = null; delete from day_node`);
    expect(new ReadingStore(rig.readonly.sqlite).load(volume, day)).toEqual(whole);
    expect(new DayTree(sqlite).leaves(industryId, day)).toEqual(leaves);
    const sealing = new DaySealing({ writer: new Writer(sqlite), tree: new DayTree(sqlite), clock: rig.clock, log: quietLog() });
    expect(sealing.isDone).toBe(false);
    for (let steps = 0; sealing.step(); steps += 1) expect(steps, 'each step seals some rows').toBeLessThan(10);
    expect(sealing.isDone).toBe(true);
    expect(tables.map(rowsOf)).toEqual(sealed);
    expect(new DayTree(sqlite).dayHash(industryId, day)).toEqual(hash);
  });
});
