import { describe, expect, it } from 'vitest';
import { msAt } from '../../text/times.ts';
import { placeTyped } from './goTo.ts';

const at = { date: '2026-11-21', timezone: 'Asia/Kolkata', shiftStart: '06:00:00', slotNow: Date.parse('2026-11-22T08:00:00Z') };
const iso = (typed: string) => {
  const place = placeTyped(typed, at);
  return place === null ? null : `${place.date} ${new Date(place.at * 1000).toISOString().slice(0, 16)}`;
};

describe('go to', () => {
  it.each([
    ['14:35', '2026-11-21 2026-11-21T09:05'],
    ['1437', '2026-11-21 2026-11-21T09:05'],
    ['03:10', '2026-11-21 2026-11-21T21:40'],
    ['20 Nov 2026 03:10', '2026-11-19 2026-11-19T21:40'],
    ['20 Nov 14:35', '2026-11-20 2026-11-20T09:05'],
    ['2026-11-20 14:35', '2026-11-20 2026-11-20T09:05'],
    ['soon', null],
    ['25:00', null],
    ['22 Nov 2026 23:00', null],
  ])('understands %s', (typed, place) => {
    expect(iso(typed)).toBe(place);
  });

  it('finds the moment of a wall clock on both sides of a change of the clocks', () => {
    expect(new Date(msAt('2026-03-29', '03:30', 'Europe/Berlin')).toISOString()).toBe('2026-03-29T01:30:00.000Z');
    expect(new Date(msAt('2026-03-28', '03:30', 'Europe/Berlin')).toISOString()).toBe('2026-03-28T02:30:00.000Z');
  });
});
