import { describe, expect, it } from 'vitest';
import { SLOTS_PER_DAY } from '../../../core/slots.ts';
import { shownSlots } from '../../../test/shownSlots.ts';
import { DayProfile } from './dayProfile.ts';

const WEEK = 7 * SLOTS_PER_DAY;
/** A series that is worked out an hour after the shift begins. */
const SERIES = 12;
const DAY = 100;
const FIRST = DAY * SLOTS_PER_DAY;
const KL = 1000;

/** A litre count by weeks ago (0 is today) and slot of the day. */
type Used = (weeksAgo: number, at: number) => number;
const viewAt = (at: number, used: Used, seriesId = SERIES) =>
  shownSlots(FIRST + at, {
    [seriesId]: (slot) => {
      const weeksAgo = Math.floor((FIRST - slot + SLOTS_PER_DAY - 1) / WEEK);
      const place = slot - FIRST + weeksAgo * WEEK;
      return place >= 0 && place < SLOTS_PER_DAY ? used(weeksAgo, place) : Number.NaN;
    },
  });
/** Slots after the shift's begin in which the limit is reached, from what was used up to a slot. */
const reached = (at: number, sumKL: number, limitKL: number, used: Used, seriesId = SERIES): number | null | undefined => {
  const slot = new DayProfile(seriesId).crossing(viewAt(at, used, seriesId), sumKL, limitKL);
  return typeof slot === 'number' ? slot - FIRST : slot;
};
const steady: Used = () => KL;

describe('when a limit will be reached by what such a day usually uses', () => {
  it('is said from an hour after the begin of the shift on, a slot later for each of twelve series', () => {
    expect([reached(11, 0, 50, steady), reached(12, 0, 50, steady)]).toEqual([undefined, 63]);
    expect([reached(16, 0, 50, steady, 17), reached(17, 0, 50, steady, 17)]).toEqual([undefined, 68]);
  });

  it('is by the hour, from the next slot on', () => {
    // 11 slots of the running hour, then 6 KL an hour, then 24
    const hours: Used = (_, at) => (at < 24 ? 1 : at < 36 ? 0.5 : 2) * KL;
    expect([11, 14, 17, 18, 41, 42].map((used) => reached(12, 100, 100 + used, hours))).toEqual([24, 30, 36, 36, 48, 48]);
    expect([1, 5, 10].map((used) => reached(12, 100, 100 + used, hours))).toEqual([14, 18, 23]);
    // in the middle of an hour
    expect([1, 6, 7].map((used) => reached(17, 100, 100 + used, hours))).toEqual([19, 24, 26]);
  });

  it('is reached at the end of the day at the latest, or not today', () => {
    expect(reached(12, 0, 275, steady)).toBe(288);
    expect(reached(12, 0, 275.01, steady)).toBeNull();
    expect(reached(287, 10, 10.5, steady)).toBeNull();
  });

  it('is by the mean of the weeks that are known: two of four at least, each nine tenths measured', () => {
    const weeks =
      (...known: number[]): Used =>
      (ago) =>
        known[ago - 1] ?? Number.NaN;
    const none = Number.NaN;
    // 20 KL at 0.5, 1 and 2 KL a slot
    expect(reached(12, 0, 20, weeks(KL, none, none, none))).toBeUndefined();
    expect(reached(12, 0, 20, weeks(none, none, 0, KL))).toBe(53);
    expect(reached(12, 0, 20, weeks(KL, none, none, KL))).toBe(33);
    expect(reached(12, 0, 20, weeks(KL, 2 * KL, 3 * KL))).toBe(23);
    expect(reached(12, 0, 20, weeks(KL, none, none, none, KL))).toBeUndefined();
    const holes =
      (missing: number): Used =>
      (ago, at) =>
        ago > 2 || (ago === 2 && at >= 288 - missing) ? none : KL;
    // 259.2 of 288 slots
    expect([reached(12, 0, 20, holes(28)), reached(12, 0, 20, holes(29))]).toEqual([33, undefined]);
  });

  it('is by what was known when it was worked out, once for each day', () => {
    const profile = new DayProfile(SERIES);
    expect(
      profile.crossing(
        viewAt(12, () => KL),
        0,
        20,
      ),
    ).toBe(FIRST + 33);
    expect(
      profile.crossing(
        viewAt(12, () => 2 * KL),
        0,
        20,
      ),
    ).toBe(FIRST + 33);
    const tomorrow = shownSlots(FIRST + SLOTS_PER_DAY + 12, { [SERIES]: () => 2 * KL });
    expect(profile.crossing(tomorrow, 0, 20)).toBe(FIRST + SLOTS_PER_DAY + 23);
  });

  it('goes on in the last hour of a day of 25 hours as in the hour before', () => {
    const long = { slotsPerDay: 300 };
    const view = (at: number) => shownSlots(300_000 + at, { [SERIES]: () => KL }, long);
    const at = (slot: number, limitKL: number) => new DayProfile(SERIES).crossing(view(slot), 0, limitKL);
    expect([at(286, 5), at(286, 13), at(286, 13.1), at(290, 9)]).toEqual([300_292, 300_300, null, 300_300]);
  });
});
