import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { QualityLetter } from '../../contract/model/common.ts';
import type { Tally } from './reader.ts';
import { emptyTally, joinTallies, jointLetter, tallyOn, tallySlots } from './tally.ts';

type Slot = { slot: number; value: number; letter: QualityLetter };
type Asked = { fromSlot: number; toSlot: number; nowSlot: number };

/** Said slot by slot, as the words of a total say it. */
const spelledOut = (slots: readonly Slot[], { fromSlot, toSlot, nowSlot }: Asked) => {
  const there = slots.filter(({ slot }) => slot >= fromSlot && slot < toSlot && slot < nowSlot);
  const known = there.filter(({ letter }) => letter !== 'M' && letter !== 'X');
  const values = known.map(({ value }) => value);
  const sum = values.reduce((total, value) => total + value, 0);
  const expected = Math.max(0, Math.min(toSlot, nowSlot) - fromSlot);
  const joint = jointLetter(there.map(({ letter }) => letter));
  return {
    sum: known.length > 0 ? sum : null,
    min: known.length > 0 ? Math.min(...values) : null,
    max: known.length > 0 ? Math.max(...values) : null,
    avg: known.length > 0 ? sum / known.length : null,
    last: known.at(-1)?.value ?? null,
    lastSlot: known.at(-1)?.slot ?? null,
    expected,
    complete: known.filter(({ letter }) => 'GBR'.includes(letter)).length,
    known: known.length,
    estimated: known.filter(({ letter }) => letter === 'F').reduce((total, { value }) => total + value, 0),
    quality: known.length > 0 && known.length < expected && joint !== 'F' ? 'E' : joint,
  };
};

it('the total of a stretch is that of its slots, wherever it begins and ends, whatever their letters are', () => {
  const slot = fc.record({
    value: fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
    letter: fc.constantFrom<QualityLetter>('G', 'E', 'F', 'B', 'M', 'R', 'X'),
  });
  fc.assert(
    fc.property(
      fc.array(slot, { maxLength: 40 }),
      fc.integer({ min: -10, max: 50 }),
      fc.nat(60),
      fc.nat(70),
      fc.nat(60),
      (made, from, length, now, until) => {
        const first = 1000;
        const slots = made.map((one, at) => ({ ...one, slot: first + at }));
        const asked = { fromSlot: first + from, toSlot: first + from + length, nowSlot: first - 5 + now };
        const run = {
          fromSlot: first,
          values: Float64Array.from(made, ({ value }) => value),
          quality: made.map(({ letter }) => letter).join(''),
        };
        expect(tallySlots(run, asked.fromSlot, asked.toSlot, asked.nowSlot)).toEqual(spelledOut(slots, asked));
        const kept = { ...run, quality: Uint8Array.from(run.quality, (letter) => letter.charCodeAt(0)) };
        expect(tallySlots(kept, asked.fromSlot, asked.toSlot, asked.nowSlot)).toEqual(spelledOut(slots, asked));
        const part = { ...asked, toSlot: Math.min(asked.fromSlot + until, asked.toSlot, asked.nowSlot) };
        const before = tallySlots(kept, part.fromSlot, part.toSlot, part.nowSlot);
        if (part.toSlot >= part.fromSlot)
          expect(tallyOn(before, kept, { ...asked, fromSlot: part.toSlot })).toEqual(spelledOut(slots, asked));
      },
    ),
    { numRuns: 2000 },
  );
});

it('nothing is known of a stretch without slots', () => {
  const run = { fromSlot: 10, values: new Float64Array(0), quality: '' };
  expect(tallySlots(run, 10, 22, 22)).toEqual({ ...emptyTally, expected: 12 });
});

const anyLetter = fc.constantFrom<QualityLetter>('G', 'E', 'F', 'B', 'M', 'R', 'X');

/** Said as the rule says it. */
const jointOf = (letters: readonly QualityLetter[]): QualityLetter => {
  const known = letters.filter((letter) => letter !== 'M' && letter !== 'X');
  if (known.length === 0) return letters.includes('X') ? 'X' : 'M';
  if (known.includes('F')) return 'F';
  if (known.length < letters.length) return 'E';
  return (['E', 'B', 'R'] as const).find((letter) => known.includes(letter)) ?? 'G';
};

it('the letter of several slots is the worst of what is known, an estimate where a part is not known', () => {
  fc.assert(
    fc.property(fc.array(anyLetter, { maxLength: 12 }), (letters) => {
      expect(jointLetter(letters)).toBe(jointOf(letters));
      expect(jointLetter(letters.join(''))).toBe(jointOf(letters));
    }),
    { numRuns: 2000 },
  );
});

it('stretches joined in one go are those joined one after the other, to the last digit', () => {
  const maybe = fc.option(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { nil: null });
  const part: fc.Arbitrary<Tally> = fc.record({
    sum: maybe,
    min: maybe,
    max: maybe,
    avg: maybe,
    last: maybe,
    lastSlot: fc.option(fc.nat(1000), { nil: null }),
    expected: fc.nat(3),
    complete: fc.nat(3),
    known: fc.nat(3),
    estimated: fc.double({ noNaN: true, min: 0, max: 1e9 }),
    quality: anyLetter,
  });
  const isSomething = ({ expected, sum, avg, last }: Tally) => expected > 0 || [sum, avg, last].some((one) => one !== null);
  const joined = (early: Tally, late: Tally): Tally => ({
    sum: early.sum === null ? late.sum : early.sum + (late.sum ?? 0),
    min: early.min === null || late.min === null ? (early.min ?? late.min) : Math.min(early.min, late.min),
    max: early.max === null || late.max === null ? (early.max ?? late.max) : Math.max(early.max, late.max),
    avg:
      early.known + late.known > 0
        ? ((early.avg ?? 0) * early.known + (late.avg ?? 0) * late.known) / (early.known + late.known)
        : null,
    last: late.last ?? early.last,
    lastSlot: late.lastSlot ?? early.lastSlot,
    expected: early.expected + late.expected,
    complete: early.complete + late.complete,
    known: early.known + late.known,
    estimated: early.estimated + late.estimated,
    quality: jointOf([early, late].filter(isSomething).map(({ quality }) => quality)),
  });
  fc.assert(
    fc.property(part, fc.array(part, { maxLength: 8 }), (first, rest) => {
      expect(joinTallies(first, rest)).toEqual(rest.reduce(joined, first));
    }),
    { numRuns: 2000 },
  );
});
