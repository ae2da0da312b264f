import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DecodeSpec, decodeSpec, type RegisterType, type WordOrder } from '../../contract/model/field.ts';
import { spanOf } from '../polling/span.ts';
import { compileDecoder } from './decode.ts';
import { encodeValue } from './encode.ts';

const spec = (given: Partial<DecodeSpec> & { type: RegisterType }): DecodeSpec =>
  decodeSpec.parse({ space: 'holding', address: 0, ...given });
const decode = (given: Partial<DecodeSpec> & { type: RegisterType }, words: number[]) =>
  compileDecoder(spec(given)).decode(words, 0);
const good = (value: number | string) => ({ value, quality: 'GOOD' });
const badSensor = { value: null, quality: 'BAD_SENSOR' };

const orders: WordOrder[] = ['ABCD', 'CDAB', 'BADC', 'DCBA'];
const max = Number.MAX_VALUE;
const maxFloat32 = 3.4028234663852886e38;
const numbers: [type: RegisterType, sentinel: number, values: number[]][] = [
  ['int16', -32768, [-32767, 32767, 0, -1]],
  ['uint16', 65535, [0, 65534, 1]],
  ['int32', -2147483648, [-2147483647, 2147483647, 0, -1]],
  ['uint32', 4294967295, [0, 4294967294, 65536]],
  ['int64', -(2 ** 63), [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 2 ** 62, -1, 0]],
  ['uint64', 2 ** 64, [0, Number.MAX_SAFE_INTEGER, 2 ** 63, 65536]],
  ['float16', -1000, [-65504, 65504, 2 ** -24, -0, 1.5]],
  ['float32', -9999, [-maxFloat32, maxFloat32, 2 ** -149, -0, 230.1640625]],
  ['float64', -1e30, [-max, max, Number.MIN_VALUE, -0, 0.1]],
  ['bcd16', 9999, [0, 9998, 1234]],
  ['bcd32', 99999999, [0, 99999998, 12345678]],
  ['bcd64', 1e15, [0, 1234567890123456, 9007199254740991]],
];
/** Word orders that one register can have: its bytes one way or the other. */
const ordersOf = (type: RegisterType) =>
  ['int16', 'uint16', 'float16', 'bcd16'].includes(type) ? (['ABCD', 'BADC'] as const) : orders;
const matrix = numbers.flatMap(([type, sentinel, values]) =>
  ordersOf(type).map((wordOrder) => ({ type, wordOrder, sentinel, values })),
);

describe('every type in every word order', () => {
  it.each(matrix)('$type $wordOrder gives back what was encoded, from least to greatest', ({ type, wordOrder, values }) => {
    const given = spec({ type, wordOrder });
    for (const value of values) expect(compileDecoder(given).decode(encodeValue(given, value), 0)).toEqual(good(value + 0));
  });

  it.each(matrix)('$type $wordOrder knows its sentinel', ({ type, wordOrder, sentinel }) => {
    const plain = spec({ type, wordOrder });
    const words = type === 'uint64' ? [0xffff, 0xffff, 0xffff, 0xffff] : encodeValue(plain, sentinel);
    expect(compileDecoder(plain).decode(words, 0).quality).toBe('GOOD');
    expect(compileDecoder(spec({ type, wordOrder, sentinels: [1, sentinel] })).decode(words, 0)).toEqual(badSensor);
  });

  it.each(orders)('float32 %s knows a sentinel that a float32 holds only nearly, such as 1e20 and -0.1', (wordOrder) => {
    const sentinels = [1e20, -0.1, 3.4e38];
    const given = spec({ type: 'float32', wordOrder, sentinels });
    for (const sentinel of sentinels) expect(compileDecoder(given).decode(encodeValue(given, sentinel), 0)).toEqual(badSensor);
    // the next float32 after 1e20 is a value like any other
    expect(decode({ type: 'float32', sentinels }, [0x60ad, 0x78ec])).toEqual(badSensor);
    expect(decode({ type: 'float32', sentinels }, [0x60ad, 0x78ed]).quality).toBe('GOOD');
  });

  it('a float64 knows a sentinel to the last digit', () => {
    const given = spec({ type: 'float64', sentinels: [0.1] });
    expect(compileDecoder(given).decode(encodeValue(given, 0.1), 0)).toEqual(badSensor);
    expect(compileDecoder(given).decode(encodeValue(given, Math.fround(0.1)), 0)).toEqual(good(Math.fround(0.1)));
  });

  it.each(matrix.filter(({ type }) => type.startsWith('float')))(
    '$type $wordOrder takes NaN and infinities for no value',
    ({ type, wordOrder }) => {
      const given = spec({ type, wordOrder });
      for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
        expect(compileDecoder(given).decode(encodeValue(given, value), 0)).toEqual(badSensor);
      }
    },
  );

  it('reads minus zero as plain zero, which no page has to print as -0', () => {
    expect(decode({ type: 'float32' }, [0x8000, 0])).toEqual(good(0));
    expect(encodeValue(spec({ type: 'float32' }), -0)).toEqual([0x8000, 0]);
  });

  it('differs between all orders of two and four different words', () => {
    const seen = orders.map((wordOrder) => decode({ type: 'uint32', wordOrder }, [0x0102, 0x0304]).value);
    expect(seen).toEqual([0x01020304, 0x03040102, 0x02010403, 0x04030201]);
    const wide = orders.map((wordOrder) => decode({ type: 'uint64', wordOrder }, [0, 0x0001, 0x0203, 0x0405]).value);
    expect(wide).toEqual([0x102030405, Number(0x0405020300010000n), Number(0x0000010003020504n), Number(0x0504030201000000n)]);
  });
});

describe('a decoder', () => {
  it.each(matrix)('puts a $type $wordOrder where it is kept just as it decodes it', ({ type, wordOrder, sentinel, values }) => {
    const asked = fc.record({
      words: fc.oneof(
        fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 }),
        fc.constantFrom(...values).map((value) => encodeValue(spec({ type, wordOrder }), value)),
      ),
      offset: fc.integer({ min: -1, max: 2 }),
      scale: fc.constantFrom(1, 0.1, 2.5, -3),
      added: fc.constantFrom(0, -7.5),
      limit: fc.constantFrom(null, 0, 1000),
      sentinels: fc.constantFrom<number[]>([], [1, sentinel]),
    });
    fc.assert(
      fc.property(asked, ({ words, offset, scale, added, limit, sentinels }) => {
        const limits = limit === null ? {} : { min: -limit, max: limit };
        const decoder = compileDecoder(spec({ type, wordOrder, scale, offset: added, ...limits, sentinels }));
        const numbers = new Float64Array([-1, -2, -3]);
        const { value, quality } = decoder.decode(words, offset);
        expect(decoder.put?.(words, offset, numbers, 1)).toBe(quality);
        expect([...numbers]).toEqual([-1, value ?? -2, -3]);
      }),
    );
  });

  it('puts nothing of what is not one whole number', () => {
    expect(compileDecoder(spec({ type: 'string', length: 2 })).put).toBeNull();
    expect(compileDecoder(spec({ type: 'bit', bit: 3 })).put).toBeNull();
  });

  it('is one for all tags that differ only in their address', () => {
    const given = { type: 'float32' as const, scale: 0.1, sentinels: [-9999] };
    expect(compileDecoder(spec({ ...given, address: 40 }))).toBe(compileDecoder(spec({ ...given, address: 2 })));
    expect(compileDecoder(spec({ ...given, sentinels: [-9998] }))).not.toBe(compileDecoder(spec(given)));
  });

  it('is another where the fraction is elsewhere beside its number', () => {
    const total = (address: number, fractionAt: number) =>
      compileDecoder(
        spec({ type: 'uint16', address, fraction: { address: fractionAt, type: 'uint16', wordOrder: 'ABCD', scale: 0.01 } }),
      );
    expect(total(10, 11)).toBe(total(20, 21));
    expect(total(10, 11).decode([7, 25], 0)).toEqual(good(7.25));
    expect(total(10, 9).decode([25, 7], 0)).toEqual(good(7.25));
    expect(total(10, 12).decode([7, 0, 25], 0)).toEqual(good(7.25));
  });
});

describe('known registers', () => {
  it('reads 230.0 V of a meter that sends the low word first', () => {
    expect(decode({ type: 'float32' }, [0x4366, 0x0000])).toEqual(good(230));
    expect(decode({ type: 'float32', wordOrder: 'CDAB' }, [0x0000, 0x4366])).toEqual(good(230));
    expect(decode({ type: 'float32', wordOrder: 'BADC' }, [0x6643, 0x0000])).toEqual(good(230));
    expect(decode({ type: 'float32', wordOrder: 'DCBA' }, [0x0000, 0x6643])).toEqual(good(230));
  });

  it('reads half registers and single bits', () => {
    expect(decode({ type: 'int8hi' }, [0xfe01])).toEqual(good(-2));
    expect(decode({ type: 'uint8hi' }, [0xfe01])).toEqual(good(254));
    expect(decode({ type: 'int8lo' }, [0x01fe])).toEqual(good(-2));
    expect(decode({ type: 'uint8lo' }, [0x01fe])).toEqual(good(254));
    expect(decode({ type: 'bit', bit: 3 }, [0x0008])).toEqual(good(1));
    expect(decode({ type: 'bit', bit: 15 }, [0x7fff])).toEqual(good(0));
    expect(decode({ type: 'bit', bit: 0, wordOrder: 'BADC' }, [0x0100])).toEqual(good(1));
  });

  it('reads coils as 0 and 1, inverted by scale and offset', () => {
    expect(decode({ space: 'coil', type: 'bool' }, [1])).toEqual(good(1));
    expect(decode({ space: 'discrete', type: 'bool', scale: -1, offset: 1 }, [1])).toEqual(good(0));
    expect(decode({ space: 'coil', type: 'bool', scale: 10, offset: 5 }, [0])).toEqual(good(5));
    expect(decode({ space: 'coil', type: 'bool', scale: 10, offset: 5 }, [1])).toEqual(good(15));
  });

  it('reads BCD and refuses a digit above 9', () => {
    expect(decode({ type: 'bcd32', scale: 0.1 }, [0x0012, 0x3456])).toEqual(good(12345.6));
    expect(decode({ type: 'bcd32' }, [0x0012, 0x3a56])).toEqual(badSensor);
    expect(decode({ type: 'bcd64' }, [0x9999, 0x9999, 0x9999, 0x9999])).toEqual(good(1e16));
  });

  it('reads texts in either byte order and cuts them at NUL', () => {
    expect(decode({ type: 'string', length: 4 }, [0x5455, 0x462d, 0x3200, 0x4142])).toEqual(good('TUF-2'));
    expect(decode({ type: 'string', length: 3, wordOrder: 'BADC' }, [0x5554, 0x2d46, 0x2032])).toEqual(good('TUF-2'));
  });
});

describe('scaling', () => {
  it('gives the number a person would write', () => {
    expect(decode({ type: 'uint16', scale: 0.1 }, [2301])).toEqual(good(230.1));
    expect(decode({ type: 'uint16', scale: 0.001, offset: -1 }, [1500])).toEqual(good(0.5));
    expect(decode({ type: 'uint16', scale: 2.5 }, [4])).toEqual(good(10));
  });

  it('keeps a 64-bit total in mm3 whole past 2^53', () => {
    // 9,007,199.254740993 m3: 2^53 + 1 mm3, which no double holds
    const words = [0x0001, 0x0000, 0x0000, 0x0020];
    expect(decode({ type: 'uint64', wordOrder: 'CDAB', scale: 1e-9 }, words)).toEqual(good(9007199 + 254740993 / 1e9));
    expect(decode({ type: 'uint64', scale: 1e-9 }, [0xffff, 0xffff, 0xffff, 0xffff]).value).toBeCloseTo(2 ** 64 / 1e9, 6);
    expect(decode({ type: 'int64', scale: 0.001 }, [0xffff, 0xffff, 0xffff, 0xfffb])).toEqual(good(-0.005));
  });

  it('makes a value outside its hard range bad', () => {
    expect(decode({ type: 'uint16', scale: 0.01, min: 0, max: 14 }, [1401])).toEqual({ value: null, quality: 'BAD_RANGE' });
    expect(decode({ type: 'uint16', scale: 0.01, min: 0, max: 14 }, [1400])).toEqual(good(14));
    expect(decode({ type: 'int16', min: 0 }, [0xffff])).toEqual({ value: null, quality: 'BAD_RANGE' });
    expect(decode({ type: 'int16', min: 5 }, [5])).toEqual(good(5));
    expect(decode({ type: 'int16', min: 5 }, [4])).toEqual({ value: null, quality: 'BAD_RANGE' });
    expect(decode({ space: 'coil', type: 'bool', scale: 10, offset: 5, max: 14 }, [1])).toEqual({
      value: null,
      quality: 'BAD_RANGE',
    });
  });

  it('takes a scaled value that overflows for no value', () => {
    expect(decode({ type: 'float64', scale: 10 }, encodeValue(spec({ type: 'float64' }), max))).toEqual(badSensor);
  });
});

describe('totals of an integer and a fraction', () => {
  const total = spec({
    type: 'int32',
    wordOrder: 'CDAB',
    address: 8,
    fraction: { address: 10, type: 'float32', wordOrder: 'CDAB', scale: 1 },
  });

  it('adds both parts, each by its own scale', () => {
    expect(compileDecoder(total).registers).toBe(4);
    // 51230 and 0.5, low words first
    expect(compileDecoder(total).decode([0xc81e, 0, 0, 0x3f00], 0)).toEqual(good(51230.5));
    const tenfold = {
      ...total,
      scale: 10,
      fraction: { address: 10, type: 'float32' as const, wordOrder: 'CDAB' as const, scale: 10 },
    };
    expect(compileDecoder(tenfold).decode([0xc81e, 0, 0, 0x3f00], 0)).toEqual(good(512305));
  });

  it('finds the fraction before the integer and across a hole', () => {
    const apart = { ...total, fraction: { address: 3, type: 'uint16' as const, wordOrder: 'ABCD' as const, scale: 0.001 } };
    expect(spanOf(apart)).toEqual({ address: 3, count: 7 });
    expect(compileDecoder(apart).decode([7, 7, 250, 9, 9, 9, 9, 100, 0], 2)).toEqual(good(100.25));
  });

  it('is bad as a whole when its fraction is', () => {
    expect(compileDecoder(total).decode([0xc81e, 0, 0, 0x7fc0], 0)).toEqual(badSensor);
  });

  it('is never torn: a block that ends within it is a bad answer', () => {
    expect(compileDecoder(total).decode([0xc81e, 0, 0], 0)).toEqual({ value: null, quality: 'BAD_ANSWER' });
    expect(compileDecoder(total).decode([1, 2, 3, 4], 1)).toEqual({ value: null, quality: 'BAD_ANSWER' });
  });

  it.each([0, 0.25, 51230.5, -3.75, 1_999_999.875])('gives back %d', (value) => {
    expect(compileDecoder(total).decode(encodeValue(total, value), 0)).toEqual(good(value));
  });
});
