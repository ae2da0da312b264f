import { describe, expect, it } from 'vitest';
import { inLocale } from '../../text/testing/inLocale.ts';
import { dateText } from '../../text/times.ts';
import { dateByKey, dateTyped, weeksOf } from './calendar.ts';

describe('a calendar', () => {
  it.each([
    ['en-GB', '11/02/2026', '2026-02-11'],
    ['en-US', '11/02/2026', '2026-11-02'],
    ['en-IN', '21 Nov 2026', '2026-11-21'],
    ['en-US', 'Nov 21, 2026', '2026-11-21'],
    ['hi-IN', '2026-11-21', '2026-11-21'],
    ['en-GB', '31/02/2026', null],
    ['en-GB', 'yesterday', null],
  ] as const)('reads in %s what is typed as %s', async (locale, typed, date) => {
    expect(await inLocale(locale, () => dateTyped(typed))).toBe(date);
  });

  it.each(['en-GB', 'en-US', 'en-IN', 'hi-IN'] as const)('reads in %s every month as the panel writes it', async (locale) => {
    const days = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-21`);
    expect(await inLocale(locale, () => days.map((day) => dateTyped(dateText(day))))).toEqual(days);
  });

  it('has whole weeks that hold every day of the month', async () => {
    const weeks = await inLocale('en-GB', () => weeksOf('2026-11-21'));
    expect(weeks[0]?.[0]).toBe('2026-10-26');
    expect(weeks.at(-1)?.[6]).toBe('2026-12-06');
    expect(weeks.every((week) => week.length === 7)).toBe(true);
    expect((await inLocale('en-US', () => weeksOf('2026-11-21')))[0]?.[0]).toBe('2026-11-01');
  });

  it('is walked by keys', () => {
    expect(dateByKey('ArrowUp', '2026-11-03')).toBe('2026-10-27');
    expect(dateByKey('PageDown', '2026-01-31')).toBe('2026-02-28');
    expect(dateByKey('x', '2026-01-31')).toBeNull();
  });
});
