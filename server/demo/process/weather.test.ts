import { describe, expect, it } from 'vitest';
import { localMoment } from './localTime.ts';
import { showersOf, Weather } from './weather.ts';

const firstDay = Date.UTC(2026, 0, 1) / 86_400_000;
const days = Array.from({ length: 365 }, (_, n) => firstDay + n);

describe('the weather', () => {
  it('lets fall the whole of every shower within its own day, in whatever steps it is asked', () => {
    const day = days.find((one) => showersOf(5, one).length > 0) ?? 0;
    const expected = showersOf(5, day).reduce((sum, { mm }) => sum + mm, 0);
    const weather = new Weather(5);
    for (const stepMs of [30_000, 300_000]) {
      let fallen = 0;
      for (let at = localMoment(day, 0); at < localMoment(day + 1, 0); at += stepMs) fallen += weather.rainMm(at, at + stepMs);
      expect(fallen).toBeCloseTo(expected, 6);
    }
  });

  it('rains mostly in the monsoon, and never twice differently', () => {
    const rainOf = (day: number) => showersOf(5, day).reduce((sum, { mm }) => sum + mm, 0);
    const monsoon = days.slice(151, 273).reduce((sum, day) => sum + rainOf(day), 0);
    const year = days.reduce((sum, day) => sum + rainOf(day), 0);
    expect(year).toBeGreaterThan(500);
    expect(monsoon / year).toBeGreaterThan(0.5);
    expect(days.map(rainOf)).toEqual(days.map(rainOf));
  });
});
