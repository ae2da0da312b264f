import { mean } from '../../../core/statistics.ts';
import {
  type ComparedSide,
  changePct,
  comparedChange,
  gatherTotals,
  isKnownEnough,
  pairsOf,
  type ServingContext,
} from '../../../historian/index.ts';
import type { LandingFamily } from './families.ts';

type Family = Pick<LandingFamily, 'added'>;
type Stretch = { fromDay: number; fromSlot: number };
type Amount = number | null;

/** What a family's series came to from the start of a day up to a slot. */
export const sideOf = async (
  { added }: Family,
  { fromDay, fromSlot }: Stretch,
  endSlot: number,
  source: ServingContext,
): Promise<ComparedSide> => {
  const totals = await gatherTotals(
    source,
    added.map(({ id }) => id),
    { fromDay, fromSlot },
    endSlot,
  );
  return { fromDay, fromSlot, endSlot, of: (id) => totals.get(id) };
};

/** By how much a family's amount changed; null where too little of it was measured on one side. */
export const changeBetween = async (
  { added }: Family,
  [value, previous]: readonly [Amount, Amount],
  sides: { now: ComparedSide; before: Stretch; endSlot: number },
  source: ServingContext,
): Promise<Amount> => {
  if (value === null || previous === null) return null;
  const before = await sideOf({ added }, sides.before, sides.endSlot, source);
  return comparedChange(value, previous, await pairsOf(added, { now: sides.now, before }, source));
};

/** A stretch like the one that is shown, and the amount of it; whether it was measured is asked of all of it up to `endSlot`. */
export type LikeStretch = Stretch & { endSlot: number; amount: Amount };

/** The mean of like stretches, of those that were measured, and whether what is shown was measured as well as they were. */
export type LikeMean = { value: Amount; isComparable: boolean };

export const meanOfLike = async (
  { added }: Family,
  stretches: readonly LikeStretch[],
  now: ComparedSide,
  source: ServingContext,
): Promise<LikeMean> => {
  const known: number[] = [];
  let isComparable = true;
  for (const { amount, endSlot, ...stretch } of stretches) {
    if (amount === null) continue;
    const before = await sideOf({ added }, stretch, endSlot, source);
    const pairs = await pairsOf(added, { now, before }, source);
    if (!isKnownEnough(pairs, 'before')) continue;
    known.push(amount);
    isComparable &&= isKnownEnough(pairs, 'now');
  }
  return { value: mean(known), isComparable };
};

/** Of exact amounts; null where they are not comparable. */
export const changeFromMean = (value: Amount, usual: LikeMean): Amount =>
  usual.isComparable ? changePct(value, usual.value) : null;
