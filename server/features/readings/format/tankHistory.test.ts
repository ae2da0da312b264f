import { expect, it } from 'vitest';
import { tankVolume } from '../../../contract/model/tankVolume.ts';
import type { TankShape } from '../../../contract/model/units.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { sourceFor } from '../../../historian/read/readContext.ts';
import { chooseWindow } from '../../../historian/read/window.ts';
import { selectUnits } from '../../../historian/units/selection.ts';
import { ReadingsRig } from '../../../test/readingsRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { deviceData } from '../deviceDataV2.ts';

const upright: TankShape = { shape: 'vertical_cylinder', diameter: 3, height: 4 };
const lying: TankShape = { shape: 'horizontal_cylinder', diameter: 3, length: 8, head: 0.4 };
const firstDay = dayNumber('2026-03-27');
const DAYS = 5;
/** Within the range of each day: it fills and empties, faster by the day. */
const levelIn = (slot: number, first: number): number =>
  Math.fround(1.4 + 0.9 * Math.sin((slot - first) / 29) + 0.1 * Math.sin((slot - first) / 500));
const kiloIn = (shape: TankShape, levelM: number): number => tankVolume(shape, levelM).volumeM3;

it('what a tank held, took and gave is water alone, by levels whose shape was changed and a day that was worked out anew', async () => {
  const plant = new TestPlant({ timezone: 'Europe/Berlin', startAt: '06:00:00' })
    .addCategory('STOCK_CATEGORY', ['tanks'])
    .addUnit({ id: 't1', type: 'stock', subCategoryId: 'tanks', maxCapacity: 60, meta: { tank: upright } });
  const first = plant.calendar.windowOfDay(firstDay).firstSlot;
  const last = plant.calendar.windowOfDay(firstDay + DAYS - 1);
  const nowSlot = last.firstSlot + 200;
  const rig = new ReadingsRig(plant, nowSlot * SLOT_MS + 15_000);
  try {
    const history = rig.history();
    const late = plant.calendar.windowOfDay(firstDay + 1).firstSlot + 100;
    for (let slot = first; slot < nowSlot; slot += 1)
      history.acceptSlot(slot, [{ seriesId: rig.id('t1', 'level'), value: slot === late ? null : levelIn(slot, first) }]);
    history.finish();
    rig.start(['t1.level']);
    await rig.ingest.flush();
    const unit = plant.unit('DEMO', 't1');
    if (!unit) throw new Error('no tank');
    unit.meta.tank = lying;
    rig.bind(['t1.level']);
    await rig.ingest.flush();
    rig.send('t1.level', levelIn(late, first), (late + 1) * SLOT_MS - 10_000);
    for (let again = 0; again < 3; again += 1) await rig.ingest.flush();
    const shapes = [upright, lying, upright, upright, lying];
    const parts = { directory: plant, reader: rig.reader, calendars: { of: () => plant.calendar }, clock: rig.clock };
    const source = sourceFor(parts, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
    const selection = selectUnits(plant, 'DEMO', 'STOCK_CATEGORY');
    if (!selection) throw new Error('no tanks');
    const endOf = (day: number): number => Math.min(nowSlot, plant.calendar.windowOfDay(day + 1).firstSlot);
    const levelAt = (slot: number): number => levelIn(slot - 1, first);
    for (let from = 1; from < DAYS; from += 1)
      for (let to = from; to < DAYS; to += 1) {
        const [date1, date2] = [dateOfDay(firstDay + from), dateOfDay(firstDay + to)];
        const window = chooseWindow(plant.calendar, 'CUSTOM', { date1, date2 });
        const asked = { selection, window, divisionFactor: 1000, v2: false, nowMs: source.nowMs };
        const stock = (await deviceData(asked, source)).categories[0]?.subCategories[0]?.units[0]?.stock;
        const about = `${date1} to ${date2}`;
        const shape = shapes[to] ?? lying;
        const [opening, closing] = [
          levelAt(plant.calendar.windowOfDay(firstDay + from).firstSlot),
          levelAt(endOf(firstDay + to)),
        ];
        expect(Math.abs((stock?.openingKL ?? 0) - kiloIn(shape, opening)), `${about} opening ${stock?.openingKL}`).toBeLessThan(
          0.02,
        );
        expect(Math.abs((stock?.closingKL ?? 0) - kiloIn(shape, closing)), `${about} closing`).toBeLessThan(0.0051);
        let change = 0;
        for (let day = from; day <= to; day += 1) {
          const own = shapes[day] ?? lying;
          change +=
            kiloIn(own, levelAt(endOf(firstDay + day))) -
            kiloIn(own, levelAt(plant.calendar.windowOfDay(firstDay + day).firstSlot));
        }
        const moved = (stock?.fillKL ?? Number.NaN) - (stock?.drawKL ?? Number.NaN);
        expect(Math.abs(moved - change), `${about} filled less drawn ${moved} for ${change}`).toBeLessThan(0.05);
      }
  } finally {
    await rig.close();
  }
});
