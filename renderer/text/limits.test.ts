import { expect, it } from 'vitest';
import { formatLimit, formatLimits } from './limits.ts';

it('limits are shown as finely as they were entered, both of a range alike', () => {
  expect(formatLimits(null, 0.005, 'mg/L')).toBe('at most 0.005');
  expect(formatLimits(0.2, 0.125, 'mg/L')).toBe('0.200 to 0.125');
  expect(formatLimits(6.5, 8.5, 'pH')).toBe('6.50 to 8.50');
  expect([formatLimit(0.005, 'mg/L'), formatLimit(500, 'mg/L'), formatLimit(407.38500000000005, 'KL')]).toEqual([
    '0.005',
    '500.0',
    '407.39',
  ]);
});
