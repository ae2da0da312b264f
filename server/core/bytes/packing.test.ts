import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { code, emptyBlock, type SlotBlock } from '../slots.ts';
import { pack, unpack } from './packing.ts';

const sameBits = (a: SlotBlock, b: SlotBlock): void => {
  for (const name of ['values', 'raw', 'mark', 'quality'] as const) {
    expect(a[name].constructor).toBe(b[name].constructor);
    expect(Buffer.from(a[name].buffer, a[name].byteOffset, a[name].byteLength)).toEqual(
      Buffer.from(b[name].buffer, b[name].byteOffset, b[name].byteLength),
    );
  }
};

const blockOf = (values: readonly number[], raw: readonly number[] = [], letters = 'G', mark = 0): SlotBlock => {
  const block = emptyBlock(5_000_000, values.length);
  block.values.set(values);
  block.raw.set(raw);
  block.mark.fill(mark);
  for (const index of values.keys()) block.quality[index] = (letters[index] ?? letters[0] ?? 'G').charCodeAt(0);
  return block;
};

const again = (block: SlotBlock): SlotBlock => unpack(pack(block), block.firstSlot, block.values.length);

describe('a packed day', () => {
  it('gives every bit back, whatever lies in it', () => {
    const number = fc.oneof(
      fc.integer({ min: -100_000, max: 10_000_000 }).map((thousandths) => thousandths / 1000 + 0),
      fc.float({ noNaN: true }),
      fc.double({ noNaN: true }),
      fc.constantFrom(0, -0, 1e300, 5e-324),
    );
    const reading = fc.oneof(
      fc.constant(Number.NaN),
      fc.integer({ min: 0, max: 1e9 }).map((tenths) => tenths / 10),
      fc.float({ noNaN: true }),
      fc.double({ noNaN: true }),
      fc.constant(4_294_967_295),
    );
    const slot = fc.record({
      value: number,
      raw: reading,
      mark: fc.nat(65_535),
      letter: fc.constantFrom(...Object.values(code)),
    });
    fc.assert(
      fc.property(fc.array(slot, { maxLength: 312 }), (slots) => {
        const block = blockOf(
          slots.map(({ value }) => value),
          slots.map(({ raw }) => raw),
        );
        block.quality.set(slots.map(({ letter }) => letter));
        block.mark.set(slots.map(({ mark }) => mark));
        sameBits(again(block), block);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['litres', Array.from({ length: 288 }, (_, index) => (index * 7919) % 6000), undefined],
    ['large litres', Array.from({ length: 288 }, (_, index) => 4e12 + index), undefined],
    ['means', Array.from({ length: 288 }, (_, index) => Math.fround(7 + Math.sin(index))), undefined],
    [
      'a counter in tenths',
      new Array<number>(288).fill(0),
      Array.from({ length: 288 }, (_, index) => (1_234_567 + 6 * index) / 10),
    ],
    [
      'a float32 counter',
      new Array<number>(288).fill(0),
      Array.from({ length: 288 }, (_, index) => Math.fround(1234.5678 * index)),
    ],
  ])('of %s is unpacked as it was', (_name, values, raw) => {
    const block = blockOf(values, raw ?? values.map(() => Number.NaN), 'GEFBMRX', 0x4123);
    sameBits(again(block), block);
  });

  it('has equal bytes for equal days, so that a recompute can tell that nothing changed', () => {
    const values = Array.from({ length: 288 }, (_, index) => index / 10);
    expect(pack(blockOf(values))).toEqual(pack(blockOf(values)));
    expect(pack(blockOf(values))).not.toEqual(pack(blockOf(values.with(200, 3))));
  });

  it('keeps the lengths of days of 23 and 25 hours', () => {
    for (const length of [276, 288, 300]) expect(again(blockOf(new Array<number>(length).fill(1))).values).toHaveLength(length);
  });

  it('takes a few bytes for a day in which nothing was read', () => {
    expect(pack(emptyBlock(0, 288)).length).toBeLessThan(32);
  });

  it('is a third of the size of the same numbers deflated as they are', () => {
    const raw = Array.from({ length: 288 }, (_, index) => Math.round(1e6 + index * 60 + 30 * Math.sin(index / 20)) / 10);
    const values = raw.map((reading, index) => Math.round((reading - (raw[index - 1] ?? reading)) * 1000));
    const block = blockOf(values, raw);
    const plain = deflateRawSync(Buffer.concat([Buffer.from(block.values.buffer), Buffer.from(block.raw.buffer)]));
    expect(pack(block).length).toBeLessThan(plain.length / 3);
  });

  it('in a form of another time is refused', () => {
    const packed = pack(emptyBlock(0, 288));
    packed[0] = 99;
    expect(() => unpack(packed, 0, 288)).toThrow(/unknown form 99/);
  });
});
