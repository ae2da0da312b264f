import { expect, it } from 'vitest';
import { stepLabel } from './stepLabel.ts';

it('a step of a series is a day, a month or an hour, and no month is taken for one of the year 2020', () => {
  expect(['30/11/2026', '01/2026', '12/2026', '06:00', '06:00:00'].map(stepLabel)).toEqual([
    ...['30 Nov', 'Jan', 'Dec'],
    ...['06:00', '06:00'],
  ]);
});
