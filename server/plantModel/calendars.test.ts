import { describe, expect, it } from 'vitest';
import { Calendars } from './calendars.ts';
import type { Industry, ShiftRule } from './model.ts';

const DAY = 20_000;
const rule: ShiftRule = {
  ...{ validFrom: '2020-01-01', timezone: 'Asia/Kolkata', startAt: '06:00:00' },
  ...{ endAt: '06:00:00', shiftName: 'General' },
};

/** Calendars of one industry whose rules change; none: the industry is not known. */
const calendarsOf = (first: ShiftRule[] | undefined) => {
  let shifts = first;
  const calendars = new Calendars({ industry: () => shifts && ({ shifts } as Industry) });
  const change = (rules: ShiftRule[] | undefined): void => {
    shifts = rules;
  };
  return { of: () => calendars.of('DEMO'), change };
};

describe('the calendar of an industry', () => {
  it('is the same one, with what it has worked out, while its rules say the same', () => {
    const { of, change } = calendarsOf([rule]);
    const before = of();
    expect(of()).toBe(before);
    change([{ ...rule }]);
    expect(of()).toBe(before);
    // neither is part of where a day begins
    change([{ ...rule, shiftName: 'Day', endAt: '18:00:00' }]);
    expect(of()).toBe(before);
  });

  it.each<[what: string, rules: ShiftRule[], startUtc: string]>([
    ['its zone', [{ ...rule, timezone: 'Europe/Berlin' }], '04:00:00'],
    ['the start of its shift', [{ ...rule, startAt: '08:00:00' }], '02:30:00'],
    ['a later rule', [rule, { ...rule, validFrom: '2024-01-01', startAt: '07:00:00' }], '01:30:00'],
  ])('follows a change of %s at once', (_, rules, startUtc) => {
    const { of, change } = calendarsOf([rule]);
    expect(new Date(of().windowOfDay(DAY).fromMs).toISOString()).toBe('2024-10-04T00:30:00.000Z');
    change(rules);
    expect(new Date(of().windowOfDay(DAY).fromMs).toISOString()).toBe(`2024-10-04T${startUtc}.000Z`);
    change([rule]);
    expect(new Date(of().windowOfDay(DAY).fromMs).toISOString()).toBe('2024-10-04T00:30:00.000Z');
  });

  it('follows a change of the day from which a rule holds', () => {
    const later = (validFrom: string): ShiftRule[] => [rule, { ...rule, validFrom, startAt: '08:00:00' }];
    const { of, change } = calendarsOf(later('2024-10-05'));
    expect(new Date(of().windowOfDay(DAY).fromMs).toISOString()).toBe('2024-10-04T00:30:00.000Z');
    change(later('2024-10-04'));
    expect(new Date(of().windowOfDay(DAY).fromMs).toISOString()).toBe('2024-10-04T02:30:00.000Z');
  });

  it('is that of UTC where the industry is not known, or has no rules, and its own once it has', () => {
    const { of, change } = calendarsOf(undefined);
    const unknown = of();
    expect(new Date(unknown.windowOfDay(DAY).fromMs).toISOString()).toBe('2024-10-04T00:00:00.000Z');
    change([]);
    expect(of()).toBe(unknown);
    change([rule]);
    expect(new Date(of().windowOfDay(DAY).fromMs).toISOString()).toBe('2024-10-04T00:30:00.000Z');
  });

  it('is not changed by what is done to the list that it was made of', () => {
    const rules = [rule];
    const { of } = calendarsOf(rules);
    const before = of();
    rules.push({ ...rule, validFrom: '2024-01-01', startAt: '07:00:00' });
    expect(of()).not.toBe(before);
    expect(new Date(of().windowOfDay(DAY).fromMs).toISOString()).toBe('2024-10-04T01:30:00.000Z');
  });
});
