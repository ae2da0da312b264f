import { Failure } from '../../core/fail.ts';
import { answerBytes, EXCEPTION_BIT, spaceOfFunction } from '../pdu.ts';

/** What the one right answer to a request looks like, derived from the request itself. */
export type AnswerShape = {
  unit: number;
  functionCode: number;
  /** Bytes of a normal answer from its function code on, without unit and CRC; null where the answer itself says it: `pduLengthIn`. */
  pduLength: number | null;
  /** How those bytes begin: function code and byte count of a read, function code and every echoed field of a write. */
  head: Uint8Array;
};

/** Bytes of a request that its answer begins with, where no echo says it: MEI type and read code of 43/14. */
const openHeadBytes = new Map([
  [17, 1],
  [43, 3],
]);

/**
 * The answer that fits a request. `frame` is unit, function code, data, CRC.
 * Function codes 1-6, 15-17, 22, 23 and 43; anything else throws.
 */
export const shapeOf = (frame: Buffer): AnswerShape => {
  const [unit = 0, functionCode = 0] = frame;
  const pduLength = answerBytes(frame.subarray(1));
  if (pduLength === undefined) throw new Failure('server', `function code ${functionCode} has no known answer`);
  const isCounted = functionCode === 23 || spaceOfFunction(functionCode) !== undefined;
  const headBytes = pduLength ?? openHeadBytes.get(functionCode) ?? 1;
  const head = isCounted ? Uint8Array.of(functionCode, headBytes - 2) : frame.subarray(1, 1 + headBytes);
  return { unit, functionCode, pduLength, head };
};

const serverId = 17;
/** Function code, MEI type, read code, conformity, more follows, next object, number of objects. */
const identificationHead = 7;

/** Bytes of the answer that begins at `at` with its function code; null while too few of them are there. */
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
export const exceptionCodeOf = (shape: AnswerShape): number => shape.functionCode | EXCEPTION_BIT;
