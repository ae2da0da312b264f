import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chooseLocale } from '../../text/language.ts';
import { lastsOf, usedOf } from './permitWords.ts';

beforeEach(() => {
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  vi.stubGlobal('localStorage', { setItem: () => undefined, getItem: () => null });
});
afterEach(async () => {
  await chooseLocale('en-IN');
  vi.unstubAllGlobals();
});

const permit = { daysLeft: 12, yearEndsIn: 120, endsIn: 500, permittedKLY: 900, yearKL: 880 };
const mean = 'at the mean of 30 days';

it('a permit that is not used up has no 0 days left', async () => {
  expect([
    lastsOf(permit),
    lastsOf({ ...permit, daysLeft: 1 }),
    lastsOf({ ...permit, daysLeft: 0 }),
    lastsOf({ ...permit, daysLeft: 400 }),
    lastsOf({ ...permit, daysLeft: 3, yearEndsIn: 0 }),
    lastsOf({ ...permit, daysLeft: 0, yearKL: 900 }),
    lastsOf({ ...permit, daysLeft: null }),
    lastsOf({ ...permit, permittedKLY: null }),
  ]).toEqual([
    { said: `used up in 12 days ${mean}, before the year ends in 120 days`, short: true },
    { said: `used up in 1 day ${mean}, before the year ends in 120 days`, short: true },
    { said: `used up in less than 1 day ${mean}, before the year ends in 120 days`, short: true },
    { said: `enough for 400 days ${mean}; the year ends in 120 days`, short: false },
    { said: `enough for 3 days ${mean}; the year ends in less than 1 day`, short: false },
    { said: 'used up; the year ends in 120 days', short: true },
    { said: 'nothing was abstracted in the last 30 days', short: false },
    null,
  ]);
  await chooseLocale('hi-IN');
  expect(lastsOf({ ...permit, daysLeft: 0 })?.said).toBe('30 दिन के औसत पर 1 दिन से कम में समाप्त, वर्ष के अंत (120 दिन) से पहले');
});

it('a permit lasts no longer than it is valid', () => {
  expect([
    lastsOf({ ...permit, daysLeft: 0, endsIn: -1 }),
    lastsOf({ ...permit, permittedKLY: null, endsIn: -1 }),
    lastsOf({ ...permit, daysLeft: 30, endsIn: 30 }),
    lastsOf({ ...permit, daysLeft: 12, endsIn: 30 })?.short,
  ]).toEqual([
    { said: 'the permit has ended', short: true },
    { said: 'the permit has ended', short: true },
    { said: `enough at the mean of 30 days; the permit ends in 30 days`, short: false },
    true,
  ]);
});

it('what is used of a permit does not read as all of it', () => {
  expect([usedOf(900.004, 900), usedOf(880, 900), usedOf(900, 900), usedOf(null, 900)]).toEqual([
    ['900.004 KL', '900.000 KL'],
    ['880.00 KL', '900.00 KL'],
    ['900.00 KL', '900.00 KL'],
    ['–', '900.00 KL'],
  ]);
});
