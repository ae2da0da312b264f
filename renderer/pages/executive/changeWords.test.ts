import { expect, it } from 'vitest';
import { changeWords } from './changeWords.ts';

const of = (unit: string, value: number, previous: number, changePct: number | null): string =>
  changeWords({ unit, value, previous, changePct });

it('the change of a figure is in percent, that of a percentage in points, also from one below zero', () => {
  expect(of('KL', 12, 10, 20)).toBe('+20.0 %');
  expect(of('%', 0.6, 0.5, 20)).toBe('+0.1 points');
  expect(of('%', 0.6, -0.8, null)).toBe('+1.4 points');
  expect(of('%', 0.6, 0, null)).toBe('+0.6 points');
});

it('a figure that has a value before it and no change is not comparable with it', () => {
  expect(of('%', 60, 50, null)).toBe('not comparable');
  expect(of('KL', 60, 50, null)).toBe('not comparable');
  expect(of('INR', 60, -50, null)).toBe('not comparable');
});
