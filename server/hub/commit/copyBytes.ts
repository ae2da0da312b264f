/** Rows as PostgreSQL takes them in COPY ... FORMAT binary: https://www.postgresql.org/docs/15/sql-copy.html */
const HEADER = Buffer.concat([Buffer.from('PGCOPY\n'), Buffer.of(0xff, 0x0d, 0x0a, 0), Buffer.alloc(8)]);
const TRAILER = Buffer.of(0xff, 0xff);
const CHUNK_BYTES = 131_072;
const NULL = -1;

export class CopyBytes {
  #chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  #used = 0;
  readonly #full: Buffer[] = [];

  constructor() {
    this.#chunk.set(HEADER, this.#room(HEADER.length));
  }

  row(fields: number): void {
    const at = this.#room(2);
    this.#chunk.writeInt16BE(fields, at);
  }

  int16(value: number): void {
    const at = this.#room(6);
    this.#chunk.writeInt32BE(2, at);
    this.#chunk.writeInt16BE(value, at + 4);
  }

  int32(value: number): void {
    const at = this.#room(8);
    this.#chunk.writeInt32BE(4, at);
    this.#chunk.writeInt32BE(value, at + 4);
  }

  float64(value: number | null): void {
    const at = this.#room(value === null ? 4 : 12);
    this.#chunk.writeInt32BE(value === null ? NULL : 8, at);
    if (value !== null) this.#chunk.writeDoubleBE(value, at + 4);
  }

  bytes(value: Uint8Array | null): void {
    const at = this.#room(4 + (value?.length ?? 0));
    this.#chunk.writeInt32BE(value ? value.length : NULL, at);
    if (value) this.#chunk.set(value, at + 4);
  }

  /** Chunks that are full, to be sent. */
  taken(): Buffer[] {
    return this.#full.splice(0);
  }

  /** What is left, with the end of it all. */
  end(): Buffer[] {
    this.#chunk.set(TRAILER, this.#room(TRAILER.length));
    return [...this.taken(), this.#chunk.subarray(0, this.#used)];
  }

  /** @returns where so many bytes go in the chunk: a view of each field costs more than what is written. */
  #room(length: number): number {
    if (this.#used + length > this.#chunk.length) {
      this.#full.push(this.#chunk.subarray(0, this.#used));
      this.#chunk = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, length));
      this.#used = 0;
    }
    this.#used += length;
    return this.#used - length;
  }
}
