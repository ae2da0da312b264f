/** Rows as PostgreSQL takes them in COPY ... FORMAT binary: https://www.postgresql.org/docs/15/sql-copy.html */
const HEADER = Buffer.concat([Buffer.from('PGCOPY\n'), Buffer.of(0xff, 0x0d, 0x0a, 0), Buffer.alloc(8)]);
const TRAILER = Buffer.of(0xff, 0xff);
const CHUNK_BYTES = 131_072;
const NULL = -1;

export class CopyBytes {
  #chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  #used = 0;
  #full: Buffer[] = [];

  constructor() {
    HEADER.copy(this.#room(HEADER.length));
  }

  row(fields: number): void {
    this.#room(2).writeInt16BE(fields);
  }

  int16(value: number): void {
    const at = this.#room(6);
    at.writeInt32BE(2);
    at.writeInt16BE(value, 4);
  }

  int32(value: number): void {
    const at = this.#room(8);
    at.writeInt32BE(4);
    at.writeInt32BE(value, 4);
  }

  float64(value: number | null): void {
    const at = this.#room(value === null ? 4 : 12);
    at.writeInt32BE(value === null ? NULL : 8);
    if (value !== null) at.writeDoubleBE(value, 4);
  }

  bytes(value: Uint8Array | null): void {
    const at = this.#room(4 + (value?.length ?? 0));
    at.writeInt32BE(value ? value.length : NULL);
    if (value) at.set(value, 4);
  }

  /** What was added since, to be sent. */
  taken(): Buffer {
    const all = Buffer.concat([...this.#full, this.#chunk.subarray(0, this.#used)]);
    this.#full = [];
    this.#used = 0;
    return all;
  }

  end(): Buffer {
    TRAILER.copy(this.#room(TRAILER.length));
    return this.taken();
  }

  #room(length: number): Buffer {
    if (this.#used + length > this.#chunk.length) {
      this.#full.push(this.#chunk.subarray(0, this.#used));
      this.#chunk = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, length));
      this.#used = 0;
    }
    this.#used += length;
    return this.#chunk.subarray(this.#used - length, this.#used);
  }
}
