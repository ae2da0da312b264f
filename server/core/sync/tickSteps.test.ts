import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentOf } from '../bytes/blockHash.ts';
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
  fc.constantFrom(0, -0, Number.MIN_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE, 2 ** 53, 2 ** 52, 2 ** 52 - 1, -(2 ** 52)),
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

/** One series: its reading, value, quality and mark. */
type Part = { raw?: number; value?: number; quality?: number; mark?: number };
const slotOf = ({ raw = 5, value = 1, quality = code.G, mark = 0 }: Part): SlotBlock => ({
  firstSlot: 7,
  ...{ raw: Float64Array.of(raw), values: Float64Array.of(value), quality: Uint8Array.of(quality), mark: Uint16Array.of(mark) },
});
const bytesOf = (before: Part, now: Part): number[] => [...inflateRawSync(packSteps(slotOf(before), [slotOf(now)]))];
/** 0.1 in single precision, and the number that follows it. */
const [single = 0, nextSingle = 0] = new Float32Array(Uint32Array.of(0x3dcccccd, 0x3dccccce).buffer);

describe('the bytes of a slot are those of the table in docs/sync-format.md:', () => {
  it.each<[string, Part, Part, number[]]>([
    ['nothing changed', {}, {}, [0]],
    ['no reading in either', { raw: Number.NaN }, { raw: Number.NaN }, [0]],
    ['a letter', {}, { quality: code.F }, [0x01, 70]],
    ['a mark', { mark: 5 }, { mark: 300 }, [0x02, 0xce, 0x04]],
    ['a smaller mark', { mark: 300 }, { mark: 299 }, [0x02, 0x01]],
    ['a letter and a mark', {}, { quality: code.E, mark: 1 }, [0x03, 69, 2]],
    ['whole counts', { raw: 10 }, { raw: 12 }, [0x20, 4]],
    ['counts backwards', { raw: 12 }, { raw: 10 }, [0x20, 3]],
    ['tenths', { raw: 1.5 }, { raw: 1.7 }, [0x20, 4]],
    ['a whole number after tenths', { raw: 1.5 }, { raw: 2 }, [0x20, 10]],
    ['more decimals than before', { raw: 10 }, { raw: 10.25 }, [0xc0, 2, 50]],
    ['a first reading', { raw: Number.NaN }, { raw: 3 }, [0x20, 6]],
    ['a reading that is gone', {}, { raw: Number.NaN }, [0x80]],
    ['single precision', { raw: single }, { raw: nextSingle }, [0x40, 2]],
    ['single precision below zero', { raw: -single }, { raw: -nextSingle }, [0x40, 1]],
    ['a reading of no such kind', {}, { raw: 2 ** -60 / 3 }, [0x60, ...Buffer.from('555555555555153c', 'hex')]],
    ['a value in thousandths', {}, { value: 1.007 }, [0x04, 14]],
    ['a value in single precision', { value: single }, { value: nextSingle }, [0x08, 2]],
    ['any other value', {}, { value: 2 ** -60 / 3 }, [0x0c, ...Buffer.from('555555555555153c', 'hex')]],
    ['a value by its counter', { raw: 10 }, { raw: 12, value: 2000 }, [0x30, 4]],
  ])('%s', (_, before, now, bytes) => {
    expect(bytesOf(before, now)).toEqual(bytes);
    expect(unpackSteps(deflateRawSync(Buffer.from(bytes)), slotOf(before), [7])).toEqual([slotOf(now)]);
  });

  it.each([
    [1, 123_456.7],
    [2, 12_345.67],
    [3, 1234.567],
    [4, 123.4567],
    [5, 12.34567],
    [6, 1.234567],
  ])('a reading of %i decimals, divided, is 1,234,567 steps from 0', (decimals, raw) => {
    expect(bytesOf({ raw: 0 }, { raw })).toEqual([0xc0, decimals, 0x8e, 0xda, 0x96, 0x01]);
  });

  // numbers that multiplying gives and dividing does not
  it.each([
    [1, 3, 3 * 0.1],
    [2, 35, 35 * 0.01],
    [3, 9, 9 * 0.001],
    [4, 3, 3 * 0.0001],
    [5, 3, 3 * 0.00001],
    [6, 5, 5 * 0.000001],
  ])('a reading of %i decimals, multiplied, is %i steps from 0', (decimals, count, raw) => {
    expect(raw).not.toBe(count / 10 ** decimals);
    expect(bytesOf({ raw: 0 }, { raw })).toEqual([0xe0, decimals, 2 * count]);
  });

  it.each([0, 1, 2, -1, -2, -3, 4, 5, 6])('a value that is its counter’s step times ten to the power of %i', (power) => {
    const value = Number(`2e${power}`);
    const bytes = [0x34, 4, (256 + power) % 256];
    expect(bytesOf({ raw: 10 }, { raw: 12, value })).toEqual(bytes);
    const read = unpackSteps(deflateRawSync(Buffer.from(bytes)), slotOf({ raw: 10 }), [7]);
    expect(read).toEqual([slotOf({ raw: 12, value })]);
  });
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

it('a message is laid out as docs/sync-format.md says', () => {
  const slots = [emptyBlock(5_000_001, 1), emptyBlock(5_000_300, 1)];
  const series = `0123456789abcdef${'f'.repeat(48)}`;
  const name = '02c3a4';
  expect(tickMessage('ä', series, slots, undefined).toString('hex')).toBe(
    `${name}0123456789abcdef${'00000000'.repeat(2)}0200${'414b4c00'}2b01${deflateRawSync(Buffer.alloc(2)).toString('hex')}`,
  );
  const base = emptyBlock(5_000_000, 1);
  expect(tickMessage('ä', series, slots, base).subarray(11, 19).toString('hex')).toBe(
    `404b4c00${Buffer.from(Uint32Array.of(crc32(contentOf(base))).buffer).toString('hex')}`,
  );
});
