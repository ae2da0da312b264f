import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../../core/shift.ts';
import { SLOTS_PER_DAY } from '../../../core/slots.ts';
import { learning } from './learnedWatch.ts';
import type { SlotView } from './model.ts';
import { quietTimeOf } from './quietTime.ts';

const FROM = '2026-02-01';
const FIRST = dayNumber(FROM) * SLOTS_PER_DAY;
const LEAST = 0.5;

type Flow = (day: number, slot: number) => number;
/** m3/h by day of the watch, from 0, and slot of the day; quiet time is 23:00 to 05:00, slots 276 to 288 and 0 to 60. */
const watchOf = (flow: Flow, isMeasured: (day: number, slot: number) => boolean = () => true) => {
  const placeOf = (slot: number): [number, number] => {
    const day = Math.floor((slot - FIRST) / SLOTS_PER_DAY);
    return [day, slot - FIRST - day * SLOTS_PER_DAY];
  };
  const watchAt = learning({
    flow: {
      at: (_, slot) => (slot < FIRST ? Number.NaN : flow(...placeOf(slot))),
      isMeasured: (_, slot) => slot >= FIRST && isMeasured(...placeOf(slot)),
    },
    leastM3h: LEAST,
    quiet: quietTimeOf('23:00', '05:00', undefined),
    from: FROM,
  });
  const viewAt = (slot: number): SlotView =>
    ({
      slot,
      localTime: (at: number) => ({ minute: ((((at - FIRST) % SLOTS_PER_DAY) + SLOTS_PER_DAY) % SLOTS_PER_DAY) * 5, weekday: 0 }),
    }) as SlotView;
  return (days: number, slot = 60) => watchAt(viewAt(FIRST + days * SLOTS_PER_DAY + slot));
};
const isNight = (slot: number): boolean => slot < 60 || slot >= 276;
/** Used from 06:00 to 22:00. */
const byDay: Flow = (_, slot) => (slot >= 72 && slot < 264 ? 5 : 0);

describe('a watch that learns', () => {
  it('takes fourteen days, each up to the end of its night, and then stays', () => {
    const watch = watchOf((day, slot) => (day < 20 ? byDay(day, slot) : 5));
    expect([watch(0), watch(5), watch(13), watch(14, 58)]).toEqual([null, null, null, null]);
    expect(watch(14, 59)).toEqual({ kind: 'steady' });
    expect(watch(60)).toEqual({ kind: 'steady' });
  });

  it('learns nothing of days without water, or of which less than nine tenths were measured', () => {
    const dry = watchOf((day, slot) => (day < 5 ? 0 : byDay(day, slot)));
    expect([dry(14), dry(18), dry(19)]).toEqual([null, null, { kind: 'steady' }]);
    // 29 of 288 slots are more than a tenth, 28 are not
    const holes = (missing: number) => watchOf(byDay, (day, slot) => day >= 5 || slot < 100 || slot >= 100 + missing);
    expect([holes(29)(14), holes(29)(19)]).toEqual([null, { kind: 'steady' }]);
    expect(holes(28)(14)).toEqual({ kind: 'steady' });
  });

  it('gives up after 400 days', () => {
    const watch = watchOf((day, slot) => (day < 395 ? 0 : byDay(day, slot)));
    expect(watch(450)).toBeNull();
  });
});

describe('a day of a line', () => {
  it('counts where its largest flow is the least that is one', () => {
    expect(watchOf((_, slot) => (slot >= 72 && slot < 264 ? LEAST : 0))(14)).toEqual({ kind: 'steady' });
    expect(watchOf((_, slot) => (slot >= 72 && slot < 264 ? LEAST - 0.01 : 0))(14)).toBeNull();
  });

  it('counts where an hour of its night was measured whole', () => {
    const holes = (every: number) => watchOf(byDay, (_, slot) => !(isNight(slot) && slot % every === 0));
    expect([holes(12)(14), holes(13)(14)]).toEqual([null, { kind: 'steady' }]);
  });

  it('is looked for up to the four hundredth', () => {
    const wetFrom = (first: number) => watchOf((day, slot) => (day < first ? 0 : byDay(day, slot)))(450);
    expect([wetFrom(385), wetFrom(386)]).toEqual([{ kind: 'steady' }, null]);
  });

  it('is none before the first that is given', () => {
    const watch = watchOf(byDay);
    expect([watch(-5), watch(-1), watch(14)]).toEqual([null, null, { kind: 'steady' }]);
  });
});

describe('a line', () => {
  it('that was at rest for an hour in every night is watched for steady flow', () => {
    const hour: Flow = (day, slot) => (isNight(slot) ? (slot >= 12 && slot < 24 ? 0 : slot % 2 ? 2 : 6) : byDay(day, slot));
    expect(watchOf(hour)(14)).toEqual({ kind: 'steady' });
    const less: Flow = (day, slot) =>
      slot >= 12 && slot < 24 && slot !== 20 ? 0 : isNight(slot) ? (slot % 2 ? 2 : 6) : byDay(day, slot);
    expect(watchOf(less)(14)).not.toEqual({ kind: 'steady' });
  });

  it('that ran steadily for two hours in one of its nights is not', () => {
    const pump: Flow = (day, slot) => (day === 7 && slot < 24 ? 5 : byDay(day, slot));
    expect(watchOf(pump)(14)).toMatchObject({ kind: 'rest' });
    const shorter: Flow = (day, slot) => (day === 7 && slot < 11 ? 5 : byDay(day, slot));
    expect(watchOf(shorter)(14)).toEqual({ kind: 'steady' });
  });

  it('at the least flow that is one is neither at rest nor without a flow', () => {
    expect(watchOf((day, slot) => (isNight(slot) ? LEAST : byDay(day, slot)))(14)).toEqual({ kind: 'night' });
    expect(watchOf((day, slot) => (day === 7 && slot < 24 ? LEAST : byDay(day, slot)))(14)).toMatchObject({ kind: 'rest' });
    expect(watchOf((day, slot) => (day === 7 && slot < 24 ? LEAST - 0.01 : byDay(day, slot)))(14)).toEqual({ kind: 'steady' });
  });

  it('is steady where it swings by a fifth of its mean at most, for two hours', () => {
    const swinging =
      (most: number): Flow =>
      (day, slot) =>
        day === 7 && slot < 24 ? (slot % 2 ? 9 : most) : byDay(day, slot);
    expect([watchOf(swinging(11))(14)?.kind, watchOf(swinging(11.1))(14)?.kind]).toEqual(['rest', 'steady']);
  });

  it('that ran through ten nights or more like each other is watched by its nights', () => {
    const nights =
      (running: number, flowM3h: (day: number) => number): Flow =>
      (day, slot) =>
        isNight(slot) ? (day < running || day === 14 ? flowM3h(day) : 0) : byDay(day, slot) + 1;
    expect(watchOf(nights(20, () => 3))(14)).toEqual({ kind: 'night' });
    // a night is that of its morning and of the evening before: least hours of 1.5 to 4.5 are as far apart as their median
    const apart = (least: number) => (day: number) => (day === 3 ? least : day === 5 || day === 6 ? 4.5 : 3);
    expect(watchOf(nights(20, apart(1.5)))(14)).toEqual({ kind: 'night' });
    expect(watchOf(nights(20, apart(1.4)))(14)).toEqual({ kind: 'none' });
    expect(watchOf(nights(11, () => 3))(14)).toEqual({ kind: 'night' });
    expect(watchOf(nights(10, () => 3))(14)).toMatchObject({ kind: 'rest' });
  });

  /** Runs through some nights and rests in others; one of its runs goes on for longer. */
  const resting = (fromDay: number, fromSlot: number, slots: number) =>
    watchOf((day, slot) => {
      const at = (day - fromDay) * SLOTS_PER_DAY + slot - fromSlot;
      if (at >= 0 && at < slots) return 5;
      return day % 3 === 0 && isNight(slot) ? 5 : byDay(day, slot);
    })(14);

  it('that comes to rest some time is watched for four times its longest run of fourteen days, from two days to seven', () => {
    // 16 hours of use are its longest otherwise
    expect(resting(0, 0, 0)).toEqual({ kind: 'rest', slots: 4 * 192 });
    // from 22:30 through the next day's use
    expect(resting(7, 270, 282)).toEqual({ kind: 'rest', slots: 4 * 282 });
    expect(resting(1, 270, 282)).toEqual({ kind: 'rest', slots: 4 * 282 });
    expect(resting(7, 270, 600)).toEqual({ kind: 'rest', slots: 7 * SLOTS_PER_DAY });
    const short = watchOf((day, slot) => (day % 3 === 0 && slot < 24 ? 5 : slot >= 100 && slot < 140 ? 5 : 0))(14);
    expect(short).toEqual({ kind: 'rest', slots: 2 * SLOTS_PER_DAY });
  });

  it('has run where it was not measured or showed the least flow that is one, up to the end of the last night of the fourteen days', () => {
    // 05:00 of the first day to 05:00 of the fifteenth
    expect(resting(0, 0, 300)).toEqual({ kind: 'rest', slots: 4 * (300 - 60 + 1) });
    // from the use of the day before, which begins in slot 72
    expect(resting(13, 100, 400)).toEqual({ kind: 'rest', slots: 4 * (SLOTS_PER_DAY - 72 + 60) });
    const between = (q: number) =>
      watchOf((day, slot) =>
        day === 7 && slot >= 264 && slot < 276 ? q : (day % 3 === 0 && isNight(slot)) || day === 7 ? 5 : byDay(day, slot),
      )(14);
    // all of one day and the use of the next, as far as a pause of an hour does not part them
    const [paused, least, unknown] = [0, LEAST, Number.NaN].map(between);
    expect(paused).toMatchObject({ kind: 'rest' });
    expect(least).toEqual(unknown);
    expect(least).not.toEqual(paused);
  });
});
