import type { FieldOperation } from '../../ports/codec.ts';
import type { LooseFrame } from '../../ports/frameSniffer.ts';

const functionCodes = { coil: 1, discrete: 2, holding: 3, input: 4 } as const;
const otherFunctions = {
  writeCoil: 5,
  writeRegister: 6,
  writeCoils: 15,
  writeRegisters: 16,
  reportServerId: 17,
  maskRegister: 22,
  deviceIdentification: 43,
} as const;

const packed = (unit: number, functionCode: number, byteCount: number): number => (unit * 256 + functionCode) * 256 + byteCount;

/** All that identifies an answer without a transaction id, as one number: unit, function and byte count. */
export const shapeOfRequest = (unit: number, operation: FieldOperation): number => {
  if (operation.kind !== 'read') return packed(unit, otherFunctions[operation.kind], 0);
  const isBits = operation.space === 'coil' || operation.space === 'discrete';
  return packed(unit, functionCodes[operation.space], isBits ? (operation.count + 7) >> 3 : 2 * operation.count);
};

export const shapeOfFrame = ({ unit, functionCode, byteCount }: LooseFrame): number => packed(unit, functionCode, byteCount);

/** What is asked for, as one number, so that two requests for the same are known as such. */
export const blockOf = (unit: number, operation: FieldOperation): number => {
  if (operation.kind !== 'read') return -shapeOfRequest(unit, operation);
  return ((unit * 8 + functionCodes[operation.space]) * 65_536 + operation.address) * 2048 + operation.count;
};
