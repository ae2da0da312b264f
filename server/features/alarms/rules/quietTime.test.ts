import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../plantModel/index.ts';
import type { RuleParts, SlotView } from './model.ts';
import { isQuiet, quietTimeOf } from './quietTime.ts';
import { leastFlowM3h } from './stableFlow.ts';

/** Quiet slots of a day, as from and to of each run, minutes after midnight. */
const runsOf = (quiet: ReturnType<typeof quietTimeOf>, weekday = 1): number[][] => {
  const view = { localTime: (slot: number) => ({ minute: slot * 5, weekday }) } as SlotView;
  const runs: number[][] = [];
  for (let slot = 0; slot < 288; slot += 1) {
    if (!isQuiet(quiet, view, slot)) continue;
    const last = runs.at(-1);
    if (last?.[1] === slot * 5) last[1] = slot * 5 + 5;
    else runs.push([slot * 5, slot * 5 + 5]);
  }
  return runs;
};

describe('quiet time', () => {
  it.each<[string, string, number[][]]>([
    [
      '23:00',
      '05:00',
      [
        [0, 300],
        [1380, 1440],
      ],
    ],
    ['01:30', '04:05', [[90, 245]]],
    ['00:00', '24:00', [[0, 1440]]],
    ['20:00', '20:00', [[0, 1440]]],
    ['18:00', '24:00', [[1080, 1440]]],
    // a slot that is quiet in part is not
    ['01:02', '01:14', [[65, 70]]],
    ['always', '05:00', [[0, 1440]]],
    // what is no time is the usual one
    [
      'late',
      'early',
      [
        [0, 300],
        [1380, 1440],
      ],
    ],
    [
      '25:00',
      '5:00',
      [
        [0, 300],
        [1380, 1440],
      ],
    ],
    [
      '22:00',
      '',
      [
        [0, 300],
        [1320, 1440],
      ],
    ],
    [
      '',
      '04:00',
      [
        [0, 240],
        [1380, 1440],
      ],
    ],
  ])('from %s to %s is %j', (from, to, runs) => {
    expect(runsOf(quietTimeOf(from, to, undefined))).toEqual(runs);
  });

  it('is the whole of a day off, and of no other', () => {
    expect(runsOf(quietTimeOf('01:00', '02:00', 0), 0)).toEqual([[0, 1440]]);
    expect(runsOf(quietTimeOf('01:00', '02:00', 0), 1)).toEqual([[60, 120]]);
  });
});

describe('the least flow that is one', () => {
  const of = (maxCapacity: number | null, meta: Unit['meta'], params: object = {}): number =>
    leastFlowM3h({ unit: { maxCapacity, meta }, settings: { params } } as unknown as RuleParts);
  const meter = { modulus: 1e6, basePerCount: 1000, maxPerHour: 100 };

  it('is 2 % of what the line may pass, of its meter where that is not set, and at least the meter’s Q1 and a litre an hour', () => {
    // 480 KL a day are 20 m3/h
    expect(of(480, {})).toBe(0.4);
    expect(of(null, { meter })).toBe(2);
    expect(of(480, { meter })).toBe(0.4);
    expect(of(480, { minimumFlowM3h: 0.7 })).toBe(0.7);
    expect(of(480, { minimumFlowM3h: 0.3 })).toBe(0.4);
    expect(of(null, {})).toBe(0.001);
    expect(of(1, {})).toBe(0.001);
  });

  it('is what is set, where it is', () => {
    expect(of(480, { minimumFlowM3h: 0.7, alertParams: { stable_flow: { qMinM3h: 0.2 } } })).toBe(0.2);
    expect(of(480, {}, { qMinM3h: 3 })).toBe(3);
  });
});
