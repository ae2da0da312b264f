import { expect, it } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../../core/shift.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { sourceFor } from '../../../historian/index.ts';
import { permittedKL, type Unit } from '../../../plantModel/index.ts';
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

it('the year of a permit begins in the month that its alarm counts from', () => {
  const own = { borewell_threshold: { permitYearStartMonth: 3 } };
  const plant = plantOf({ alertParams: own, well: { pumpIntakeMbgl: 50, ratedFlowM3h: 12, piezometer: false, noc } as never });
  for (const date of ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-09'])
    plant.write('well', 'volume', date, 0, repeat(ON, 288));
  const permit = permitAt(plant, 100);
  expect(permit).toMatchObject({ yearFrom: '01/03/2026', yearKL: 576, yearEndsIn: 355 });
  // 99,424 KL at 288 a day
  expect(permit?.daysLeft).toBe(345);
});

it('a permit lasts no longer than it is valid', () => {
  const lastsOf = (validTo: string, litres = ON) => {
    const plant = plantOf({
      well: { pumpIntakeMbgl: 50, ratedFlowM3h: 12, piezometer: false, noc: { ...noc, validTo } } as never,
    });
    plant.write('well', 'volume', '2026-03-09', 0, repeat(litres, 288));
    const permit = permitAt(plant, 100);
    return [permit?.daysLeft, permit?.endsIn];
  };
  expect([
    lastsOf('2027-03-31'),
    lastsOf('2026-03-15'),
    lastsOf('2026-03-10'),
    lastsOf('2026-03-09'),
    lastsOf('2026-03-15', 0),
    lastsOf('2026-03-09', 0),
  ]).toEqual([
    [346, 386],
    [5, 5],
    [0, 0],
    [0, -1],
    [null, 5],
    [0, -1],
  ]);
});

it('the days of a permit’s year are permitted together what the year is', () => {
  const days = (from: string, count: number): number[] => Array.from({ length: count }, (_, at) => dayNumber(from) + at);
  const unit = (startMonth?: number) => {
    const alertParams = startMonth === undefined ? {} : { borewell_threshold: { permitYearStartMonth: startMonth } };
    const plant = plantOf({
      alertParams,
      well: { piezometer: false, noc: { ...noc, validTo: '2030-01-01', permittedKLD: null } },
    });
    return plant.unit('DEMO', 'well') as Unit;
  };
  // with the 29 February of 2028
  expect(permittedKL(unit(), days('2027-04-01', 366))).toBeCloseTo(100_000, 6);
  expect(permittedKL(unit(), days('2026-04-01', 365))).toBeCloseTo(100_000, 6);
  expect(permittedKL(unit(7), days('2027-07-01', 366))).toBeCloseTo(100_000, 6);
});
