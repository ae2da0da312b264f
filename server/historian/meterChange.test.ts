import { describe, expect, it, onTestFinished } from 'vitest';
import { SLOT_MS } from '../core/slots.ts';
import { ReadingsRig } from '../test/readingsRig.ts';
import { TestPlant } from '../test/testPlant.ts';

const meter = { modulus: 100_000, basePerCount: 1000, maxPerHour: 1200, backDeadband: 1 };
const first = 5_900_000;

const started = async (raws: readonly (number | null)[]): Promise<ReadingsRig> => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'in', type: 'flow', subCategoryId: 's', meta: { meter } });
  const rig = new ReadingsRig(plant, first * SLOT_MS);
  onTestFinished(() => rig.close());
  rig.start(['in.volume']);
  for (const [at, raw] of raws.entries()) await rig.slot(first + at, { 'in.volume': raw });
  return rig;
};

const enter = async (rig: ReadingsRig, slot: number, closing: number | null, opening: number): Promise<void> => {
  rig.connection.sqlite
    .prepare(
      'insert into meter_change (series_id, slot, second, closing, opening, old_base_per_count) values (?, ?, 0, ?, ?, 1000)',
    )
    .run(rig.id('in', 'volume'), slot, closing, opening);
  rig.bind(['in.volume']);
  await rig.ingest.flush();
};

const shown = (rig: ReadingsRig, slots: number): string => {
  const { values, quality } = rig.reader.slots(rig.id('in', 'volume'), first, first + slots);
  return `${quality} ${[...values].map((value) => value / 1000).join(' ')}`;
};

describe('a meter that was changed', () => {
  it('counts what the old one counted up to its closing reading, and the new one from its opening reading on', async () => {
    const rig = await started([5000, 5010, 52, 60, 70]);
    expect(shown(rig, 5)).toBe('MGFGG 0 10 52 8 10');
    await enter(rig, first + 2, 5014, 47);
    expect(shown(rig, 5)).toBe('MGGGG 0 10 9 8 10');
    expect(rig.reader.counterEvents([rig.id('in', 'volume')], 0, 1e9)).toMatchObject([
      { kind: 'meter_change', slot: first + 2, before: 5014, after: 47 },
    ]);
  });

  it('of another scale counts by the old one up to the change, also in the slot of the change and at its border', async () => {
    for (const second of [120, 300]) {
      const rig = await started([]);
      const send = (slot: number, at: number, raw: number): void =>
        rig.send('in.volume', raw, (first + slot) * SLOT_MS + at * 1000);
      const end = async (slot: number): Promise<void> => {
        rig.clock.set((first + slot + 1) * SLOT_MS + 10_000);
        await rig.ingest.flush();
      };
      for (const [slot, at, raw] of [
        [0, 290, 5000],
        [1, 290, 5010],
        [2, second - 10, 5016],
        [3, 290, 500],
        [4, 290, 900],
      ] as const) {
        rig.clock.set((first + slot) * SLOT_MS + at * 1000);
        send(slot, at, raw);
        await end(slot);
      }
      const { sqlite } = rig.connection;
      const id = rig.id('in', 'volume');
      sqlite.prepare('insert into meter values (?, ?, 100000, 10, 120000, 1)').run(id, first + 2);
      sqlite
        .prepare(
          'insert into meter_change (series_id, slot, second, closing, opening, old_base_per_count) values (?, ?, ?, 5018, 100, 1000)',
        )
        .run(id, first + 2, second);
      rig.bind(['in.volume']);
      await rig.ingest.flush();
      expect(shown(rig, 5), `${second}`).toBe('MGGGG 0 10 6 6 4');
    }
  });

  it('may have been off for a while, and the new one may begin anywhere', async () => {
    const rig = await started([5000, 5010, null, null, 81_230, 81_240]);
    await enter(rig, first + 3, 5014, 81_227);
    expect(shown(rig, 6)).toBe('MGEEEG 0 10 2.333333 2.333334 2.333333 10');
  });

  it('may have no closing reading at first: its first reading counts from the opening one', async () => {
    const rig = await started([]);
    await enter(rig, first, null, 20);
    await rig.slot(first, { 'in.volume': 27 });
    await rig.slot(first + 1, { 'in.volume': 30 });
    expect(shown(rig, 2)).toBe('GG 7 3');
  });

  it('may be changed twice between two readings, or twice on a day with readings between', async () => {
    const rig = await started([5000, 5010, null, null, 8, 18]);
    await enter(rig, first + 2, 5014, 900);
    await enter(rig, first + 3, 906, 3);
    // 4 of the first, 6 of the one between, 5 of the last
    expect(shown(rig, 6)).toBe('MGEEEG 0 10 5 5 5 10');
    const id = rig.id('in', 'volume');
    expect(rig.reader.counterEvents([id], 0, 1e9)).toMatchObject([
      { kind: 'meter_change', slot: first + 2, before: 5014, after: 900 },
      { kind: 'meter_change', slot: first + 3, before: 906, after: 3 },
    ]);
    const read = await started([5000, 5010, 905, 915, 4, 14]);
    await enter(read, first + 2, 5014, 900);
    await enter(read, first + 4, 917, 0);
    expect(shown(read, 6)).toBe('MGGGGG 0 10 9 10 6 10');
  });

  it('changed again with another scale counts each by its own, whichever change was entered first', async () => {
    const oracle = 'MGGGGGG 0 10 6.4 0.4 0.5 5.2 6';
    for (const order of ['first', 'second'] as const) {
      const rig = await started([5000, 5010, 904, 908, 13, 65, 125]);
      const id = rig.id('in', 'volume');
      const { sqlite } = rig.connection;
      const meterFrom = (slot: number, basePerCount: number): void =>
        void sqlite.prepare('insert or replace into meter values (?, ?, 100000, ?, 120000, 1)').run(id, slot, basePerCount);
      const changed = (slot: number, closing: number, opening: number, old: number): void =>
        void sqlite
          .prepare(
            `insert or replace into meter_change (series_id, slot, second, closing, opening, old_base_per_count)
             values (?, ?, 0, ?, ?, ?)`,
          )
          .run(id, slot, closing, opening, old);
      const settle = async (): Promise<void> => {
        rig.bind(['in.volume']);
        await rig.ingest.flush();
      };
      // 6 and 4 of another meter, then 2 of that one and 3 of the last
      const earlier = (): void => {
        meterFrom(first + 2, 100);
        changed(first + 2, 5016, 900, 1000);
      };
      const later = (old: number): void => {
        meterFrom(first + 4, 100);
        changed(first + 4, 910, 10, old);
      };
      if (order === 'first') earlier();
      else later(1000);
      await settle();
      earlier();
      later(100);
      await settle();
      expect(shown(rig, 7), order).toBe(oracle);
    }
  });

  it('entered again with another scale of the new one alone works its slots out again', async () => {
    const rig = await started([5000, 5010, 904, 908]);
    const id = rig.id('in', 'volume');
    const { sqlite } = rig.connection;
    const scale = async (basePerCount: number): Promise<string> => {
      sqlite.prepare('insert or replace into meter values (?, ?, 100000, ?, 120000, 1)').run(id, first + 2, basePerCount);
      rig.bind(['in.volume']);
      await rig.ingest.flush();
      return shown(rig, 4);
    };
    await enter(rig, first + 2, 5016, 900);
    expect(await scale(100)).toBe('MGGG 0 10 6.4 0.4');
    expect(await scale(200)).toBe('MGGG 0 10 6.8 0.8');
  });

  it('may be changed before its first reading, and what the one before counted is not lost', async () => {
    const rig = await started([]);
    await enter(rig, first, null, 20);
    await enter(rig, first + 1, 26, 3);
    await rig.slot(first + 1, { 'in.volume': 7 });
    await rig.slot(first + 2, { 'in.volume': 9 });
    expect(shown(rig, 3)).toBe('EEG 5 5 2');
  });

  it('that began anew while nothing was read is estimated, and exact once its readings are entered', async () => {
    const before = Array.from({ length: 10 }, (_, at) => 5000 + 10 * at);
    const rig = await started([...before, null, null, null, 12, 22, 32]);
    expect(shown(rig, 16)).toMatch(/^MGGGGGGGGGFFFFGG /);
    const id = rig.id('in', 'volume');
    expect(rig.reader.counterEvents([id], 0, 1e9)).toMatchObject([{ kind: 'counter_reset', before: 5090, after: 12 }]);
    await enter(rig, first + 12, 5114, 0);
    expect(shown(rig, 16)).toBe(`MGGGGGGGGGEEEEGG 0 ${'10 '.repeat(9)}9 9 9 9 10 10`);
    expect(rig.reader.counterEvents([id], 0, 1e9)).toMatchObject([{ kind: 'meter_change', slot: first + 12 }]);
  });

  it('gives the same after a restart and in a recompute', async () => {
    const rig = await started([5000, 5010, 52, 60, 70]);
    await enter(rig, first + 2, 5014, 47);
    const before = shown(rig, 5);
    rig.restart();
    await rig.ingest.flush();
    expect(shown(rig, 5)).toBe(before);
  });
});
