import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UnitMeta } from '../contract/model/units.ts';
import { dayNumber } from '../core/shift.ts';
import { ReadingsRig } from '../test/readingsRig.ts';
import { TestPlant } from '../test/testPlant.ts';
import { SlotStore } from './store/slotStore.ts';

const meter = { modulus: 1_000_000, basePerCount: 1000, maxPerHour: 1e6, backDeadband: 1 };
/** More than one step of the writer takes. */
const DAYS = 15;
const SLOTS = 288;

const plant = (): TestPlant =>
  new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'inlet', type: 'flow', subCategoryId: 's', meta: { meter } })
    .addUnit({
      id: 'twice',
      type: 'virtual',
      subCategoryId: 's',
      meta: { expression: [{ unitId: 'inlet', factor: 2 }] } as UnitMeta,
    });

const firstSlot = plant().calendar.window('2026-03-01').firstSlot;
const firstDay = dayNumber('2026-03-01');

/** A meter that was read once a day, at the day's end, and so estimated between; then its readings of every noon come. */
const lateOfAllDays = async (): Promise<ReadingsRig> => {
  const rig = new ReadingsRig(plant(), (firstSlot + 10) * 300_000).start(['inlet.volume']);
  await rig.slot(firstSlot + 10, { 'inlet.volume': 0 });
  for (let day = 0; day <= DAYS; day += 1)
    await rig.slot(firstSlot + day * SLOTS + SLOTS - 2, { 'inlet.volume': 1000 * (day + 1) });
  await rig.slot(firstSlot + (DAYS + 1) * SLOTS + 20, { 'inlet.volume': 1000 * (DAYS + 2) });
  await dropped(rig);
  for (let day = 0; day < DAYS; day += 1)
    rig.send('inlet.volume', 1000 * day + 100, (firstSlot + day * SLOTS + SLOTS / 2) * 300_000 + 250_000);
  return rig;
};
/** Until the rows of closed days are gone. */
const dropped = async ({ connection }: ReadingsRig): Promise<void> => {
  const left = connection.sqlite.prepare('select count(*) from reading_open where slot < ?').pluck();
  while (left.get(firstSlot + (DAYS + 1) * SLOTS) !== 0) await nextTurn();
};
const slotsOf = (rig: ReadingsRig, unitId: string) =>
  rig.reader.slots(rig.id(unitId, 'volume'), firstSlot, firstSlot + (DAYS + 2) * SLOTS);
const totalsOf = (rig: ReadingsRig, unitId: string) =>
  rig.reader.dayTotals([rig.id(unitId, 'volume')], firstDay, firstDay + DAYS).map(({ sum, complete }) => ({ sum, complete }));

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a server that is killed while it stores what came late', () => {
  it.each([
    ['before any of it is stored', 'twice', false],
    ['between a virtual unit and its part', 'inlet', false],
    ['after all of it is stored', undefined, true],
  ])('%s has virtual units that are the sum of their parts after the start', async (_, failing, isThere) => {
    const rig = await lateOfAllDays();
    const before = [...slotsOf(rig, 'inlet').values];
    const sumsBefore = totalsOf(rig, 'twice');
    const failingId = failing === undefined ? undefined : rig.id(failing, 'volume');
    const { putDay } = SlotStore.prototype;
    vi.spyOn(SlotStore.prototype, 'putDay').mockImplementation(function (this: SlotStore, tx, info, ...rest) {
      if (info.id === failingId) throw new Error('killed');
      putDay.call(this, tx, info, ...rest);
    });
    await rig.ingest.flush();
    expect(rig.ingest.storageFault).toBe(failing === undefined ? null : 'killed');
    vi.restoreAllMocks();
    const isAhead = failing === 'inlet';
    expect(
      rig.connection.sqlite
        .prepare('select revision from day_total where series_id = ? and day = ?')
        .get(rig.id('twice', 'volume'), firstDay),
    ).toEqual({ revision: isAhead || isThere ? 2 : 1 });
    rig.restart();
    await rig.ingest.flush();

    const [inlet, twice] = [slotsOf(rig, 'inlet'), slotsOf(rig, 'twice')];
    expect([...twice.values]).toEqual([...inlet.values].map((value) => 2 * value));
    expect(twice.quality).toBe(inlet.quality);
    expect(totalsOf(rig, 'twice')).toEqual(
      totalsOf(rig, 'inlet').map(({ sum, complete }) => ({ sum: 2 * (sum ?? 0), complete })),
    );
    if (!isThere) expect(totalsOf(rig, 'twice')).toEqual(sumsBefore);
    expect([...inlet.values].join() !== before.join()).toBe(isThere);
    await rig.close();
  });
});
