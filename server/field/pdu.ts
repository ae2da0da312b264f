import type { Space } from '../contract/model/field.ts';

/**
 * Layout of Modbus PDUs: function code and data, without unit and checksum (Modbus Application Protocol V1.1b3, section 6).
 * The ports' check of answers, the simulator and the traffic view share it.
 */
export const functionOfSpace = { coil: 1, discrete: 2, holding: 3, input: 4 } as const satisfies Record<Space, number>;

const spaces: readonly (Space | undefined)[] = [undefined, 'coil', 'discrete', 'holding', 'input'];

/** What functions 1 to 4 read. */
export const spaceOfFunction = (functionCode: number): Space | undefined => spaces[functionCode];

export const isBits = (space: Space): boolean => space === 'coil' || space === 'discrete';

const writing = new Set([5, 6, 15, 16, 22, 23]);

/** Whether a request changes the device; what the read-only switch refuses. */
export const isWrite = (functionCode: number): boolean => writing.has(functionCode);

/** An answer's function code has it where the device refused. */
export const EXCEPTION_BIT = 0x80;
const EXCEPTION_BYTES = 2;
const ECHO_BYTES = 5;
const MASK_BYTES = 7;

/** Data bytes that hold so many bits or registers. */
export const dataBytes = (space: Space, count: number): number => (isBits(space) ? (count + 7) >> 3 : 2 * count);

export const wordAt = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** Registers of data bytes, most significant byte first. */
export const wordsIn = (data: Uint8Array): number[] => Array.from({ length: data.length >> 1 }, (_, i) => wordAt(data, 2 * i));

/** Bits 0 or 1 of data bytes, least significant first. */
export const bitsIn = (data: Uint8Array, count = 8 * data.length): number[] =>
  Array.from({ length: count }, (_, i) => ((data[i >> 3] ?? 0) >> (i & 7)) & 1);

/** Data bytes of registers, or of bits. */
export const packed = (space: Space, values: readonly number[]): Buffer => {
  const data = Buffer.alloc(dataBytes(space, values.length));
  for (const [i, value] of values.entries())
    if (!isBits(space)) data.writeUInt16BE(value, 2 * i);
    else if (value) data[i >> 3] = (data[i >> 3] ?? 0) | (1 << (i & 7));
  return data;
};

/** Bytes of the normal answer to a request; null where the answer itself says it, undefined for a function that is not known. */
export const answerBytes = (request: Uint8Array): number | null | undefined => {
  const functionCode = request[0] ?? 0;
  const space = functionCode === 23 ? 'holding' : spaceOfFunction(functionCode);
  if (space) return 2 + dataBytes(space, wordAt(request, 3));
  if (functionCode === 17 || functionCode === 43) return null;
  if (functionCode === 22) return MASK_BYTES;
  return isWrite(functionCode) ? ECHO_BYTES : undefined;
};

/** Bytes that a request or answer may have which begins at `at`; none for a function that is not known or whose length follows later. */
export const possibleBytes = (bytes: Uint8Array, at: number): number[] => {
  const functionCode = bytes[at] ?? 0;
  if (functionCode & EXCEPTION_BIT) return [EXCEPTION_BYTES];
  const counted = 2 + (bytes[at + 1] ?? 0);
  if (spaceOfFunction(functionCode)) return [counted, ECHO_BYTES];
  switch (functionCode) {
    case 5:
    case 6:
      return [ECHO_BYTES];
    case 15:
    case 16:
      return [ECHO_BYTES, 6 + (bytes[at + 5] ?? 0)];
    case 17:
    case 23:
      return [counted];
    case 22:
      return [MASK_BYTES];
    default:
      return [];
  }
};
