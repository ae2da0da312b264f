import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Failure } from '../fail.ts';
import type { SlotBlock } from '../slots.ts';
import { PackedReader, PackedWriter } from './packedBytes.ts';

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
const writeWhole = (out: PackedWriter, numbers: Float64Array): boolean => {
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

const readWhole = (from: PackedReader, numbers: Float64Array, count: number): void => {
  const unit = from.float64();
  const width = from.byte();
  if (width === 1) {
    const low = from.view(count);
    for (let index = 0; index < count; index += 1) numbers[index] = unzigzag(low[index] ?? 0) * unit;
    return;
  }
  const planes = from.view(width * count);
  for (let index = 0; index < count; index += 1) {
    let bits = 0;
    for (let plane = width - 1; plane >= 0; plane -= 1) bits = (bits << 8) | (planes[plane * count + index] ?? 0);
    numbers[index] = unzigzag(bits) * unit;
  }
};

const writeFloats = (out: PackedWriter, floats: Float64Array): void => {
  const single = Float32Array.from(floats);
  const isSingle = floats.every((value, index) => Object.is(value, single[index]));
  out.byte(isSingle ? form.float32 : form.float64);
  out.planes(bytesOf(isSingle ? single : floats), isSingle ? 4 : 8);
};

const readFloats = (from: PackedReader, numbers: Float64Array, as: number): void => {
  const count = numbers.length;
  if (as === form.float64) numbers.set(new Float64Array(from.planes(count, 8), 0, count));
  else if (as === form.float32) numbers.set(new Float32Array(from.planes(count, 4), 0, count));
  else throw new Failure('server', 'a packed day has an array of an unknown form');
};

/** The numbers times `scale` as integers, if dividing gives every bit back, which it does not for -0. */
const wholeOf = (numbers: Float64Array, scale: number): Float64Array | undefined => {
  const whole = numbers.map((number) => Math.round(number * scale));
  const isExact = (scaled: number, index: number): boolean =>
    Number.isSafeInteger(scaled) && Object.is((scaled + 0) / scale, numbers[index]);
  return whole.every(isExact) ? whole : undefined;
};

const packValues = (out: PackedWriter, values: Float64Array): void => {
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

const unpackValues = (from: PackedReader, values: Float64Array): void => {
  const as = from.byte();
  if (as === form.none) values.fill(0);
  else if (as === form.whole) {
    readWhole(from, values, values.length);
    for (let index = 0; index < values.length; index += 1) values[index] = (values[index] ?? 0) / 1000;
  } else readFloats(from, values, as);
};

/** Counter readings as steps from the first one, in the fewest decimals that give every bit back. */
const writeSteps = (out: PackedWriter, raw: Float64Array, present: Float64Array): boolean => {
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

const packRaw = (out: PackedWriter, raw: Float64Array): void => {
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

/** For steps that are read and not kept. */
let steps = new Float64Array(300);

/** Counter readings from their steps; NaN where there is none. */
const readSteps = (from: PackedReader, raw: Float64Array): void => {
  const present = from.view(raw.length);
  const scale = 10 ** from.byte();
  let scaled = from.float64();
  let presentCount = 0;
  for (let index = 0; index < raw.length; index += 1) presentCount += present[index] ?? 0;
  if (steps.length < presentCount) steps = new Float64Array(presentCount);
  readWhole(from, steps, presentCount - 1);
  let taken = -1;
  for (let index = 0; index < raw.length; index += 1) {
    if (present[index] === 0) continue;
    if (taken >= 0) scaled += steps[taken] ?? 0;
    taken += 1;
    raw[index] = scaled / scale;
  }
};

const unpackRaw = (from: PackedReader, raw: Float64Array): void => {
  raw.fill(Number.NaN);
  const as = from.byte();
  if (as === form.none) return;
  if (as === form.whole) readSteps(from, raw);
  else readFloats(from, raw, as);
};

/** Equal blocks give equal bytes. */
export const pack = (block: SlotBlock): Uint8Array => {
  const out = new PackedWriter();
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

const BYTES_A_SLOT = 19;

const unpackInto = (buffer: ArrayBuffer, packed: Uint8Array, firstSlot: number, slots: number): SlotBlock => {
  if (packed[0] !== VERSION) throw new Failure('server', `a packed day has the unknown form ${packed[0]}`);
  const from = new PackedReader(
    inflateRawSync(packed.subarray(1), { chunkSize: CHUNK_BYTES, maxOutputLength: mostBytes(slots) }),
  );
  const quality = new Uint8Array(buffer, 18 * slots, slots);
  quality.set(from.view(slots));
  const values = new Float64Array(buffer, 0, slots);
  unpackValues(from, values);
  const raw = new Float64Array(buffer, 8 * slots, slots);
  unpackRaw(from, raw);
  const mark = new Uint16Array(buffer, 16 * slots, slots);
  if (from.byte() === form.none) mark.fill(0);
  else mark.set(new Uint16Array(from.planes(slots, 2), 0, slots));
  return { firstSlot, values, quality, raw, mark };
};

/** @throws when the bytes are not a packed block; Failure `server` when their form is unknown. */
export const unpack = (packed: Uint8Array, firstSlot: number, slots: number): SlotBlock =>
  // one buffer for all four: each of its own costs more than what is read into it
  unpackInto(new ArrayBuffer(BYTES_A_SLOT * slots), packed, firstSlot, slots);

let passing = new ArrayBuffer(BYTES_A_SLOT * 312);

/** The same for who looks at a day and does not keep it: the block is good until the next call. A buffer for each would be most of the work. */
export const unpackPassing = (packed: Uint8Array, firstSlot: number, slots: number): SlotBlock => {
  if (passing.byteLength < BYTES_A_SLOT * slots) passing = new ArrayBuffer(BYTES_A_SLOT * slots);
  return unpackInto(passing, packed, firstSlot, slots);
};
