import { expect, it } from 'vitest';
import { inLocale } from '../../../text/testing/inLocale.ts';
import { limitFacts, meterFacts, type PlantUnit } from './unitFacts.ts';

it('the days of a permit and of a calibration are written as every date of the person’s form', async () => {
  const meta = {
    calibratedOn: '2025-12-31T20:00:00.000Z',
    well: { noc: { number: 'CGWA 7', validFrom: '2026-04-01', validTo: '2031-03-31' } },
  };
  const unit = { meta, maxCapacity: null, siUnit: 'KL', type: 'borewell' } as unknown as PlantUnit;
  const said = (locale: 'en-US' | 'en-IN') => inLocale(locale, () => meterFacts(unit, 'Asia/Kolkata').map(({ value }) => value));
  expect(await said('en-US')).toEqual(['Jan 1, 2026', expect.stringContaining('Mar 31, 2031')]);
  expect(await said('en-IN')).toEqual(['1 Jan 2026', expect.stringContaining('31 Mar 2031')]);
});

it.each(['KL', 'ML', 'L', 'm3', 'm bgl'])(
  'a capacity is stored in KL and said so, also of a unit that is shown in %s',
  (siUnit) => {
    const unit = { meta: {}, maxCapacity: 800, siUnit, type: 'stock' } as unknown as PlantUnit;
    expect(meterFacts(unit, 'Asia/Kolkata').map(({ value }) => value)).toEqual(['800.00 KL']);
  },
);

it('limits and volumes of a count are written as they were entered, however small', () => {
  const params = {
    hg: { name: 'Mercury', unit: 'mg/L', lt: null, ht: 0.0004 },
    ph: { name: 'pH', unit: 'pH', lt: 6.5, ht: 8.5 },
  };
  const meter = { basePerCount: 0.0125, modulus: 1000, maxPerHour: 10 };
  const unit = { meta: { params, meter }, maxCapacity: null, siUnit: 'mg/L', type: 'quality' } as unknown as PlantUnit;
  expect(limitFacts(unit).map(({ value }) => value)).toEqual(['to 0.0004 mg/L', 'from 6.5 to 8.5 pH']);
  expect(meterFacts(unit, 'Asia/Kolkata')[0]?.value).toBe('0.0125 L');
});
