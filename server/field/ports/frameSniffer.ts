import { crc16 } from './crc.ts';

/** A whole frame with a right CRC that answers none of this server's requests. */
export type LooseFrame = {
  unit: number;
  functionCode: number;
  /** Another master's question rather than an answer. */
  isRequest: boolean;
  /** Of the answer, or of the answer that the question asks for; 0 where there is none. */
  byteCount: number;
  bytes: Buffer;
};

const nothing = Buffer.alloc(0);
const longestFrame = 256;
const exceptionBytes = 5;
const echoBytes = 8;
const readFunctions = new Set([1, 2, 3, 4]);
const echoFunctions = new Set([5, 6, 15, 16]);

const lengthsAt = (bytes: Buffer, at: number): number[] => {
  const functionCode = bytes[at + 1] ?? 0;
  const plain = functionCode & 0x7f;
  if (!readFunctions.has(plain) && !echoFunctions.has(plain)) return [];
  if (functionCode > 0x80) return [exceptionBytes];
  if (echoFunctions.has(plain)) return [echoBytes];
  const count = bytes[at + 2];
  return count === undefined ? [Number.POSITIVE_INFINITY] : [exceptionBytes + count, echoBytes];
};

const frameOf = (bytes: Buffer): LooseFrame => {
  const functionCode = bytes[1] ?? 0;
  const count = bytes[2] ?? 0;
  const isRead = readFunctions.has(functionCode);
  const isRequest = isRead && bytes.length !== exceptionBytes + count;
  const asked = isRequest ? bytes.readUInt16BE(4) : 0;
  const byteCount = !isRead ? 0 : !isRequest ? count : functionCode <= 2 ? (asked + 7) >> 3 : 2 * asked;
  return { unit: bytes[0] ?? 0, functionCode, isRequest, byteCount, bytes: Buffer.from(bytes) };
};

/** Finds whole frames of reads and writes in bytes that nobody asked for. Noise is slid over. */
export class FrameSniffer {
  #bytes: Buffer = nothing;

  push(chunk: Buffer): LooseFrame[] {
    const bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    const frames: LooseFrame[] = [];
    let open = bytes.length;
    for (let at = 0; at < bytes.length - 1; ) {
      const lengths = lengthsAt(bytes, at);
      const whole = lengths.find((length) => isWhole(bytes, at, length));
      if (whole !== undefined) {
        frames.push(frameOf(bytes.subarray(at, at + whole)));
        at += whole;
        open = bytes.length;
        continue;
      }
      if (open === bytes.length && lengths.some((length) => length > bytes.length - at)) open = at;
      at += 1;
    }
    // a single byte may be a unit id
    if (open === bytes.length && frames.length === 0 && bytes.length > 0) open = bytes.length - 1;
    this.#bytes = Buffer.from(bytes.subarray(Math.max(open, bytes.length - longestFrame)));
    return frames;
  }
}

const isWhole = (bytes: Buffer, at: number, length: number): boolean =>
  length <= bytes.length - at && crc16(bytes, at, at + length - 2) === bytes.readUInt16LE(at + length - 2);
