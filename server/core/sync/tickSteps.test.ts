import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { code, emptyBlock, type SlotBlock } from '../slots.ts';
import { readTickMessage, tickMessage } from './tickMessage.ts';
import { packSteps, unpackSteps } from './tickSteps.ts';

const SERIES = 4;
const letters = [code.G, code.E, code.F, code.M];
/** Whole counts, tenths by multiplying, single precision, thousandths, and numbers that no rule makes. */
const number = fc.oneof(
  fc.integer({ min: -1000, max: 10_000_000 }),
  fc.integer({ min: 0, max: 300_000 }).map((count) => count * 0.1),
  fc.integer({ min: 0, max: 300_000 }).map((count) => count / 1000),
  fc.float({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, Number.MIN_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE, 2 ** 53),
);
const reading = fc.oneof({ weight: 3, arbitrary: number }, { weight: 1, arbitrary: fc.constant(Number.NaN) });
const one = fc.tuple(number, reading, fc.constantFrom(...letters), fc.integer({ min: 0, max: 65_535 }));
const block = fc.array(one, { minLength: SERIES, maxLength: SERIES }).map((all): SlotBlock => {
  const made = emptyBlock(0, SERIES);
  for (const [place, [value, raw, quality, mark]] of all.entries()) {
    made.values[place] = value;
    made.raw[place] = raw;
    made.quality[place] = quality;
    made.mark[place] = mark;
  }
  return made;
});
const arraysOf = ({ values, raw, quality, mark }: SlotBlock) => [values, raw, quality, mark].map((array) => [...array]);

it('every bit of every slot comes back, whatever the slot before was', () => {
  fc.assert(
    fc.property(block, fc.array(block, { minLength: 1, maxLength: 4 }), (base, slots) => {
      const numbered = slots.map((slot, index) => ({ ...slot, firstSlot: 7 + index }));
      const back = unpackSteps(
        packSteps(base, numbered),
        base,
        numbered.map(({ firstSlot }) => firstSlot),
      );
      expect(back.map(arraysOf)).toEqual(numbered.map(arraysOf));
      expect(back.map(({ firstSlot }) => firstSlot)).toEqual(numbered.map(({ firstSlot }) => firstSlot));
    }),
    { numRuns: 500 },
  );
});

it('bytes that are no steps, or are cut short or too many, are refused', () => {
  const base = emptyBlock(0, SERIES);
  const slot = { ...base, values: Float64Array.of(1, 2, 3.25, 1e300), raw: Float64Array.of(1, 2, 3, Number.NaN) };
  const whole = packSteps(base, [slot]);
  const strange = [Buffer.from('nothing'), Buffer.alloc(0), deflateRawSync(Buffer.alloc(3)), deflateRawSync(Buffer.alloc(900))];
  for (const bytes of [...strange, whole.subarray(0, -3)])
    expect(() => unpackSteps(bytes, base, [1])).toThrow(expect.objectContaining({ code: 'badRequest' }));
  expect(() => unpackSteps(whole, base, [1, 2])).toThrow(expect.objectContaining({ code: 'badRequest' }));
});

it('a message says whose series, from which slot and of which slots it is; one that is cut short is refused', () => {
  const [base, slot] = [emptyBlock(5_000_000, SERIES), emptyBlock(5_000_001, SERIES)];
  const bytes = tickMessage('Süd', 'ab'.repeat(32), [slot, { ...slot, firstSlot: 5_000_300 }], base);
  expect(readTickMessage(bytes)).toMatchObject({
    ...{ industry: 'Süd', series: 'ab'.repeat(8), slots: [5_000_001, 5_000_300] },
    base: { slot: 5_000_000, check: expect.any(Number) },
  });
  expect(readTickMessage(tickMessage('D', 'ab'.repeat(32), [slot], undefined)).base).toBeNull();
  for (const length of [0, 3, 10, 20, 25])
    expect(() => readTickMessage(bytes.subarray(0, length))).toThrow(expect.objectContaining({ code: 'badRequest' }));
});
