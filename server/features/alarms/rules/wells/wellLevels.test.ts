import { describe, expect, it } from 'vitest';
import { SLOTS_PER_DAY } from '../../../../core/slots.ts';
import type { SeriesInfo, Unit } from '../../../../plantModel/index.ts';
import { shownSlots } from '../../../../test/shownSlots.ts';
import { capacityFindings, levelNow, staticLevel, type WatchedWell } from './wellLevels.ts';

const [LEVEL, VOLUME] = [1, 2];
/** 12 m3/h: a KL in a slot. Under 10 litres a slot its pump is off. */
const well: WatchedWell = {
  unit: { name: 'Well' } as Unit,
  level: { id: LEVEL } as SeriesInfo,
  volume: { id: VOLUME } as SeriesInfo,
  ratedM3h: 12,
};
const piezometer: WatchedWell = { ...well, volume: undefined };
type Shown = number | [number, 'E'];
const NOW = 1000 * SLOTS_PER_DAY + 200;
const viewOf = (depth: (ago: number) => Shown, litres: (ago: number) => Shown) =>
  shownSlots(NOW, { [LEVEL]: (slot) => depth(NOW - slot), [VOLUME]: (slot) => litres(NOW - slot) });

describe('the level of a well now', () => {
  const now = (depth: Shown, litres: Shown, of = well) =>
    levelNow(
      viewOf(
        () => depth,
        () => litres,
      ),
      of,
    );

  it('is pumped from a hundredth of the rated flow on, or above none where that is not known', () => {
    expect([9, 10, 11].map((litres) => now(20, litres)?.isPumped)).toEqual([false, true, true]);
    const unrated = { ...well, ratedM3h: null };
    expect([0, 0.5, 1].map((litres) => now(20, litres, unrated)?.isPumped)).toEqual([false, true, true]);
  });

  it('is known where it is measured and the pump is known', () => {
    expect(now(20, 1000)).toEqual({ depthMbgl: 20, isPumped: true });
    expect([now([20, 'E'], 0), now(20, Number.NaN), now(Number.NaN, 0), now(20, 0, piezometer)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('the static level of a well', () => {
  const calm = (): number => 20;
  const off = (): number => 0;
  const at = (depth: (ago: number) => Shown, litres: (ago: number) => Shown = off, of = well) =>
    staticLevel(viewOf(depth, litres), of);

  it('is that with the pump off for four hours', () => {
    expect(at(calm)).toBe(20);
    expect([at(calm, (ago) => (ago === 47 ? 11 : 0)), at(calm, (ago) => (ago === 48 ? 11 : 0))]).toEqual([null, 20]);
    expect(at(calm, (ago) => (ago === 47 ? Number.NaN : 0))).toBeNull();
    expect([at(calm, (ago) => (ago === 0 ? 11 : 0)), at(calm, () => 9)]).toEqual([null, 20]);
  });

  it('is that which moved by 2 cm an hour at most through the last hour, up or down', () => {
    const moving = (perHour: number) => at((ago) => 20 + (perHour * ago) / 12);
    expect([moving(0.02), moving(0.021), moving(-0.02), moving(-0.021)]).toEqual([20, null, 20, null]);
    // what it was before that hour does not matter, what it was within it does
    expect(at((ago) => (ago < 12 ? 20 : 30))).toBe(20);
    expect(at((ago) => (ago === 9 ? 30 : 20))).toBeNull();
    expect(at((ago) => (ago === 0 ? [20, 'E'] : 20))).toBeNull();
  });

  it('is known where three quarters of that hour are', () => {
    const knownIn = (places: readonly number[]) => at((ago) => (places.includes(ago) ? 20 : Number.NaN));
    expect([knownIn([0, 1, 2, 4, 5, 6, 8, 9, 10]), knownIn([0, 1, 2, 4, 5, 6, 8, 9])]).toEqual([20, null]);
  });

  it('of a well without a pump is any that is calm', () => {
    expect(at(calm, () => 1000, piezometer)).toBe(20);
    expect(at((ago) => 20 + ago / 12, undefined, piezometer)).toBeNull();
  });
});

describe('the specific capacity of a well', () => {
  /** A Sunday: day 1004 of 1970. */
  const SUNDAY = 1004;
  type Day = { startsAt?: number; slots?: number; litres?: number; drawdownM?: number; stillM?: number };
  /** Found at the end of Sunday, of days by how many days ago each is. */
  const found = (dayOf: (ago: number) => Day | null, slot = SUNDAY * SLOTS_PER_DAY + 287) => {
    const placed = (one: number) => {
      const ago = SUNDAY - Math.floor(one / SLOTS_PER_DAY);
      return { day: ago < 0 ? null : dayOf(ago), at: one % SLOTS_PER_DAY };
    };
    const isOn = ({ startsAt = 100, slots = 24 }: Day, at: number): boolean => at >= startsAt && at < startsAt + slots;
    const view = shownSlots(slot, {
      [LEVEL]: (one) => {
        const { day, at } = placed(one);
        if (!day) return Number.NaN;
        const { stillM = 20, drawdownM = 4 } = day;
        return isOn(day, at) ? stillM + drawdownM : stillM;
      },
      [VOLUME]: (one) => {
        const { day, at } = placed(one);
        return day ? (isOn(day, at) ? (day.litres ?? 1000) : 0) : Number.NaN;
      },
    });
    return capacityFindings(view, well);
  };
  /** Like days, of which some differ. */
  const withLast = (last: Day | null, before: (ago: number) => Day | null = () => ({})) =>
    found((ago) => (ago === 0 ? last : before(ago)))[0];

  it('is of the flow by the drawdown, and is low under four fifths of the median', () => {
    // 12 m3/h and 4 m: 3 m3/h per m
    expect(withLast({})).toEqual({
      param: 'capacity',
      direction: 'low',
      period: '',
      code: 4,
      isMet: false,
      isOver: true,
      value: 3,
      threshold: expect.closeTo(2.4, 9),
      text: 'wellCapacity',
      facts: { unit: 'Well', v: 3, thr: expect.closeTo(2.4, 9), b: 3, u: 'm3/h per m' },
      insight: true,
      priority: 4,
      onSlots: 1,
      offSlots: 1,
    });
    expect(withLast({ drawdownM: 6 })).toMatchObject({ isMet: true, isOver: false, value: 2 });
    // 0.8 of 2.5 is 2
    expect(withLast({ drawdownM: 6 }, () => ({ drawdownM: 4.8 }))).toMatchObject({ isMet: false, isOver: true });
  });

  it('is looked at when Sunday’s shift day ends', () => {
    const like = (): Day => ({});
    const ends = [SUNDAY - 1, SUNDAY, SUNDAY + 1].map((day) => found(like, day * SLOTS_PER_DAY + 287).length);
    expect(ends).toEqual([0, 1, 0]);
    expect(found(like, SUNDAY * SLOTS_PER_DAY + 286)).toEqual([]);
  });

  it('is of a run of an hour at least, that is over', () => {
    expect([withLast({ slots: 12 })?.value, withLast({ slots: 11 })]).toEqual([3, undefined]);
    // one that fills the last slot of the day may run on
    expect([withLast({ startsAt: 275, slots: 12 })?.value, withLast({ startsAt: 276, slots: 12 })]).toEqual([3, undefined]);
    expect(withLast(null)).toBeUndefined();
    // at rest was the last slot of the day before
    expect([withLast({ startsAt: 0 })?.value, withLast({ startsAt: 1 })?.value]).toEqual([3, 3]);
  });

  it('is of a level that fell', () => {
    expect(withLast({ drawdownM: 0 })).toBeUndefined();
    expect(withLast({ drawdownM: -1 })).toBeUndefined();
  });

  it('is held against the runs of ninety days of a flow within a tenth, of which there must be twenty', () => {
    const days = (from: number, count: number) => withLast({}, (ago) => (ago >= from && ago < from + count ? {} : null));
    expect([days(1, 19), days(1, 20)?.isMet]).toEqual([undefined, false]);
    expect([days(71, 20)?.isMet, days(72, 20)]).toEqual([false, undefined]);
    const like = (litres: number) => withLast({}, () => ({ litres }));
    expect([like(900)?.isMet, like(899), like(1100)?.isMet, like(1101)]).toEqual([false, undefined, false, undefined]);
  });

  it('is of the last run of the day, by the medians of its last half hour', () => {
    /** Slots of a Sunday: two runs, the second with a slot that is out of the way. */
    const depth = (at: number, odd: number): number => {
      if (at >= 50 && at < 80) return 26;
      if (at < 100 || at >= 130) return 20;
      return at < 124 ? odd : at === 126 ? 60 : 24;
    };
    const value = (odd: number): number | undefined => {
      const view = shownSlots(SUNDAY * SLOTS_PER_DAY + 287, {
        [LEVEL]: (slot) =>
          slot < SUNDAY * SLOTS_PER_DAY ? (slot % 288 >= 100 && slot % 288 < 124 ? 24 : 20) : depth(slot % 288, odd),
        [VOLUME]: (slot) => {
          const at = slot % 288;
          const isFirst = slot >= SUNDAY * SLOTS_PER_DAY && at >= 50 && at < 80;
          return isFirst || (at >= 100 && at < (slot < SUNDAY * SLOTS_PER_DAY ? 124 : 130)) ? 1000 : 0;
        },
      });
      return capacityFindings(view, well)[0]?.value;
    };
    expect([value(40), value(22)]).toEqual([3, 3]);
  });
});
