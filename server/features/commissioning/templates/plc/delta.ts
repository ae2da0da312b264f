import type { Space } from '../../../../contract/model/field.ts';
import { bitAt, type PlcAddress, type PlcRule } from './model.ts';

type Area = { letter: string; from: number; to: number; pdu: number; space: Space; octal?: true; registers?: 2; note?: string };

const areas: readonly Area[] = [
  { letter: 'S', from: 0, to: 1023, pdu: 0x0000, space: 'coil' },
  { letter: 'X', from: 0, to: 255, pdu: 0x0400, space: 'discrete', octal: true },
  { letter: 'Y', from: 0, to: 255, pdu: 0x0500, space: 'coil', octal: true },
  { letter: 'M', from: 0, to: 1535, pdu: 0x0800, space: 'coil' },
  { letter: 'M', from: 1536, to: 4095, pdu: 0xb000, space: 'coil' },
  {
    letter: 'T',
    from: 0,
    to: 255,
    pdu: 0x0600,
    space: 'holding',
    note: 'The present value; its contact is the bit at the same address.',
  },
  {
    letter: 'C',
    from: 0,
    to: 199,
    pdu: 0x0e00,
    space: 'holding',
    note: 'The present value; its contact is the bit at the same address.',
  },
  { letter: 'C', from: 200, to: 255, pdu: 0x0ec8, space: 'holding', registers: 2, note: 'A counter of 32 bits.' },
];

/** Beyond it, the register file goes on at another address that no source here states. */
const LAST_DATA_REGISTER = 4095;

const inArea = ({ pdu, space, from, registers, note }: Area, index: number): PlcAddress => {
  const at = pdu + index - from;
  const notes = note ? [note] : [];
  if (space === 'coil' || space === 'discrete') return bitAt(space, at, 'A', ...notes);
  return {
    space,
    pdu: at,
    registers: registers ?? 1,
    types: registers ? ['int32', 'uint32'] : ['int16', 'uint16'],
    wordOrder: registers ? 'CDAB' : null,
    bit: null,
    grade: registers ? 'C' : 'A',
    notes: registers ? [...notes, 'The order of the two words is from memory: compare with the PLC.'] : notes,
  };
};

const dataRegister = (index: number): PlcAddress | { fault: string } =>
  index > LAST_DATA_REGISTER
    ? { fault: `D${index}: only D0 to D${LAST_DATA_REGISTER} are known` }
    : {
        space: 'holding',
        pdu: 0x1000 + index,
        registers: 1,
        types: ['int16', 'uint16', 'float32', 'int32'],
        wordOrder: 'CDAB',
        bit: null,
        grade: 'C',
        notes: ['The address of D registers is from memory: compare one with the PLC.'],
      };

/** DVP ES2, EX2, SS2, SA2 and SX2: manual page 613, but for D. Inputs and outputs are numbered in octal. */
export const deltaDvp: PlcRule = {
  examples: 'X17, Y0, M100, S10, T3, C5, C205, D200',
  compute: (operand) => {
    const found = /^([SXYMTCD])(\d{1,5})$/.exec(operand);
    if (!found) return undefined;
    const [letter = '', digits = ''] = [found[1], found[2]];
    if (letter === 'D') return dataRegister(Number(digits));
    const isOctal = letter === 'X' || letter === 'Y';
    if (isOctal && /[89]/.test(digits)) return { fault: `${operand}: ${letter} is numbered in octal, without 8 and 9` };
    const index = Number.parseInt(digits, isOctal ? 8 : 10);
    const area = areas.find((one) => one.letter === letter && index >= one.from && index <= one.to);
    return area ? inArea(area, index) : { fault: `${operand} is past the last ${letter}` };
  },
};
