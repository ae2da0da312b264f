import { expect, it } from 'vitest';
import { valueText } from './proposalTexts.ts';

it('what a hub proposes is said in words, not as it is sent', () => {
  const schedule = {
    id: 's1',
    reportType: 'monthly',
    service: 'water',
    reportFormat: 'pdf',
    at: '06:10',
    recipients: [],
    enabled: true,
  };
  expect(valueText('schedules', [{ ...schedule, dayOfMonth: 1 }])).toBe('Water, Month, PDF: Day 1 of each month, 06:10');
  expect(valueText('schedules', [{ ...schedule, dayOfWeek: 1, enabled: false }])).toMatch(/: Every Monday, off$/);
  expect(valueText('schedules', [])).toBe('none');
  expect(valueText('permissions', ['REPORTS', 'ALERTS'])).toBe('Reports, Alarms');
  expect(valueText('unitThreshold', null)).toBe('none');
  expect(valueText('unitThreshold', 1234.5)).toBe('1,234.5');
});
