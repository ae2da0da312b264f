import { isCountedAt } from '../../core/slots.ts';
import { isEnteredByHand, type ServingContext, type SlotRun } from '../../historian/index.ts';
import type { SeriesInfo } from '../../plantModel/index.ts';

/** Series added up over a shift day. */
export type DayCurve = {
  /** Up to each slot: what counters counted, what tanks held; stored units, NaN in slots of which nothing is known. */
  amounts: Float64Array;
  /** Up to each slot what is missing of it, of each series by what it came to on that day; null where nothing is. */
  missing: Float64Array | null;
  /** Places of the series of which nothing is known that day: what is missing of them that day does not say. */
  silent: readonly number[];
};

/** What series came to in a part of a day. */
export type PartOfDay = { amount: number; missing: number; silent: readonly number[] };

/** Of what a series came to on a day, what is missing up to each slot; null where nothing of it is known. */
export const missingBySlot = (
  { values, quality }: Pick<SlotRun, 'values' | 'quality'>,
  { kind, slots }: { kind: SeriesInfo['kind']; slots: number },
): Float64Array | null => {
  let [known, sum, firstKnown] = [0, 0, Number.NaN];
  for (let at = 0; at < slots; at += 1) {
    if (!isCountedAt(quality, at)) continue;
    const value = values[at] ?? 0;
    if (known === 0) firstKnown = value;
    known += 1;
    sum += value;
  }
  if (known === 0) return null;
  const missing = new Float64Array(slots);
  if (known === slots || kind === 'gauge') return missing;
  const perSlot = Math.abs(sum) / known;
  let [soFar, isKnown] = [0, false];
  for (let at = 0; at < slots; at += 1) {
    const isCounted = isCountedAt(quality, at);
    isKnown ||= isCounted;
    if (!isCounted) soFar += perSlot;
    missing[at] = kind === 'counter' ? soFar : isKnown ? 0 : Math.abs(firstKnown);
  }
  return missing;
};

const addInto = (sum: Float64Array, more: Float64Array): void => {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (more[at] ?? 0);
};

/** From the slots of the series. */
export const readCurve = async (series: readonly SeriesInfo[], day: number, source: ServingContext): Promise<DayCurve> => {
  const { reader, calendar, pace, unitOf } = source;
  const { firstSlot, slots } = calendar.windowOfDay(day);
  const amounts = new Float64Array(slots).fill(Number.NaN);
  const isKnown = new Uint8Array(slots);
  const missing = new Float64Array(slots);
  const silent: number[] = [];
  for (const [place, { id, kind, unitId }] of series.entries()) {
    await pace.turn();
    const { values, quality } = reader.slots(id, firstSlot, firstSlot + slots);
    let amount = Number.NaN;
    let counted = 0;
    for (let at = 0; at < slots; at += 1) {
      if (isCountedAt(quality, at)) {
        const value = values[at] ?? 0;
        amount = kind === 'counter' && !Number.isNaN(amount) ? amount + value : value;
        isKnown[at] = 1;
        counted += 1;
      }
      if (Number.isNaN(amount)) continue;
      const before = amounts[at] ?? Number.NaN;
      amounts[at] = Number.isNaN(before) ? amount : before + amount;
    }
    if (counted === 0) silent.push(place);
    else if (counted < slots && !isEnteredByHand(unitOf(unitId), unitOf))
      addInto(missing, missingBySlot({ values, quality }, { kind, slots }) ?? missing);
  }
  // a stretch of which nothing is known has no amount; it is not one without water
  for (let at = 0; at < slots; at += 1) if (isKnown[at] === 0) amounts[at] = Number.NaN;
  return { amounts, missing: missing.some((one) => one > 0) ? missing : null, silent };
};

/** The last slot of [from, to) of which something is known; -1 where there is none. */
const lastKnown = (amounts: Float64Array, from: number, to: number): number => {
  for (let at = Math.min(to, amounts.length) - 1; at >= from; at -= 1) if (!Number.isNaN(amounts[at] ?? Number.NaN)) return at;
  return -1;
};

/**
 * Of slots [from, to): what counters counted in them, what tanks held at their end, with what is missing of it; null where nothing
 * is known of them.
 */
export const partOfCurve = (
  { amounts, missing, silent }: DayCurve,
  { kind, from, to }: { kind: SeriesInfo['kind']; from: number; to: number },
): PartOfDay | null => {
  const at = lastKnown(amounts, from, to);
  if (at < 0) return null;
  const isCounter = kind === 'counter';
  const before = isCounter ? lastKnown(amounts, 0, from) : -1;
  const missingAt = (slot: number): number => (slot < 0 ? 0 : (missing?.[Math.min(slot, missing.length - 1)] ?? 0));
  return {
    amount: (amounts[at] ?? 0) - (before < 0 ? 0 : (amounts[before] ?? 0)),
    missing: missingAt(to - 1) - (isCounter ? missingAt(from - 1) : 0),
    silent,
  };
};

/** As figures that are kept: the amounts, how many series are silent, these, and what is missing where anything is. */
export const figuresOf = ({ amounts, missing, silent }: DayCurve): (number | null)[] => [
  ...Array.from(amounts, (value) => (Number.isNaN(value) ? null : value)),
  silent.length,
  ...silent,
  ...(missing ?? []),
];

export const curveOfFigures = (figures: readonly (number | null)[], slots: number): DayCurve => {
  const numbers = Float64Array.from(figures, (value) => value ?? Number.NaN);
  const silentEnd = slots + 1 + (numbers[slots] ?? 0);
  return {
    amounts: numbers.slice(0, slots),
    silent: [...numbers.slice(slots + 1, silentEnd)],
    missing: numbers.length > silentEnd ? numbers.slice(silentEnd) : null,
  };
};
