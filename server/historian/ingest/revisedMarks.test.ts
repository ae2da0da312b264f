import { expect, it, onTestFinished } from 'vitest';
import { SLOT_MS } from '../../core/slots.ts';
import { Writer } from '../../db/writer.ts';
import { ReadingsRig } from '../../test/readingsRig.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { SlotStore } from '../store/slotStore.ts';
import { RevisedMarks } from './revisedMarks.ts';

it('a row that came with a change of a meter is not dropped by a pass that began before the plans had the change', async () => {
  const rig = new ReadingsRig(new TestPlant(), 5_900_000 * SLOT_MS);
  onTestFinished(() => rig.close());
  const store = new SlotStore(new Writer(rig.connection.sqlite));
  const [industry] = rig.units.industries();
  const row = { industryId: industry?.id ?? '', fromSlot: 1, toSlot: 1, seriesIds: [] };
  const note = (): number => store.transaction((tx) => store.revised.add(tx, [row]));
  const marks = new RevisedMarks(store);
  marks.plan();
  expect(marks.add([row, row], marks.planned)).toBe(2);

  const began = marks.planned;
  expect(note()).toBe(3);
  marks.plan();
  expect(marks.add([row], began)).toBe(undefined);
  expect(store.revised.marks()).toEqual([1, 2, 3, 4]);
  // the next pass knows the change, and that the row between is one of its own
  expect(marks.add([row], marks.planned)).toBe(5);
  store.transaction((tx) => store.revised.drop(tx, 5));
  expect(store.revised.marks()).toEqual([]);
  expect(marks.add([], marks.planned)).toBe(undefined);
});
