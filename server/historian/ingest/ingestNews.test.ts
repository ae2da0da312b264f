import { describe, expect, it } from 'vitest';
import { SLOT_MS } from '../../core/slots.ts';
import { eventsOf, first, running, slotsOf, tags } from '../../test/ingestPlant.ts';

describe('what ingest publishes on the bus', () => {
  it('is the live values of a batch in one message, in stored units, and a failed read without a value', () => {
    const rig = running();
    const received: unknown[] = [];
    rig.bus.on('test', 'liveValues', ({ industryId, values }) => received.push({ industryId, values: [...values] }));
    const atMs = rig.clock.now();
    rig.ingest.accept([
      { tagId: 'inlet.volume', value: 100, quality: 'GOOD', atMs },
      { tagId: 'tank.level', value: 1, quality: 'UNCERTAIN', atMs },
      { tagId: 'unknown', value: 1, quality: 'GOOD', atMs },
    ]);
    rig.clock.advance(5000);
    rig.send('inlet.volume', null);
    expect(received).toEqual([
      {
        industryId: 'DEMO',
        values: [
          { unitId: 'inlet', param: 'volume', value: 100_000, quality: 'GOOD', atMs },
          { unitId: 'tank', param: 'level', value: 1, quality: 'UNCERTAIN', atMs },
          { unitId: 'tank', param: 'volume', value: Math.PI * 1000, quality: 'UNCERTAIN', atMs },
        ],
      },
      { industryId: 'DEMO', values: [{ unitId: 'inlet', param: 'volume', value: null, quality: 'BAD_TIMEOUT', atMs }] },
    ]);
    expect(rig.reader.latest(rig.id('inlet', 'volume'))).toEqual({
      value: null,
      quality: 'BAD_TIMEOUT',
      atMs,
      slotQuality: 'M',
      lastValue: 100_000,
    });
    expect(rig.reader.latest(rig.id('line', 'volume'))).toBeUndefined();
  });

  it('is that a value is no longer known where nothing is read for it any more: its signal, device or line was taken away', () => {
    const rig = running();
    const received: unknown[] = [];
    const atMs = rig.clock.now();
    rig.send('tank.level', 1);
    rig.send('inlet.flow', 5);
    rig.bus.on('test', 'liveValues', ({ values }) => received.push(...values));
    rig.bind(tags.filter((tag) => tag !== 'tank.level'));
    rig.bind(tags.filter((tag) => tag !== 'tank.level'));
    const gone = { value: null, quality: 'STALE', atMs };
    expect(received).toEqual([
      { unitId: 'tank', param: 'level', ...gone },
      { unitId: 'tank', param: 'volume', ...gone },
    ]);
    expect(rig.reader.latest(rig.id('tank', 'level'))).toEqual({ ...gone, slotQuality: 'G', lastValue: 1 });
    expect(rig.reader.latest(rig.id('inlet', 'flow'))).toMatchObject({ value: 5, quality: 'GOOD' });
    rig.bind(tags);
    rig.send('tank.level', 2);
    expect(rig.reader.latest(rig.id('tank', 'level'))).toMatchObject({ value: 2, quality: 'GOOD' });
  });

  it('is each slot that closed, after its values are in the database', async () => {
    const rig = running();
    const received: string[] = [];
    rig.bus.on('test', 'slotsClosed', ({ fromSlot, toSlot }) => {
      for (let slot = fromSlot; slot <= toSlot; slot += 1) {
        const row = rig.readonly.sqlite
          .prepare('select quality, value from reading_open where slot = ? and series_id = ?')
          .get(slot, rig.id('inlet', 'volume'));
        received.push(`${slot - first} ${JSON.stringify(row)}`);
      }
    });
    await rig.slot(first, { 'inlet.volume': 100 });
    await rig.slot(first + 1, { 'inlet.volume': 101 });
    await rig.slot(first + 3, {});
    expect(received).toEqual(['0 {"quality":"M","value":null}', '1 {"quality":"G","value":1000}', '2 undefined', '3 undefined']);
  });

  it('is all slots at once where the clock is set a year ahead and stays so', async () => {
    const rig = running();
    await rig.slot(first, { 'inlet.volume': 100 });
    const received: string[] = [];
    rig.bus.on('test', 'slotsClosed', ({ fromSlot, toSlot }) => {
      received.push(`${fromSlot - first} to ${toSlot - first}`);
    });
    rig.clock.stepWall(365 * 288 * SLOT_MS);
    await rig.ingest.flush();
    expect(received).toEqual([]);
    rig.clock.advance(600_000);
    await rig.ingest.flush();
    expect(received).toEqual([expect.stringMatching(/^1 to 10512\d$/)]);
  });

  it('is a sample from the future as one of now, with an entry in the ledger of counter events', async () => {
    const rig = running();
    await rig.slot(first, { 'inlet.volume': 100 });
    rig.clock.set((first + 1) * SLOT_MS + 1000);
    rig.send('inlet.volume', 105, rig.clock.now() + 3_600_000);
    await rig.slot(first + 1, {});
    expect(slotsOf(rig, 'inlet', 'volume', 1, 2)).toEqual(['G 5000']);
    expect(eventsOf(rig, 'inlet')).toEqual(['clock@1']);
  });
});

describe('storing', () => {
  it('keeps everything in memory while the disk is full, says so once, and stores it when there is room', async () => {
    const rig = running();
    const { sqlite } = rig.connection;
    await rig.slot(first, { 'inlet.volume': 100 });
    sqlite.pragma(`max_page_count=${sqlite.pragma('page_count', { simple: true })}`);
    await rig.ingest.flush();
    for (let index = 1; index <= 60; index += 1)
      await rig.slot(first + index, {
        'inlet.volume': 100 + index,
        'line.volume': index,
        'inlet.flow': index,
        'tank.level': 1,
        'pump.energy': 1,
        'rain.rain': 1,
        'clampOn.flow': 1,
      });
    expect(rig.ingest.storageFault).toMatch(/full/);
    expect(rig.log.filter((line) => line.includes('cannot be stored'))).toHaveLength(1);
    expect(slotsOf(rig, 'inlet', 'volume', 60, 61)).toEqual(['G 1000']);
    sqlite.pragma('max_page_count=1000000');
    await rig.ingest.flush();
    expect(rig.ingest.storageFault).toBeNull();
    rig.restart();
    const { values } = rig.reader.slots(rig.id('inlet', 'volume'), first, first + 61);
    expect(values.reduce((sum, value) => sum + value, 0)).toBe(60_000);
  });

  it('ends with the last values stored, however often it is stopped', async () => {
    const rig = running();
    rig.send('inlet.volume', 100);
    await rig.ingest.stop();
    await rig.ingest.stop();
    expect(rig.connection.sqlite.prepare('select raw from reading_open').pluck().all()).toEqual([100]);
  });

  it('follows a change of units: a new meter counts from its slot on, and history stays', async () => {
    const rig = running();
    await rig.slot(first, { 'inlet.volume': 100 });
    await rig.slot(first + 1, { 'inlet.volume': 101 });
    rig.connection.sqlite
      .prepare(
        'insert into meter (series_id, valid_from_slot, modulus, base_per_count, max_per_hour, back_deadband) values (?, ?, 1000, 10, 1200, 1)',
      )
      .run(rig.id('inlet', 'volume'), first + 2);
    rig.bind(tags);
    await rig.slot(first + 2, { 'inlet.volume': 102 });
    expect(slotsOf(rig, 'inlet', 'volume', 1, 3)).toEqual(['G 1000', 'G 10']);
    expect(await rig.ingest.recompute('DEMO', '2024-05-06')).toEqual([]);
  });
});
