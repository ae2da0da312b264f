import { describe, expect, it } from 'vitest';
import { type Space, space } from '../../../../server/contract/model/field.ts';
import { showAddress, writtenDecodeSpec } from '../../../../server/contract/model/registerAddress.ts';
import type { PlantTag } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { fieldsOfSignal, writtenSignal } from './signalFields.ts';

const stored = (inSpace: Space, pdu: number): PlantTag => ({
  id: 'tag',
  deviceId: 'device',
  name: 'Flow',
  kind: 'gauge',
  decode: writtenDecodeSpec.parse({ space: inSpace, address: pdu, type: 'uint16' }),
  periodMs: 5000,
  measure: 'm3/h',
  unitId: null,
  param: null,
  wire: showAddress(inSpace, pdu),
  version: 1,
});

describe('a signal that is opened and saved unchanged', () => {
  // addresses past 9999 look like register numbers where they are written plainly
  it.each(space.options.flatMap((one) => [0, 16, 9999, 10_000, 40_001, 65_535].map((pdu) => [one, pdu] as const)))(
    'stays at its place: %s %i',
    (inSpace, pdu) => {
      const tag = stored(inSpace, pdu);
      expect(writtenDecodeSpec.parse(writtenSignal(tag).decode)).toEqual(tag.decode);
    },
  );
});

describe('the form of a signal', () => {
  it('asks for a bit, the length of a text and a parameter only where they mean something', () => {
    const extra = ['decode.bit', 'decode.length', 'param'];
    expect(extra.filter((one) => fieldsOfSignal({ decode: { type: 'uint16' } }).includes(one))).toEqual([]);
    expect(fieldsOfSignal({ decode: { type: 'bit' } })).toContain('decode.bit');
    expect(fieldsOfSignal({ decode: { type: 'string' } })).toContain('decode.length');
    expect(fieldsOfSignal({ unitId: 'mill', decode: { type: 'uint16' } })).toContain('param');
  });

  it('shows what is left of another type, because it is sent and may be refused', () => {
    expect(fieldsOfSignal({ decode: { type: 'uint16', bit: 3, length: 2 } })).toEqual(
      expect.arrayContaining(['decode.bit', 'decode.length']),
    );
    expect(fieldsOfSignal({ unitId: null, param: 'flow', decode: { type: 'uint16' } })).toContain('param');
  });
});
