import type { Space } from '../../../../contract/model/field.ts';

/** What an operand of a PLC is on the wire. */
export type PlcAddress = {
  space: Space;
  /** 0-based PDU address. */
  pdu: number;
  /** 1 for a bit. */
  registers: number;
  /** Register types that fit, the usual one first. */
  types: readonly string[];
  wordOrder: 'ABCD' | 'CDAB' | null;
  bit: number | null;
  /** A the maker's manual, B a third party citing it, C neither. */
  grade: 'A' | 'B' | 'C';
  notes: readonly string[];
};

export type PlcRule = {
  /** Operands it knows, as an example for a message. */
  examples: string;
  /**
   * @param baseByte first byte of the memory that the PLC shows as holding registers, where it has such a setting.
   * @returns undefined for what is no operand of this PLC, or a fault.
   */
  compute(operand: string, baseByte: number): PlcAddress | { fault: string } | undefined;
};

export const bitAt = (space: 'coil' | 'discrete', pdu: number, grade: PlcAddress['grade'], ...notes: string[]): PlcAddress => ({
  space,
  pdu,
  registers: 1,
  types: ['bool'],
  wordOrder: null,
  bit: null,
  grade,
  notes,
});
