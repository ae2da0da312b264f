/** Transaction id, protocol and length: what precedes unit and PDU. */
export const prefixBytes = 6;
const nothing = Buffer.alloc(0);

/**
 * Cuts the byte stream of a Modbus TCP connection into frames: transaction id, protocol 0, length, then unit and
 * PDU. A header that cannot be one means that the stream has lost its step; nothing after it can be trusted.
 */
export class MbapReader {
  #rest: Buffer = nothing;

  /** Bytes of a frame that has begun and not ended. */
  get partialBytes(): number {
    return this.#rest.length;
  }

  /**
   * Calls `onFrame` for each whole frame with unit and PDU at bytes[start, end). False when the stream is broken: then for none, for a
   * frame that was cut off has been made whole by the bytes of the next one.
   */
  push(chunk: Buffer, onFrame: (transactionId: number, bytes: Buffer, start: number, end: number) => void): boolean {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = nothing;
    const whole = endOfFrames(bytes);
    if (whole === null) return false;
    for (let at = 0; at < whole; ) {
      const end = endOfFrame(bytes, at);
      onFrame(bytes.readUInt16BE(at), bytes, at + prefixBytes, end);
      at = end;
    }
    // the chunk is written over by the next read
    this.#rest = whole === bytes.length ? nothing : Buffer.from(bytes.subarray(whole));
    return true;
  }
}

const endOfFrame = (bytes: Buffer, at: number): number => at + prefixBytes + bytes.readUInt16BE(at + 4);

/** Where the last whole frame ends; null where there is what can be no header. */
const endOfFrames = (bytes: Buffer): number | null => {
  let at = 0;
  while (bytes.length - at >= prefixBytes) {
    const length = bytes.readUInt16BE(at + 4);
    if (bytes.readUInt16BE(at + 2) !== 0 || length < 3 || length > 254) return null;
    const end = endOfFrame(bytes, at);
    if (end > bytes.length) break;
    at = end;
  }
  return at;
};
