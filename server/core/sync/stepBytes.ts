const MOST_STEP = 2 ** 53;

/** Bytes of steps as they are written: one growing buffer. */
export class StepWriter {
  #bytes = Buffer.alloc(16_384);
  #at = 0;

  byte(value: number): void {
    this.#bytes[this.room(1)] = value;
  }

  float64(value: number): void {
    const at = this.room(8);
    this.#bytes.writeDoubleLE(value, at);
  }

  /** A whole number of either sign: seven bits a byte, the lowest first, as 2n or -2n - 1. */
  step(step: number): void {
    let rest = step < 0 ? -2 * step - 1 : 2 * step;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.byte((rest % 128) | 128);
    this.byte(rest);
  }

  /** @returns the place of so many bytes, zero until they are set. */
  room(length: number): number {
    if (this.#at + length > this.#bytes.length)
      this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(this.#bytes.length + length)]);
    this.#at += length;
    return this.#at - length;
  }

  set(at: number, value: number): void {
    this.#bytes[at] = value;
  }

  done(): Buffer {
    return this.#bytes.subarray(0, this.#at);
  }
}

/** Reads what a StepWriter wrote. Its methods throw RangeError behind the end. */
export class StepReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  byte(): number {
    this.#at += 1;
    return this.#bytes.readUInt8(this.#at - 1);
  }

  bytes(length: number): Buffer {
    if (this.#at + length > this.#bytes.length) throw new RangeError('cut short');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  float64(): number {
    this.#at += 8;
    return this.#bytes.readDoubleLE(this.#at - 8);
  }

  step(): number {
    let [whole, scale] = [0, 1];
    for (let byte = this.byte(); ; byte = this.byte()) {
      whole += (byte & 127) * scale;
      if (whole > MOST_STEP) throw new RangeError('too large a step');
      if (byte < 128) break;
      scale *= 128;
    }
    return whole % 2 === 0 ? whole / 2 : -(whole + 1) / 2;
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw new RangeError('more than was expected');
  }
}
