import { Failure } from '../../core/fail.ts';

/** What the one right answer to a request looks like, derived from the request itself. */
export type AnswerShape = {
  unit: number;
  functionCode: number;
  /** Bytes of a normal answer from its function code on, without unit and CRC; null where the answer itself says it: `pduLengthIn`. */
  pduLength: number | null;
  /** How those bytes begin: function code and byte count of a read, function code and every echoed field of a write. */
  head: Uint8Array;
};

const readShape = (frame: Buffer, byteCount: number): AnswerShape => ({
  unit: frame[0] ?? 0,
  functionCode: frame[1] ?? 0,
  pduLength: 2 + byteCount,
  head: Uint8Array.of(frame[1] ?? 0, byteCount),
});

const echoShape = (frame: Buffer, pduLength: number): AnswerShape => ({
  unit: frame[0] ?? 0,
  functionCode: frame[1] ?? 0,
  pduLength,
  head: frame.subarray(1, 1 + pduLength),
});

/** Answers of any length: the server id of function 17, the identification of 43/14. */
const openShape = (frame: Buffer, headBytes: number): AnswerShape => ({
  unit: frame[0] ?? 0,
  functionCode: frame[1] ?? 0,
  pduLength: null,
  head: frame.subarray(1, 1 + headBytes),
});

/**
 * The answer that fits a request. `frame` is unit, function code, data, CRC.
 * Function codes 1-6, 15-17, 22, 23 and 43; anything else throws.
 */
export const shapeOf = (frame: Buffer): AnswerShape => {
  const functionCode = frame[1];
  switch (functionCode) {
    case 1:
    case 2:
      return readShape(frame, (frame.readUInt16BE(4) + 7) >> 3);
    case 3:
    case 4:
    case 23:
      return readShape(frame, frame.readUInt16BE(4) * 2);
    case 5:
    case 6:
    case 15:
    case 16:
      return echoShape(frame, 5);
    case 17:
      return openShape(frame, 1);
    case 22:
      return echoShape(frame, 7);
    case 43:
      return openShape(frame, 3);
    default:
      throw new Failure('server', `function code ${functionCode} has no known answer`);
  }
};

const serverId = 17;
/** Function code, MEI type, read code, conformity, more follows, next object, number of objects. */
const identificationHead = 7;

/** Bytes of the answer that begins at `at` with its function code; null while too few of them are there to tell. */
export const pduLengthIn = (shape: AnswerShape, bytes: Uint8Array, at: number, end: number): number | null => {
  if (shape.pduLength !== null) return shape.pduLength;
  if (shape.functionCode === serverId) return at + 1 < end ? 2 + (bytes[at + 1] ?? 0) : null;
  let next = at + identificationHead;
  if (next > end) return null;
  for (let left = bytes[next - 1] ?? 0; left > 0; left -= 1) {
    // an object is its id, its length and its text
    if (next + 2 > end) return null;
    next += 2 + (bytes[next + 1] ?? 0);
  }
  return next - at;
};

/** Whether bytes[at, end) begin as the answer should, as far as they go. */
export const startsLike = (shape: AnswerShape, bytes: Uint8Array, at: number, end: number): boolean => {
  const length = Math.min(shape.head.length, end - at);
  for (let i = 0; i < length; i += 1) if (bytes[at + i] !== shape.head[i]) return false;
  return true;
};

/** The answer's function code with the top bit set says that the device refused. */
export const exceptionCodeOf = (shape: AnswerShape): number => shape.functionCode | 0x80;

const writing = new Set([5, 6, 15, 16, 22, 23]);

/** Whether a request changes the device; what the read-only switch refuses. */
export const isWrite = (functionCode: number): boolean => writing.has(functionCode);
