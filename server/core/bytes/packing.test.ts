import { deflateRawSync, inflateRawSync } from 'node:zlib';
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
  it('is its version and one raw deflate stream, with nothing after it', () => {
    const packed = pack(blockOf([1, 2, 3], [10, 20, 30]));
    const bytes = inflateRawSync(packed.subarray(1));
    expect(Buffer.from(packed.subarray(1))).toEqual(deflateRawSync(bytes, { windowBits: 13, memLevel: 6, chunkSize: 4096 }));
  });

  it('gives every bit back, whatever it contains', () => {
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

describe('the bytes of a packed day', () => {
  const float64 = (value: number): string => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(value);
    return bytes.toString('hex');
  };
  const NONE = '00';
  /** Inflated, after the letters. */
  const bytesOf = (values: readonly number[], raw?: readonly number[], marked?: readonly number[]): string => {
    const block = blockOf(values, raw ?? values.map(() => Number.NaN));
    if (marked) block.mark.set(marked);
    const packed = pack(block);
    expect(packed[0]).toBe(1);
    const bytes = inflateRawSync(packed.subarray(1)).toString('hex');
    expect(bytes.slice(0, 2 * values.length)).toBe('47'.repeat(values.length));
    sameBits(again(block), block);
    return bytes.slice(2 * values.length);
  };
  const whole = (unit: number, width: number, planes: string): string => `01${float64(unit)}0${width}${planes}`;

  it.each<[string, number[], string]>([
    ['zeros', [0, 0], NONE],
    ['thousandths', [0.001, 0.003], whole(1, 1, '0206')],
    ['multiples of one unit', [0.5, 1.5], whole(500, 1, '0206')],
    ['the same number', [0.25, 0.25], whole(250, 1, '0202')],
    ['a zero among them', [0, 0.75], whole(750, 1, '0002')],
    ['both signs', [-0.001, 0.002], whole(1, 1, '0104')],
    ['the most of one byte', [-0.128, 0.001], whole(1, 1, 'ff02')],
    ['the least of two bytes', [0.128, 0.001], whole(1, 2, '00020100')],
    ['the most of two bytes', [-32.768, 0.001], whole(1, 2, 'ff02ff00')],
    ['the least of four bytes', [32.768, 0.001], whole(1, 4, '0002000001000000')],
    ['the most of four bytes', [-2147483.648, 0.001], whole(1, 4, 'ff02ff00ff00ff00')],
    ['more than four bytes', [2147483.648, 0.001], `03${'00000000000000000000000000000000'}`],
    ['float32', [Math.fround(0.1), 0.5], '02'],
    ['float64', [0.1234567890123, 0.5], '03'],
    ['minus zero', [-0, 0.5], '02'],
  ])('are, of %s', (_, values, form) => {
    const bytes = bytesOf(values);
    expect(bytes.endsWith(`${NONE}${NONE}`)).toBe(true);
    const shown = bytes.slice(0, -4);
    if (form.length > 2 && form.startsWith('01')) expect(shown).toBe(form);
    else
      expect([shown.slice(0, 2), shown.length / 2]).toEqual([form.slice(0, 2), { '00': 1, '02': 9, '03': 17 }[form.slice(0, 2)]]);
  });

  it('have floats in planes, their lowest bytes first', () => {
    expect(bytesOf([Math.fround(0.1), 0.5])).toBe(`02cd00cc00cc003d3f${NONE}${NONE}`);
  });

  const zeros = (raw: readonly number[]): number[] => raw.map(() => 0);
  it.each<[string, number[], string]>([
    ['none', [Number.NaN, Number.NaN], NONE],
    ['one', [Number.NaN, 7], `01000100${float64(7)}${float64(1)}01`],
    ['whole counts', [10, Number.NaN, 13], `0101000100${float64(10)}${float64(3)}0102`],
    ['the fewest decimals', [1.5, 1.75, 2.25], `0101010102${float64(150)}${float64(25)}010204`],
    ['steps of both signs', [5, 4, 6], `0101010100${float64(5)}${float64(1)}010104`],
    ['six decimals', [0.123456, 0.123457], `01010106${float64(123_456)}${float64(1)}0102`],
  ])('have readings as steps: %s', (_, raw, shown) => {
    expect(bytesOf(zeros(raw), raw)).toBe(`${NONE}${shown}${NONE}`);
  });

  it('have readings as floats where seven decimals or more than four bytes would be needed', () => {
    expect(bytesOf([0, 0], [0.1234567, 1]).slice(2, 4)).toBe('03');
    expect(bytesOf([0, 0, 0], [0, 2 ** 31, 2 ** 31 + 1]).slice(2, 4)).toBe('03');
    expect(bytesOf([0, 0, 0], [0, 2 ** 31 - 1, 2 ** 31]).slice(2, 4)).toBe('01');
  });

  it('have marks in two planes, and nothing where there is none', () => {
    expect(bytesOf([0, 0], undefined, [0, 0x4123])).toBe(`${NONE}${NONE}0100230041`);
    expect(bytesOf([0, 0], undefined, [0x4123, 0])).toBe(`${NONE}${NONE}0123004100`);
  });

  it('are as many as they need to be, also of what is longer than any day', () => {
    const count = 3000;
    const values = Array.from({ length: count }, (_, at) => Math.sin(at));
    const block = blockOf(
      values,
      values.map((value) => value + 0.5),
      'G',
      0x4123,
    );
    sameBits(again(block), block);
  });

  it('that unpack to more than any day are refused', () => {
    const packed = (length: number): Uint8Array => Uint8Array.of(1, ...deflateRawSync(new Uint8Array(length)));
    expect(unpack(packed(84), 0, 1).values).toEqual(Float64Array.of(0));
    for (const length of [85, 10_000_000]) expect(() => unpack(packed(length), 0, 1)).toThrow(RangeError);
  });

  it('that were cut are refused, wherever that was', () => {
    const packed = pack(blockOf([0.1, 22, 1e9], [1, 2, 3.5], 'GHM', 7));
    for (let length = 1; length < packed.length; length += 1) expect(() => unpack(packed.subarray(0, length), 0, 3)).toThrow();
  });

  it('of one day are not read into the next, whatever was damaged', () => {
    const [long, short] = [pack(blockOf(Array.from({ length: 312 }, Math.sqrt))), pack(blockOf([1, 2, 3]))];
    const read = (damaged: Uint8Array): SlotBlock | undefined => {
      try {
        return unpack(damaged, 0, 3);
      } catch {
        return undefined;
      }
    };
    fc.assert(
      fc.property(fc.nat(short.length - 2), fc.integer({ min: 1, max: 255 }), (at, bits) => {
        const damaged = Uint8Array.from(short, (byte, index) => (index === at + 1 ? byte ^ bits : byte));
        const first = read(damaged);
        unpack(long, 0, 312);
        expect(read(damaged)).toEqual(first);
      }),
    );
  });

  it('of an array in an unknown form are refused', () => {
    const packed = (form: number): Uint8Array => Uint8Array.of(1, ...deflateRawSync(Uint8Array.of(71, form, 0, 0)));
    expect(() => unpack(packed(9), 0, 1)).toThrow('a packed day has an array of an unknown form');
    expect(unpack(packed(0), 5, 1)).toMatchObject({ firstSlot: 5, values: Float64Array.of(0), mark: Uint16Array.of(0) });
  });
});
