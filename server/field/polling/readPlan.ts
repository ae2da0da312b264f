import type { ConnectionSettings, DeviceLimits, RegisterRange, Space } from '../../contract/model/field.ts';
import type { FieldTag } from '../../core/field/field.ts';
import { spanOf } from './span.ts';

/** One request: what it reads, how often, and where each tag's span begins in its answer. */
export type Block = {
  space: Space;
  address: number;
  count: number;
  periodMs: number;
  tags: { tag: FieldTag; offset: number }[];
};

type Range = { from: number; to: number };
type Piece = { tag: FieldTag; from: number; to: number; readFrom: number; readTo: number };

/** Ranges of one space, inclusive, sorted; those that overlap (or touch, where `joinTouching`) made one. */
const mergedRanges = (ranges: readonly RegisterRange[], space: Space, joinTouching: boolean): Range[] => {
  const merged: Range[] = [];
  const own = ranges.filter((range) => range.space === space).sort((a, b) => a.from - b.from || b.to - a.to);
  for (const { from, to } of own) {
    const last = merged.at(-1);
    if (last && from <= last.to + (joinTouching ? 1 : 0)) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
};

/** The first of sorted, separate ranges that ends at or after `address`. */
const firstEndingFrom = (ranges: readonly Range[], address: number): number => {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.to ?? 0) < address) low = middle + 1;
    else high = middle;
  }
  return low;
};

const touches = (ranges: readonly Range[], from: number, to: number): boolean => {
  const range = ranges[firstEndingFrom(ranges, from)];
  return range !== undefined && range.from <= to;
};

/** The tag's registers widened to the atomic ranges they touch. */
const pieceOf = (tag: FieldTag, atomic: readonly Range[]): Piece => {
  const { address, count } = spanOf(tag.decode);
  const piece = { tag, from: address, to: address + count - 1, readFrom: address, readTo: address + count - 1 };
  for (let i = firstEndingFrom(atomic, piece.from); i < atomic.length; i += 1) {
    const range = atomic[i];
    if (!range || range.from > piece.to) break;
    piece.readFrom = Math.min(piece.readFrom, range.from);
    piece.readTo = Math.max(piece.readTo, range.to);
  }
  return piece;
};

const byPlace = (a: Piece, b: Piece): number =>
  a.readFrom - b.readFrom || b.readTo - a.readTo || a.from - b.from || (a.tag.id < b.tag.id ? -1 : 1);

/** `holes`: what no request may read through, though a tag may be within. */
type PlannedLine = { maxGapRegisters: number; holes?: readonly RegisterRange[] };

type Merging = { maxCount: number; maxGap: number; unread: readonly Range[] };

const mergePieces = (pieces: readonly Piece[], { maxCount, maxGap, unread }: Merging): Block[] => {
  const blocks: Block[] = [];
  let end = -1;
  for (const { tag, from, readFrom, readTo } of pieces) {
    let block = blocks.at(-1);
    const fits =
      block !== undefined &&
      readFrom - end - 1 <= maxGap &&
      Math.max(end, readTo) - block.address + 1 <= maxCount &&
      (readFrom <= end + 1 || !touches(unread, end + 1, readFrom - 1));
    if (!block || !fits) {
      block = { space: tag.decode.space, address: readFrom, count: 0, periodMs: tag.periodMs, tags: [] };
      blocks.push(block);
      end = readTo;
    }
    end = Math.max(end, readTo);
    block.count = end - block.address + 1;
    block.tags.push({ tag, offset: from - block.address });
  }
  return blocks;
};

const planGroup = (
  tags: readonly FieldTag[],
  space: Space,
  limits: DeviceLimits,
  { maxGapRegisters, holes = [] }: PlannedLine,
): Block[] => {
  const bits = space === 'coil' || space === 'discrete';
  const forbidden = mergedRanges(limits.forbidden, space, true);
  const atomic = mergedRanges(limits.atomic, space, false);
  const unread = mergedRanges([...limits.forbidden, ...holes], space, true);
  const pieces = tags
    .map((tag) => pieceOf(tag, atomic))
    .filter(({ readFrom, readTo }) => !touches(forbidden, readFrom, readTo))
    .sort(byPlace);
  const maxCount = bits ? limits.maxBits : limits.maxRegisters;
  return mergePieces(pieces, { maxCount, maxGap: bits ? maxGapRegisters * 16 : maxGapRegisters, unread });
};

/**
 * Merges the tags of one device into block reads, per space and period, by increasing address. Holes are
 * read through while that is cheaper than another request (`limits.maxGapRegisters`, else the line's), never
 * through a forbidden range or a hole that is known (`holes`); atomic ranges are read whole; a value is never torn. A tag that touches a
 * forbidden range (its own, or of the atomic range around it) is in no block. A tag or an atomic range larger
 * than the limit gets a block of its own. The same tags in any order give the same plan; O(n log n).
 */
export const planReads = (tags: readonly FieldTag[], limits: DeviceLimits, line: PlannedLine): Block[] => {
  const groups = Map.groupBy(tags, ({ decode, periodMs }) => `${decode.space} ${periodMs}`);
  return [...groups.values()]
    .flatMap((group) => {
      const space = group[0]?.decode.space ?? 'holding';
      return planGroup(group, space, limits, { ...line, maxGapRegisters: limits.maxGapRegisters ?? line.maxGapRegisters });
    })
    .sort((a, b) => a.periodMs - b.periodMs || (a.space < b.space ? -1 : a.space > b.space ? 1 : a.address - b.address));
};

/** Characters of a read besides its registers: 8 of the request and 5 of the answer. */
const overheadChars = 13;

/** What a line sends per character: start bit, data, parity, stop bits. A line behind a gateway is taken as 9600 8N1. */
const lineOf = (settings: ConnectionSettings): { baudRate: number; bitsPerChar: number } => {
  if (settings.kind !== 'serial') return { baudRate: 9600, bitsPerChar: 10 };
  const { baudRate, dataBits, stopBits, parity } = settings;
  return { baudRate, bitsPerChar: 1 + dataBits + stopBits + (parity === 'none' ? 0 : 1) };
};

/**
 * Registers worth reading for nothing to save one request. On TCP a register costs almost nothing: 50. On a
 * serial line a register is 2 characters; a request is 13 characters, two silences of 3.5 characters (1.75 ms
 * above 19200 baud), the device's turnaround and the pause between requests. At most 124.
 */
export const maxGapRegisters = (settings: ConnectionSettings, turnaroundMs: number): number => {
  if (settings.kind === 'tcp') return 50;
  const { baudRate, bitsPerChar } = lineOf(settings);
  const charMs = (1000 * bitsPerChar) / baudRate;
  const silenceMs = baudRate > 19_200 ? 1.75 : 3.5 * charMs;
  const requestMs = overheadChars * charMs + 2 * silenceMs + turnaroundMs + settings.pauseBetweenRequestsMs;
  return Math.min(124, Math.floor(requestMs / (2 * charMs)));
};
