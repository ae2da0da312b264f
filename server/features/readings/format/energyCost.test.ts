import { expect, it } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../../core/shift.ts';
import { sourceFor } from '../../../historian/read/readContext.ts';
import { chooseWindow } from '../../../historian/read/window.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { energyCharge } from './energyCost.ts';
import { TariffRates } from './tariffRates.ts';

const date = '2026-06-10';

it.each([
  ['by the time of day', [{ from: '00:00', to: '00:00', ratePerKWh: 10 }]],
  ['at any time', []],
])('energy of some hours of a day costs what is due for these hours, %s', async (_, energy) => {
  const plant = new TestPlant()
    .addCategory('ENERGY_CATEGORY', ['power'])
    .addUnit({ id: 'e1', type: 'energy', subCategoryId: 'power' })
    .write('e1', 'energy', date, 0, Array(288).fill(1000));
  for (const industry of plant.industries()) industry.meta.facts = { tariffs: { energy, ratePerKWh: 10 } };
  const clock = new ManualClock(plant.calendar.windowOfDay(dayNumber(date) + 1).fromMs + 60_000);
  const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
  const source = sourceFor(parts, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
  const whole = chooseWindow(plant.calendar, 'DAY', { date1: date });
  const series = plant.unit('DEMO', 'e1')?.series[0];
  if (!series) throw new Error('no meter');
  const charge = (hours: number): Promise<number | null> => {
    const window = { ...whole, buckets: whole.buckets.slice(0, hours) };
    const context = { source, window, gathered: new Map(), divisionFactor: 1000, siUnit: 'kWh', nowMs: source.nowMs };
    const rates = new TariffRates(source.tariffs);
    return energyCharge(series, hours * 12_000, { ...context, unitOf: source.unitOf, rates });
  };
  expect([await charge(24), await charge(4)]).toEqual([2880, 480]);
});
