import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SLOT_MS } from '../../core/slots.ts';
import { isoOfSlot } from './window.ts';

it('the time of a slot is that of its first millisecond, in any order of days and years', () => {
  const anyTime = fc.integer({ min: -20_000_000, max: 900_000_000 });
  fc.assert(
    fc.property(fc.array(anyTime, { minLength: 1, maxLength: 20 }), (slots) => {
      for (const slot of slots)
        for (const near of [slot - 1, slot, slot + 1]) expect(isoOfSlot(near)).toBe(new Date(near * SLOT_MS).toISOString());
    }),
  );
  expect(isoOfSlot(0.5)).toBe('1970-01-01T00:02:30.000Z');
});
