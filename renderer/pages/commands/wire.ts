import type { WritePointSpec } from '../../../server/contract/model/writePoint.ts';

type Wire = Pick<WritePointSpec, 'type' | 'wordOrder' | 'scale'>;

const orderOf: Readonly<Record<WritePointSpec['wordOrder'], readonly number[]>> = {
  ABCD: [0, 1, 2, 3],
  CDAB: [2, 3, 0, 1],
  BADC: [1, 0, 3, 2],
  DCBA: [3, 2, 1, 0],
};

/** A value in its own unit as the words that are sent: divided by the scale, in the point's type and word order. */
export const wordsOf = ({ type, wordOrder, scale }: Wire, value: number): number[] => {
  const raw = type === 'float32' ? value / scale : Math.round(value / scale);
  if (type === 'bool') return [raw === 0 ? 0 : 1];
  if (type === 'uint16' || type === 'int16') return [raw & 0xff_ff];
  const view = new DataView(new ArrayBuffer(4));
  if (type === 'float32') view.setFloat32(0, raw);
  else if (type === 'int32') view.setInt32(0, raw);
  else view.setUint32(0, raw);
  const bytes = orderOf[wordOrder].map((at) => view.getUint8(at));
  return [((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0), ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0)];
};
