import { describe, expect, it } from 'vitest';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { fiscalName, fiscalYearOf } from './fiscal.ts';
import { type AskedReturn, returnDays } from './period.ts';

const APRIL = 4;
const today = dayNumber('2026-11-21');
const days = (asked: AskedReturn, startMonth = APRIL): string => {
  const { fromDay, toDay } = returnDays(asked, startMonth, today);
  return `${dateOfDay(fromDay)} ${dateOfDay(toDay)}`;
};

describe('a fiscal year', () => {
  it('begins with its month and is named by both calendar years', () => {
    expect(fiscalYearOf(dayNumber('2026-03-31'), APRIL)).toBe(2025);
    expect(fiscalYearOf(dayNumber('2026-04-01'), APRIL)).toBe(2026);
    expect(fiscalYearOf(dayNumber('2026-01-01'), 1)).toBe(2026);
    expect([fiscalName(2026, APRIL), fiscalName(2099, APRIL), fiscalName(2026, 1)]).toEqual(['FY 2026-27', 'FY 2099-00', '2026']);
  });
});

describe('the days of a return', () => {
  it.each(['brsr', 'gri303', 'audit'] as const)('are the fiscal year that runs, up to today: %s', (kind) => {
    expect(days({ kind })).toBe('2026-04-01 2026-11-21');
    expect(days({ kind }, 1)).toBe('2026-01-01 2026-11-21');
    expect(days({ kind, fiscalYear: 2023 })).toBe('2023-04-01 2024-03-31');
    expect(() => days({ kind, startDate: '2026-11-01' })).toThrow('whole fiscal year');
  });

  it('are the running month for a return by month', () => {
    expect(days({ kind: 'groundwater' })).toBe('2026-11-01 2026-11-21');
    expect(days({ kind: 'effluent' })).toBe('2026-11-01 2026-11-21');
    expect(days({ kind: 'groundwater', fiscalYear: 2025 })).toBe('2025-04-01 2026-03-31');
    expect(() => days({ kind: 'effluent', fiscalYear: 2025 })).toThrow('at most 31 days');
  });

  it('are those asked for, as far as they have begun', () => {
    expect(days({ kind: 'effluent', startDate: '2026-10-22', endDate: '2026-11-21' })).toBe('2026-10-22 2026-11-21');
    expect(days({ kind: 'effluent', startDate: '2026-11-20' })).toBe('2026-11-20 2026-11-21');
    expect(days({ kind: 'groundwater', startDate: '2026-11-20', endDate: '2026-12-20' })).toBe('2026-11-20 2026-11-21');
  });

  it.each([
    [{ kind: 'effluent', startDate: '2026-10-21', endDate: '2026-11-21' }, 'is 32 days; effluent has at most 31'],
    [{ kind: 'groundwater', startDate: '2025-11-20', endDate: '2026-11-21' }, 'has at most 366'],
    [{ kind: 'groundwater', startDate: '2026-11-02', endDate: '2026-11-01' }, 'endDate is before startDate'],
    [{ kind: 'groundwater', endDate: '2026-11-01' }, 'startDate missing'],
    [{ kind: 'groundwater', startDate: '2026-11-01', fiscalYear: 2026 }, 'either dates or fiscalYear'],
    [{ kind: 'groundwater', startDate: '1969-12-31' }, 'startDate is before 1970'],
    [{ kind: 'groundwater', startDate: '9999-12-31' }, 'startDate is after 30/12/9999'],
    [{ kind: 'effluent', startDate: '9999-12-30', endDate: '9999-12-31' }, 'endDate is after 30/12/9999'],
    [{ kind: 'brsr', fiscalYear: 2027 }, 'No data: the period has not begun'],
    [{ kind: 'effluent', startDate: '2026-11-22' }, 'No data: the period has not begun'],
  ] as const)('refuse %j', (asked, message) => {
    expect(() => days(asked)).toThrow(message);
  });
});
