import type { RegisterType } from '../../contract/model/field.ts';
import { float16FromBits, float16ToBits } from './float16.ts';

/** A number of a register type as the device means it, before scaling. */
export type Raw = number | bigint;

export type NumberType = Exclude<RegisterType, 'string' | 'bool' | 'bit'>;

type NumberTypeRow = {
  registers: 1 | 2 | 4;
  /** Least and greatest raw number; infinite for floats, which hold anything. */
  min: Raw;
  max: Raw;
  /** From the big-endian bytes of `registers` words; null where they are no number (a BCD digit above 9). */
  read(view: DataView): Raw | null;
  /** Writes into the same bytes; `raw` is between min and max, and is whole unless the type is a float. */
  write(view: DataView, raw: Raw): void;
};

const bcdRead = (view: DataView, digits: number): bigint | null => {
  let value = 0n;
  for (let i = 0; i < digits; i += 1) {
    const digit = (view.getUint8(i >> 1) >> (i % 2 === 0 ? 4 : 0)) & 0xf;
    if (digit > 9) return null;
    value = value * 10n + BigInt(digit);
  }
  return value;
};

const bcdWrite = (view: DataView, raw: Raw, digits: number): void => {
  const text = BigInt(raw).toString().padStart(digits, '0');
  for (let i = 0; i < digits; i += 2) view.setUint8(i >> 1, Number.parseInt(text.slice(i, i + 2), 16));
};

const bcd = (registers: 1 | 2 | 4): NumberTypeRow => ({
  registers,
  min: 0n,
  max: 10n ** BigInt(registers * 4) - 1n,
  read: (view) => bcdRead(view, registers * 4),
  write: (view, raw) => bcdWrite(view, raw, registers * 4),
});

const infinite = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };

/** Every numeric type of whole registers: width, range, and how its bytes become a number and back. */
export const numberTypes: { readonly [T in NumberType]: NumberTypeRow } = {
  int8lo: { registers: 1, min: -128, max: 127, read: (v) => v.getInt8(1), write: (v, raw) => v.setInt8(1, Number(raw)) },
  int8hi: { registers: 1, min: -128, max: 127, read: (v) => v.getInt8(0), write: (v, raw) => v.setInt8(0, Number(raw)) },
  uint8lo: { registers: 1, min: 0, max: 255, read: (v) => v.getUint8(1), write: (v, raw) => v.setUint8(1, Number(raw)) },
  uint8hi: { registers: 1, min: 0, max: 255, read: (v) => v.getUint8(0), write: (v, raw) => v.setUint8(0, Number(raw)) },
  int16: { registers: 1, min: -32_768, max: 32_767, read: (v) => v.getInt16(0), write: (v, raw) => v.setInt16(0, Number(raw)) },
  uint16: { registers: 1, min: 0, max: 65_535, read: (v) => v.getUint16(0), write: (v, raw) => v.setUint16(0, Number(raw)) },
  int32: {
    registers: 2,
    min: -2_147_483_648,
    max: 2_147_483_647,
    read: (v) => v.getInt32(0),
    write: (v, raw) => v.setInt32(0, Number(raw)),
  },
  uint32: {
    registers: 2,
    min: 0,
    max: 4_294_967_295,
    read: (v) => v.getUint32(0),
    write: (v, raw) => v.setUint32(0, Number(raw)),
  },
  int64: {
    registers: 4,
    min: -(2n ** 63n),
    max: 2n ** 63n - 1n,
    read: (v) => v.getBigInt64(0),
    write: (v, raw) => v.setBigInt64(0, BigInt(raw)),
  },
  uint64: {
    registers: 4,
    min: 0n,
    max: 2n ** 64n - 1n,
    read: (v) => v.getBigUint64(0),
    write: (v, raw) => v.setBigUint64(0, BigInt(raw)),
  },
  float16: {
    registers: 1,
    ...infinite,
    read: (v) => float16FromBits(v.getUint16(0)),
    write: (v, raw) => v.setUint16(0, float16ToBits(Number(raw))),
  },
  float32: { registers: 2, ...infinite, read: (v) => v.getFloat32(0), write: (v, raw) => v.setFloat32(0, Number(raw)) },
  float64: { registers: 4, ...infinite, read: (v) => v.getFloat64(0), write: (v, raw) => v.setFloat64(0, Number(raw)) },
  bcd16: bcd(1),
  bcd32: bcd(2),
  bcd64: bcd(4),
};

export const isNumberType = (type: RegisterType): type is NumberType => Object.hasOwn(numberTypes, type);

export const isFloatType = (type: NumberType): boolean => type === 'float16' || type === 'float32' || type === 'float64';
