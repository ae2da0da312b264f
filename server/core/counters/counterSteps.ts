import { SLOTS_PER_HOUR } from '../slots.ts';
import type { CounterHistory, CounterModel, CounterReading, MeterChange } from './counterModel.ts';

const MARGIN = 1.1;

/** How one reading follows from another. */
export type CounterStep = {
  kind: 'normal' | 'backflow' | 'rollover' | 'change';
  thousandths: number;
  /** How often the counter may have rolled over, where that is not sure. */
  doubt?: { turns: number; least: number; most: number };
  /** Of the meter, in order. */
  changes?: readonly MeterChange[];
};

/** Counts that can pass within a number of slots. */
export const capacity = (meter: CounterModel, slots: number): number =>
  (meter.maxPerHour * MARGIN * slots) / SLOTS_PER_HOUR + meter.backDeadband;

/** Rounded per reading and not per step, so that steps always add up to the difference of their ends. */
export const inThousandths = (raw: number, meter: CounterModel): number => Math.round(raw * meter.basePerCount * 1000);

/** Thousandths between two readings of one meter, and the same in counts: what is less than a thousandth is noise of floats. */
export const stepOf = (
  last: CounterReading,
  next: CounterReading,
  meter: CounterModel,
): { thousandths: number; counts: number } => {
  const thousandths = inThousandths(next.raw, meter) - inThousandths(last.raw, meter);
  return { thousandths, counts: thousandths / (meter.basePerCount * 1000) };
};

/** How often the counter rolled over: the one number that fits, or of several the one nearest to what was to be expected. */
const turnsOf = (
  counts: number,
  cap: number,
  meter: CounterModel,
  expected: () => number | null,
): CounterStep['doubt'] | null => {
  const { modulus } = meter;
  const least = counts >= -meter.backDeadband ? 0 : Math.ceil(-counts / modulus);
  const most = Math.floor((cap - counts) / modulus);
  if (most < least) return null;
  if (most === least) return { turns: least, least, most };
  const usual = expected();
  if (!Number.isFinite(most) && usual === null) return { turns: least, least, most: least };
  const nearest = usual === null ? least : Math.round((usual / (meter.basePerCount * 1000) - counts) / modulus);
  const turns = Math.min(most, Math.max(least, nearest));
  return { turns, least, most: Number.isFinite(most) ? most : turns };
};

/** Steps of one and the same meter. @param since reading that the time is counted from. */
const onOneMeter = (
  last: CounterReading,
  next: CounterReading,
  meter: CounterModel,
  since: CounterReading,
  history: CounterHistory,
  modulusBefore: number,
  grain = 0,
): CounterStep | null => {
  const { thousandths, counts } = stepOf(last, next, meter);
  const cap = capacity(meter, Math.max(1, next.slot - since.slot)) + grain;
  if (modulusBefore !== meter.modulus) {
    if (counts > cap || counts < -meter.backDeadband) return null;
    return { kind: counts < 0 ? 'backflow' : 'normal', thousandths };
  }
  const found = turnsOf(counts, cap, meter, () => history.expected(since.slot, next.slot));
  if (!found) return null;
  const { turns, least, most } = found;
  return {
    kind: turns > 0 ? 'rollover' : counts < 0 ? 'backflow' : 'normal',
    thousandths: thousandths + turns * inThousandths(meter.modulus, meter),
    ...(most > least && { doubt: found }),
  };
};

/** What a new meter showed, as a reading of the slot before it began to count. */
export const openingOf = ({ slot, opening, second }: MeterChange): CounterReading => ({ slot: slot - 1, raw: opening, second });

/** Over changes of the meter: what each old one counted to its end, and the newest from its beginning. */
export const overChanges = (
  last: CounterReading,
  next: CounterReading,
  changes: readonly MeterChange[],
  history: CounterHistory,
): CounterStep | null => {
  let [from, thousandths, meter] = [last, 0, history.meterAt(last.slot, last.second)];
  for (const change of changes) {
    if (change.closing === null) return null;
    const old = { ...meter, basePerCount: change.oldBasePerCount };
    const ended = { slot: change.slot, raw: change.closing, second: change.second };
    // a person read the display: what it says holds, also where it counts little backwards
    const fit = onOneMeter(from, ended, old, from, history, old.modulus);
    thousandths += fit?.thousandths ?? stepOf(from, ended, old).thousandths;
    from = openingOf(change);
    meter = history.meterAt(change.slot, change.second);
  }
  const fresh = history.meterAt(next.slot, next.second);
  const since = onOneMeter(from, next, fresh, from, history, fresh.modulus);
  return since && { kind: 'change', thousandths: thousandths + since.thousandths, changes };
};

/**
 * How `next` follows from `last`, if at all.
 * @param since counts the time from there: where the counter was still before; @param grain of a display that steps coarsely
 */
export const explainStep = (
  last: CounterReading,
  next: CounterReading,
  history: CounterHistory,
  since: CounterReading = last,
  grain = 0,
): CounterStep | null => {
  const changes = history.changes(last, next);
  if (changes.length > 0) return overChanges(last, next, changes, history);
  const [before, now] = [history.meterAt(last.slot, last.second), history.meterAt(next.slot, next.second)];
  return onOneMeter(last, next, now, since, history, before.modulus, grain);
};

/** A step back that water can have made: within what the pipe passes, and not far above what is usual. */
export const isReverse = (last: CounterReading, next: CounterReading, history: CounterHistory): boolean => {
  const meter = history.meterAt(next.slot, next.second);
  const slots = next.slot - last.slot;
  const { counts, thousandths } = stepOf(last, next, meter);
  if (counts >= 0) return false;
  const most = capacity(meter, slots) + history.grain(last, capacity(meter, 1) / 2);
  if (!Number.isFinite(most) || history.changes(last, next).length > 0) return false;
  return (
    -counts <= most &&
    -counts < meter.modulus / 2 &&
    !history.isUnusual(next.slot, -thousandths / (next.slot - history.stillSince(last).slot))
  );
};
