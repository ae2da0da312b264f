import { Failure } from '../core/fail.ts';
import type { Item } from './format.ts';

const HEAD_BYTES = 3;
const LENGTH_BYTES = 4;

/** An item as in a bundle, without its sum: for answers that are signed as a whole. */
export const itemFrame = ([type, key, ...body]: readonly [type: number, key: Buffer, ...body: Uint8Array[]]): Uint8Array[] => {
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  head.writeUInt8(type);
  head.writeUInt16LE(key.length, 1);
  const length = Buffer.allocUnsafe(LENGTH_BYTES);
  length.writeUInt32LE(body.reduce((sum, piece) => sum + piece.length, 0));
  return [head, key, length, ...body];
};

/** @throws Failure `badRequest` where the last item is cut short. */
export const itemsIn = (bytes: Buffer): Item[] => {
  const items: Item[] = [];
  for (let at = 0; at < bytes.length; ) {
    const keyFrom = at + HEAD_BYTES;
    const keyTo = keyFrom <= bytes.length ? keyFrom + bytes.readUInt16LE(at + 1) : Number.POSITIVE_INFINITY;
    const from = keyTo + LENGTH_BYTES;
    const to = from <= bytes.length ? from + bytes.readUInt32LE(keyTo) : Number.POSITIVE_INFINITY;
    if (to > bytes.length) throw new Failure('badRequest', 'the items are cut short');
    items.push({ type: bytes.readUInt8(at), key: bytes.subarray(keyFrom, keyTo), body: bytes.subarray(from, to) });
    at = to;
  }
  return items;
};
