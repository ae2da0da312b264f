import { describe, expect, it } from 'vitest';
import { ShiftCalendar } from '../../../core/shift.ts';
import { occurrences, type Schedule } from './due.ts';

const calendar = new ShiftCalendar([{ validFrom: '2026-01-01', timezone: 'Asia/Kolkata', startAt: '06:00:00' }]);
const schedule = (fields: Partial<Schedule> = {}): Schedule => ({
  id: 's1',
  reportType: 'daily',
  service: 'water',
  reportFormat: 'pdf',
  at: '06:00',
  recipients: [],
  enabled: true,
  ...fields,
});
const at = (local: string): number => Date.parse(`${local}:00+05:30`);
const due = (fields: Partial<Schedule>, since: string, now: string) =>
  occurrences(schedule(fields), calendar, at(since), at(now)).map(({ startDate, endDate }) => [startDate, endDate]);

describe('when a schedule is due', () => {
  it('is at its time of every day, for the shift day that has just ended', () => {
    expect(due({}, '2026-11-20T07:00', '2026-11-21T05:59')).toEqual([]);
    expect(due({}, '2026-11-20T07:00', '2026-11-21T06:00')).toEqual([['2026-11-20', '2026-11-20']]);
  });

  it('before the shift ends it is of the day before, which is whole', () => {
    expect(due({ at: '05:00' }, '2026-11-20T07:00', '2026-11-21T05:00')).toEqual([['2026-11-19', '2026-11-19']]);
  });

  it('every missed day of the last month is made, and none before the schedule was seen', () => {
    expect(due({}, '2026-11-17T12:00', '2026-11-21T12:00').map(([date]) => date)).toEqual([
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
    ]);
    expect(due({}, '2026-01-01T00:00', '2026-11-21T12:00')).toHaveLength(32);
  });

  it('a monthly report is due on the first, or on its day of the month, which in a short month is the last', () => {
    expect(due({ reportType: 'monthly' }, '2026-10-25T00:00', '2026-11-21T12:00')).toEqual([['2026-10-01', '2026-10-31']]);
    expect(due({ dayOfMonth: 31 }, '2026-11-10T00:00', '2026-12-02T12:00')).toEqual([['2026-11-29', '2026-11-29']]);
  });

  it('a month is whole on the first also where its last day ends after the time of the schedule: it is due then', () => {
    const kinds = [
      { reportType: 'monthly' },
      { reportType: 'monthly_range' },
      { reportType: 'daily_range', dayOfMonth: 1 },
    ] as const;
    for (const kind of kinds) {
      const early = schedule({ ...kind, at: '05:00' });
      const found = occurrences(early, calendar, at('2026-10-25T00:00'), at('2026-11-21T12:00'));
      expect(found.map(({ dueMs, endDate }) => [dueMs, endDate])).toEqual([[at('2026-11-01T06:00'), '2026-10-31']]);
      expect(occurrences(early, calendar, at('2026-10-25T00:00'), at('2026-11-01T05:59'))).toEqual([]);
    }
  });

  it('a weekly range is the seven days before, a range of months the twelve that end with the last', () => {
    const week = due({ reportType: 'daily_range', dayOfWeek: 1 }, '2026-11-10T00:00', '2026-11-17T00:00');
    expect(week).toEqual([['2026-11-09', '2026-11-15']]);
    const months = due({ reportType: 'monthly_range' }, '2026-12-25T00:00', '2027-01-01T06:00');
    expect(months).toEqual([['2026-01-01', '2026-12-31']]);
    expect(due({ reportType: 'monthly_range' }, '2026-11-25T00:00', '2026-12-01T06:00')).toEqual([['2025-12-01', '2026-11-30']]);
  });

  it('follows the clock of the zone through its changes', () => {
    const berlin = new ShiftCalendar([{ validFrom: '2026-01-01', timezone: 'Europe/Berlin', startAt: '06:00:00' }]);
    const since = Date.parse('2026-10-24T12:00:00Z');
    const found = occurrences(schedule(), berlin, since, Date.parse('2026-10-26T12:00:00Z'));
    expect(found.map(({ dueMs }) => new Date(dueMs).toISOString())).toEqual([
      '2026-10-25T05:00:00.000Z',
      '2026-10-26T05:00:00.000Z',
    ]);
  });
});
