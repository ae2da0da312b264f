import { expect, it, onTestFinished } from 'vitest';
import type { UnitMeta } from '../../contract/model/units.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { ReadingsRig } from '../../test/readingsRig.ts';
import { TestPlant } from '../../test/testPlant.ts';

const meter = { modulus: 10_000, basePerCount: 1000, maxPerHour: 1200, backDeadband: 0.5 };
const first = Date.parse('2024-05-06T08:00:00Z') / SLOT_MS;

const running = (): ReadingsRig => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'inlet', type: 'flow', subCategoryId: 's', meta: { meter } })
    .addUnit({ id: 'clampOn', type: 'flow', subCategoryId: 's' })
    .addUnit({
      id: 'twice',
      type: 'virtual',
      subCategoryId: 's',
      meta: { expression: [{ unitId: 'inlet', factor: 2 }] } as UnitMeta,
    });
  const rig = new ReadingsRig(plant, first * SLOT_MS);
  onTestFinished(() => rig.close());
  return rig.start(['inlet.volume', 'inlet.flow', 'clampOn.flow']);
};

const send = (rig: ReadingsRig, tagId: string, value: number): number => {
  const atMs = rig.clock.now();
  rig.ingest.accept([{ tagId, value, quality: 'GOOD', atMs, isRevocable: true }]);
  return atMs;
};

const shown = (rig: ReadingsRig, unitId: string, param: string, slot: number): string => {
  const { values, quality } = rig.reader.slots(rig.id(unitId, param), first + slot, first + slot + 1);
  return `${quality[0]} ${values[0]}`;
};

/** A wrong reading in slot 1, taken back `afterMs` later; slot 2 follows. */
const withRetracted = async (afterMs: number): Promise<ReadingsRig> => {
  const rig = running();
  await rig.slot(first, { 'inlet.volume': 100, 'inlet.flow': 60, 'clampOn.flow': 60 });
  rig.clock.set((first + 1) * SLOT_MS + 240_000);
  for (const [tagId, value] of [
    ['inlet.volume', 104],
    ['inlet.flow', 60],
    ['clampOn.flow', 60],
  ] as const)
    send(rig, tagId, value);
  rig.clock.set((first + 2) * SLOT_MS - 5000);
  const wrong = [
    ['inlet.volume', 150],
    ['inlet.flow', 900],
    ['clampOn.flow', 900],
  ] as const;
  const atMs = wrong.map(([tagId, value]) => send(rig, tagId, value));
  rig.clock.advance(afterMs);
  await rig.ingest.flush();
  rig.ingest.retract(wrong.map(([tagId], i) => ({ tagId, fromMs: atMs[i] ?? 0, toMs: atMs[i] ?? 0 })));
  await rig.ingest.flush();
  await rig.slot(first + 2, { 'inlet.volume': 110, 'inlet.flow': 60, 'clampOn.flow': 60 });
  return rig;
};

it.each([
  ['while its slot runs', 1000],
  ['after its slot was closed', 50_000],
])('a reading taken back %s leaves nothing in slots, totals and derived sums', async (_, afterMs) => {
  const rig = await withRetracted(afterMs);
  expect(shown(rig, 'inlet', 'flow', 1)).toBe('G 60');
  expect(shown(rig, 'inlet', 'volume', 1)).toBe('G 4000');
  expect(shown(rig, 'inlet', 'volume', 2)).toBe('G 6000');
  expect(shown(rig, 'twice', 'volume', 1)).toBe('G 8000');
  expect(shown(rig, 'clampOn', 'flow', 1)).toBe('G 60');
  expect(shown(rig, 'clampOn', 'volume', 1)).toBe('F 5000');
});
