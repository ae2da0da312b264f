import type { Space } from '../../contract/model/field.ts';
import { bitsIn, dataBytes, EXCEPTION_BIT, isBits, isWrite, packed, spaceOfFunction, wordsIn } from '../pdu.ts';
import { deviceIdentificationPdu, type SimulatedIdentity, serverIdPdu } from './identity.ts';
import type { RegisterBank } from './registerBank.ts';

const illegalFunction = 1;
const illegalAddress = 2;
const illegalValue = 3;

/** Whether a request could change something, answered or not. */
export const isWriteRequest = (pdu: Buffer): boolean => isWrite(pdu[0] ?? 0);

export const exceptionPdu = (functionCode: number, code: number): Buffer => Buffer.from([functionCode | EXCEPTION_BIT, code]);

const readPdu = (bank: RegisterBank, pdu: Buffer, functionCode: number, space: Space): Buffer | number => {
  if (pdu.length !== 5) return illegalValue;
  const address = pdu.readUInt16BE(1);
  const count = pdu.readUInt16BE(3);
  if (count < 1 || count > (isBits(space) ? 2000 : 125)) return illegalValue;
  const words = bank.read(space, address, count);
  if (!words) return illegalAddress;
  const data = packed(space, words);
  return Buffer.concat([Buffer.from([functionCode, data.length]), data]);
};

const writeOnePdu = (bank: RegisterBank, pdu: Buffer, space: 'coil' | 'holding'): Buffer | number => {
  if (pdu.length !== 5) return illegalValue;
  const sent = pdu.readUInt16BE(3);
  if (space === 'coil' && sent !== 0xff00 && sent !== 0) return illegalValue;
  const word = space === 'coil' ? Math.min(sent, 1) : sent;
  return bank.write(space, pdu.readUInt16BE(1), [word]) ? Buffer.from(pdu) : illegalAddress;
};

const writeManyPdu = (bank: RegisterBank, pdu: Buffer, space: 'coil' | 'holding'): Buffer | number => {
  if (pdu.length < 6) return illegalValue;
  const address = pdu.readUInt16BE(1);
  const count = pdu.readUInt16BE(3);
  const data = pdu.subarray(6);
  const bytes = dataBytes(space, count);
  if (count < 1 || count > (space === 'coil' ? 1968 : 123) || pdu[5] !== bytes || data.length !== bytes) return illegalValue;
  const words = space === 'coil' ? bitsIn(data, count) : wordsIn(data);
  return bank.write(space, address, words) ? Buffer.from(pdu.subarray(0, 5)) : illegalAddress;
};

/** Modbus Application Protocol V1.1b3, 6.16. */
const maskWritePdu = (bank: RegisterBank, pdu: Buffer): Buffer | number => {
  if (pdu.length !== 7) return illegalValue;
  const address = pdu.readUInt16BE(1);
  const [and, or] = [pdu.readUInt16BE(3), pdu.readUInt16BE(5)];
  const [word] = bank.read('holding', address, 1) ?? [];
  if (word === undefined) return illegalAddress;
  return bank.write('holding', address, [(word & and) | (or & ~and & 0xffff)]) ? Buffer.from(pdu) : illegalAddress;
};

const resultOf = (
  bank: RegisterBank,
  pdu: Buffer,
  functionCode: number,
  identity: SimulatedIdentity | undefined,
): Buffer | number => {
  const space = spaceOfFunction(functionCode);
  if (space) return readPdu(bank, pdu, functionCode, space);
  switch (functionCode) {
    case 5:
      return writeOnePdu(bank, pdu, 'coil');
    case 6:
      return writeOnePdu(bank, pdu, 'holding');
    case 15:
      return writeManyPdu(bank, pdu, 'coil');
    case 16:
      return writeManyPdu(bank, pdu, 'holding');
    case 17:
      return identity ? serverIdPdu(identity, pdu) : illegalFunction;
    case 22:
      return maskWritePdu(bank, pdu);
    case 43:
      return identity ? deviceIdentificationPdu(identity, pdu) : illegalFunction;
    default:
      return illegalFunction;
  }
};

/** What a device with these registers answers: data, echo or exception. Writes take effect on the way. */
export const answerPdu = (bank: RegisterBank, pdu: Buffer, identity: SimulatedIdentity | undefined): Buffer => {
  const functionCode = pdu[0] ?? 0;
  const result = resultOf(bank, pdu, functionCode, identity);
  return typeof result === 'number' ? exceptionPdu(functionCode, result) : result;
};
