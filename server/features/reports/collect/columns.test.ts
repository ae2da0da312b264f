import { expect, it } from 'vitest';
import { changePct } from '../../../historian/index.ts';
import { changeOf } from './columns.ts';

it('a change in percent is one from a value above zero, on pages and in reports', () => {
  for (const change of [changePct, changeOf]) {
    expect(change(12, 10)).toBe(20);
    expect(change(-5, 10)).toBe(-150);
    // a loss of -0.8 % that became one of 0.6 % grew by no part of itself
    expect(change(0.6, -0.8)).toBeNull();
    expect(change(-1.6, -0.8)).toBeNull();
    expect(change(5, 0)).toBeNull();
    expect(change(null, 10)).toBeNull();
    expect(change(10, null)).toBeNull();
  }
});
