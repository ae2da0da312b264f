import { expect, it } from 'vitest';
import { momentOf } from './moments.ts';

const momentShown = (value: string, timezone: string) => momentOf('testedAt', timezone).shown(value);
const momentTyped = (value: string, timezone: string) => momentOf('testedAt', timezone).typed(value);

it.each([
  ['Asia/Kolkata', '2026-11-24T19:32:18.237Z', '2026-11-25 01:02'],
  ['America/New_York', '2026-11-25T03:30:00.000Z', '2026-11-24 22:30'],
  ['Asia/Kolkata', '2026-11-24T18:30:00.000Z', '2026-11-25'],
  ['Europe/Berlin', '2026-11-24T10:30:00+01:00', '2026-11-24 10:30'],
])('in %s %s is shown as %s', (timezone, value, shown) => {
  expect(momentShown(value, timezone)).toBe(shown);
});

it.each(['Asia/Kolkata', 'America/New_York', 'UTC'])('what is typed in %s is shown as it was typed', (timezone) => {
  for (const typed of ['2026-11-24', '2026-11-24 22:30', '2026-11-24 09:05'])
    expect(momentShown(momentTyped(typed, timezone), timezone)).toBe(typed);
});

it('what is no moment yet stays as it was typed', () => {
  for (const typed of ['', 'yesterday', '2026-11-2', '2026-11-24 ', '2026-11-24 1', '2026-11-24 24:00', '2026-02-30']) {
    expect(momentTyped(typed, 'Asia/Kolkata')).toBe(typed);
    expect(momentShown(typed, 'Asia/Kolkata')).toBe(typed);
  }
});

it('a day is the same day in every zone', () => {
  const { shown, typed } = momentOf('labComparedOn', 'America/New_York');
  expect(typed('2026-11-24')).toBe('2026-11-24T00:00:00.000Z');
  expect(shown('2026-11-24T00:00:00.000Z')).toBe('2026-11-24');
});
