import { bytesOfUid, hashOfBlock } from '../core/bytes/blockHash.ts';
import { unpackPassing } from '../core/bytes/packing.ts';
import { Failure } from '../core/fail.ts';
import { type Item, itemType } from './format.ts';

/** Totals of a closed day; null where there is nothing. */
export type CarriedTotal = {
  sum: number | null;
  min: number | null;
  max: number | null;
  avg: number | null;
  last: number | null;
  estimated: number;
  counterOpen: number | null;
  counterClose: number | null;
  expected: number;
  complete: number;
};
/** A closed day of one series; the total alone where its slots are no longer kept. */
export type CarriedDay = {
  /** 16 bytes, in hexadecimal. */
  uid: string;
  day: number;
  revision: number;
  total: CarriedTotal;
  block: { firstSlot: number; slots: number; packed: Uint8Array; hash: Uint8Array } | null;
};

const KEY_BYTES = 24;
const TOTAL_BYTES = 72;
const HASH_BYTES = 32;
const BLOCK_HEAD_BYTES = HASH_BYTES + 6;
const numbers = ['sum', 'min', 'max', 'avg', 'last', 'estimated', 'counterOpen', 'counterClose'] as const;

/** 16 bytes of a series in hexadecimal: a UUID's own, of any other name the first of its SHA-256. */
export const uidOf = (uid: string): string => bytesOfUid(uid).toString('hex');

const totalBytes = (total: CarriedTotal): Buffer => {
  const bytes = Buffer.allocUnsafe(TOTAL_BYTES);
  let at = 0;
  for (const name of numbers) at = bytes.writeDoubleLE(total[name] ?? Number.NaN, at);
  bytes.writeUInt32LE(total.expected, 64);
  bytes.writeUInt32LE(total.complete, 68);
  return bytes;
};

const totalFrom = (bytes: Buffer): CarriedTotal => {
  const read = (at: number): number | null => {
    const number = bytes.readDoubleLE(8 * at);
    return Number.isNaN(number) ? null : number;
  };
  return {
    sum: read(0),
    min: read(1),
    max: read(2),
    avg: read(3),
    last: read(4),
    estimated: read(5) ?? 0,
    counterOpen: read(6),
    counterClose: read(7),
    expected: bytes.readUInt32LE(64),
    complete: bytes.readUInt32LE(68),
  };
};

/** A day as an item of a bundle: its type, key and the parts of its body. */
export const itemOfDay = ({
  uid,
  day,
  revision,
  total,
  block,
}: CarriedDay): [type: number, key: Buffer, ...body: Uint8Array[]] => {
  const key = Buffer.allocUnsafe(KEY_BYTES);
  key.write(uid, 0, 16, 'hex');
  key.writeUInt32LE(day, 16);
  key.writeUInt32LE(revision, 20);
  if (!block) return [itemType.total, key, totalBytes(total)];
  const head = Buffer.allocUnsafe(BLOCK_HEAD_BYTES);
  head.set(block.hash);
  head.writeUInt32LE(block.firstSlot, HASH_BYTES);
  head.writeUInt16LE(block.slots, HASH_BYTES + 4);
  return [itemType.block, key, head, totalBytes(total), block.packed];
};

export const isDay = ({ type }: Item): boolean => type === itemType.block || type === itemType.total;

/** @throws Failure `badRequest` where the item is too short to be a day. */
export const dayOfItem = ({ type, key, body }: Item): CarriedDay => {
  const isBlock = type === itemType.block;
  const start = isBlock ? BLOCK_HEAD_BYTES : 0;
  if (key.length !== KEY_BYTES || body.length < start + TOTAL_BYTES) throw new Failure('badRequest', 'a day is cut short');
  return {
    uid: key.toString('hex', 0, 16),
    day: key.readUInt32LE(16),
    revision: key.readUInt32LE(20),
    total: totalFrom(body.subarray(start, start + TOTAL_BYTES)),
    block: isBlock
      ? {
          hash: body.subarray(0, HASH_BYTES),
          firstSlot: body.readUInt32LE(HASH_BYTES),
          slots: body.readUInt16LE(HASH_BYTES + 4),
          packed: body.subarray(start + TOTAL_BYTES),
        }
      : null,
  };
};

/** Unpacks a day and compares its hash. @throws Failure `badRequest` where it is not what was stored. */
export const checkDay = ({ uid, day, block }: CarriedDay): void => {
  if (!block) return;
  let found: Buffer | undefined;
  try {
    found = hashOfBlock(unpackPassing(block.packed, block.firstSlot, block.slots));
  } catch {
    found = undefined;
  }
  if (!found?.equals(block.hash)) throw new Failure('badRequest', `day ${day} of series ${uid} is not what its hash says`);
};
