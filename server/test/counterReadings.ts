/** Readings of one counter and what is known of its past, for tests of its steps. */
import { expect } from 'vitest';
import { validateReading } from '../core/counter.ts';
import type { CounterHistory, CounterModel, CounterReading } from '../core/counters/counterModel.ts';

// Expected values are those of the written step test: a pipe of 1200 counts an hour passes 110 in a slot with the margin of a tenth, and 1
// more for the meter's own play.
export const meter: CounterModel = { modulus: 10_000, basePerCount: 1, maxPerHour: 1200, backDeadband: 1 };

export const at = (slot: number, raw: number): CounterReading => ({ slot, raw, second: 290 });

export const historyOf = (known: Partial<CounterHistory> = {}): CounterHistory => ({
  meterAt: () => meter,
  changes: () => [],
  stillSince: (reading) => reading,
  courses: () => [],
  grain: () => 0,
  isUnusual: () => false,
  expected: () => null,
  ...known,
});

/** What becomes of a held reading that the next one, 50 counts more in the next slot, confirms. */
export const confirmed = (baseline: CounterReading, held: CounterReading, known: Partial<CounterHistory> = {}) => {
  const verdict = validateReading({ baseline, held }, at(held.slot + 1, held.raw + 50), historyOf(known));
  expect(verdict.confirmed).toBe(true);
  expect(verdict.state).toEqual({ baseline: at(held.slot + 1, held.raw + 50), held: null });
  expect(verdict.spans.at(-1)).toEqual({ afterSlot: held.slot, slot: held.slot + 1, kind: 'normal', thousandths: 50_000 });
  const [span] = verdict.spans;
  return { ...verdict, span, kinds: verdict.notes.map(({ kind, slot }) => `${kind}@${slot}`) };
};
