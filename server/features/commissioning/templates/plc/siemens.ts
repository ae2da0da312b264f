import { bitAt, type PlcAddress, type PlcRule } from './model.ts';

const MOST_BITS = 8192;
const INPUT_WORDS = 512;

const processImage = (area: string, byte: number, bit: number): PlcAddress | { fault: string } => {
  const pdu = 8 * byte + bit;
  if (bit > 7) return { fault: `bit ${bit} is not 0 to 7` };
  if (pdu >= MOST_BITS) return { fault: `${area}${byte}.${bit} is past ${area}1023.7` };
  return area === 'I'
    ? bitAt('discrete', pdu, 'A')
    : bitAt('coil', pdu, 'A', 'A write acts on the output process image: it switches the output itself.');
};

const inputWord = (byte: number): PlcAddress | { fault: string } => {
  if (byte % 2 === 1) return { fault: `IW${byte} begins in the middle of a register` };
  if (byte / 2 >= INPUT_WORDS) return { fault: `IW${byte} is past IW1022` };
  return {
    space: 'input',
    pdu: byte / 2,
    registers: 1,
    types: ['int16', 'uint16'],
    wordOrder: null,
    bit: null,
    grade: 'A',
    notes: ['Analog inputs give 0 to 27648 over their range.'],
  };
};

const held = (size: string, byte: number, bit: number | undefined, baseByte: number): PlcAddress | { fault: string } => {
  const offset = byte - baseByte;
  if (offset < 0) return { fault: `byte ${byte} is before MB_HOLD_REG, which begins at ${baseByte}` };
  const half = offset % 2;
  const place = { space: 'holding', pdu: (offset - half) / 2, bit: null, grade: 'A', notes: [] } as const;
  if (place.pdu > 65_535) return { fault: `byte ${byte} is past the last register` };
  if (size === 'X') {
    if (bit === undefined || bit > 7) return { fault: 'a bit is written as 10.3, with bit 0 to 7' };
    return { ...place, registers: 1, types: ['bit'], wordOrder: null, bit: half === 1 ? bit : bit + 8 };
  }
  if (size === 'B')
    return {
      ...place,
      registers: 1,
      types: half === 1 ? ['uint8lo', 'int8lo'] : ['uint8hi', 'int8hi'],
      wordOrder: null,
    };
  if (half === 1) return { fault: `byte ${byte} begins in the middle of a register` };
  if (size === 'W') return { ...place, registers: 1, types: ['int16', 'uint16'], wordOrder: null };
  return {
    ...place,
    registers: 2,
    types: ['float32', 'int32', 'uint32'],
    wordOrder: 'ABCD',
    grade: 'C',
    notes: ['The order of the two words is from memory: compare with the PLC.'],
  };
};

/** S7-1200 with MB_SERVER: System Manual 11/2011, page 591. */
export const siemensS71200: PlcRule = {
  examples: 'Q0.0, I0.0, IW64, MW100, MD20, DB1.DBW4, DB1.DBD8, DB1.DBX0.3',
  compute: (operand, baseByte) => {
    const image = /^([QIEA])(\d{1,5})\.(\d)$/.exec(operand);
    if (image) return processImage(image[1] === 'I' || image[1] === 'E' ? 'I' : 'Q', Number(image[2]), Number(image[3]));
    const word = /^[IE]W(\d{1,5})$/.exec(operand);
    if (word) return inputWord(Number(word[1]));
    const memory = /^M([BWD])(\d{1,6})$/.exec(operand) ?? /^DB\d*\.DB([BWD])(\d{1,6})$/.exec(operand);
    if (memory) return held(memory[1] ?? '', Number(memory[2]), undefined, baseByte);
    const bit = /^M(\d{1,6})\.(\d)$/.exec(operand) ?? /^DB\d*\.DBX(\d{1,6})\.(\d)$/.exec(operand);
    return bit ? held('X', Number(bit[1]), Number(bit[2]), baseByte) : undefined;
  },
};
