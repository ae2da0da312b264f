import { expect, it } from 'vitest';
import { dayNow, isDayStart, startAtOf, zoneName } from './plantDay.ts';

it('a day begins with a whole slot of 5 minutes, and with no other minute', () => {
  expect(['06:00', '6:05', '6', '23:55'].map((typed) => isDayStart(startAtOf(typed)))).toEqual([true, true, true, true]);
  expect(['06:03', '24:00', '', ' ', 'x'].map((typed) => isDayStart(startAtOf(typed)))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});

it('nothing is promised of a day that cannot begin so, nor of a zone that there is not', () => {
  const nowMs = Date.parse('2026-11-24T12:00:00Z');
  expect(dayNow(nowMs, 'Asia/Kolkata', startAtOf('06:05'))).not.toBeNull();
  expect(dayNow(nowMs, 'Asia/Kolkata', startAtOf('06:03'))).toBeNull();
  expect(dayNow(nowMs, 'Asia/Nowhere', startAtOf('06:05'))).toBeNull();
});

it('a zone is one of the tz database, whatever its case', () => {
  const isRight = (typed: string) => zoneName.safeParse(typed).success;
  expect(['Asia/Kolkata', 'UTC', 'asia/kolkata'].filter(isRight)).toHaveLength(3);
  expect(['Mars/Olympus', '+05:30', '', 'IST?'].filter(isRight)).toEqual([]);
});
