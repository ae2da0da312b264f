const CHUNK_BYTES = 262_144;
const FIXED_BYTES = 3 + 8 + 4;

/**
 * The index of a bundle, appended item by item: type u8, key length u16, key, offset u64, body length u32. Kept in a few large buffers,
 * because one for each of some hundred thousand items would take ten times the memory.
 */
export class IndexBytes {
  readonly #full: Buffer[] = [];
  #chunk = Buffer.alloc(0);
  #used = 0;
  /** Items so far. */
  items = 0;

  add(type: number, key: Uint8Array, offset: number, bodyLength: number): void {
    const length = FIXED_BYTES + key.length;
    if (this.#used + length > this.#chunk.length) this.#next(length);
    const [chunk, at] = [this.#chunk, this.#used];
    chunk[at] = type;
    chunk.writeUInt16LE(key.length, at + 1);
    chunk.set(key, at + 3);
    chunk.writeUInt32LE(offset % 2 ** 32, at + 3 + key.length);
    chunk.writeUInt32LE(Math.floor(offset / 2 ** 32), at + 7 + key.length);
    chunk.writeUInt32LE(bodyLength, at + 11 + key.length);
    this.#used += length;
    this.items += 1;
  }

  bytes(): Buffer {
    return Buffer.concat([...this.#full, this.#chunk.subarray(0, this.#used)]);
  }

  #next(least: number): void {
    if (this.#used > 0) this.#full.push(this.#chunk.subarray(0, this.#used));
    this.#chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, least));
    this.#used = 0;
  }
}
