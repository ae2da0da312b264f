import { expect, it, onTestFinished, vi } from 'vitest';
import { SLOT_MS } from '../core/slots.ts';
import { ReadingsRig } from '../test/readingsRig.ts';
import { TestPlant } from '../test/testPlant.ts';
import { CounterSlots } from './slots/counterSlots.ts';

const meter = { modulus: 10_000_000, basePerCount: 1, maxPerHour: 100_000, backDeadband: 1 };
const DAY = 288;
const weekBefore = 7;
const gapDays = 60;

it('a correction within a gap of weeks works the gap out once, not once for each of its days', async () => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'line', type: 'flow', subCategoryId: 's', meta: { meter } });
  const first = plant.calendar.window('2024-03-04').firstSlot;
  const [gapFrom, gapTo] = [first + weekBefore * DAY, first + (weekBefore + gapDays) * DAY];
  const rig = new ReadingsRig(plant, (gapTo + 12) * SLOT_MS + 10_000);
  onTestFinished(() => rig.close());
  const id = rig.id('line', 'volume');
  const history = rig.history();
  for (let slot = first; slot < gapTo + 12; slot += 1)
    if (slot < gapFrom || slot >= gapTo) history.acceptSlot(slot, [{ seriesId: id, value: (slot - first) * 100 }]);
  history.finish();
  rig.start(['line.volume']);
  await rig.ingest.flush();
  const looks = vi.spyOn(CounterSlots.prototype, 'evaluateAgain');
  onTestFinished(() => looks.mockRestore());
  await rig.ingest.enter(id, gapFrom + 3 * DAY, [500], 'read at the meter');
  await rig.ingest.flush();
  expect(looks.mock.calls.length).toBeLessThanOrEqual(2);
  const { values, quality } = rig.reader.slots(id, gapFrom, gapTo);
  expect([quality.split('').filter((letter) => letter === 'E').length, quality[3 * DAY]]).toEqual([gapDays * DAY - 1, 'R']);
  expect(values[3 * DAY]).toBe(500);
});
