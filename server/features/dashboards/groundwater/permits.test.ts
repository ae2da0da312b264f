import { expect, it } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../../core/shift.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { sourceFor } from '../../../historian/index.ts';
import type { TestPlant } from '../../../test/testPlant.ts';
import { ON, plantOf, repeat } from '../../../test/wellReadings.ts';
import { permitsOf } from './permits.ts';

const noc = { number: 'N', validTo: '2027-03-31', permittedKLD: 400, permittedKLY: 100_000 };

/** At a slot of 10 March 2026. */
const permitAt = (plant: TestPlant, slot: number) => {
  const nowSlot = plant.calendar.windowOfDay(dayNumber('2026-03-10')).firstSlot + slot;
  const clock = new ManualClock(nowSlot * SLOT_MS);
  const scheduler = new CooperativeScheduler();
  const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
  const source = sourceFor(parts, scheduler, 'DEMO', new AbortController().signal);
  const unit = plant.unit('DEMO', 'well');
  const volume = unit?.series.find(({ param }) => param === 'volume');
  return permitsOf([{ unit, volume } as never], source)[0];
};

it('the mean day by which a permit is used up is of days that were measured', () => {
  const plant = plantOf({ well: { pumpIntakeMbgl: 50, ratedFlowM3h: 12, piezometer: false, noc } as never });
  plant.write('well', 'volume', '2026-03-05', 0, repeat(ON, 288));
  plant.write('well', 'volume', '2026-03-06', 0, repeat(ON, 288));
  // of a day of 288 KL two slots, and of another nine tenths
  plant.write('well', 'volume', '2026-03-07', 0, repeat(ON, 2));
  plant.write('well', 'volume', '2026-03-08', 0, repeat(ON, 260));
  const permit = permitAt(plant, 100);
  expect([permit?.meanKLD, permit?.yearKL]).toEqual([278.67, 838]);
});
