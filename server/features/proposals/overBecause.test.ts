import { expect, it } from 'vitest';
import type { Proposal } from '../../contract/hub/proposals.ts';
import { overBecause, overText } from './overBecause.ts';

const limit = { kind: 'parameterLimits', values: { high: 9, low: 1 }, base: { high: 8, low: 1 } } as unknown as Proposal;

it('a proposal is decided about only while what it was made from is still so', () => {
  expect(overBecause(limit, { low: 1, high: 8 })).toBeUndefined();
  expect(overBecause(limit, { low: 1, high: 9 })).toMatchObject({ state: 'applied' });
  expect(overBecause(limit, { low: 1, high: 7 })).toEqual({ state: 'superseded' });
  expect(overBecause(limit, undefined)).toEqual({ state: 'refused', code: 'notFound' });
});

it('who decided too late is told why', () => {
  expect(overText({ state: 'expired' })).toBe('This proposal is over its time');
  expect(overText({ state: 'superseded' })).toBe('The value was changed here since this was proposed');
});
