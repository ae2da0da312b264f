import { expect, test } from 'vitest';
import { drawnOf } from './drawnOf.ts';

const pump = { name: 'Pump' };

test('what is not there yet may come while its list is asked for, and is gone once that has been answered', () => {
  const waiting = drawnOf(null, { id: 'pump', found: undefined, isComing: true });
  expect(waiting).toBe(null);
  expect(drawnOf(waiting, { id: 'pump', found: pump, isComing: false })).toEqual({ id: 'pump', thing: pump });
  expect(drawnOf(waiting, { id: 'pump', found: undefined, isComing: false })).toEqual({ id: 'pump', thing: null });
});

test('what was said to be gone stays so while its list is asked again, until it comes after all', () => {
  const gone = drawnOf(null, { id: 'pump', found: undefined, isComing: false });
  const again = drawnOf(gone, { id: 'pump', found: undefined, isComing: true });
  expect(again).toBe(gone);
  expect(drawnOf(again, { id: 'pump', found: pump, isComing: false })).toEqual({ id: 'pump', thing: pump });
});

test('of what is deleted while it is open the last that was known stays, and another id forgets it', () => {
  const open = drawnOf(null, { id: 'pump', found: pump, isComing: false });
  expect(drawnOf(open, { id: 'pump', found: undefined, isComing: false })).toBe(open);
  expect(drawnOf(open, { id: 'tank', found: undefined, isComing: true })).toBe(null);
  expect(drawnOf(open, { id: 'tank', found: undefined, isComing: false })).toEqual({ id: 'tank', thing: null });
});
