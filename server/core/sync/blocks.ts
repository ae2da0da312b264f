/** A closed day of one series, as both sides compare it; `hash` is SHA-256 of its content, hexadecimal. */
export type Leaf = { uid: string; day: number; revision: number; hash: string };

/** What a receiver does with a block, looking only at what it has. */
export type BlockDecision = 'store' | 'ignore' | 'conflict';

/**
 * A higher revision takes the place of a lower one; the same again, or an older one, changes nothing; the same revision with another
 * content is a history that goes two ways. So the end is the same in whatever order blocks come, and however often.
 */
export const decide = (
  held: Pick<Leaf, 'revision' | 'hash'> | undefined,
  offered: Pick<Leaf, 'revision' | 'hash'>,
): BlockDecision => {
  if (held === undefined || offered.revision > held.revision) return 'store';
  return offered.revision < held.revision || offered.hash === held.hash ? 'ignore' : 'conflict';
};

/** What a receiver has: leaves by day and series. */
export type Held = ReadonlyMap<number, ReadonlyMap<string, Leaf>>;

/** The state after a block: the same one where it changes nothing. */
export const apply = (held: Held, leaf: Leaf): Held => {
  const day = held.get(leaf.day);
  return decide(day?.get(leaf.uid), leaf) === 'store' ? new Map(held).set(leaf.day, new Map(day).set(leaf.uid, leaf)) : held;
};

/** Revision and first half of the hash of what the other side has; null for nothing. */
export type OtherLeaf = readonly [uid: string, revision: number | null, prefix: string | null];

export type LeafPlan = {
  /** What the other side lacks, or has an older revision of. */
  send: Leaf[];
  /** Series of which the other side has a newer revision, or the same one with another content, or that are not here. */
  ahead: string[];
};

/** What is to be sent of a day, by what the other side answered to its leaves. */
export const leavesToSend = (mine: readonly Leaf[], unequal: readonly OtherLeaf[]): LeafPlan => {
  const own = new Map(mine.map((leaf) => [leaf.uid, leaf]));
  const plan: LeafPlan = { send: [], ahead: [] };
  for (const [uid, revision] of unequal) {
    const leaf = own.get(uid);
    if (leaf && (revision === null || revision < leaf.revision)) plan.send.push(leaf);
    else plan.ahead.push(uid);
  }
  return plan;
};

const PREFIX_LENGTH = 16;
export const prefixOf = (hash: string): string => hash.slice(0, PREFIX_LENGTH);

/** Leaves that are not the same on both sides, as the other side answers them. */
export const unequalLeaves = (
  asked: readonly (readonly [uid: string, revision: number, prefix: string])[],
  held: Iterable<Leaf>,
): OtherLeaf[] => {
  const here = new Map([...held].map((leaf) => [leaf.uid, leaf]));
  const unequal: OtherLeaf[] = [];
  for (const [uid, revision, prefix] of asked) {
    const leaf = here.get(uid);
    here.delete(uid);
    if (leaf?.revision === revision && prefixOf(leaf.hash) === prefix) continue;
    unequal.push([uid, leaf?.revision ?? null, leaf ? prefixOf(leaf.hash) : null]);
  }
  return [...unequal, ...[...here.values()].map((leaf): OtherLeaf => [leaf.uid, leaf.revision, prefixOf(leaf.hash)])];
};

/** Children of a node that are not the same on both sides, with the other side's hash, null where it has none. */
export const unequalNodes = (
  asked: readonly (readonly [id: number, hash: string])[],
  held: Iterable<readonly [id: number, hash: string]>,
): [id: number, hash: string | null][] => {
  const here = new Map(held);
  const unequal: [number, string | null][] = [];
  for (const [id, hash] of asked) {
    const other = here.get(id);
    here.delete(id);
    if (other !== hash) unequal.push([id, other ?? null]);
  }
  return [...unequal, ...here];
};

/** What is to be sent so that the other side has what is here, the newest days first. */
export const plan = (mine: Held, theirs: Held): Leaf[] =>
  [...mine.keys()]
    .sort((a, b) => b - a)
    .flatMap((day) => {
      const leaves = [...(mine.get(day)?.values() ?? [])];
      const asked = leaves.map(({ uid, revision, hash }) => [uid, revision, prefixOf(hash)] as const);
      return leavesToSend(leaves, unequalLeaves(asked, theirs.get(day)?.values() ?? [])).send;
    });
