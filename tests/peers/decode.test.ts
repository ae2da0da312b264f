import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { decodeSpec, type WordOrder } from '../../server/contract/model/field.ts';
import { compileDecoder } from '../../server/field/decode/decode.ts';
import { encodeValue } from '../../server/field/decode/encode.ts';

const python = '/usr/bin/python3';
const noPymodbus = spawnSync(python, ['-c', 'import pymodbus.payload']).status !== 0 && 'pymodbus is not installed';
if (noPymodbus) console.log(`skipped: ${noPymodbus}`);

/** pymodbus' builder, its result taken as the bytes that travel. */
const script = `
import json, struct, sys
from pymodbus.constants import Endian
from pymodbus.payload import BinaryPayloadBuilder
orders = {'ABCD': (Endian.Big, Endian.Big), 'CDAB': (Endian.Big, Endian.Little), 'BADC': (Endian.Little, Endian.Big), 'DCBA': (Endian.Little, Endian.Little)}
adders = {'int16': 'add_16bit_int', 'uint16': 'add_16bit_uint', 'int32': 'add_32bit_int', 'uint32': 'add_32bit_uint', 'int64': 'add_64bit_int',
  'uint64': 'add_64bit_uint', 'float16': 'add_16bit_float', 'float32': 'add_32bit_float', 'float64': 'add_64bit_float'}
out = []
for kind, order, value in json.load(sys.stdin):
    byte, word = orders[order]
    builder = BinaryPayloadBuilder(byteorder=byte, wordorder=word)
    getattr(builder, adders[kind])(value if kind.startswith('float') else int(value))
    data = b''.join(builder.build())
    out.append(list(struct.unpack('>%dH' % (len(data) // 2), data)))
print(json.dumps(out))
`;

const values = {
  int16: [-32768, 32767, -2],
  uint16: [0, 65535, 4660],
  int32: [-2147483648, 2147483647, -2],
  uint32: [0, 4294967295, 16909060],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, -2],
  uint64: [0, Number.MAX_SAFE_INTEGER, 72623859790382],
  float16: [-65504, 1.5, 0.333251953125],
  float32: [230, -1.25, 3.4028234663852886e38, 1.401298464324817e-45],
  float64: [0.1, -Number.MAX_VALUE, Number.MIN_VALUE, 9123456.789],
} as const;
const orders: WordOrder[] = ['ABCD', 'CDAB', 'BADC', 'DCBA'];
const oneRegister = ['int16', 'uint16', 'float16'];
const cases = Object.entries(values).flatMap(([type, list]) =>
  orders
    .filter((order) => !oneRegister.includes(type) || order === 'ABCD' || order === 'BADC')
    .flatMap((wordOrder) => list.map((value) => ({ type, wordOrder, value }))),
);

describe('registers', () => {
  it.skipIf(noPymodbus)('are those that pymodbus makes, for every type, word order and extreme', () => {
    const input = JSON.stringify(cases.map(({ type, wordOrder, value }) => [type, wordOrder, value]));
    const { stdout, stderr } = spawnSync(python, ['-c', script], { input, encoding: 'utf8' });
    expect(stderr).toBe('');
    const made = JSON.parse(stdout) as number[][];
    expect(made).toHaveLength(cases.length);
    for (const [i, { type, wordOrder, value }] of cases.entries()) {
      const spec = decodeSpec.parse({ space: 'holding', address: 0, type, wordOrder });
      expect(encodeValue(spec, value), `${type} ${wordOrder} ${value}`).toEqual(made[i]);
      expect(compileDecoder(spec).decode(made[i] ?? [], 0)).toEqual({ value, quality: 'GOOD' });
    }
  });
});
