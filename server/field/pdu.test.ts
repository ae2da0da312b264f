import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Space } from '../contract/model/field.ts';
import { answerBytes, bitsIn, functionOfSpace, isBits, isWrite, packed, possibleBytes, spaceOfFunction, wordsIn } from './pdu.ts';
import { answerPdu } from './simulator/pdu.ts';
import { RegisterBank } from './simulator/registerBank.ts';

const spaces: Space[] = ['coil', 'discrete', 'holding', 'input'];
const space = fc.constantFrom(...spaces);

/** Requests with the bytes that the examples of Modbus Application Protocol V1.1b3, section 6, print; and their answers. */
const examples: [name: string, request: string, answer: string][] = [
  ['6.1 coils', '0100130013', '0103cd6b05'],
  ['6.2 discrete inputs', '0200c40016', '0203acdb35'],
  ['6.3 holding registers', '03006b0003', '0306022b00000064'],
  ['6.4 input registers', '0400080001', '0402000a'],
  ['6.5 one coil', '0500acff00', '0500acff00'],
  ['6.6 one register', '0600010003', '0600010003'],
  ['6.11 coils written', '0f0013000a02cd01', '0f0013000a'],
  ['6.12 registers written', '100001000204000a0102', '1000010002'],
  ['6.16 mask', '16000400f20025', '16000400f20025'],
  ['6.17 read and write', '1700030006000e00030600ff00ff00ff', '170c00fe0acd00010003000d00ff'],
];

describe('the layout of PDUs', () => {
  it.each(examples)('gives the length of the answer of the standard: %s', (_, request, answer) => {
    expect(answerBytes(Buffer.from(request, 'hex'))).toBe(answer.length / 2);
  });

  it.each(examples.slice(0, 9))(
    'finds requests and answers of the standard among the lengths they may have: %s',
    (_, request, answer) => {
      for (const text of [request, answer]) expect(possibleBytes(Buffer.from(text, 'hex'), 0)).toContain(text.length / 2);
    },
  );

  it('reads the values that the standard says it holds', () => {
    expect(wordsIn(Buffer.from('022b00000064', 'hex'))).toEqual([555, 0, 100]);
    expect(bitsIn(Buffer.from('cd6b05', 'hex'), 19).slice(0, 8)).toEqual([1, 0, 1, 1, 0, 0, 1, 1]);
  });

  it('packs what it unpacks', () => {
    fc.assert(
      fc.property(space, fc.array(fc.nat(65_535), { maxLength: 125 }), (kind, words) => {
        const values = isBits(kind) ? words.map((word) => word & 1) : words;
        const data = packed(kind, values);
        expect(isBits(kind) ? bitsIn(data, values.length) : wordsIn(data)).toEqual(values);
      }),
    );
  });

  it('is what the simulator answers in', () => {
    fc.assert(
      fc.property(space, fc.integer({ min: 1, max: 125 }), (kind, count) => {
        const bank = new RegisterBank('refuse');
        bank.define(
          kind,
          0,
          Array.from({ length: count }, (_, at) => at & 1),
        );
        const request = Buffer.of(functionOfSpace[kind], 0, 0, 0, count);
        expect(answerPdu(bank, request, undefined).length).toBe(answerBytes(request));
      }),
    );
  });

  it('knows which functions change a device, and what a reading one reads', () => {
    const codes = Array.from({ length: 128 }, (_, code) => code);
    expect(codes.filter(isWrite)).toEqual([5, 6, 15, 16, 22, 23]);
    expect(spaces.map((one) => spaceOfFunction(functionOfSpace[one]))).toEqual(spaces);
    expect([0, 5, 17].map(spaceOfFunction)).toEqual([undefined, undefined, undefined]);
  });
});
