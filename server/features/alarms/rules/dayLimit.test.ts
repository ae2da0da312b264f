import { describe, expect, it } from 'vitest';
import { SLOTS_PER_DAY } from '../../../core/slots.ts';
import { shownSlots } from '../../../test/shownSlots.ts';
import { type DayLimit, dayLimitEvaluator } from './dayLimit.ts';

/** A series whose usual day is worked out an hour after the shift begins. */
const SERIES = 12;
const DAY = 1000;
const FIRST = DAY * SLOTS_PER_DAY;
const KL = 1000;

const limitOf = (more: Partial<DayLimit> = {}): DayLimit => ({
  seriesId: SERIES,
  limit: 100,
  warnPct: 80,
  unitName: 'Main',
  shownIn: { unit: 'KL', ofKilo: 1 },
  param: 'volume',
  text: 'dayLimit',
  ...more,
});
type Used = (at: number) => number;
/** Over, near and foreseen, in a slot of the day; `before` is what a slot of the weeks before had. */
const found = (
  at: number,
  used: Used,
  { before = (() => Number.NaN) as Used, ...more }: Partial<DayLimit> & { before?: Used } = {},
) => {
  const view = shownSlots(FIRST + at, {
    [SERIES]: (slot) => (slot >= FIRST ? used(slot - FIRST) : before(((slot % SLOTS_PER_DAY) + SLOTS_PER_DAY) % SLOTS_PER_DAY)),
  });
  return dayLimitEvaluator(limitOf(more))(view);
};
const [over, near, foreseen] = [0, 1, 2].map(
  (place) =>
    (...given: Parameters<typeof found>) =>
      found(...given)[place],
);
if (!over || !near || !foreseen) throw new Error('nothing to ask');
const steady: Used = () => KL;

describe('a day over its limit', () => {
  it('is so from the slot on in which it was reached', () => {
    expect(over(98, steady)).toMatchObject({ isMet: false, isOver: true, value: 99, threshold: 100 });
    expect(over(98, steady)).not.toHaveProperty('atSlot');
    expect(over(99, steady)).toMatchObject({ isMet: true, isOver: false, atSlot: FIRST + 99, onSlots: 1, offSlots: 1 });
    expect(over(150, (at) => (at === 40 ? Number.NaN : KL))).toMatchObject({ isMet: true, atSlot: FIRST + 100 });
  });

  it('stays so after a backflow of half of it', () => {
    const back = (kl: number) => over(101, (at) => (at < 100 ? KL : at === 100 ? -kl * KL : 0));
    expect([back(1)?.isMet, back(50)?.isMet]).toEqual([true, true]);
  });

  it('is not known where nothing of the day is', () => {
    expect(found(50, () => Number.NaN)).toEqual([]);
  });

  it('says what was used since when, in the unit that people have', () => {
    expect(over(24, steady)).toMatchObject({
      param: 'volume',
      direction: 'high',
      period: '1972-09-27',
      text: 'dayLimit',
      facts: { unit: 'Main', v: 25, u: 'KL', thr: 100, pct: 25, since: '00:00' },
    });
    const megalitres = over(24, steady, { shownIn: { unit: 'ML', ofKilo: 0.001 } });
    expect(megalitres).toMatchObject({ value: 0.025, threshold: 0.1, facts: { u: 'ML', v: 0.025, thr: 0.1, pct: 25 } });
  });

  it('has the code and the reminders of its category where it has any', () => {
    expect(over(24, steady, { code: 1, reAlarmMinutes: 0 })).toMatchObject({ code: 1, reAlarmMinutes: 0 });
    expect(Object.keys(over(24, steady) ?? {})).not.toContain('code');
    expect(Object.keys(over(24, steady) ?? {})).not.toContain('reAlarmMinutes');
  });
});

describe('a day near its limit', () => {
  it('is so from its part on up to it, as an insight', () => {
    expect([near(78, steady), near(79, steady), near(98, steady), near(99, steady)].map((one) => one?.isMet)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect(near(79, steady)).toMatchObject({
      param: 'volume:warn',
      insight: true,
      priority: 4,
      isOver: false,
      text: 'dayLimitNear',
    });
    expect(near(78, steady)?.isOver).toBe(true);
  });

  it('says when it will be reached at the rate of the last hour, where that is today', () => {
    // 90 KL in 90 slots, then 1/16 KL a slot: at slot 101 there are 90.75
    const slow: Used = (at) => (at < 90 ? KL : KL / 16);
    // 187 slots more, to the end of the day
    expect(near(101, slow, { limit: 90.75 + 186 / 16 })?.facts.at).toBe('23:55');
    expect(near(101, slow, { limit: 90.75 + 187 / 16 })?.facts.at).toBe('');
    expect(near(101, slow, { limit: 90.75 + 9.5 / 16 })?.facts.at).toBe('09:15');
    expect(near(101, (at) => (at < 90 ? KL : 0))?.facts.at).toBe('');
    // what was an hour ago does not count: 1.32 KL an hour for 8.68 KL
    expect(near(101, (at) => (at < 90 ? KL : at < 91 ? 0 : 120), { limit: 100 })?.facts.at).toBe('15:00');
    expect(near(101, (at) => (at === 95 ? Number.NaN : at < 90 ? KL : KL / 16))?.isMet).toBe(true);
    expect(near(101, (at) => (at === 95 ? Number.NaN : at < 90 ? KL : 640))?.facts.at).not.toBe('');
  });

  it('is by what such a day usually uses where that is known', () => {
    // half a KL a slot: 20 KL in 40 slots
    expect(near(79, steady, { before: () => 500 })).toMatchObject({ isMet: true, facts: { at: '10:00' } });
    expect(near(79, steady, { before: () => 10 })).toMatchObject({ isMet: false, isOver: true, facts: { at: '' } });
  });
});

describe('a day that will be over its limit', () => {
  it('is foreseen by what such a day usually uses, until it is near, as an insight', () => {
    const before: Used = () => 500;
    expect(foreseen(59, steady, { before })).toMatchObject({
      param: 'volume:forecast',
      isMet: true,
      isOver: false,
      insight: true,
      priority: 4,
      text: 'dayLimitExpected',
      facts: { at: '11:40' },
    });
    expect(foreseen(79, steady, { before })).toMatchObject({ isMet: false, isOver: false });
    expect(foreseen(99, steady, { before })).toMatchObject({ isMet: false, facts: { at: '' } });
    expect(foreseen(59, steady, { before: () => 10 })).toMatchObject({ isMet: false, facts: { at: '' } });
    expect(foreseen(59, steady)).toMatchObject({ isMet: false, facts: { at: '' } });
  });
});
