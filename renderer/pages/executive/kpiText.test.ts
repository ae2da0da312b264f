import { expect, it } from 'vitest';
import { kpiText, targetText } from './kpiText.ts';

it('a volume has the same two digits in every figure, list and chart of the page', () => {
  expect(kpiText('withdrawalKL', { value: 17.5, unit: 'KL' })).toBe('17.50 KL');
  expect(kpiText('savingKL', { value: 1294.6, unit: 'KL' })).toBe('1,294.60 KL');
  expect(kpiText('withdrawalKL', { value: 17.504, unit: 'KL', target: 17.5 })).toBe('17.504 KL');
});

it('a ratio has no digits but its own, money two, and what is not known is a dash', () => {
  expect(kpiText('recycledPct', { value: 4.4, unit: '%' })).toBe('4.4 %');
  expect(kpiText('qualityCompliancePct', { value: 100, unit: '%' })).toBe('100 %');
  expect(kpiText('savingCost', { value: 20588.9, unit: 'INR' })).toBe('INR 20,588.90');
  expect(kpiText('neutralityIndex', { value: null, unit: '' })).toBe('–');
});

it('a target is written as it was entered', () => {
  expect(targetText('withdrawalKL', { value: 23631.47, unit: 'KL', target: 40300 })).toBe('40,300 KL');
  expect(targetText('savingCost', { value: 1, unit: 'INR', target: 500 })).toBe('INR 500.00');
});

it('a ratio has as many digits as the one of the range before it beside it', () => {
  const both = (value: number, previous: number, unit: string) => [
    kpiText('neutralityIndex', { value, unit, beside: [previous] }),
    kpiText('neutralityIndex', { value: previous, unit, beside: [value] }),
  ];
  expect(both(0.3, 0.346, '')).toEqual(['0.300', '0.346']);
  expect(both(100, 99.9, '%')).toEqual(['100.0 %', '99.9 %']);
  expect(both(0.1 + 0.2, 0.4, '')).toEqual(['0.3', '0.4']);
  expect(kpiText('neutralityIndex', { value: 0.3, unit: '', beside: [null, undefined] })).toBe('0.3');
});
