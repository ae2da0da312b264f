import type { RegisterRange } from '../../contract/model/field.ts';
import type { FieldTag } from '../../core/field/field.ts';
import type { Block } from './readPlan.ts';
import { type ReadWords, spanOf } from './span.ts';

/** A tag's place in a refused block, widened to the ranges that must be read whole. Addresses inclusive. */
type Piece = { from: number; to: number; tagIds: string[] };

/** Reads registers of the block's space; null where the device refuses them. */
export type Probe = (address: number, count: number) => Promise<ReadWords | null>;

export type BisectFinding = {
  /** Tags that the device refuses even alone. */
  refusedTagIds: string[];
  /** What to read around from now on. */
  forbidden: { from: number; to: number } | null;
  /** The device takes no more registers at once than this; nothing in the block itself is wrong. */
  maxCount: number | null;
  /** What the probes read on the way, for the tags that are wholly inside. */
  reads: ReadWords[];
};

const piecesOf = (block: Block, atomic: readonly RegisterRange[]): Piece[] => {
  const pieces = new Map<string, Piece>();
  for (const { tag } of block.tags) {
    const span = spanOf(tag.decode);
    let [from, to] = [span.address, span.address + span.count - 1];
    for (const range of atomic) {
      if (range.space !== block.space || range.to < span.address || range.from > span.address + span.count - 1) continue;
      [from, to] = [Math.min(from, range.from), Math.max(to, range.to)];
    }
    const piece = pieces.get(`${from} ${to}`) ?? { from, to, tagIds: [] };
    piece.tagIds.push(tag.id);
    pieces.set(`${from} ${to}`, piece);
  }
  return [...pieces.values()].sort((a, b) => a.to - b.to || b.from - a.from);
};

/** So many tags are read alone to see whether it is the whole device that fails. */
const mostAlone = 16;

/** Whether a tag of a refused block can be read alone; where they are many some are tried, others at the next `turn`. */
export const isReadableInPart = async (
  block: Block,
  atomic: readonly RegisterRange[],
  probe: Probe,
  turn: number,
): Promise<boolean> => {
  const pieces = piecesOf(block, atomic);
  if (pieces.length < 2) return false;
  const step = Math.ceil(pieces.length / mostAlone);
  for (let at = pieces.length - 1 - (turn % step); at >= 0; at -= step) {
    const { from = 0, to = 0 } = pieces[at] ?? {};
    if (await probe(from, to - from + 1)) return true;
  }
  return false;
};

/**
 * Finds why a device refuses a block: a tag that is not there, a hole between tags, or too many registers at once.
 * A longer beginning of the block is refused when a shorter one is, so the first refused tag is found by halving:
 * at most ⌈log2 tags⌉ + 1 probes.
 */
export const bisect = async (block: Block, atomic: readonly RegisterRange[], probe: Probe): Promise<BisectFinding> => {
  const pieces = piecesOf(block, atomic);
  const endOf = (count: number): number => pieces[count - 1]?.to ?? block.address - 1;
  let accepted = 0;
  let refused = pieces.length;
  let read: ReadWords | null = null;
  while (refused - accepted > 1) {
    const middle = (accepted + refused) >> 1;
    const beginning = await probe(block.address, endOf(middle) - block.address + 1);
    if (beginning) [accepted, read] = [middle, beginning];
    else refused = middle;
  }
  const reads = read ? [read] : [];
  const piece = pieces[refused - 1] ?? { from: block.address, to: block.address + block.count - 1, tagIds: [] };
  const wasReadAlone = accepted === 0 && piece.from === block.address;
  const alone = wasReadAlone ? null : await probe(piece.from, piece.to - piece.from + 1);
  const firstUnknown = endOf(accepted) + 1;
  if (!alone) {
    const forbidden = { from: Math.max(piece.from, firstUnknown), to: piece.to };
    return { refusedTagIds: piece.tagIds, forbidden, maxCount: null, reads };
  }
  reads.push(alone);
  const isHole = firstUnknown < piece.from;
  return {
    refusedTagIds: [],
    forbidden: isHole ? { from: firstUnknown, to: piece.from - 1 } : null,
    maxCount: isHole ? null : firstUnknown - block.address,
    reads,
  };
};

/** The registers of a tag with the atomic ranges that they touch. */
const readWith = ({ decode }: FieldTag, atomic: readonly RegisterRange[]): { from: number; to: number } => {
  const { address, count } = spanOf(decode);
  const own = { from: address, to: address + count - 1 };
  const around = atomic.filter(({ space, from, to }) => space === decode.space && from <= own.to && to >= own.from);
  return {
    from: Math.min(own.from, ...around.map(({ from }) => from)),
    to: Math.max(own.to, ...around.map(({ to }) => to)),
  };
};

/** A hole between the tags of one block without those that other blocks read in the midst of it. */
export const holeParts = (hole: RegisterRange, tags: readonly FieldTag[], atomic: readonly RegisterRange[]): RegisterRange[] => {
  const { space } = hole;
  const parts: RegisterRange[] = [];
  let { from } = hole;
  const read = tags.filter(({ decode }) => decode.space === space).map((tag) => readWith(tag, atomic));
  for (const one of read.sort((a, b) => a.from - b.from)) {
    if (one.to < from || one.from > hole.to) continue;
    if (one.from > from) parts.push({ space, from, to: one.from - 1 });
    from = one.to + 1;
  }
  if (from <= hole.to) parts.push({ space, from, to: hole.to });
  return parts;
};
