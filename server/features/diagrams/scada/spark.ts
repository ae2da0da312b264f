import type { QualityLetter } from '../../../contract/model/common.ts';
import { round, roundSingle } from '../../../core/round.ts';
import { type DisplayUnit, jointLetter, type SlotRun, tallySlots } from '../../../historian/index.ts';
import type { SeriesKind } from '../../../plantModel/index.ts';

/** Eight hours in quarters of an hour. */
export const SPARK_SLOTS = 96;
const STEP_SLOTS = 3;
const PLACES = 4;

/** The slots of a run in quarters of an hour: sums of a counter, else means; 0 where nothing is known, with the letters that say so. */
export const sparkOf = (run: SlotRun, kind: SeriesKind, { divisor }: DisplayUnit): { spark: number[]; sparkQuality: string } => {
  const spark: number[] = [];
  let sparkQuality = '';
  const end = run.fromSlot + run.values.length;
  for (let slot = run.fromSlot; slot < end; slot += STEP_SLOTS) {
    const to = Math.min(slot + STEP_SLOTS, end);
    const { sum, avg } = tallySlots(run, slot, to, end);
    spark.push(round(roundSingle(((kind === 'counter' ? sum : avg) ?? 0) / divisor), PLACES));
    sparkQuality += jointLetter(run.quality.slice(slot - run.fromSlot, to - run.fromSlot));
  }
  return { spark, sparkQuality };
};

/** The last slot of a run that has a value. */
export const lastKnown = ({
  fromSlot,
  values,
  quality,
}: SlotRun): { value: number; letter: QualityLetter; slot: number } | undefined => {
  for (let at = values.length - 1; at >= 0; at -= 1) {
    const letter = (quality[at] ?? 'M') as QualityLetter;
    if (letter !== 'M' && letter !== 'X') return { value: values[at] ?? 0, letter, slot: fromSlot + at };
  }
  return undefined;
};
