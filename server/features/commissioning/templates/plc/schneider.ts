import { bitAt, type PlcRule } from './model.ts';

/** Modicon M221: %MWn is register n and %Mn coil n; doubles and reals are in two %MW, the low word first. */
export const schneiderM221: PlcRule = {
  examples: 'MW10, M3, MD20, MF20',
  compute: (operand) => {
    const found = /^M([WDF]?)(\d{1,6})$/.exec(operand);
    if (!found) return undefined;
    const [size, pdu] = [found[1] ?? '', Number(found[2])];
    const registers = size === 'D' || size === 'F' ? 2 : 1;
    if (pdu + registers > 65_536) return { fault: `${operand} is past the last address` };
    if (size === '') return bitAt('coil', pdu, 'B');
    const place = { space: 'holding', pdu, bit: null } as const;
    if (size === 'W') return { ...place, registers, types: ['int16', 'uint16'], wordOrder: null, grade: 'B', notes: [] };
    return {
      ...place,
      registers,
      types: size === 'F' ? ['float32'] : ['int32', 'uint32'],
      wordOrder: 'CDAB',
      grade: 'C',
      notes: ['The order of the two words is from memory: compare with the PLC.'],
    };
  },
};
