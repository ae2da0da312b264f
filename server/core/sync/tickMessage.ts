import { crc32 } from 'node:zlib';
import { contentOf } from '../bytes/blockHash.ts';
import { Failure } from '../fail.ts';
import { emptyBlock, type SlotBlock } from '../slots.ts';
import { packSteps } from './tickSteps.ts';

/** Slots of open days as they travel: docs/sync-format.md. */
export type TickMessage = {
  industry: string;
  /** First 16 hexadecimal digits of the hash of the series' list. */
  series: string;
  /** The slot from which the first one is steps, with the CRC-32 of its content; null for a slot without anything. */
  base: { slot: number; check: number } | null;
  slots: number[];
  packed: Buffer;
};

const SERIES_BYTES = 8;
const FIXED_BYTES = SERIES_BYTES + 14;
export const seriesPrefix = (series: string): string => series.slice(0, 2 * SERIES_BYTES);
export const checkOf = (block: SlotBlock): number => crc32(contentOf(block));

/** @param slots at least one, in rising order and less than 65,536 apart. */
export const tickMessage = (
  industry: string,
  series: string,
  slots: readonly SlotBlock[],
  base: SlotBlock | undefined,
): Buffer => {
  const name = Buffer.from(industry);
  const head = Buffer.alloc(1 + name.length + FIXED_BYTES + 2 * slots.length);
  let at = head.writeUInt8(name.length);
  at += name.copy(head, at);
  at += head.write(seriesPrefix(series), at, 'hex');
  at = head.writeUInt32LE(base?.firstSlot ?? 0, at);
  at = head.writeUInt32LE(base ? checkOf(base) : 0, at);
  at = head.writeUInt16LE(slots.length, at);
  at = head.writeUInt32LE(slots[0]?.firstSlot ?? 0, at);
  for (const [index, { firstSlot }] of slots.entries())
    if (index > 0) at = head.writeUInt16LE(firstSlot - (slots[index - 1]?.firstSlot ?? 0), at);
  const from = base ?? emptyBlock(0, slots[0]?.values.length ?? 0);
  return Buffer.concat([head.subarray(0, at), packSteps(from, slots)]);
};

/** @throws Failure `badRequest` where it is cut short. */
export const readTickMessage = (bytes: Buffer): TickMessage => {
  try {
    const nameEnd = 1 + bytes.readUInt8(0);
    const fixed = nameEnd + SERIES_BYTES;
    const baseSlot = bytes.readUInt32LE(fixed);
    const count = bytes.readUInt16LE(fixed + 8);
    const slots = [bytes.readUInt32LE(fixed + 10)];
    let at = fixed + 14;
    for (; slots.length < count; at += 2) slots.push((slots.at(-1) ?? 0) + bytes.readUInt16LE(at));
    return {
      industry: bytes.toString('utf8', 1, nameEnd),
      series: bytes.toString('hex', nameEnd, fixed),
      base: baseSlot === 0 ? null : { slot: baseSlot, check: bytes.readUInt32LE(fixed + 4) },
      ...{ slots, packed: bytes.subarray(at) },
    };
  } catch (error) {
    throw new Failure('badRequest', 'the message is cut short', { cause: error });
  }
};
