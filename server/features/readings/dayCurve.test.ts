import fc from 'fast-check';
import { expect, it } from 'vitest';
import { curveOfFigures, type DayCurve, figuresOf, missingBySlot, partOfCurve } from './dayCurve.ts';

const slots = 24;
const slot = fc.record({ letter: fc.constantFrom('G', 'E', 'F', 'B', 'R', 'M', 'X'), value: fc.integer({ min: 0, max: 50 }) });
const day = fc.array(slot, { minLength: slots, maxLength: slots }).map((all) => ({
  values: Float64Array.from(all, ({ value, letter }) => (letter === 'M' || letter === 'X' ? 0 : value)),
  quality: all.map(({ letter }) => letter).join(''),
}));

it('a counter lacks its mean rate of the day in each slot without a value, up to any slot', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: slots }), (run, passed) => {
      const letters = [...run.quality];
      const known = letters.filter((letter) => letter !== 'M' && letter !== 'X').length;
      const missing = missingBySlot(run, { kind: 'counter', slots });
      if (known === 0) {
        expect(missing).toBe(null);
        return;
      }
      const mean = run.values.reduce((sum, value) => sum + value, 0) / known;
      const without = letters.slice(0, passed).filter((letter) => letter === 'M' || letter === 'X').length;
      expect(missing?.[passed - 1]).toBeCloseTo(mean * without, 9);
    }),
  );
});

it('a tank lacks what it first held until that was measured, and nothing after', () => {
  const run = { values: Float64Array.of(0, 0, 70, 60, 0), quality: 'MXGGM' };
  expect(missingBySlot(run, { kind: 'stock', slots: 5 })).toEqual(Float64Array.of(70, 70, 0, 0, 0));
});

it('a curve is the same after it was kept', () => {
  const number = fc.integer({ min: 0, max: 900 });
  const numbers = (of: fc.Arbitrary<number>) =>
    fc.array(of, { minLength: slots, maxLength: slots }).map((all) => Float64Array.from(all));
  const curve: fc.Arbitrary<DayCurve> = fc.record({
    amounts: numbers(fc.oneof(number, fc.constant(Number.NaN))),
    missing: fc.option(numbers(number)),
    silent: fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 5 }),
  });
  fc.assert(
    fc.property(curve, (made) => {
      const kept = JSON.parse(JSON.stringify(figuresOf(made))) as (number | null)[];
      expect(curveOfFigures(kept, slots)).toEqual(made);
    }),
  );
});

it('of a part of a day, what counters counted in it and lack of it; of tanks what they held and lack at its end', () => {
  const curve = { amounts: Float64Array.of(1, 3, Number.NaN, 6), missing: Float64Array.of(0, 1, 3, 3), silent: [2] };
  expect(partOfCurve(curve, { kind: 'counter', from: 1, to: 4 })).toEqual({ amount: 5, missing: 3, silent: [2] });
  expect(partOfCurve(curve, { kind: 'counter', from: 3, to: 4 })).toEqual({ amount: 3, missing: 0, silent: [2] });
  expect(partOfCurve(curve, { kind: 'stock', from: 1, to: 3 })).toEqual({ amount: 3, missing: 3, silent: [2] });
  expect(partOfCurve(curve, { kind: 'counter', from: 2, to: 3 })).toBe(null);
});
