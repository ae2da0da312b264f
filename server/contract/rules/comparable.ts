/** What a series came to in one of the stretches that are compared. */
export type Measured = {
  sum: number | null;
  last: number | null;
  /** Slots that have passed, and those of them that have a value, estimated or not. */
  slots: number;
  known: number;
};

/** A series on both sides. */
export type ComparedPair = {
  kind: 'counter' | 'gauge' | 'stock';
  isEntered: boolean;
  now: Measured;
  before: Measured;
  /** What is compared is less this series, and not with it. */
  isTakenOff?: boolean;
};

/** Of a value that is compared at most so much may be missing. */
const MOST_MISSING = 0.1;
/** Exactly so much is not more, whatever the noise of adding it up. */
const NOISE = 1e-9;
/** What a side lacks of a series, by what is known of it on both. */
export const missingOf = ({ kind, isEntered, now, before }: ComparedPair, side: 'now' | 'before'): number => {
  const [own, other] = side === 'now' ? [now, before] : [before, now];
  if (kind === 'stock') return own.last === null ? Math.abs(other.last ?? 0) : 0;
  if (kind !== 'counter') return 0;
  if (isEntered) return own.sum === null && other.slots > 0 ? Math.abs(other.sum ?? 0) * (own.slots / other.slots) : 0;
  const known = own.known + other.known;
  const perSlot = known > 0 ? (Math.abs(own.sum ?? 0) + Math.abs(other.sum ?? 0)) / known : 0;
  return perSlot * Math.max(0, own.slots - own.known);
};

const amountOf = ({ kind, isTakenOff = false }: ComparedPair, { sum, last }: Measured): number =>
  (isTakenOff ? -1 : 1) * ((kind === 'counter' ? sum : last) ?? 0);

/** Whether what is missing of a total is little of it. */
export const isNearlyWhole = (amount: number, missing: number): boolean =>
  missing <= (MOST_MISSING + NOISE) * (Math.abs(amount) + missing);

/** Whether a side has nearly all of its total, by what is known of both. */
export const isKnownEnough = (pairs: readonly ComparedPair[], side: 'now' | 'before'): boolean => {
  let [amount, missing] = [0, 0];
  for (const pair of pairs) {
    amount += amountOf(pair, pair[side]);
    missing += missingOf(pair, side);
  }
  return isNearlyWhole(amount, missing);
};

/**
 * Whether a total says something beside the one before it: a total leaves out what is missing, and where that is much of one
 * side the change between them is that of the gaps (docs/domain.md 12).
 */
export const areComparable = (pairs: readonly ComparedPair[]): boolean =>
  isKnownEnough(pairs, 'now') && isKnownEnough(pairs, 'before');
