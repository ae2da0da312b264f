import { expect, it } from 'vitest';
import { lastSlotEnd, momentText, readMoment, zonedMs } from './moment.ts';

it('a moment of an address is the end of a slot; what is none is left out', () => {
  expect(readMoment('2026-11-21T09:05:00Z')).toBe('2026-11-21T09:05:00Z');
  for (const wrong of ['2026-11-21T09:07:00Z', '2026-02-30T09:05:00Z', '2026-11-21', 'now', 5, undefined])
    expect(readMoment(wrong)).toBeUndefined();
  expect(momentText(Date.parse('2026-11-21T09:05:00Z'))).toBe('2026-11-21T09:05:00Z');
});

it('a day begins when the clock of the plant shows the start of the shift, also where clocks change', () => {
  expect(momentText(zonedMs('2026-11-21', '06:00:00', 'Asia/Kolkata'))).toBe('2026-11-21T00:30:00Z');
  expect(momentText(zonedMs('2026-03-28', '06:00:00', 'Europe/Berlin'))).toBe('2026-03-28T05:00:00Z');
  expect(momentText(zonedMs('2026-03-29', '06:00:00', 'Europe/Berlin'))).toBe('2026-03-29T04:00:00Z');
});

it('the last slot that is over ends at or before now', () => {
  expect(momentText(lastSlotEnd(Date.parse('2026-11-21T09:07:20Z')))).toBe('2026-11-21T09:05:00Z');
  // a slot is settled five seconds after its end: until then the server refuses to be asked about it
  expect(momentText(lastSlotEnd(Date.parse('2026-11-21T09:10:05Z')))).toBe('2026-11-21T09:05:00Z');
  expect(momentText(lastSlotEnd(Date.parse('2026-11-21T09:10:06Z')))).toBe('2026-11-21T09:10:00Z');
});
