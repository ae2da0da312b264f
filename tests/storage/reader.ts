/** Reads a packed day. Written from docs/storage.md alone, and imports nothing of the product: it proves that the page suffices. */
import { inflateRawSync } from 'node:zlib';

export type ReadDay = { quality: string; values: number[]; raw: number[]; marks: number[] };

/** The inflated bytes, read from front to back. */
class Bytes {
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.#view.byteLength - this.#at;
  }

  byte(): number {
    this.#at += 1;
    return this.#view.getUint8(this.#at - 1);
  }

  float64(): number {
    this.#at += 8;
    return this.#view.getFloat64(this.#at - 8, true);
  }

  /** Each number's bytes put together again, in a view of their own. */
  planes(count: number, width: number): DataView[] {
    const numbers = Array.from({ length: count }, () => new DataView(new ArrayBuffer(width)));
    for (let plane = 0; plane < width; plane += 1) for (const number of numbers) number.setUint8(plane, this.byte());
    return numbers;
  }

  wholeNumbers(count: number): number[] {
    const unit = this.float64();
    const width = this.byte();
    if (width !== 1 && width !== 2 && width !== 4) throw new Error(`width ${width}`);
    return this.planes(count, width).map((view) => {
      const z = width === 1 ? view.getUint8(0) : width === 2 ? view.getUint16(0, true) : view.getUint32(0, true);
      return (z % 2 === 0 ? z / 2 : -(z + 1) / 2) * unit;
    });
  }

  /** Form 2 or 3. */
  floats(form: number, count: number): number[] {
    if (form === 2) return this.planes(count, 4).map((view) => view.getFloat32(0, true));
    if (form === 3) return this.planes(count, 8).map((view) => view.getFloat64(0, true));
    throw new Error(`form ${form}`);
  }
}

const readValues = (bytes: Bytes, slots: number): number[] => {
  const form = bytes.byte();
  if (form === 0) return new Array<number>(slots).fill(0);
  return form === 1 ? bytes.wholeNumbers(slots).map((number) => number / 1000) : bytes.floats(form, slots);
};

const readRaw = (bytes: Bytes, slots: number): number[] => {
  const form = bytes.byte();
  if (form === 0) return new Array<number>(slots).fill(Number.NaN);
  if (form !== 1) return bytes.floats(form, slots);
  const present = Array.from({ length: slots }, () => bytes.byte() === 1);
  const scale = 10 ** bytes.byte();
  let sum = bytes.float64();
  const steps = bytes.wholeNumbers(present.filter(Boolean).length - 1);
  let isFirst = true;
  return present.map((isPresent) => {
    if (!isPresent) return Number.NaN;
    if (!isFirst) sum += steps.shift() ?? 0;
    isFirst = false;
    return sum / scale;
  });
};

/** @throws for a version or form that the page does not know, and where bytes are left over. */
export const readDay = (packed: Uint8Array, slots: number): ReadDay => {
  if (packed[0] !== 1) throw new Error(`version ${packed[0]}`);
  const bytes = new Bytes(inflateRawSync(packed.subarray(1)));
  const quality = Array.from({ length: slots }, () => String.fromCharCode(bytes.byte())).join('');
  const values = readValues(bytes, slots);
  const raw = readRaw(bytes, slots);
  const marks =
    bytes.byte() === 0 ? new Array<number>(slots).fill(0) : bytes.planes(slots, 2).map((view) => view.getUint16(0, true));
  if (bytes.left > 0) throw new Error(`${bytes.left} bytes left`);
  return { quality, values, raw, marks };
};
