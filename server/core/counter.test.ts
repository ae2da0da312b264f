import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noState, provisional, validateReading } from './counter.ts';
import type {
  CounterHistory,
  CounterModel,
  CounterNote,
  CounterReading,
  CounterSpan,
  CounterState,
} from './counters/counterModel.ts';

/** A counter of which nothing is known but its meter. */
const historyOf = (meterAt: (slot: number) => CounterModel): CounterHistory => ({
  meterAt,
  changes: () => [],
  stillSince: (reading) => reading,
  courses: () => [],
  grain: () => 0,
  isUnusual: () => false,
  expected: () => null,
});

/** 1200 counts an hour, so 110 counts a slot with the margin, and 1 more for the deadband. */
const meter: CounterModel = { modulus: 10_000, basePerCount: 1000, maxPerHour: 1200, backDeadband: 1 };
const inLitres = (spans: readonly CounterSpan[]): (number | null)[] =>
  spans.map(({ thousandths }) => (thousandths === null ? null : thousandths / 1000));

/** Judges readings one after the other; a null is a slot without one. */
const run = (
  raws: readonly (number | null)[],
  meterAt: (slot: number) => CounterModel = () => meter,
  known: Partial<CounterHistory> = {},
) => {
  let state: CounterState = noState;
  const spans: CounterSpan[] = [];
  const notes: CounterNote[] = [];
  const rejected: number[] = [];
  for (const [slot, raw] of raws.entries()) {
    if (raw === null) continue;
    const verdict = validateReading(state, { slot, raw, second: 290 }, { ...historyOf(meterAt), ...known });
    state = verdict.state;
    spans.push(...verdict.spans);
    notes.push(...verdict.notes);
    if (verdict.rejected !== null) rejected.push(verdict.rejected);
  }
  return { state, spans, kinds: notes.map(({ kind, slot }) => `${kind}@${slot}`), notes, rejected };
};

describe('the step test', () => {
  it('takes the very first reading as a baseline without a volume', () => {
    expect(run([500])).toMatchObject({ spans: [], kinds: [], state: { baseline: { slot: 0, raw: 500 }, held: null } });
  });

  it('accepts steps up to what the pipe can pass, and not one count more', () => {
    expect(inLitres(run([0, 111]).spans)).toEqual([111_000]);
    expect(run([0, 112])).toMatchObject({ spans: [], state: { baseline: { raw: 0 }, held: { raw: 112 } } });
  });

  it('lets the pipe pass more in a longer time', () => {
    const { spans } = run([0, null, null, 331]);
    expect(spans).toEqual([{ afterSlot: 0, slot: 3, kind: 'normal', thousandths: 331_000_000 }]);
    expect(run([0, null, null, 332]).spans).toEqual([]);
  });

  it('keeps a small backflow with its sign', () => {
    const { spans, kinds } = run([100, 99, 99.5]);
    expect(spans.map(({ kind }) => kind)).toEqual(['backflow', 'normal']);
    expect(inLitres(spans)).toEqual([-1000, 500]);
    expect(kinds).toEqual(['backflow@1']);
  });

  it('holds a larger step back for the next reading', () => {
    expect(run([100, 98.9])).toMatchObject({ spans: [], kinds: [], state: { held: { raw: 98.9 } } });
  });

  it('takes a larger step back, once confirmed, for water that flowed back as far as the pipe passes', () => {
    const back = run([5000, 4900, 4810]);
    expect([inLitres(back.spans), back.kinds]).toEqual([[-100_000], ['reverse_flow@1']]);
    expect(run([5000, 4889, 4889]).kinds).toEqual(['reverse_flow@1']);
  });

  it('takes a confirmed step back beyond what the pipe passes, or is usual, for a new start', () => {
    expect(run([5000, 4888, 4888]).kinds).toEqual(['counter_reset@1']);
    const asked: number[] = [];
    const isUnusual = (_: number, perSlot: number): boolean => {
      asked.push(perSlot);
      return perSlot >= 100_000_000;
    };
    expect(run([5000, 4900, 4900], undefined, { isUnusual }).kinds).toEqual(['counter_reset@1']);
    expect(asked).toContain(100_000_000);
    expect(run([5000, 4901, 4901], undefined, { isUnusual }).kinds).toEqual(['reverse_flow@1']);
  });

  it('finds a rollover at the modulus, which is one more than the largest number shown', () => {
    const display: CounterModel = { modulus: 100_000_000, basePerCount: 1, maxPerHour: 12_000, backDeadband: 1 };
    const { spans, kinds } = run([99_999_678, 123], () => display);
    expect(inLitres(spans)).toEqual([445]);
    expect(kinds).toEqual(['rollover@1']);
  });

  it('finds a rollover at 2^16 and 2^32', () => {
    for (const modulus of [2 ** 16, 2 ** 32]) {
      const { spans, kinds } = run([modulus - 10, 5], () => ({ ...meter, modulus, basePerCount: 1 }));
      expect(inLitres(spans)).toEqual([15]);
      expect(kinds).toEqual(['rollover@1']);
    }
  });

  it('drops a zero read when the next reading follows from the one before it', () => {
    const { spans, kinds, rejected } = run([5000, 0, 5100]);
    expect(spans).toEqual([{ afterSlot: 0, slot: 2, kind: 'normal', thousandths: 100_000_000 }]);
    expect(kinds).toEqual(['rejected@1']);
    expect(rejected).toEqual([1]);
  });

  it('drops a read of all ones the same way, and each of several that fit nothing', () => {
    expect(run([5000, 4_294_967_295, 5100])).toMatchObject({ kinds: ['rejected@1'] });
    expect(run([5000, 9000, 2000, 5100])).toMatchObject({ kinds: ['rejected@1', 'rejected@2'], rejected: [1, 2] });
  });

  it('takes a new start for real when the next reading follows from it; its volume is what the new counter shows', () => {
    const { spans, notes } = run([5000, 40, 90]);
    expect(spans.map(({ kind, slot }) => `${kind}@${slot}`)).toEqual(['reset@1', 'normal@2']);
    expect(inLitres(spans)).toEqual([40_000, 50_000]);
    expect(notes).toMatchObject([{ kind: 'counter_reset', slot: 1, before: 5000, after: 40 }]);
  });

  it('does not know the volume when the new counter starts higher than the pipe can have passed', () => {
    expect(inLitres(run([5000, 800, 850]).spans)).toEqual([null, 50_000]);
  });

  it('believes the old baseline first when the next reading fits both', () => {
    expect(run([100, 230, 300])).toMatchObject({ kinds: ['rejected@1'], spans: [{ afterSlot: 0, slot: 2 }] });
  });

  it('counts with the meter of the new reading, and sees no rollover across a change of modulus', () => {
    const small: CounterModel = { ...meter, modulus: 1000, basePerCount: 100 };
    const meterAt = (slot: number): CounterModel => (slot < 2 ? meter : small);
    expect(inLitres(run([0, 10, 20], meterAt).spans)).toEqual([10_000, 1000]);
    expect(run([950, 990, 5], meterAt)).toMatchObject({ kinds: [], state: { held: { raw: 5 } } });
  });

  it('loses no water to the shapes of fractions: a year of odd steps comes to the difference of its ends', () => {
    const raws = Array.from({ length: 5000 }, (_, index) => Math.round(index * 7.3 * 10) / 10).map((raw) => raw + 123_456.7);
    const wide: CounterModel = { ...meter, modulus: 1e9 };
    const { spans } = run(raws, () => wide);
    const total = spans.reduce((sum, { thousandths }) => sum + (thousandths ?? 0), 0);
    expect(total).toBe(Math.round((raws.at(-1) ?? 0) * 1e6) - Math.round((raws[0] ?? 0) * 1e6));
  });

  it('takes the stairs of a float32 counter for what they are: no event, and the right sum', () => {
    expect(Math.fround(10_000_000.1)).toBe(10_000_000);
    expect(Math.fround(16_777_217)).toBe(16_777_216);
    const shown = Array.from({ length: 200 }, (_, index) => Math.fround(16_777_200 + index * 0.1));
    const { spans, kinds } = run(shown, () => ({ ...meter, modulus: 1e9 }));
    expect(kinds).toEqual([]);
    expect(new Set(inLitres(spans))).toEqual(new Set([0, 1000, 2000]));
    expect(inLitres(spans).reduce((sum: number, litres) => sum + (litres ?? 0), 0)).toBe(20_000);
  });

  it('shows the running slot only while its reading simply follows', () => {
    const state: CounterState = { baseline: { slot: 4, raw: 100, second: 290 }, held: null };
    const at = (slot: number, raw: number): number | undefined =>
      provisional(
        state,
        { slot, raw, second: 290 },
        historyOf(() => meter),
      )?.thousandths;
    expect(at(5, 105)).toBe(5_000_000);
    expect(at(6, 105)).toBeUndefined();
    expect(at(5, 5000)).toBeUndefined();
    expect(
      provisional(
        { ...state, held: { slot: 4, raw: 1, second: 290 } },
        { slot: 5, raw: 105, second: 290 },
        historyOf(() => meter),
      ),
    ).toBeNull();
  });
});

describe('whatever happens to a counter', () => {
  const step = fc.oneof(
    { weight: 20, arbitrary: fc.record({ kind: fc.constant('flow' as const), by: fc.integer({ min: 0, max: 100 }) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('back' as const), by: fc.constant(1) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('bad' as const), by: fc.constantFrom(0, 65_535, 4_294_967_295) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('gap' as const), by: fc.integer({ min: 1, max: 30 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reset' as const), by: fc.integer({ min: 0, max: 100 }) }) },
  );

  it('spans join end to end, and their volumes add up to C(end) - C(start) + modulus x rollovers + resets', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3000, max: 9999 }), fc.array(step, { maxLength: 200 }), (first, steps) => {
        let shown = first;
        const raws: (number | null)[] = [first];
        for (const { kind, by } of steps) {
          if (kind === 'gap') raws.push(...new Array<null>(by).fill(null));
          else if (kind === 'bad') raws.push(by);
          else {
            shown =
              kind === 'reset'
                ? by
                : (((kind === 'back' ? shown - by : shown + by) % meter.modulus) + meter.modulus) % meter.modulus;
            raws.push(shown);
          }
        }
        const { spans, notes, state } = run(raws);
        let [at, volume] = [0, 0];
        let expected = 0;
        let baseline = first;
        for (const { afterSlot, slot, kind, thousandths } of spans) {
          expect(afterSlot).toBe(at);
          at = slot;
          volume += thousandths ?? 0;
          const raw = raws[slot] ?? Number.NaN;
          if (kind === 'reset') expected += thousandths === null ? 0 : raw;
          else expected += raw - baseline + (kind === 'rollover' ? meter.modulus : 0);
          baseline = raw;
        }
        expect(state.baseline).toEqual<CounterReading>({ slot: at, raw: baseline, second: 290 });
        expect(volume).toBe(expected * 1_000_000);
        const count = (kind: string): number => spans.filter((span) => span.kind === kind).length;
        expect(notes.filter(({ kind }) => kind === 'rollover')).toHaveLength(count('rollover'));
        expect(notes.filter(({ kind }) => kind === 'counter_reset')).toHaveLength(count('reset'));
      }),
      { numRuns: 300 },
    );
  });
});

describe('whether another course began', () => {
  const steady = historyOf(() => meter);
  const at = (slot: number, raw: number): CounterReading => ({ slot, raw, second: 290 });

  it('is not said of readings that follow, that wait, or that are dropped', () => {
    const first = validateReading(noState, at(0, 100), steady);
    const follows = validateReading(first.state, at(1, 110), steady);
    const waits = validateReading(follows.state, at(2, 9000), steady);
    const dropped = validateReading(waits.state, at(3, 112), steady);
    const verdicts = [first, follows, waits, dropped];
    expect(verdicts.map(({ broke, confirmed, backTo }) => [broke, confirmed, backTo])).toEqual(
      verdicts.map(() => [false, false, null]),
    );
    expect(dropped.rejected).toBe(2);
  });

  it('is said of one that is confirmed after a reset', () => {
    const waits = validateReading({ baseline: at(0, 5000), held: null }, at(1, 0), steady);
    expect(validateReading(waits.state, at(2, 3), steady)).toMatchObject({ broke: true, confirmed: true });
  });
});

describe('a counter that comes back up to a course', () => {
  /** From 1000 down to 990 as it left; it counts at most three a slot. */
  const course = { end: { slot: 0, raw: 1000, second: 290 }, first: { slot: 1, raw: 990, second: 290 } };
  const comesTo = (raw: number) => {
    const history = {
      ...historyOf(() => ({ ...meter, backDeadband: 5 })),
      courses: () => [course],
      isUnusual: (_: number, thousandths: number) => thousandths > 3_000_000,
    };
    const state = { baseline: { slot: 5, raw: 990, second: 290 }, held: { slot: 6, raw, second: 290 } };
    return validateReading(state, { slot: 7, raw: raw + 1, second: 290 }, history).backTo;
  };

  it('is back where it has gone over seven tenths of the distance, and not before', () => {
    expect(comesTo(997)).toEqual(course.end);
    expect(comesTo(996.9)).toBeNull();
  });
});
