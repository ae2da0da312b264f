import { crc16 } from '../ports/crc.ts';

/** One request as it came, and how an answer to it is framed. */
export type RequestFrame = {
  unit: number;
  pdu: Buffer;
  /** Bytes on the wire, frame included. */
  bytes: number;
  wrap(unit: number, pdu: Buffer): Buffer;
};

/** Cuts a byte stream into requests, however it is split. */
export interface FrameReader {
  /** The frames that are now complete; null when the stream makes no sense any more and must be closed. */
  push(chunk: Buffer): RequestFrame[] | null;
  /** The line fell silent: what is left is a whole frame or rubbish. */
  silence(): RequestFrame[];
}

const mbapFrame = (transaction: number, unit: number, pdu: Buffer): Buffer => {
  const frame = Buffer.alloc(7 + pdu.length);
  frame.writeUInt16BE(transaction, 0);
  frame.writeUInt16BE(pdu.length + 1, 4);
  frame[6] = unit;
  pdu.copy(frame, 7);
  return frame;
};

const rtuFrame = (unit: number, pdu: Buffer): Buffer => {
  const frame = Buffer.alloc(pdu.length + 3);
  frame[0] = unit;
  pdu.copy(frame, 1);
  frame.writeUInt16LE(crc16(frame, 0, pdu.length + 1), pdu.length + 1);
  return frame;
};

export class MbapRequests implements FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): RequestFrame[] | null {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const frames: RequestFrame[] = [];
    while (this.#rest.length >= 8) {
      const length = this.#rest.readUInt16BE(4);
      if (this.#rest.readUInt16BE(2) !== 0 || length < 2 || length > 254) return null;
      if (this.#rest.length < 6 + length) break;
      const transaction = this.#rest.readUInt16BE(0);
      frames.push({
        unit: this.#rest[6] ?? 0,
        pdu: this.#rest.subarray(7, 6 + length),
        bytes: 6 + length,
        wrap: (unit, pdu) => mbapFrame(transaction, unit, pdu),
      });
      this.#rest = this.#rest.subarray(6 + length);
    }
    return frames;
  }

  silence(): RequestFrame[] {
    return [];
  }
}

/** Length of an RTU request by its function code; undefined while too few bytes are there. */
const rtuRequestLength = (bytes: Buffer): number | undefined => {
  const functionCode = bytes[1] ?? 0;
  if (functionCode >= 1 && functionCode <= 6) return 8;
  if (functionCode === 15 || functionCode === 16) return bytes.length > 6 ? 9 + (bytes[6] ?? 0) : undefined;
  return undefined;
};

const longestRtuFrame = 256;

const rtuFrameAt = (bytes: Buffer, at: number, length: number | undefined): RequestFrame | undefined => {
  if (length === undefined || length < 4 || at + length > bytes.length) return undefined;
  if (crc16(bytes, at, at + length - 2) !== bytes.readUInt16LE(at + length - 2)) return undefined;
  return { unit: bytes[at] ?? 0, pdu: bytes.subarray(at + 1, at + length - 2), bytes: length, wrap: rtuFrame };
};

export class RtuRequests implements FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): RequestFrame[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const frames: RequestFrame[] = [];
    // noise before a frame: slide until a checksum fits
    for (let at = 0; at + 4 <= this.#rest.length; ) {
      const frame = rtuFrameAt(this.#rest, at, rtuRequestLength(this.#rest.subarray(at)));
      if (frame) {
        frames.push(frame);
        this.#rest = this.#rest.subarray(at + frame.bytes);
        at = 0;
      } else {
        at += 1;
      }
    }
    this.#rest = this.#rest.subarray(-longestRtuFrame);
    return frames;
  }

  silence(): RequestFrame[] {
    const frame = rtuFrameAt(this.#rest, 0, this.#rest.length);
    this.#rest = Buffer.alloc(0);
    return frame ? [frame] : [];
  }
}
