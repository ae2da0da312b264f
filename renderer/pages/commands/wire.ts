import type { WritePointSpec } from '../../../server/contract/model/writePoint.ts';

type Wire = Pick<WritePointSpec, 'fn' | 'type' | 'wordOrder' | 'scale' | 'max'>;

const orderOf: Readonly<Record<WritePointSpec['wordOrder'], readonly number[]>> = {
  ABCD: [0, 1, 2, 3],
  CDAB: [2, 3, 0, 1],
  BADC: [1, 0, 3, 2],
  DCBA: [3, 2, 1, 0],
};

/** A value in its own unit as the words that are sent: divided by the scale, in the point's type and word order. */
export const wordsOf = ({ fn, type, wordOrder, scale, max }: Wire, value: number): number[] => {
  const raw = type === 'float32' ? value / scale : Math.round(value / scale);
  if (type === 'bool') return [raw === 0 ? 0 : 1];
  // a mask write says which bits stay, and what the others become
  if (fn === 22) return [~max & 0xff_ff, raw & 0xff_ff];
  if (type === 'uint16' || type === 'int16') return [raw & 0xff_ff];
  const view = new DataView(new ArrayBuffer(4));
  if (type === 'float32') view.setFloat32(0, raw);
  else if (type === 'int32') view.setInt32(0, raw);
  else view.setUint32(0, raw);
  const bytes = orderOf[wordOrder].map((at) => view.getUint8(at));
  return [((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0), ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0)];
};

/** Decimal fractions are not exact. */
const rounding = 1e-6;

/** What the point's registers would hold of a value: the same, where they can hold it. */
export const nearestHeld = ({ fn, type, scale, max }: Wire, value: number): number => {
  if (type === 'float32') return value;
  const raw = value / scale;
  const whole = Math.round(raw);
  if (type === 'bool') return whole === 0 ? 0 : 1;
  if (fn === 22) return whole & max;
  return Math.abs(raw - whole) <= rounding * Math.max(1, Math.abs(raw) * rounding)
    ? value
    : Number((whole * scale).toPrecision(12));
};
