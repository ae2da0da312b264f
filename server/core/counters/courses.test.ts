import { describe, expect, it } from 'vitest';
import { provisional, validateReading } from '../counter.ts';
import type { CounterHistory, CounterModel, CounterReading, MeterChange } from './counterModel.ts';

// Expected values are those of the written step test: a pipe of 1200 counts an hour passes 110 in a slot with the margin of a tenth, and 1
// more for the meter's own play.
const meter: CounterModel = { modulus: 10_000, basePerCount: 1, maxPerHour: 1200, backDeadband: 1 };
const at = (slot: number, raw: number): CounterReading => ({ slot, raw, second: 290 });
const historyOf = (known: Partial<CounterHistory> = {}): CounterHistory => ({
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
const confirmed = (baseline: CounterReading, held: CounterReading, known: Partial<CounterHistory> = {}) => {
  const verdict = validateReading({ baseline, held }, at(held.slot + 1, held.raw + 50), historyOf(known));
  expect(verdict.confirmed).toBe(true);
  expect(verdict.state).toEqual({ baseline: at(held.slot + 1, held.raw + 50), held: null });
  expect(verdict.spans.at(-1)).toEqual({ afterSlot: held.slot, slot: held.slot + 1, kind: 'normal', thousandths: 50_000 });
  const [span] = verdict.spans;
  return { ...verdict, span, kinds: verdict.notes.map(({ kind, slot }) => `${kind}@${slot}`) };
};

describe('a counter that comes back to a course that it had left', () => {
  const end = at(0, 5000);
  const course = (first: CounterReading, more: object = {}): Partial<CounterHistory> => ({
    courses: () => [{ end, first, ...more }],
  });

  it('has its volume from where it left, and what was read in between was wrong', () => {
    const { span, notes, backTo, broke, rejected } = confirmed(at(3, 100), at(4, 5300), course(at(1, 40)));
    expect(span).toEqual({ afterSlot: 0, slot: 4, kind: 'return', thousandths: 300_000 });
    expect(notes).toMatchObject([
      { kind: 'rejected', slot: 1, before: 5000, after: 40, note: expect.stringContaining('came back') },
      { kind: 'returned', slot: 4, before: 5000, after: 5300 },
    ]);
    expect([backTo, broke, rejected]).toEqual([end, false, null]);
  });

  it('is back as far as the pipe can have passed since it left, and not one count further', () => {
    const kinds = (raw: number): string[] => confirmed(at(3, 100), at(4, raw), course(at(1, 40))).kinds;
    expect(kinds(5441)).toEqual(['rejected@1', 'returned@4']);
    expect(kinds(5442)).toEqual(['counter_reset@4']);
    expect(kinds(4999)).toEqual(['rejected@1', 'returned@4', 'backflow@4']);
    expect(kinds(4998)).toEqual(['counter_reset@4']);
  });

  it.each<[string, first: number, baseline: CounterReading, held: CounterReading, isBack: boolean]>([
    ['up over 0.7 of the distance', 4000, at(10, 4300), at(11, 5000), true],
    ['up over less', 4000, at(10, 4301), at(11, 5000), false],
    ['down over the distance', 9000, at(2, 9050), at(3, 5100), true],
    ['down over twice the distance', 5200, at(10, 5402), at(11, 5002), true],
    ['down over more than twice the distance', 5200, at(10, 5403), at(11, 5002), false],
    ['down over 0.7 of the distance, as water could flow back', 5200, at(10, 5142), at(12, 5002), true],
    ['down over less, as water could flow back', 5200, at(10, 5141), at(12, 5002), false],
    ['down over less, but faster than water could', 5200, at(10, 5141), at(11, 5002), true],
    ['no nearer, but further away', 5200, at(10, 5300), at(11, 5600), false],
  ])('comes %s', (_, first, baseline, held, isBack) => {
    expect(confirmed(baseline, held, course(at(1, first))).kinds.includes(`returned@${held.slot}`)).toBe(isBack);
  });

  it.each<[first: CounterReading, held: CounterReading, isBack: boolean]>([
    [at(1, 5100), at(2, 5005), true],
    [at(1, 5100), at(2, 5019), true],
    [at(1, 5100), at(2, 5020), false],
    [at(2, 5200), at(3, 5029), true],
    [at(2, 5200), at(3, 5031), false],
    [at(30, 5300), at(31, 5000), false],
    [at(30, 5301), at(31, 5000), true],
  ])('doubts a believed step to %j only where it was ten times what has passed since (%j): %s', (first, held, isBack) => {
    const back = (isLeap: boolean) => confirmed(first, held, course(first, { isLeap })).kinds.includes(`returned@${held.slot}`);
    expect(back(true)).toBe(isBack);
    expect(back(false)).toBe(true);
  });

  it('counts from when it stood still, and takes the first course that fits and is usual', () => {
    const since = at(-3, 5000);
    const courses = () => [
      { end: at(0, 8000), first: at(1, 40) },
      { end, first: at(1, 40) },
      { end: at(0, 5100), first: at(1, 40) },
    ];
    const still = { courses, stillSince: (reading: CounterReading) => (reading.slot === 0 ? { ...reading, slot: -3 } : reading) };
    expect(confirmed(at(3, 100), at(4, 5300), still)).toMatchObject({ span: { afterSlot: since.slot, slot: 4 }, backTo: end });
    expect(confirmed(at(3, 100), at(4, 5771), still).backTo).toEqual(end);
    const asked: [number, number][] = [];
    const isUnusual = (slot: number, perSlot: number): boolean => {
      asked.push([slot, perSlot]);
      return slot === 4 && perSlot === 75_000;
    };
    expect(confirmed(at(3, 100), at(4, 5300), { courses, isUnusual }).backTo).toEqual(at(0, 5100));
    expect(asked).toContainEqual([4, 75_000]);
  });
});

describe('a counter that catches up', () => {
  const stood = { stillSince: (reading: CounterReading) => (reading.slot === 10 ? at(0, reading.raw) : reading) };

  it('has the volume of the time in which it stood still', () => {
    const { span, notes, broke, backTo } = confirmed(at(10, 5000), at(12, 5500), stood);
    expect(span).toEqual({ afterSlot: 0, slot: 12, kind: 'late', thousandths: 500_000 });
    expect(notes).toEqual([
      {
        kind: 'caught_up',
        slot: 12,
        before: 5000,
        after: 5500,
        note: 'stood still for 11 slots and then showed what had passed meanwhile',
      },
    ]);
    expect([broke, backTo]).toEqual([true, null]);
  });

  it('shows what could pass meanwhile, and not one count more', () => {
    expect(confirmed(at(10, 5000), at(12, 6321), stood).kinds).toEqual(['caught_up@12']);
    expect(confirmed(at(10, 5000), at(12, 6322), stood).kinds).toEqual(['counter_reset@12']);
    expect(confirmed(at(10, 5000), at(12, 5500)).kinds).toEqual(['counter_reset@12']);
  });

  it('may have rolled over meanwhile', () => {
    expect(confirmed(at(10, 9800), at(12, 300), stood)).toMatchObject({
      kinds: ['caught_up@12', 'rollover@12'],
      span: { kind: 'late', thousandths: 500_000 },
    });
  });

  it('does so at every step of a coarse display, which is no event', () => {
    const asked: [number, number][] = [];
    const grain = (before: CounterReading, least: number): number => {
      asked.push([before.slot, least]);
      return 200;
    };
    const of = (raw: number) => confirmed(at(10, 5000), at(11, raw), { grain });
    expect(of(5200)).toMatchObject({ kinds: [], span: { afterSlot: 10, kind: 'late', thousandths: 200_000 }, broke: true });
    expect(asked).toContainEqual([10, 55.5]);
    expect(of(5201).kinds).toEqual(['caught_up@11']);
    expect(of(5311).kinds).toEqual(['caught_up@11']);
    expect(of(5312).kinds).toEqual(['counter_reset@11']);
  });
});

describe('a counter that began anew', () => {
  it.each<[raw: number, expected: number | null, thousandths: number | null]>([
    [111, null, 111_000],
    [112, null, null],
    [0, null, 0],
    [-1, null, null],
    [75, 50_000, 75_000],
    [76, 50_000, null],
    [1, 0, 1000],
    [2, 0, null],
  ])('and shows %d where %s thousandths were expected has counted %s', (raw, expected, thousandths) => {
    const asked: [number, number][] = [];
    const { span, notes, broke, backTo } = confirmed(at(3, 5000), at(4, raw), {
      expected: (after, upTo) => {
        asked.push([after, upTo]);
        return expected;
      },
    });
    expect(span).toEqual({ afterSlot: 3, slot: 4, kind: 'reset', thousandths });
    const note = thousandths === null ? 'volume up to this reading is not known' : 'taken as counted again from 0';
    expect(notes).toEqual([{ kind: 'counter_reset', slot: 4, before: 5000, after: raw, note }]);
    expect([broke, backTo]).toEqual([true, null]);
    for (const one of asked) expect(one).toEqual([3, 4]);
  });

  it('has counted what the pipe can have passed since its last reading', () => {
    expect(confirmed(at(3, 5000), at(6, 331)).span).toMatchObject({ kind: 'reset', thousandths: 331_000 });
    expect(confirmed(at(3, 5000), at(6, 332)).span).toMatchObject({ kind: 'reset', thousandths: null });
  });
});

describe('a counter that runs backwards', () => {
  const kindsOf = (baseline: CounterReading, held: CounterReading, known: Partial<CounterHistory> = {}) =>
    confirmed(baseline, held, known).kinds[0];

  it('has a negative volume, and is on no other course', () => {
    const { span, notes, broke, backTo } = confirmed(at(3, 5000), at(4, 4900));
    expect(span).toEqual({ afterSlot: 3, slot: 4, kind: 'backflow', thousandths: -100_000 });
    expect(notes).toMatchObject([{ kind: 'reverse_flow', slot: 4, before: 5000, after: 4900 }]);
    expect([broke, backTo]).toEqual([false, null]);
  });

  it.each<[string, baseline: CounterReading, held: CounterReading, known: Partial<CounterHistory>, kind: string]>([
    ['as fast as the pipe passes', at(3, 5000), at(4, 4889), {}, 'reverse_flow@4'],
    ['faster', at(3, 5000), at(4, 4888), {}, 'counter_reset@4'],
    ['for longer', at(3, 5000), at(6, 4669), {}, 'reverse_flow@6'],
    ['for longer, and faster', at(3, 5000), at(6, 4668), {}, 'counter_reset@6'],
    ['by one step of a coarse display', at(3, 5000), at(4, 4799), { grain: () => 90 }, 'reverse_flow@4'],
    ['by one and a count', at(3, 5000), at(4, 4798), { grain: () => 90 }, 'counter_reset@4'],
    ['unusually fast', at(3, 5000), at(5, 4900), { isUnusual: (_, perSlot) => perSlot >= 50_000 }, 'counter_reset@5'],
    ['not unusually fast', at(3, 5000), at(5, 4902), { isUnusual: (_, perSlot) => perSlot >= 50_000 }, 'reverse_flow@5'],
    [
      'not unusually fast since it stood still',
      at(3, 5000),
      at(5, 4900),
      {
        isUnusual: (slot, perSlot) => slot === 5 && perSlot >= 50_000,
        stillSince: (reading) => ({ ...reading, slot: reading.slot - 1 }),
      },
      'reverse_flow@5',
    ],
  ])('%s', (_, baseline, held, known, kind) => {
    const usual = known.grain ? { ...known, grain: (before: CounterReading) => (before.slot === 3 ? 90 : 0) } : known;
    const asReverse = { ...usual, ...(known.grain && { stillSince: (reading: CounterReading) => reading }) };
    expect(kindsOf(baseline, held, asReverse)).toBe(kind);
  });

  it('goes on doing so: each reading is taken once the next is lower again', () => {
    const verdict = validateReading({ baseline: at(3, 5000), held: at(4, 4900) }, at(5, 4800), historyOf());
    expect(verdict).toMatchObject({
      state: { baseline: at(4, 4900), held: at(5, 4800) },
      spans: [{ afterSlot: 3, slot: 4, kind: 'backflow', thousandths: -100_000 }],
      confirmed: true,
      rejected: null,
    });
    const once = validateReading({ baseline: at(3, 5000), held: at(4, 4900) }, at(5, 4700), historyOf());
    expect(once).toMatchObject({ state: { baseline: at(3, 5000), held: at(5, 4700) }, spans: [], rejected: 4, confirmed: false });
    const first = validateReading({ baseline: at(3, 5000), held: at(4, 4700) }, at(5, 4600), historyOf());
    expect(first).toMatchObject({
      state: { held: at(5, 4600) },
      rejected: 4,
      notes: [{ kind: 'rejected', slot: 4, after: 4700 }],
    });
  });
});

describe('a meter that was changed', () => {
  const change = (more: Partial<MeterChange> = {}): MeterChange => ({
    slot: 6,
    second: 0,
    closing: 5100,
    opening: 10,
    oldBasePerCount: 1,
    ...more,
  });
  const step = (baseline: CounterReading, next: CounterReading, ...changes: MeterChange[]) =>
    validateReading({ baseline, held: null }, next, historyOf({ changes: () => changes }));

  it('has counted to its closing reading, and the new one from its opening reading', () => {
    const verdict = step(at(3, 5000), at(8, 30), change());
    expect(verdict.spans).toEqual([{ afterSlot: 3, slot: 8, kind: 'change', thousandths: 120_000 }]);
    expect(verdict.notes).toMatchObject([{ kind: 'meter_change', slot: 6, before: 5100, after: 10 }]);
    expect(verdict.state).toEqual({ baseline: at(8, 30), held: null });
  });

  it('counts each by its own litres, and each of several', () => {
    expect(step(at(3, 5000), at(8, 30), change({ oldBasePerCount: 10 })).spans).toMatchObject([{ thousandths: 1_020_000 }]);
    const twice = step(at(3, 5000), at(8, 30), change({ slot: 5 }), change({ slot: 7, closing: 17, opening: 20 }));
    expect(twice.spans).toMatchObject([{ thousandths: 117_000 }]);
    expect(twice.notes.map(({ slot, before }) => [slot, before])).toEqual([
      [5, 5100],
      [7, 17],
    ]);
  });

  it('holds what a person read, also where it is less or more than the pipe passes', () => {
    expect(step(at(3, 5000), at(8, 30), change({ closing: 4000 })).spans).toMatchObject([{ thousandths: -980_000 }]);
    expect(step(at(3, 5000), at(8, 30), change({ closing: 9000 })).spans).toMatchObject([{ thousandths: 4_020_000 }]);
    expect(step(at(3, 9950), at(8, 30), change({ closing: 20 })).spans).toMatchObject([{ thousandths: 90_000 }]);
  });

  it('is held where nobody read the old one, or the new one does not follow from its opening reading', () => {
    for (const one of [change({ closing: null }), change({ opening: 8000 })])
      expect(step(at(3, 5000), at(8, 30), one)).toMatchObject({ spans: [], state: { baseline: at(3, 5000), held: at(8, 30) } });
    expect(step(at(3, 5000), at(8, 341), change()).spans).toHaveLength(1);
    expect(step(at(3, 5000), at(8, 342), change()).spans).toEqual([]);
  });

  it.each([
    [2, 4],
    [3, 4],
    [4, 4],
    [8, 8],
    [9, 8],
  ])('in slot %d is noted in slot %d, within the span', (slot, noted) => {
    expect(step(at(3, 5000), at(8, 11), change({ slot })).notes).toMatchObject([{ kind: 'meter_change', slot: noted }]);
  });

  it('is not taken for a counter that runs backwards', () => {
    const changes = (after: CounterReading | null, upTo: CounterReading) =>
      after?.slot === 3 && upTo.slot === 4 ? [change({ closing: null })] : [];
    expect(confirmed(at(3, 5000), at(4, 4900), { changes }).kinds).toEqual(['counter_reset@4']);
  });
});

describe('the first reading of all', () => {
  const opened: MeterChange = { slot: 3, second: 0, closing: null, opening: 100, oldBasePerCount: 1 };
  const begin = (reading: CounterReading, ...changes: MeterChange[]) =>
    validateReading({ baseline: null, held: null }, reading, historyOf({ changes: (after) => (after === null ? changes : []) }));

  it('has a volume from the opening reading of its meter, if that can have passed', () => {
    expect(begin(at(5, 150), opened).spans).toEqual([{ afterSlot: 2, slot: 5, kind: 'normal', thousandths: 50_000 }]);
    expect([100, 431, 99, 432].map((raw) => begin(at(5, raw), opened).spans.length)).toEqual([1, 1, 0, 0]);
    for (const raw of [150, 99])
      expect(begin(at(5, raw), opened)).toMatchObject({ state: { baseline: at(5, raw), held: null }, notes: [] });
  });

  it('has one over a change of the meter, if both were read', () => {
    const changed: MeterChange = { slot: 6, second: 0, closing: 200, opening: 10, oldBasePerCount: 1 };
    expect(begin(at(8, 30), opened, changed)).toMatchObject({
      spans: [{ afterSlot: 2, slot: 8, kind: 'change', thousandths: 120_000 }],
      notes: [{ kind: 'meter_change', slot: 6, before: 200, after: 10 }],
      state: { baseline: at(8, 30), held: null },
    });
    expect(begin(at(8, 30), opened, { ...changed, closing: null })).toMatchObject({ spans: [], state: { baseline: at(8, 30) } });
  });
});

describe('rollovers', () => {
  const of = (raw: number, more: Partial<CounterModel>, expected: number | null = null, baseline = 50) => {
    const verdict = validateReading(
      { baseline: at(3, baseline), held: null },
      at(4, raw),
      historyOf({ meterAt: () => ({ ...meter, modulus: 100, ...more }), expected: () => expected }),
    );
    return {
      thousandths: verdict.spans[0]?.thousandths,
      kinds: verdict.notes.map(({ kind }) => kind),
      note: verdict.notes.at(-1)?.note,
    };
  };

  it('are the one number that fits', () => {
    expect(of(45, {})).toMatchObject({ thousandths: 95_000, kinds: ['rollover'] });
    expect(of(49, { modulus: 112 })).toMatchObject({ thousandths: -1000, kinds: ['backflow', 'rollover_doubt'] });
    expect(of(49, { modulus: 113 })).toMatchObject({ thousandths: -1000, kinds: ['backflow'] });
    expect(of(62, {})).toMatchObject({ thousandths: 12_000, kinds: [] });
  });

  it('of several that fit are those nearest to the usual volume, and said to be in doubt', () => {
    expect(of(55, {}, 90_000)).toMatchObject({ thousandths: 105_000, kinds: ['rollover', 'rollover_doubt'] });
    expect(of(55, {}, 90_000).note).toBe('taken as 1 rollovers, the number nearest to the usual volume; 0 to 1 are possible');
    expect(of(55, {}, 40_000)).toMatchObject({ thousandths: 5000, kinds: ['rollover_doubt'] });
    expect(of(55, {}, null)).toMatchObject({ thousandths: 5000, kinds: ['rollover_doubt'] });
    expect(of(55, {}, 900_000)).toMatchObject({ thousandths: 105_000 });
    expect(of(55, {}, -900_000)).toMatchObject({ thousandths: 5000 });
    // the boundary: 111 counts can pass, 11 and one turn
    expect([of(61, {}).kinds, of(62, {}).kinds]).toEqual([['rollover_doubt'], []]);
  });

  it('on a pipe of any size are the least, or those of the usual volume', () => {
    const any = { maxPerHour: Number.POSITIVE_INFINITY };
    expect(of(55, any)).toMatchObject({ thousandths: 5000, kinds: [] });
    expect(of(45, any)).toMatchObject({ thousandths: 95_000, kinds: ['rollover'] });
    expect(of(55, any, 310_000)).toMatchObject({ thousandths: 305_000, kinds: ['rollover', 'rollover_doubt'] });
    expect(of(55, any, 310_000).note).toContain('0 to 3 are possible');
  });

  it('across a change of the modulus are none: what does not follow is held', () => {
    const of = (raw: number) =>
      validateReading(
        { baseline: at(3, 50), held: null },
        at(4, raw),
        historyOf({ meterAt: (slot) => ({ ...meter, modulus: slot === 4 ? 100 : 1000 }) }),
      ).spans.map(({ kind, thousandths }) => `${kind} ${thousandths}`);
    expect([of(50), of(161), of(162), of(49), of(48)]).toEqual([['normal 0'], ['normal 111000'], [], ['backflow -1000'], []]);
  });
});

describe('what is unusual', () => {
  const asking = (answer: (slot: number, perSlot: number) => boolean) => {
    const asked: [number, number][] = [];
    return {
      asked,
      history: historyOf({
        isUnusual: (slot, perSlot) => {
          asked.push([slot, perSlot]);
          return answer(slot, perSlot);
        },
      }),
    };
  };

  it('is held although it follows, and is the volume of a slot', () => {
    const { asked, history } = asking((_, perSlot) => perSlot > 30_000);
    const state = { baseline: at(3, 5000), held: null };
    expect(validateReading(state, at(6, 5093), history)).toMatchObject({ spans: [], state: { held: at(6, 5093) } });
    expect(validateReading(state, at(6, 5090), history).spans).toHaveLength(1);
    expect(asked).toEqual([
      [6, 31_000],
      [6, 30_000],
    ]);
  });

  it('is not shown of a running slot', () => {
    const { history } = asking((_, perSlot) => perSlot > 30_000);
    const state = { baseline: at(3, 5000), held: null };
    expect([provisional(state, at(4, 5031), history), provisional(state, at(4, 5030), history)?.thousandths]).toEqual([
      null,
      30_000,
    ]);
    expect(provisional({ baseline: null, held: null }, at(4, 5030), history)).toBeNull();
  });
});
