import { describe, expect, it } from 'vitest';
import { areComparable, type ComparedPair, isKnownEnough } from '../../contract/rules/comparable.ts';
import { comparedChange, isMonthExpected, measuredIn } from './comparable.ts';
import { emptyTally } from './tally.ts';

const DAY = 288;
const counted = (sum: number | null, known: number, slots = DAY) => ({ sum, last: null, known, slots });
const meter = (now: ComparedPair['now'], before: ComparedPair['before']): ComparedPair => ({
  kind: 'counter',
  isEntered: false,
  now,
  before,
});
const steady = meter(counted(100, DAY), counted(100, DAY));

describe('what may be compared', () => {
  it('is what lacks at most a tenth on either side', () => {
    expect(areComparable([meter(counted(100, DAY), counted(91, 0.91 * DAY))])).toBe(true);
    expect(areComparable([meter(counted(100, DAY), counted(85, 0.85 * DAY))])).toBe(false);
    expect(areComparable([meter(counted(85, 0.85 * DAY), counted(100, DAY))])).toBe(false);
    expect(comparedChange(100, 20, [meter(counted(100, DAY), counted(20, DAY / 5))])).toBeNull();
    expect(comparedChange(100, 80, [meter(counted(100, DAY), counted(80, DAY))])).toBe(25);
  });

  it('counts what is missing by what each meter counts: a small one that is silent hides nothing, a large one does', () => {
    const small = meter(counted(5, DAY), counted(null, 0));
    const large = meter(counted(1000, DAY), counted(null, 0));
    expect(areComparable([steady, small])).toBe(true);
    expect(areComparable([...Array<ComparedPair>(20).fill(steady), large])).toBe(false);
  });

  it('holds what is missing against what is left, where one meter is taken off another', () => {
    const taken = meter(counted(100, DAY), counted(100, DAY));
    const given = meter(counted(90, DAY), counted(82, 0.91 * DAY));
    expect(areComparable([taken, given])).toBe(true);
    // 10 beside 18, of which 8 are of the gap
    expect(comparedChange(10, 18, [taken, { ...given, isTakenOff: true }])).toBeNull();
  });

  it('leaves out a meter that was silent on both sides', () => {
    expect(areComparable([steady, meter(counted(null, 0), counted(null, 0))])).toBe(true);
  });

  it('does not miss what nobody entered in between, but what one side has no entry of', () => {
    const entered = (now: number | null, before: number | null): ComparedPair => ({
      ...meter(counted(now, now === null ? 0 : 1), counted(before, before === null ? 0 : 1)),
      isEntered: true,
    });
    expect(areComparable([steady, entered(500, 400)])).toBe(true);
    expect(areComparable([steady, entered(null, 400)])).toBe(false);
    expect(isKnownEnough([steady, entered(null, 400)], 'before')).toBe(true);
  });

  it('misses a tank whose level is known on one side alone', () => {
    const tank = (now: number | null, before: number | null): ComparedPair => ({
      ...meter({ ...counted(null, 0), last: now }, { ...counted(null, 0), last: before }),
      kind: 'stock',
    });
    expect(areComparable([tank(50, 40), tank(null, null)])).toBe(true);
    expect(areComparable([tank(50, 40), tank(30, null)])).toBe(false);
  });

  it('takes a meter as whole that was measured in 95 % of the slots', () => {
    expect(measuredIn({ ...emptyTally, sum: 9, complete: 274, known: 274 }, DAY).known).toBe(DAY);
    expect(measuredIn({ ...emptyTally, sum: 9, complete: 200, known: 273 }, DAY).known).toBe(273);
  });
});

it('a month in which a meter was expected in all but a tenth is not the one in which it joined', () => {
  expect([27, 26.9, 30, 0].map((days) => isMonthExpected(days * DAY, 30 * DAY))).toEqual([true, false, true, false]);
});
