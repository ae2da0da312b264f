import { describe, expect, it } from 'vitest';
import { meterErrorPct } from './meterError.ts';

describe('the error of a meter', () => {
  it.each([
    [undefined, 2],
    ['', 2],
    ['2', 2],
    ['Class 2', 2],
    ['1', 1],
    ['class 1', 1],
    ['Class1', 1],
    ['10', 2],
    ['electromagnetic', 0.5],
    ['Electro-magnetic', 0.5],
    ['EM', 0.5],
    ['mag meter', 0.5],
    ['embedded', 2],
  ])('of class %s is %d %%', (meterClass, pct) => {
    expect(meterErrorPct({ meta: meterClass === undefined ? {} : { meterClass } })).toBe(pct);
  });

  it('is its own where it is given', () => {
    expect(meterErrorPct({ meta: { meterClass: '1', mpePct: 3.5 } })).toBe(3.5);
  });
});
