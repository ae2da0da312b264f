import { describe, expect, it } from 'vitest';
import { decodeSpec, deviceLimits } from '../../contract/model/field.ts';
import { validateDecode } from './validateDecode.ts';

const faults = (given: Record<string, unknown>, limits?: Record<string, unknown>) =>
  validateDecode(
    decodeSpec.parse({ space: 'holding', address: 100, type: 'uint16', ...given }),
    limits && deviceLimits.parse(limits),
  );
const fraction = (given: Record<string, unknown>) => ({ type: 'int32', fraction: { address: 102, type: 'float32', ...given } });

describe('a decode spec', () => {
  it.each([
    {},
    { type: 'float64', wordOrder: 'DCBA' },
    { type: 'uint16', wordOrder: 'BADC' },
    { type: 'bit', bit: 0 },
    { space: 'coil', type: 'bool', address: 65535 },
    { type: 'string', length: 8, wordOrder: 'BADC' },
    { type: 'uint64', sentinels: [2 ** 64], address: 65532 },
    { type: 'int64', sentinels: [-(2 ** 63)] },
    fraction({}),
    { ...fraction({ address: 65534 }), address: 65530 },
    fraction({ address: 98 }),
    fraction({ address: 223 }),
    { min: 1, max: 1 },
    { type: 'int16', sentinels: [-32_768, 32_767, 0] },
    { type: 'float32', sentinels: [1.5, -0.1, 1e20] },
    { type: 'float64', address: 65_532 },
    { type: 'string', length: 2, scale: 1, offset: 0 },
    { type: 'uint8hi' },
    { type: 'int64', wordOrder: 'CDAB' },
  ])('is accepted: %j', (given) => {
    expect(faults(given)).toEqual([]);
  });

  it.each([
    [{ type: 'uint16', wordOrder: 'CDAB' }, 'wordOrder', 'CDAB does not fit uint16; use ABCD or BADC'],
    [{ type: 'uint8lo', wordOrder: 'BADC' }, 'wordOrder', 'does not fit uint8lo'],
    [{ space: 'coil', type: 'bool', wordOrder: 'CDAB' }, 'wordOrder', 'does not fit bool'],
    [{ type: 'string', length: 2, wordOrder: 'DCBA' }, 'wordOrder', 'does not fit string'],
    [{ type: 'bit' }, 'bit', 'is needed'],
    [{ type: 'uint16', bit: 3 }, 'bit', 'for type bit only'],
    [{ type: 'string' }, 'length', 'is needed'],
    [{ type: 'uint16', length: 2 }, 'length', 'for type string only'],
    [{ space: 'coil', type: 'uint16' }, 'type', 'coil holds bits; use bool'],
    [{ space: 'discrete', type: 'bit', bit: 1 }, 'type', 'discrete holds bits'],
    [{ type: 'float32', address: 65535 }, 'address', 'would end at 65536, past 65535'],
    [{ scale: 0 }, 'scale', 'must not be 0'],
    [{ min: 2, max: 1 }, 'max', 'must not be below min'],
    [{ type: 'string', length: 2, scale: 0.1 }, 'scale', 'does not apply'],
    [{ type: 'string', length: 2, offset: 1 }, 'offset', 'does not apply'],
    [{ type: 'string', length: 2, min: 0 }, 'min', 'does not apply'],
    [{ type: 'string', length: 2, max: 0 }, 'max', 'does not apply'],
    [{ type: 'float64', address: 65533 }, 'address', 'would end at 65536, past 65535'],
    [{ type: 'string', length: 2, sentinels: [1] }, 'sentinels', 'do not apply'],
    [{ type: 'uint16', sentinels: [-1] }, 'sentinels.0', '-1 is outside uint16 (0 to 65535)'],
    [{ type: 'int8lo', sentinels: [128] }, 'sentinels.0', 'outside int8lo'],
    [{ space: 'coil', type: 'bool', fraction: { address: 110, type: 'uint16' } }, 'fraction', 'cannot be added to bool'],
    [{ type: 'int16', sentinels: [65535] }, 'sentinels.0', '65535 is outside int16 (-32768 to 32767)'],
    [{ sentinels: [1, 1.5] }, 'sentinels.1', '1.5 is outside uint16'],
    [{ type: 'bit', bit: 1, sentinels: [1] }, 'sentinels', 'do not apply'],
    [fraction({ address: 101 }), 'fraction.address', 'overlaps'],
    [fraction({ address: 99 }), 'fraction.address', 'overlaps'],
    [fraction({ address: 224 }), 'fraction.address', 'too far'],
    [fraction({ address: 300 }), 'fraction.address', 'too far'],
    [fraction({ address: 65535 }), 'fraction.address', 'past 65535'],
    [fraction({ type: 'bit' }), 'fraction.type', 'must be a number'],
    [fraction({ scale: 0 }), 'fraction.scale', 'must not be 0'],
    [fraction({ type: 'uint16', wordOrder: 'CDAB' }), 'fraction.wordOrder', 'does not fit uint16'],
    [{ type: 'string', length: 2, fraction: { address: 110, type: 'uint16' } }, 'fraction', 'cannot be added to string'],
  ])('is refused with the field and the reason: %j', (given, path, reason) => {
    expect(faults(given)).toContainEqual({ path, message: expect.stringContaining(reason) });
  });

  it('is refused where the device cannot bear it', () => {
    expect(faults({ type: 'float32' }, { maxRegisters: 1 })).toEqual([
      { path: 'type', message: 'takes 2 registers in one request, the device gives at most 1' },
    ]);
    expect(faults({ type: 'float32' }, { maxRegisters: 2 })).toEqual([]);
    expect(faults({ space: 'coil', type: 'bool' }, { maxRegisters: 1, maxBits: 1 })).toEqual([]);
    const forbidden = [{ space: 'holding', from: 101, to: 101 }];
    expect(faults({ type: 'float32', address: 101 }, { forbidden })).toHaveLength(1);
    expect(faults({ type: 'float32', address: 99 }, { forbidden })).toEqual([]);
    expect(faults({ type: 'float64', address: 98 }, { forbidden: [{ ...forbidden[0], to: 110 }] })).toHaveLength(1);
    expect(faults({ type: 'uint16', address: 105 }, { forbidden: [{ ...forbidden[0], to: 110 }] })).toEqual([
      { path: 'address', message: '105 to 105 touches 101 to 110, which must not be read on this device' },
    ]);
    expect(faults({ type: 'float32' }, { forbidden })).toEqual([
      { path: 'address', message: expect.stringContaining('must not be read') },
    ]);
    expect(faults({ type: 'float32', address: 102 }, { forbidden })).toEqual([]);
    expect(faults({ type: 'float32', space: 'input' }, { forbidden })).toEqual([]);
  });
});
