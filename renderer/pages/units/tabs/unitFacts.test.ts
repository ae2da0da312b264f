import { afterEach, expect, it, vi } from 'vitest';
import { chooseLocale } from '../../../text/language.ts';
import { meterFacts, type PlantUnit } from './unitFacts.ts';

afterEach(async () => {
  await chooseLocale('en-IN');
  vi.unstubAllGlobals();
});

it('the days of a permit and of a calibration are written as every date of the person’s form', async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  vi.stubGlobal('localStorage', { setItem: () => undefined });
  const meta = {
    calibratedOn: '2025-12-31T20:00:00.000Z',
    well: { noc: { number: 'CGWA 7', validFrom: '2026-04-01', validTo: '2031-03-31' } },
  };
  const unit = { meta, maxCapacity: null, siUnit: 'KL', type: 'borewell' } as unknown as PlantUnit;
  const said = async (locale: 'en-US' | 'en-IN') => {
    await chooseLocale(locale);
    return meterFacts(unit, 'Asia/Kolkata').map(({ value }) => value);
  };
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
