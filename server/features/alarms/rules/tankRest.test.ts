import { expect, it } from 'vitest';
import { SLOTS_PER_DAY } from '../../../core/slots.ts';
import { shownSlots } from '../../../test/shownSlots.ts';
import { neverRests } from './tankRest.ts';

const NOW = 20_000;
const TANK = 1;
const STILL = 72;
const [LEAST, MOST] = [7 * SLOTS_PER_DAY, 14 * SLOTS_PER_DAY];

/** A tank that has shown 50 for the last slots and another level in every slot before, unless it is written otherwise by slots ago. */
const rests = (before: (ago: number) => number, stillSlots = STILL): boolean =>
  !neverRests(shownSlots(NOW, { [TANK]: (slot) => (NOW - slot < stillSlots ? 50 : before(NOW - slot)) }), TANK, STILL);
/** Another level in every slot. */
const moving = (ago: number): number => 1000 + ago;

it('a tank that moved in every slot before it came to rest never rests', () => {
  expect(rests(moving)).toBe(false);
});

it('of a tank at least seven days must have been measured before it came to rest', () => {
  expect(rests((ago) => (ago < STILL + LEAST ? moving(ago) : Number.NaN))).toBe(false);
  expect(rests((ago) => (ago < STILL + LEAST - 1 ? moving(ago) : Number.NaN))).toBe(true);
  // whatever time it has been at rest for now
  for (const still of [1, 71, 73, 74])
    expect([LEAST, LEAST - 1].map((known) => rests((ago) => (ago < still + known ? moving(ago) : Number.NaN), still))).toEqual([
      false,
      true,
    ]);
  // in any of the fourteen days
  expect(rests((ago) => (ago >= MOST - LEAST && ago <= MOST ? moving(ago) : Number.NaN))).toBe(false);
});

it('a tank rests that has shown one value for so many slots before, also with slots between in which nothing is known', () => {
  const restedFrom = (from: number, slots: number) => rests((ago) => (ago >= from && ago < from + slots ? 7 : moving(ago)));
  expect(restedFrom(1000, STILL)).toBe(true);
  expect(restedFrom(1000, STILL - 1)).toBe(false);
  const withHoles = (slots: number) =>
    rests((ago) => (ago >= 1000 && ago < 1000 + 2 * slots ? (ago % 2 === 0 ? 7 : Number.NaN) : moving(ago)));
  expect([withHoles(STILL), withHoles(STILL - 1)]).toEqual([true, false]);
});

it('two rests that are each too short are none', () => {
  const half = STILL / 2;
  expect(rests((ago) => (ago >= 1000 && ago < 1000 + STILL ? (ago < 1000 + half ? 7 : 8) : moving(ago)))).toBe(false);
});

it('what was fourteen days before counts, and nothing before that', () => {
  const restedUntil = (last: number) => rests((ago) => (ago > last - STILL && ago <= last ? 7 : moving(ago)));
  expect([restedUntil(MOST), restedUntil(MOST + 1)]).toEqual([true, false]);
});

it('of a tank that has stood still for all of that time nothing is known', () => {
  expect(rests(moving, MOST + 10)).toBe(true);
});
