import { expect, it, onTestFinished } from 'vitest';
import { SLOT_MS } from '../../core/slots.ts';
import { ReadingsRig } from '../../test/readingsRig.ts';
import { TestPlant } from '../../test/testPlant.ts';

/** Together more rows than are stored in one transaction. */
const [UNITS, SLOTS] = [24, 240];

it('what waits is stored to its end at a stop, however many transactions it takes', async () => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '06:00:00' }).addCategory('SOURCE_CATEGORY', ['s']);
  const ids = Array.from({ length: UNITS }, (_, at) => `line${at}`);
  for (const id of ids) plant.addUnit({ id, type: 'flow', subCategoryId: 's', meta: {} });
  const { firstSlot } = plant.calendar.window('2024-05-06');
  const rig = new ReadingsRig(plant, firstSlot * SLOT_MS);
  onTestFinished(() => rig.close());
  rig.start(ids.map((id) => `${id}.flow`));
  await rig.ingest.flush();
  for (let slot = firstSlot; slot < firstSlot + SLOTS; slot += 1) {
    rig.clock.set(slot * SLOT_MS + 200_000);
    for (const [at, id] of ids.entries()) rig.send(`${id}.flow`, slot - firstSlot + at, slot * SLOT_MS + 200_000);
  }
  rig.clock.set((firstSlot + SLOTS) * SLOT_MS + 120_000);
  await rig.ingest.stop();
  const stored = rig.connection.sqlite
    .prepare(
      `select r.series_id, count(*) slots, sum(r.value) total from reading_open r join series s on s.id = r.series_id
       where s.param = 'flow' group by r.series_id order by r.series_id`,
    )
    .all();
  expect(stored).toEqual(
    ids.map((id, at) => ({
      series_id: rig.id(id, 'flow'),
      slots: SLOTS,
      total: (SLOTS * (SLOTS - 1)) / 2 + SLOTS * at,
    })),
  );
});
