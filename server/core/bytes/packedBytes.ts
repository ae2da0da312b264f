/** Collects what is packed; one growing buffer for all of a block. */
export class PackedWriter {
  #bytes = new Uint8Array(8192);
  #view = new DataView(this.#bytes.buffer);
  #at = 0;

  #room(length: number): number {
    if (this.#at + length > this.#bytes.length) {
      const larger = new Uint8Array(2 * (this.#at + length));
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    const at = this.#at;
    this.#at += length;
    return at;
  }

  byte(value: number): void {
    this.#view.setUint8(this.#room(1), value);
  }

  float64(value: number): void {
    this.#view.setFloat64(this.#room(8), value, true);
  }

  bytes(source: Uint8Array): void {
    this.#bytes.set(source, this.#room(source.length));
  }

  /** Byte plane by byte plane. */
  planes(source: Uint8Array, width: number): void {
    const count = source.length / width;
    let at = this.#room(source.length);
    for (let plane = 0; plane < width; plane += 1)
      for (let index = 0; index < count; index += 1) this.#bytes[at++] = source[index * width + plane] ?? 0;
  }

  get length(): number {
    return this.#at;
  }

  /** Takes back what was written after `length` bytes. */
  cut(length: number): void {
    this.#at = length;
  }

  done(): Uint8Array {
    return this.#bytes.subarray(0, this.#at);
  }
}

/** For bytes in the order of numbers, which are read from it at once. */
let planar = new Uint8Array(8 * 312);

export class PackedReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(): number {
    this.#at += 1;
    return this.#view.getUint8(this.#at - 1);
  }

  float64(): number {
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, true);
  }

  /** Not a copy. */
  view(length: number): Uint8Array {
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  /** Good until the next call. */
  planes(count: number, width: number): ArrayBuffer {
    if (planar.length < count * width) planar = new Uint8Array(count * width);
    const out = planar;
    const bytes = this.#bytes;
    let at = this.#at;
    for (let plane = 0; plane < width; plane += 1)
      for (let index = 0; index < count; index += 1) out[index * width + plane] = bytes[at++] ?? 0;
    this.#at = at;
    return out.buffer;
  }
}
