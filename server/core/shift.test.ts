import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOfDay, dayNumber, daysOfMonth, daysOfYear, isShiftStart, isZone, ShiftCalendar } from './shift.ts';

const calendarOf = (timezone: string, startAt: string): ShiftCalendar =>
  new ShiftCalendar([{ validFrom: '2000-01-01', timezone, startAt }]);
const utc = (text: string): number => Date.parse(`${text}Z`);

describe('a shift day', () => {
  it("runs from its start to the next day's start in the industry's zone", () => {
    const { fromMs, toMs, firstSlot, slots } = calendarOf('Asia/Kolkata', '06:00:00').window('2024-02-29');
    expect(fromMs).toBe(utc('2024-02-29T00:30:00'));
    expect(toMs).toBe(utc('2024-03-01T00:30:00'));
    expect(firstSlot * 300_000).toBe(fromMs);
    expect(slots).toBe(288);
  });

  it('keeps all slots of a day of 23, 25 and of 23.5 hours', () => {
    const berlin = calendarOf('Europe/Berlin', '00:00:00');
    expect(berlin.window('2024-03-31').slots).toBe(276);
    expect(berlin.window('2024-10-27').slots).toBe(300);
    expect(calendarOf('Australia/Lord_Howe', '00:00:00').window('2024-10-06').slots).toBe(282);
  });

  it('begins at the first of two equal local times, and after a time that is skipped', () => {
    const berlin = calendarOf('Europe/Berlin', '02:30:00');
    expect(berlin.window('2024-10-27').fromMs).toBe(utc('2024-10-27T00:30:00'));
    expect(berlin.window('2024-03-31').fromMs).toBe(utc('2024-03-31T01:30:00'));
  });

  it('is found again from each of its moments, in any zone, with every slot in exactly one day', () => {
    const zones = [
      'Asia/Kolkata',
      'Europe/Berlin',
      'America/St_Johns',
      'Pacific/Kiritimati',
      'Etc/GMT+12',
      'Australia/Lord_Howe',
    ];
    const starts = ['00:00:00', '02:30:00', '06:00:00', '23:55:00'];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...starts),
        fc.integer({ min: utc('1975-01-01'), max: utc('2037-01-01') }),
        (zone, start, atMs) => {
          const calendar = calendarOf(zone, start);
          const day = calendar.dayOf(atMs);
          const window = calendar.windowOfDay(day);
          expect(atMs).toBeGreaterThanOrEqual(window.fromMs);
          expect(atMs).toBeLessThan(window.toMs);
          expect(calendar.window(calendar.dateOf(atMs))).toBe(window);
          expect(calendar.windowOfDay(day + 1).firstSlot).toBe(window.firstSlot + window.slots);
          expect(calendar.dayOfSlot(window.firstSlot)).toBe(day);
          expect(calendar.dayOfSlot(window.firstSlot + window.slots - 1)).toBe(day);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a change of shift or zone', () => {
  const rules = [
    { validFrom: '2024-06-10', timezone: 'Asia/Kolkata', startAt: '08:00:00' },
    { validFrom: '2000-01-01', timezone: 'Asia/Kolkata', startAt: '06:00:00' },
  ];

  it('moves days from its date on; the day before is longer or shorter by the difference, and no earlier day moves', () => {
    const calendar = new ShiftCalendar(rules);
    expect(calendar.window('2024-06-08').slots).toBe(288);
    expect(calendar.window('2024-06-09')).toMatchObject({
      fromMs: utc('2024-06-09T00:30:00'),
      toMs: utc('2024-06-10T02:30:00'),
      slots: 312,
    });
    expect(calendar.window('2024-06-10')).toMatchObject({ fromMs: utc('2024-06-10T02:30:00'), slots: 288, startAt: '08:00:00' });
  });

  it('is refused where it would leave a day without time', () => {
    const west = { validFrom: '2000-01-01', timezone: 'Etc/GMT+12', startAt: '23:00:00' };
    expect(
      () => new ShiftCalendar([west, { validFrom: '2024-06-10', timezone: 'Pacific/Kiritimati', startAt: '00:00:00' }]),
    ).toThrow(/without time/);
  });
});

describe('what a shift rule may be', () => {
  it('knows zones by name and refuses what does not exist or follows no law', () => {
    expect(['Asia/Kolkata', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'].filter(isZone)).toHaveLength(4);
    expect(['Mars/Olympus', '+05:30', '', 'Asia/Kolkata ', 'constructor'].filter(isZone)).toEqual([]);
  });

  it('takes HH:MM:SS on five minutes', () => {
    expect(['00:00:00', '06:05:00', '23:55:00'].filter(isShiftStart)).toHaveLength(3);
    expect(['24:00:00', '6:00:00', '06:00', '06:03:00', '06:00:30', '06:60:00', ''].filter(isShiftStart)).toEqual([]);
  });

  it('is said field by field', () => {
    const fault = (): ShiftCalendar => new ShiftCalendar([{ validFrom: '2000-01-01', timezone: 'Mars/X', startAt: '6' }]);
    expect(fault).toThrow(
      expect.objectContaining({
        code: 'parameter',
        details: {
          errors: [expect.objectContaining({ path: 'shifts.0.timezone' }), expect.objectContaining({ path: 'shifts.0.startAt' })],
        },
      }),
    );
    expect(() => new ShiftCalendar([])).toThrow(/at least one/);
  });
});

describe('day numbers', () => {
  it('count days since 1970 and give them back', () => {
    expect(dayNumber('1970-01-01')).toBe(0);
    expect(dateOfDay(dayNumber('2024-02-29'))).toBe('2024-02-29');
    expect(dayNumber('2024-03-01') - dayNumber('2024-02-28')).toBe(2);
  });

  it('span months and years', () => {
    expect(daysOfMonth('2024-02')).toEqual({ fromDay: dayNumber('2024-02-01'), toDay: dayNumber('2024-02-29') });
    expect(daysOfYear(2023)).toEqual({ fromDay: dayNumber('2023-01-01'), toDay: dayNumber('2023-12-31') });
  });
});
