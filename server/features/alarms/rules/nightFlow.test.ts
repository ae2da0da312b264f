import { describe, expect, it } from 'vitest';
import { dateOfDay } from '../../../core/shift.ts';
import { SLOTS_PER_DAY } from '../../../core/slots.ts';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';
import { shownSlots } from '../../../test/shownSlots.ts';
import type { FlowOf } from './flow.ts';
import type { RuleParts } from './model.ts';
import { learnedMargin, nightFlow } from './nightFlow.ts';

const TODAY = 1000;
/** The last slot of a night from 00:00 to 06:00. */
const END = 71;
const LEAST = 0.5;
const [FLOW, STOCK] = [1, 2];
const byFlow: FlowOf = {
  at: (view, slot) => view.value(FLOW, slot),
  isMeasured: (view, slot) => view.isMeasured(FLOW, slot),
};

type Options = {
  params?: object;
  units?: Partial<Unit>[];
  isLearned?: boolean;
  endSlot?: number;
  leastM3h?: number;
  level?: (daysAgo: number, at: number) => number;
};
type Flow = (daysAgo: number, at: number) => number | [number, 'E'];
/** Looks at the end of a night as often as it is called; m3/h by days ago and slot of the day. */
const looking = (flow: Flow, options: Options = {}) => {
  const { params = {}, units = [], isLearned, endSlot = END, leastM3h = LEAST, level } = options;
  const unit = { id: 'line', name: 'Line', meta: { alertParams: { stable_flow: params } } } as unknown as Unit;
  const parts = { unit, units, settings: { params: {} } } as unknown as RuleParts;
  const evaluate = nightFlow(parts, byFlow, leastM3h, isLearned ? learnedMargin : undefined);
  const placed =
    <T>(of: (daysAgo: number, at: number) => T) =>
    (slot: number): T => {
      const day = Math.floor(slot / SLOTS_PER_DAY);
      return of(TODAY - day, slot - day * SLOTS_PER_DAY);
    };
  const series = { [FLOW]: placed(flow), ...(level && { [STOCK]: placed(level) }) };
  return () => evaluate(shownSlots(TODAY * SLOTS_PER_DAY + endSlot, series));
};
const found = (flow: Flow, options?: Options) => looking(flow, options)();
/** Flows of nights, the last first, each constant; nights before them are not known. */
const nights = (flows: readonly number[], options?: Options) => found((daysAgo) => flows[daysAgo] ?? Number.NaN, options);
const repeat = (value: number, count: number): number[] => Array.from({ length: count }, () => value);

describe('the least flow of a night', () => {
  /** Of the last night, in which the flow is 10 but in some slots 4. */
  const least = (isLess: (at: number) => boolean, isKnown: (at: number) => boolean = () => true, options?: Options) =>
    found((daysAgo, at) => (daysAgo === 0 && !isKnown(at) ? Number.NaN : daysAgo === 0 && isLess(at) ? 4 : 10), options)[0]
      ?.value;

  it('is the mean of a whole hour within it', () => {
    expect(least((at) => at >= 20 && at < 32)).toBe(4);
    expect(least((at) => at >= 20 && at < 31)).toBe(4.5);
    expect(least((at) => at >= 20 && at < 33)).toBe(4);
    // its first and its last hour, and none that begins before it or ends after it
    expect([least((at) => at < 12), least((at) => at >= 60)]).toEqual([4, 4]);
    expect(least((at) => at < 11)).toBe(4.5);
    const early = found((daysAgo, at) => ((daysAgo === 1 && at >= 287) || (daysAgo === 0 && at < 11) ? 4 : 10));
    expect(early[0]?.value).toBe(4.5);
  });

  it('is of no hour with a slot that was not measured', () => {
    const isLess = (at: number): boolean => at >= 20 && at < 32;
    // half of an hour at 4
    expect(least(isLess, (at) => at !== 25 && at !== 20)).toBe(7);
    expect(least(isLess, (at) => at !== 19 && at !== 32)).toBe(4);
    const estimated = found((daysAgo, at) => (daysAgo > 0 || at < 24 || at >= 36 ? 10 : at === 30 ? [4, 'E'] : 4));
    expect(estimated[0]?.value).toBe(7);
    // a hole in every hour
    expect(least(isLess, (at) => at % 12 !== 0)).toBe(10);
  });

  it('is of a night that was measured for half of it at least: of an hour alone it is what was used in that hour', () => {
    expect(
      least(
        () => true,
        (at) => at >= 36,
      ),
    ).toBe(4);
    // of the last night nothing is said, so that the value is that of the night before
    expect(
      least(
        () => true,
        (at) => at >= 37,
      ),
    ).toBe(10);
    // ten nights with hardly an hour of the morning would make a leak of 6 look usual
    const hardly = (daysAgo: number, at: number): number =>
      daysAgo < 2 ? 6 : daysAgo < 9 ? 1 : daysAgo < 20 ? (at >= 60 ? 9 : Number.NaN) : Number.NaN;
    expect(found(hardly)[0]?.isMet).toBe(true);
  });

  it('is of the hours that the plant calls its night', () => {
    const params = { nightFrom: '01:00', nightTo: '05:00' };
    const options = { params, endSlot: 59 };
    expect([least((at) => at < 12, undefined, options), least((at) => at >= 60, undefined, options)]).toEqual([10, 10]);
    expect([
      least((at) => at >= 12 && at < 24, undefined, options),
      least((at) => at >= 48 && at < 60, undefined, options),
    ]).toEqual([4, 4]);
    expect(found(() => 10, { params: { nightFrom: 'always' } })).toEqual([]);
    expect(found(() => 10, { params: { nightFrom: '03:00', nightTo: '03:00' }, endSlot: 35 })).toEqual([]);
  });

  it('is less what is used every night, and never below nothing', () => {
    const value = (nightUseM3h?: number) =>
      nights(repeat(10, 3), { params: nightUseM3h === undefined ? {} : { nightUseM3h } })[0]?.value;
    expect([value(), value(4), value(12)]).toEqual([10, 6, 0]);
  });

  it('is looked at in the last slot of the night alone, and once two nights are known', () => {
    expect([END - 1, END, END + 1].map((endSlot) => found(() => 10, { endSlot }).length)).toEqual([0, 1, 0]);
    expect([0, 1, 2].map((count) => nights(repeat(10, count)).length)).toEqual([0, 0, 1]);
    expect([2, 3].map((count) => nights(repeat(10, count), { isLearned: true }).length)).toEqual([0, 1]);
  });
});

describe('a night is in excess', () => {
  it('where it is above the median of the nights before by more than a tenth of it', () => {
    const isMet = (flow: number) => nights([flow, flow, ...repeat(10, 10)])[0]?.isMet;
    expect([isMet(10.9), isMet(11), isMet(11.1)]).toEqual([false, false, true]);
    expect(nights([10, ...repeat(10, 10)])[0]).toMatchObject({ threshold: 11, facts: { b: 10 } });
  });

  it('where it is above it by more than the least flow that is one', () => {
    const isMet = (flow: number) => nights([flow, flow, ...repeat(1, 10)])[0]?.isMet;
    expect([isMet(1.5), isMet(1.6)]).toEqual([false, true]);
  });

  it('where it is above it by more than three times the usual scatter', () => {
    const scattered = [8, 12, 8, 12, 8, 12, 10, 10, 10, 8, 12];
    const [finding] = nights(scattered);
    expect(finding?.threshold).toBeCloseTo(10 + 3 * 1.4826 * 2, 3);
    expect(nights([18, 18, ...scattered])[0]?.isMet).toBe(false);
    expect(nights([20, 20, ...scattered])[0]?.isMet).toBe(true);
  });

  it('by the last fourteen nights that were calm, of which seven must be known', () => {
    expect(nights([16, 16, ...repeat(10, 7)])[0]?.isMet).toBe(true);
    expect(nights([16, 16, ...repeat(10, 6)])[0]?.isMet).toBe(false);
    expect(nights([10, ...repeat(10, 14), ...repeat(20, 14)])[0]).toMatchObject({ threshold: 11, facts: { b: 10 } });
    expect(nights([10, ...repeat(10, 13), ...repeat(20, 15)])[0]?.facts.b).toBe(10);
    expect(nights([10, ...repeat(10, 6), ...repeat(20, 15)])[0]?.facts.b).toBe(20);
  });

  it('by none of more than sixty nights ago', () => {
    const known = (oldest: number) =>
      found((daysAgo) => (daysAgo < 2 ? 16 : daysAgo > oldest - 7 && daysAgo <= oldest ? 10 : Number.NaN))[0]?.isMet;
    expect([known(60), known(61)]).toEqual([true, false]);
  });

  it('by readings that came late for one of the last six nights, and not for one before these', () => {
    const isMet = (lateNight: number) => {
      let isThere = false;
      const at = (daysAgo: number): number => {
        if (daysAgo === lateNight && !isThere) return Number.NaN;
        return daysAgo < 2 ? 16 : daysAgo < 9 ? 10 : Number.NaN;
      };
      const look = looking(at);
      const before = look()[0]?.isMet;
      isThere = true;
      return [before, look()[0]?.isMet];
    };
    expect([2, 6].map(isMet)).toEqual([
      [false, true],
      [false, true],
    ]);
    expect([7, 8].map(isMet)).toEqual([
      [false, false],
      [false, false],
    ]);
  });

  it('by none before the date from which its use is known to be normal', () => {
    const first = dateOfDay(TODAY - 8);
    const known = (baselineFrom: string) => nights([16, 16, ...repeat(10, 20)], { params: { baselineFrom } })[0]?.isMet;
    expect([known(first), known(dateOfDay(TODAY - 7))]).toEqual([true, false]);
    // a night whose last slot is the first of that date in UTC
    const params = { nightFrom: '23:00', nightTo: '00:05', baselineFrom: first };
    expect(nights([16, 16, 16, ...repeat(10, 20)], { params, endSlot: 0 })[0]?.isMet).toBe(true);
  });
});

describe('an alarm of the night flow', () => {
  it('of a watch that learned by itself needs three nights, each above all that were calm and by a quarter', () => {
    const learned = (flows: number[]) => nights(flows, { isLearned: true })[0];
    const calm = repeat(10, 10);
    expect([learned([13, 13, ...calm])?.isMet, learned([13, 13, 13, ...calm])?.isMet]).toEqual([false, true]);
    expect(learned([12.5, 12.5, 12.5, ...calm])?.isMet).toBe(false);
    expect(learned([10, ...calm])?.threshold).toBe(12.5);
    // a calm night of 12: as far above the others, and twice the least flow more
    expect(learned([10, 12, ...calm])?.threshold).toBe(13);
    expect(learned([8, 12, 8, 12, 8, 12, 8, 12, 10, 10, 10])?.threshold).toBeCloseTo(10 + 5 * 1.4826 * 2, 3);
    // ends after three
    const excess = [14, 14, 14, ...calm];
    expect([learned([10, 10, ...excess])?.isMet, learned([10, 10, 10, ...excess])?.isMet]).toEqual([true, false]);
  });

  it('and its nights in excess are no measure for those after it, nor is a night like others while it is open', () => {
    const threshold = (flows: number[]) => nights(flows, { isLearned: true })[0]?.threshold;
    const calm = repeat(10, 10);
    expect(threshold([10, 30, ...calm])).toBe(12.5);
    expect(threshold([10, 12, 30, 30, 30, ...calm])).toBe(12.5);
    expect(threshold([10, 12, 10, 30, 30, 30, ...calm])).toBe(12.5);
    expect(threshold([10, 12, 10, 10, 30, 30, 30, ...calm])).toBe(13);
  });

  it('says what a day of it loses, and against which night', () => {
    expect(nights([16, 16, ...repeat(10, 10)])).toEqual([
      {
        param: 'night',
        direction: 'high',
        period: '',
        isMet: true,
        isOver: false,
        value: 16,
        threshold: 11,
        text: 'nightFlow',
        facts: { unit: 'Line', v: 16, b: 10, h: 1, lossKLD: 144, leakM3h: 6 },
        code: 2,
        onSlots: 1,
        offSlots: 1,
      },
    ]);
  });

  it('holds days off against days off alone', () => {
    // day 1000 is a Wednesday
    const weekly = { params: { weeklyOffDay: 3 } };
    expect(found((daysAgo) => (daysAgo % 7 === 0 ? 3 : 10), weekly)[0]).toMatchObject({ value: 3, facts: { b: 3 } });
    expect(found((daysAgo) => (daysAgo % 7 === 1 ? 3 : 10), weekly)[0]).toMatchObject({ value: 10, facts: { b: 10 } });
  });

  it('of nights for which readings may still come late is by what they are now, of older ones by what they were', () => {
    const reads = new Map<number, number>();
    const counting: FlowOf = {
      ...byFlow,
      at: (_, slot) => {
        const day = Math.floor(slot / SLOTS_PER_DAY);
        if (slot === day * SLOTS_PER_DAY + END) reads.set(day, (reads.get(day) ?? 0) + 1);
        return 10;
      },
      isMeasured: () => true,
    };
    const unit = { name: 'Line', meta: {} } as unknown as Unit;
    const evaluate = nightFlow({ unit, units: [], settings: { params: {} } } as unknown as RuleParts, counting, LEAST);
    for (const day of [TODAY, TODAY + 1]) evaluate(shownSlots(day * SLOTS_PER_DAY + END, {}));
    const [lookedAt, again] = [[...reads.keys()].sort((a, b) => a - b), [...reads].filter(([, times]) => times === 2)];
    expect([lookedAt[0], lookedAt.at(-1)]).toEqual([TODAY - 60, TODAY + 1]);
    expect(again.map(([day]) => TODAY - day).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});

describe('the night flow of a line with a tank', () => {
  const series = [{ id: STOCK, param: 'volume' }] as SeriesInfo[];
  const tank = { id: 'tank', type: 'stock', deployed: true, series, meta: {} } as unknown as Partial<Unit>;
  /** The tank gains 500 litres a slot, 6 m3/h, in the last two nights, in which 16 come instead of 10. */
  const isMet = (units: Partial<Unit>[], params: object = { tankUnitId: 'tank' }) =>
    found((daysAgo) => (daysAgo < 2 ? 16 : 10), {
      units,
      params,
      level: (daysAgo, at) => 100_000 + (daysAgo < 2 ? at * 500 : 0),
    })[0]?.isMet;

  it('is less what the tank gains, of the tank that is named and in service', () => {
    expect(isMet([tank])).toBe(false);
    expect(isMet([{ ...tank, id: 'other' }])).toBe(true);
    expect(isMet([{ ...tank, type: 'level' }])).toBe(true);
    expect(isMet([{ ...tank, deployed: false }])).toBe(true);
    expect(isMet([tank], {})).toBe(true);
  });
});
