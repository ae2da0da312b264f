import { describe, expect, it } from 'vitest';
import { at, confirmed, historyOf } from '../../test/counterReadings.ts';
import { validateReading } from '../counter.ts';
import type { CounterHistory, CounterReading } from './counterModel.ts';

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
