import { lastUsed } from '../../../core/lastUsed.ts';
import { mean } from '../../../core/statistics.ts';
import {
  allMeasured,
  areComparable,
  type ComparedSide,
  changePct,
  gatherTotals,
  isKnownEnough,
  isMeasuredWhole,
  type Measured,
  pairsOfMeasured,
  type ReadingReader,
  type ServingContext,
} from '../../../historian/index.ts';
import type { SeriesInfo } from '../../../plantModel/index.ts';
import type { LandingFamily } from './families.ts';

type Family = Pick<LandingFamily, 'added'>;
type Amount = number | null;

/** A stretch up to a slot of its last day, which goes on until `dayEnd`. */
export type PastStretch = { fromDay: number; fromSlot: number; endSlot: number; dayEnd: number };

/** What series came to from the start of a day up to a slot. */
const sideOf = async (
  added: readonly SeriesInfo[],
  { fromDay, fromSlot, endSlot }: Omit<PastStretch, 'dayEnd'>,
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

export const measuredUpTo = async (
  added: readonly SeriesInfo[],
  stretch: Omit<PastStretch, 'dayEnd'>,
  source: ServingContext,
): Promise<Measured[]> => allMeasured(added, await sideOf(added, stretch, source), source);

type WholeDays = { revision: string; measured: readonly (Measured & { complete: number })[] };

/** Of each family seven weekdays, three months and what lies before the window; some 100 bytes a series each. */
const MOST_STRETCHES = 16;
const knownBefore = new WeakMap<ReadingReader, WeakMap<readonly SeriesInfo[], ReturnType<typeof lastUsed<string, WholeDays>>>>();

/** The lists of series are made anew with the units. */
const keptOf = (reader: ReadingReader, added: readonly SeriesInfo[]) => {
  const ofReader =
    knownBefore.get(reader) ?? new WeakMap<readonly SeriesInfo[], ReturnType<typeof lastUsed<string, WholeDays>>>();
  knownBefore.set(reader, ofReader);
  const kept = ofReader.get(added) ?? lastUsed<string, WholeDays>(MOST_STRETCHES);
  ofReader.set(added, kept);
  return kept;
};

/** How series were measured in whole days: of days that are over it is the same for each who asks. */
const wholeDays = async (
  added: readonly SeriesInfo[],
  { fromDay, fromSlot, dayEnd }: PastStretch,
  source: ServingContext,
): Promise<WholeDays['measured']> => {
  const { reader, calendar } = source;
  const kept = keptOf(reader, added);
  const ids = added.map(({ id }) => id);
  const key = `${fromSlot} ${dayEnd}`;
  const revision = reader.revision(ids, fromDay, calendar.dayOfSlot(dayEnd - 1));
  const known = kept.get(key);
  if (known?.revision === revision) return known.measured;
  const side = await sideOf(added, { fromDay, fromSlot, endSlot: dayEnd }, source);
  const found = await allMeasured(added, side, source);
  const measured = found.map((one, at) => ({ ...one, complete: side.of(ids[at] ?? -1)?.complete ?? 0 }));
  kept.set(key, { revision, measured });
  return measured;
};

/**
 * How a family was measured in a stretch that is over. Slots are read only of those series that may lack some before `endSlot`: of
 * the others the totals of whole days say enough.
 */
const measuredBefore = async (
  added: readonly SeriesInfo[],
  stretch: PastStretch,
  source: ServingContext,
): Promise<Measured[]> => {
  const { calendar, nowSlot } = source;
  // yesterday is in memory, and changes with each reading that comes late
  if (calendar.dayOfSlot(stretch.dayEnd - 1) >= calendar.dayOfSlot(nowSlot) - 1) return measuredUpTo(added, stretch, source);
  const whole = await wholeDays(added, stretch, source);
  const [slots, later] = [stretch.endSlot - stretch.fromSlot, stretch.dayEnd - stretch.endSlot];
  if (later <= 0) return [...whole];
  const isSure = ({ kind }: SeriesInfo, { sum, last, complete }: WholeDays['measured'][number]): boolean => {
    if (kind === 'counter') return sum === null || isMeasuredWhole(complete - later, slots);
    return kind === 'gauge' || last === null || complete > later;
  };
  const unsure = added.filter((one, at) => whole[at] && !isSure(one, whole[at]));
  const found = await measuredUpTo(unsure, stretch, source);
  const parts = new Map(unsure.map(({ id }, at) => [id, found[at]]));
  return whole.map(({ sum, last, known }, at) => {
    const part = parts.get(added[at]?.id ?? -1);
    return part ?? { sum: sum === null ? null : (sum * slots) / (slots + later), last, slots, known: known === 0 ? 0 : slots };
  });
};

/** By how much a family's amount changed; null where too little of it was measured on one side. */
export const changeBetween = async (
  { added }: Family,
  [value, previous]: readonly [Amount, Amount],
  sides: { now: readonly Measured[]; before: PastStretch },
  source: ServingContext,
): Promise<Amount> => {
  if (value === null || previous === null) return null;
  const before = await measuredBefore(added, sides.before, source);
  const pairs = pairsOfMeasured(added, { now: sides.now, before }, source);
  return areComparable(pairs) ? changePct(value, previous) : null;
};

/** A stretch like the one that is shown, and the amount of it. */
export type LikeStretch = PastStretch & { amount: Amount };

/** The mean of like stretches, of those that were measured, and whether what is shown was measured as well as they were. */
export type LikeMean = { value: Amount; isComparable: boolean };

export const meanOfLike = async (
  { added }: Family,
  stretches: readonly LikeStretch[],
  now: readonly Measured[],
  source: ServingContext,
): Promise<LikeMean> => {
  const known: number[] = [];
  let isComparable = true;
  for (const { amount, ...stretch } of stretches) {
    if (amount === null) continue;
    const pairs = pairsOfMeasured(added, { now, before: await measuredBefore(added, stretch, source) }, source);
    if (!isKnownEnough(pairs, 'before')) continue;
    known.push(amount);
    isComparable &&= isKnownEnough(pairs, 'now');
  }
  return { value: mean(known), isComparable };
};

/** Of exact amounts; null where they are not comparable. */
export const changeFromMean = (value: Amount, usual: LikeMean): Amount =>
  usual.isComparable ? changePct(value, usual.value) : null;
