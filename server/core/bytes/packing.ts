import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Failure } from '../fail.ts';
import type { SlotBlock } from '../slots.ts';

/**
 * A block as bytes, described byte by byte in docs/storage.md: a version byte, then deflated quality letters, values, raw readings and
 * marks. Numbers are written in byte planes (all lowest bytes first), which deflate compresses far better than whole numbers. Each
 * array takes the smallest form that restores every bit: nothing, whole multiples of one unit, float32 or float64.
 */
const VERSION = 1;
const form = { none: 0, whole: 1, float32: 2, float64: 3 } as const;
const MOST_DECIMALS = 6;
/** More than most days unpack to, and little enough that buffers come out of Node's pool. */
const CHUNK_BYTES = 4032;

/** Collects what is packed; one growing buffer for all of a block. */
class Writer {
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

class Reader {
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

  bytes(length: number): Uint8Array {
    return new Uint8Array(this.view(length));
  }

  /** Not a copy. */
  view(length: number): Uint8Array {
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  planes(count: number, width: number): Uint8Array {
    const out = new Uint8Array(count * width);
    const bytes = this.#bytes;
    let at = this.#at;
    for (let plane = 0; plane < width; plane += 1)
      for (let index = 0; index < count; index += 1) out[index * width + plane] = bytes[at++] ?? 0;
    this.#at = at;
    return out;
  }
}

const bytesOf = (array: ArrayBufferView): Uint8Array => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

const greatestCommonDivisor = (numbers: Float64Array): number => {
  let divisor = 0;
  for (const number of numbers) {
    let rest = Math.abs(number);
    while (rest > 0) {
      const next = divisor % rest;
      divisor = rest;
      rest = next;
    }
    if (divisor === 1) break;
  }
  return divisor || 1;
};

/** Small numbers of either sign as small numbers without one. */
const zigzag = (number: number): number => (number < 0 ? -2 * number - 1 : 2 * number);

const unzigzag = (bits: number): number => (bits >>> 1) ^ -(bits & 1);

/** Whole numbers in one, two or four bytes each, as multiples of their greatest common divisor; false when they are too large. */
const writeWhole = (out: Writer, numbers: Float64Array): boolean => {
  const unit = greatestCommonDivisor(numbers);
  let largest = 0;
  for (const number of numbers) largest = Math.max(largest, zigzag(number / unit));
  if (largest >= 2 ** 32) return false;
  const width = largest < 256 ? 1 : largest < 65_536 ? 2 : 4;
  out.float64(unit);
  out.byte(width);
  for (let plane = 0; plane < width; plane += 1)
    for (const number of numbers) out.byte((zigzag(number / unit) >>> (8 * plane)) & 0xff);
  return true;
};

const readWhole = (from: Reader, count: number): Float64Array => {
  const unit = from.float64();
  const width = from.byte();
  const numbers = new Float64Array(count);
  if (width === 1) {
    const low = from.view(count);
    for (let index = 0; index < count; index += 1) numbers[index] = unzigzag(low[index] ?? 0) * unit;
    return numbers;
  }
  const planes = from.view(width * count);
  for (let index = 0; index < count; index += 1) {
    let bits = 0;
    for (let plane = width - 1; plane >= 0; plane -= 1) bits = (bits << 8) | (planes[plane * count + index] ?? 0);
    numbers[index] = unzigzag(bits) * unit;
  }
  return numbers;
};

const writeFloats = (out: Writer, floats: Float64Array): void => {
  const single = Float32Array.from(floats);
  const isSingle = floats.every((value, index) => Object.is(value, single[index]));
  out.byte(isSingle ? form.float32 : form.float64);
  out.planes(bytesOf(isSingle ? single : floats), isSingle ? 4 : 8);
};

const readFloats = (from: Reader, count: number, as: number): Float64Array => {
  if (as === form.float64) return new Float64Array(from.planes(count, 8).buffer);
  if (as === form.float32) return Float64Array.from(new Float32Array(from.planes(count, 4).buffer));
  throw new Failure('server', 'a packed day has an array of an unknown form');
};

/** The numbers times `scale` as integers, if dividing gives every bit back, which it does not for -0. */
const wholeOf = (numbers: Float64Array, scale: number): Float64Array | undefined => {
  const whole = numbers.map((number) => Math.round(number * scale));
  const isExact = (scaled: number, index: number): boolean =>
    Number.isSafeInteger(scaled) && Object.is((scaled + 0) / scale, numbers[index]);
  return whole.every(isExact) ? whole : undefined;
};

const packValues = (out: Writer, values: Float64Array): void => {
  if (values.every((value) => Object.is(value, 0))) {
    out.byte(form.none);
    return;
  }
  const thousandths = wholeOf(values, 1000);
  const start = out.length;
  out.byte(form.whole);
  if (thousandths && writeWhole(out, thousandths)) return;
  out.cut(start);
  writeFloats(out, values);
};

const unpackValues = (from: Reader, count: number): Float64Array => {
  const as = from.byte();
  if (as === form.none) return new Float64Array(count);
  if (as !== form.whole) return readFloats(from, count, as);
  const values = readWhole(from, count);
  for (let index = 0; index < count; index += 1) values[index] = (values[index] ?? 0) / 1000;
  return values;
};

/** Counter readings as steps from the first one, in the fewest decimals that give every bit back. */
const writeSteps = (out: Writer, raw: Float64Array, present: Float64Array): boolean => {
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals += 1) {
    const scaled = wholeOf(present, 10 ** decimals);
    if (!scaled) continue;
    for (const value of raw) out.byte(Number.isNaN(value) ? 0 : 1);
    out.byte(decimals);
    out.float64(scaled[0] ?? 0);
    for (let index = scaled.length - 1; index > 0; index -= 1) scaled[index] = (scaled[index] ?? 0) - (scaled[index - 1] ?? 0);
    return writeWhole(out, scaled.subarray(1));
  }
  return false;
};

const packRaw = (out: Writer, raw: Float64Array): void => {
  const present = raw.filter((value) => !Number.isNaN(value));
  if (present.length === 0) {
    out.byte(form.none);
    return;
  }
  const start = out.length;
  out.byte(form.whole);
  if (writeSteps(out, raw, present)) return;
  out.cut(start);
  writeFloats(out, raw);
};

const unpackRaw = (from: Reader, count: number): Float64Array => {
  const as = from.byte();
  if (as === form.none) return new Float64Array(count).fill(Number.NaN);
  if (as !== form.whole) return readFloats(from, count, as);
  const present = from.view(count);
  const scale = 10 ** from.byte();
  let scaled = from.float64();
  let presentCount = 0;
  for (let index = 0; index < count; index += 1) presentCount += present[index] ?? 0;
  const steps = readWhole(from, presentCount - 1);
  let taken = -1;
  const raw = new Float64Array(count).fill(Number.NaN);
  for (let index = 0; index < count; index += 1) {
    if (present[index] === 0) continue;
    if (taken >= 0) scaled += steps[taken] ?? 0;
    taken += 1;
    raw[index] = scaled / scale;
  }
  return raw;
};

/** Equal blocks give equal bytes. */
export const pack = (block: SlotBlock): Uint8Array => {
  const out = new Writer();
  out.bytes(block.quality);
  packValues(out, block.values);
  packRaw(out, block.raw);
  if (block.mark.every((mark) => mark === 0)) out.byte(form.none);
  else {
    out.byte(form.whole);
    out.planes(bytesOf(block.mark), 2);
  }
  const deflated = deflateRawSync(out.done(), { windowBits: 13, memLevel: 6, chunkSize: 4096 });
  const packed = new Uint8Array(deflated.length + 1);
  packed[0] = VERSION;
  packed.set(deflated, 1);
  return packed;
};

/** Every array in its longest form; what unpacks to more was made to fill the memory of whoever opens it. */
const mostBytes = (slots: number): number => 64 + 20 * slots;

/** @throws when the bytes are not a packed block; Failure `server` when their form is unknown. */
export const unpack = (packed: Uint8Array, firstSlot: number, slots: number): SlotBlock => {
  if (packed[0] !== VERSION) throw new Failure('server', `a packed day has the unknown form ${packed[0]}`);
  const from = new Reader(inflateRawSync(packed.subarray(1), { chunkSize: CHUNK_BYTES, maxOutputLength: mostBytes(slots) }));
  const quality = from.bytes(slots);
  const values = unpackValues(from, slots);
  const raw = unpackRaw(from, slots);
  const mark = from.byte() === form.none ? new Uint16Array(slots) : new Uint16Array(from.planes(slots, 2).buffer);
  return { firstSlot, values, quality, raw, mark };
};
