import { describe, expect, it } from 'vitest';
import { dayBeforeOf, isRunning, lastDayOf, nameOf, stepped, stepStarts } from './period.ts';
import { readUnitSearch } from './search.ts';

const today = '2025-11-21';

describe('a period', () => {
  it('is asked for up to its last day, or to today while it runs', () => {
    expect(lastDayOf('day', '2025-11-20', today)).toBe('2025-11-20');
    expect(lastDayOf('month', '2025-11-03', today)).toBe(today);
    expect(lastDayOf('month', '2025-10-03', today)).toBe('2025-10-31');
    expect(lastDayOf('year', '2024-05-05', today)).toBe('2024-12-31');
    expect(lastDayOf('year', '2025-05-05', today)).toBe(today);
  });

  it('knows the one before', () => {
    expect(dayBeforeOf('day', '2025-03-01')).toBe('2025-02-28');
    expect(dayBeforeOf('month', '2025-03-15')).toBe('2025-02-28');
    expect(dayBeforeOf('year', '2025-03-15')).toBe('2024-12-31');
  });

  it('steps by its own length', () => {
    expect(stepped('day', '2025-12-31', 1)).toBe('2026-01-01');
    expect(stepped('month', '2025-03-31', -1)).toBe('2025-02-28');
    expect(stepped('year', '2024-02-29', 1)).toBe('2025-02-28');
  });

  it('runs until it is over', () => {
    expect(isRunning('day', today, today)).toBe(true);
    expect(isRunning('day', '2025-11-20', today)).toBe(false);
    expect(isRunning('month', '2025-11-01', today)).toBe(true);
    expect(isRunning('year', '2024-11-21', today)).toBe(false);
  });

  it('has as many steps as the calendar gives it', () => {
    expect(stepStarts('month', '2024-02-10')).toHaveLength(29);
    expect(stepStarts('month', '2025-02-10')).toHaveLength(28);
    expect(stepStarts('year', '2025-02-10')).toHaveLength(12);
  });

  it('has a name', () => {
    expect(nameOf('day', today)).toBe('Fri, 21 Nov 2025');
    expect(nameOf('month', today)).toBe('November 2025');
    expect(nameOf('year', today)).toBe('2025');
  });
});

describe('the address of a unit’s page', () => {
  it('is read as far as it makes sense', () => {
    expect(readUnitSearch({ period: 'month', date: '2025-10-01', view: 'table', before: false, step: 'hour' })).toEqual({
      period: 'month',
      date: '2025-10-01',
      view: 'table',
      before: false,
      step: 'hour',
    });
    expect(readUnitSearch({ period: 'decade', date: '2025-02-30', view: 'pie', before: 'no', other: 1 })).toEqual({});
  });
});
