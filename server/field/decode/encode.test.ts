import { describe, expect, it } from 'vitest';
import { type DecodeSpec, decodeSpec, type RegisterType } from '../../contract/model/field.ts';
import { compileDecoder } from './decode.ts';
import { encodeValue } from './encode.ts';

const spec = (given: Partial<DecodeSpec>): DecodeSpec =>
  decodeSpec.parse({ space: 'holding', address: 0, type: 'uint16', ...given });

describe('a value written to registers', () => {
  it('leaves the neighbours of a bit and of half a register alone', () => {
    expect(encodeValue(spec({ type: 'bit', bit: 2 }), 1, [0xf000])).toEqual([0xf004]);
    expect(encodeValue(spec({ type: 'bit', bit: 15 }), 0, [0xffff])).toEqual([0x7fff]);
    expect(encodeValue(spec({ type: 'bit', bit: 2, wordOrder: 'BADC' }), 1, [0])).toEqual([0x0400]);
    expect(encodeValue(spec({ type: 'uint8hi' }), 7, [0x1234])).toEqual([0x0734]);
    expect(encodeValue(spec({ type: 'int8lo' }), -1, [0x1234])).toEqual([0x12ff]);
  });

  it('is written over zeros where nothing is known of its registers', () => {
    expect(encodeValue(spec({ type: 'bit', bit: 2 }), 1)).toEqual([4]);
    expect(encodeValue(spec({ type: 'uint8lo' }), 7)).toEqual([7]);
    expect(
      encodeValue(spec({ type: 'uint16', address: 5, fraction: { address: 7, type: 'uint16', wordOrder: 'ABCD', scale: 1 } }), 3),
    ).toEqual([3, 0, 0]);
  });

  it('is on or off by its own scale and offset', () => {
    const coil = { space: 'coil', type: 'bool' } as const;
    expect([0, 1].map((value) => encodeValue(spec(coil), value))).toEqual([[0], [1]]);
    expect([0, 1].map((value) => encodeValue(spec({ ...coil, scale: -1, offset: 1 }), value))).toEqual([[1], [0]]);
    expect([5, 15].map((value) => encodeValue(spec({ ...coil, scale: 10, offset: 5 }), value))).toEqual([[0], [1]]);
    expect(compileDecoder(spec({ ...coil, scale: 10, offset: 5 })).decode([1], 0).value).toBe(15);
    expect(() => encodeValue(spec({ ...coil, scale: 10, offset: 5 }), 25)).toThrow('neither on nor off');
  });

  it.each<[RegisterType, least: number, most: number]>([
    ['int8lo', -128, 127],
    ['int8hi', -128, 127],
    ['uint8lo', 0, 255],
    ['uint8hi', 0, 255],
    ['int16', -32_768, 32_767],
    ['uint16', 0, 65_535],
    ['int32', -2_147_483_648, 2_147_483_647],
    ['uint32', 0, 4_294_967_295],
    ['bcd16', 0, 9999],
    ['bcd32', 0, 99_999_999],
  ])('of %s is from %d to %d', (type, least, most) => {
    for (const value of [least, least + 1, most - 1, most])
      expect(compileDecoder(spec({ type })).decode(encodeValue(spec({ type }), value), 0)).toEqual({ value, quality: 'GOOD' });
    for (const value of [least - 1, most + 1])
      expect(() => encodeValue(spec({ type }), value)).toThrow(`does not fit ${type} (${least} to ${most})`);
  });

  it('leaves the hole between an integer and its fraction alone', () => {
    const total = spec({ type: 'uint16', address: 5, fraction: { address: 7, type: 'uint16', wordOrder: 'ABCD', scale: 0.001 } });
    expect(encodeValue(total, 12.345, [1, 2, 3])).toEqual([12, 2, 345]);
  });

  it('is split into whole counts of its scale and the rest, of the same sign, also where the whole part has 64 bits', () => {
    const fraction = { address: 1, type: 'int16', wordOrder: 'ABCD', scale: 0.001 } as const;
    expect(encodeValue(spec({ type: 'int16', fraction }), -12.345)).toEqual([0x10000 - 12, 0x10000 - 345]);
    expect(encodeValue(spec({ type: 'int16', scale: 10, fraction: { ...fraction, scale: 1 } }), 25)).toEqual([2, 5]);
    expect(encodeValue(spec({ type: 'int16', offset: 100, fraction }), 103.5)).toEqual([3, 500]);
    // 2.999… of a sum is 3
    expect(encodeValue(spec({ type: 'uint16', scale: 0.1, fraction: { ...fraction, scale: 0.01 } }), 0.3)).toEqual([3, 0]);
    const wide = spec({ type: 'uint64', fraction: { ...fraction, address: 4 } });
    expect(encodeValue(wide, 70_000.25)).toEqual([0, 0, 1, 4464, 250]);
    // counts above 2^53 are exact: 12,345,678,901,234,569 of a hundredth
    expect(encodeValue(spec({ type: 'uint64', scale: 0.01 }), 123_456_789_012_345.69)).toEqual([43, 56404, 23915, 19337]);
    const doubled = spec({ type: 'uint64', scale: 10, fraction: { ...fraction, address: 4, scale: 1 } });
    expect(compileDecoder(doubled).decode(encodeValue(doubled, 123_456), 0).value).toBe(123_456);
  });

  it('rounds to the nearest count', () => {
    expect(encodeValue(spec({ scale: 0.1 }), 23.456)).toEqual([235]);
    expect(encodeValue(spec({ scale: 0.1, offset: 10 }), 23.44)).toEqual([134]);
  });

  it('writes a 64-bit total to the last count', () => {
    const total = spec({ type: 'uint64', scale: 1e-9 });
    expect(encodeValue(total, 9123456.75)).toEqual(encodeValue(spec({ type: 'uint64' }), 9_123_456_750_000_000));
    expect(compileDecoder(total).decode(encodeValue(total, 9123456.789), 0).value).toBe(9123456.789);
  });

  it('pads a text and refuses a longer one', () => {
    expect(encodeValue(spec({ type: 'string', length: 2 }), 'abc')).toEqual([0x6162, 0x6300]);
    expect(() => encodeValue(spec({ type: 'string', length: 2 }), 'abcde')).toThrow('longer than 4 characters');
  });

  it.each([
    [spec({}), 65536, 'does not fit uint16'],
    [spec({}), -1, 'does not fit uint16'],
    [spec({ type: 'int8lo' }), 128, 'does not fit int8lo'],
    [spec({ type: 'bcd16' }), 10000, 'does not fit bcd16'],
    [spec({ type: 'uint64' }), -1, 'does not fit uint64'],
    [spec({}), Number.NaN, 'cannot hold NaN'],
    [spec({}), 'on', 'takes a number'],
    [spec({ space: 'coil', type: 'bool' }), 2, 'neither on nor off'],
  ])('refuses what the registers cannot hold (%#)', (given, value, reason) => {
    expect(() => encodeValue(given, value)).toThrow(reason);
  });
});
