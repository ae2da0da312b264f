import { expect, it } from 'vitest';
import { type ConditionValue, refuseInterlock, refuseValue } from './checks.ts';

const nowMs = 1_000_000;
const found = (value: number): ConditionValue => ({ value, quality: 'GOOD', lastGoodAtMs: nowMs, periodMs: 5000 });

it.each([
  ['notEqual', Math.fround(2.1), 2.1, false],
  ['equal', Math.fround(2.1), 2.1, true],
  ['notEqual', 3 * 0.3, 0.9, false],
  ['equal', 3 * 0.3, 0.9, true],
  // at its limit neither is safe
  ['below', Math.fround(2.1), 2.1, false],
  ['below', 3 * 0.3, 0.9, false],
  ['above', Math.fround(0.1), 0.1, false],
  ['below', 2.0999, 2.1, true],
  ['above', 2.1001, 2.1, true],
  ['equal', 2.1001, 2.1, false],
  ['notEqual', 1e-9, 0, true],
] as const)('an interlock "%s" that finds %d beside %d holds: %s', (is, value, limit, holds) => {
  const refusal = refuseInterlock({ tagId: 'level', is, value: limit, text: 'level' }, found(value), nowMs);
  expect(refusal === null).toBe(holds);
});

it.each([
  [Math.fround(0.1), { min: 0, max: 0.1, step: null }],
  [Math.fround(-0.1), { min: -0.1, max: 1, step: null }],
  [Math.fround(1000.1), { min: 0, max: 2000, step: 0.1 }],
])('a float32 register’s %d is within %j', (value, limits) => {
  expect(refuseValue(value, { ...limits, type: 'float32' })).toBeNull();
});

it('what is beside a limit or step by more than a float32 holds is refused', () => {
  expect(refuseValue(0.100001, { min: 0, max: 0.1, step: null, type: 'float32' })).toBe('0.100001 is outside 0 to 0.1');
  expect(refuseValue(1000.15, { min: 0, max: 2000, step: 0.1, type: 'float32' })).toBe('1000.15 is not a step of 0.1 from 0');
  expect(refuseValue(Math.fround(0.1), { min: 0, max: 0.1, step: null, type: 'uint16' })).toBe(
    '0.10000000149011612 is outside 0 to 0.1',
  );
});
