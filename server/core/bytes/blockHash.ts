import { createHash, hash } from 'node:crypto';
import type { SlotBlock } from '../slots.ts';

/**
 * The content of a closed day as bytes: what is kept for good, whatever form it is stored or carried in. Little-endian, 19 bytes a slot:
 * `HWB1`, slots u16, first slot u32, quality u8 each, values f64 each, raw readings f64 each, marks u16 each. NaN is
 * 0x7ff8000000000000, -0 stays -0.
 */
const MAGIC = Buffer.from('HWB1', 'latin1');
const HEADER_BYTES = 10;

const asBytes = (array: Float64Array | Uint16Array): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** Offset of the content in its buffer at which the values, and with them the raw readings, can be seen as numbers. */
const alignedFor = (slots: number): number => (8 - ((HEADER_BYTES + slots) % 8)) % 8;

const writeContent = ({ firstSlot, quality, values, raw, mark }: SlotBlock, buffer: ArrayBuffer): Buffer => {
  const slots = values.length;
  const start = alignedFor(slots);
  const bytes = Buffer.from(buffer, start, HEADER_BYTES + 19 * slots);
  bytes.set(MAGIC);
  bytes.writeUInt16LE(slots, 4);
  bytes.writeUInt32LE(firstSlot, 6);
  bytes.set(quality, HEADER_BYTES);
  const numbers = new Float64Array(buffer, start + HEADER_BYTES + slots, 2 * slots);
  numbers.set(values);
  numbers.set(raw, slots);
  // with one bit pattern for NaN
  for (let at = 0; at < numbers.length; at += 1) if (Number.isNaN(numbers[at])) numbers[at] = Number.NaN;
  bytes.set(asBytes(mark), HEADER_BYTES + 17 * slots);
  return bytes;
};

const roomFor = (slots: number): number => alignedFor(slots) + HEADER_BYTES + 19 * slots;

export const contentOf = (block: SlotBlock): Buffer => writeContent(block, new ArrayBuffer(roomFor(block.values.length)));

/** For what is hashed and not kept: a buffer for each day costs more than its hash. */
let hashed = new ArrayBuffer(roomFor(300));

/** SHA-256 of the content: 32 bytes. Equal content has equal hashes, however it is packed. */
export const hashOfBlock = (block: SlotBlock): Buffer => {
  const room = roomFor(block.values.length);
  if (hashed.byteLength < room) hashed = new ArrayBuffer(room);
  return hash('sha256', writeContent(block, hashed), 'buffer');
};

/** One closed day of one series, as a leaf of the tree. */
export type DayLeaf = { uid: string; day: number; revision: number; hash: Uint8Array };

/** First bytes of what is hashed, so that no leaf can pass for a node. */
const domain = { leaf: 0, day: 1, month: 2, root: 3 } as const;

const numbersAs32Bit = (...numbers: number[]): Buffer => {
  const bytes = Buffer.allocUnsafe(4 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32LE(number, 4 * at);
  return bytes;
};

/** 16 bytes: of a UUID its own, of any other name the first of its SHA-256. */
export const bytesOfUid = (uid: string): Buffer =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uid)
    ? Buffer.from(uid.replaceAll('-', ''), 'hex')
    : hash('sha256', uid, 'buffer').subarray(0, 16);

const hashOfParts = (kind: number, parts: readonly Uint8Array[]): Buffer => {
  const sum = createHash('sha256').update(Uint8Array.of(kind));
  for (const part of parts) sum.update(part);
  return sum.digest();
};

const UID_BYTES = 16;
const HASH_BYTES = 32;
const LEAF_BYTES = 1 + UID_BYTES + 8 + HASH_BYTES;
/** For what is hashed and not kept. */
const leafBytes = Buffer.alloc(LEAF_BYTES);

/** What is hashed of a leaf: 0x00 | uid 16 bytes | day u32 | revision u32 | hash 32 bytes. In a buffer that the next one takes over. */
const leafContent = (uid: Uint8Array, { day, revision, hash: content }: DayLeaf): Buffer => {
  leafBytes[0] = domain.leaf;
  leafBytes.set(uid, 1);
  leafBytes.writeUInt32LE(day, 1 + UID_BYTES);
  leafBytes.writeUInt32LE(revision, 5 + UID_BYTES);
  leafBytes.set(content, 9 + UID_BYTES);
  return leafBytes;
};

type LeafKey = { bytes: Buffer; order: string };
/** The same series come day after day. */
const knownKeys = new Map<string, LeafKey>();
const MOST_KEYS = 50_000;

const keyOf = (uid: string): LeafKey => {
  const known = knownKeys.get(uid);
  if (known) return known;
  const bytes = bytesOfUid(uid);
  const key = { bytes, order: bytes.toString('hex') };
  if (knownKeys.size >= MOST_KEYS) knownKeys.clear();
  knownKeys.set(uid, key);
  return key;
};

/** SHA-256(0x01 | day u32 | count u32 | leaf hashes in the order of their uid's bytes). */
export const dayHash = (day: number, leaves: readonly DayLeaf[]): Buffer => {
  const ordered = leaves
    .map((leaf) => ({ key: keyOf(leaf.uid), leaf }))
    .sort((a, b) => (a.key.order < b.key.order ? -1 : Number(a.key.order > b.key.order)));
  const bytes = Buffer.allocUnsafe(9 + HASH_BYTES * ordered.length);
  bytes[0] = domain.day;
  bytes.writeUInt32LE(day, 1);
  bytes.writeUInt32LE(leaves.length, 5);
  // in one call each, and as text: an object or a buffer for each leaf costs more than its hash
  for (const [at, { key, leaf }] of ordered.entries())
    bytes.write(hash('sha256', leafContent(key.bytes, leaf), 'binary'), 9 + HASH_BYTES * at, 'binary');
  return hash('sha256', bytes, 'buffer');
};

/** SHA-256(0x02 | month u32, counted from year 0 | its day hashes in order). */
export const monthHash = (month: number, days: readonly Uint8Array[]): Buffer =>
  hashOfParts(domain.month, [numbersAs32Bit(month), ...days]);

/** SHA-256(0x03 | site id 16 bytes | epoch u32 | month hashes in order). */
export const rootHash = (siteId: string, epoch: number, months: readonly Uint8Array[]): Buffer =>
  hashOfParts(domain.root, [bytesOfUid(siteId), numbersAs32Bit(epoch), ...months]);
