import { type AnswerShape, exceptionCodeOf, pduLengthIn, startsLike } from './answerShape.ts';
import { crc16 } from './crc.ts';

const nothing = Buffer.alloc(0);
const exceptionBytes = 5;
const longestPdu = 253;

/**
 * Finds the answer to one request in what comes over a line without frames of its own: a header that fits the
 * request, all its bytes and a right CRC. What does not lead there is slid over byte by byte.
 */
export class RtuReader {
  readonly #shape: AnswerShape;
  #bytes: Buffer = nothing;
  #dropped: Buffer[] = [];
  #after: Buffer = nothing;
  #sawBadCrc = false;

  constructor(shape: AnswerShape) {
    this.#shape = shape;
  }

  /** Bytes that belonged to no answer. */
  get droppedBytes(): number {
    return this.#dropped.reduce((sum, { length }) => sum + length, this.#bytes.length + this.#after.length);
  }

  /** Of these, what came before the answer, or instead of one. */
  get before(): Buffer {
    return Buffer.concat([...this.#dropped, this.#bytes]);
  }

  /** What came on the heels of the answer. */
  get after(): Buffer {
    return this.#after;
  }

  /** A whole answer came, with a wrong CRC. */
  get sawBadCrc(): boolean {
    return this.#sawBadCrc;
  }

  /** The answer once it is whole: unit, function code, data, CRC. */
  push(chunk: Buffer): Buffer | null {
    const bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    let firstOpen = -1;
    for (let at = 0; at < bytes.length; at += 1) {
      const length = this.#lengthAt(bytes, at);
      if (length === 0) continue;
      if (length > bytes.length - at) {
        if (firstOpen < 0) firstOpen = at;
        continue;
      }
      if (crc16(bytes, at, at + length - 2) === bytes.readUInt16LE(at + length - 2)) {
        if (at > 0) this.#dropped.push(bytes.subarray(0, at));
        this.#after = bytes.subarray(at + length);
        this.#bytes = nothing;
        return bytes.subarray(at, at + length);
      }
      this.#sawBadCrc = true;
    }
    const keepFrom = firstOpen < 0 ? bytes.length : firstOpen;
    if (keepFrom > 0) this.#dropped.push(bytes.subarray(0, keepFrom));
    this.#bytes = bytes.subarray(keepFrom);
    return null;
  }

  /** Length of the answer that may begin here, 0 where none can, infinite while too few bytes are there. */
  #lengthAt(bytes: Buffer, at: number): number {
    const shape = this.#shape;
    if (bytes[at] !== shape.unit) return 0;
    if (bytes[at + 1] === exceptionCodeOf(shape)) return exceptionBytes;
    if (!startsLike(shape, bytes, at + 1, bytes.length)) return 0;
    const pduLength = pduLengthIn(shape, bytes, at + 1, bytes.length) ?? Number.POSITIVE_INFINITY;
    return pduLength > longestPdu ? (Number.isFinite(pduLength) ? 0 : pduLength) : pduLength + 3;
  }
}
