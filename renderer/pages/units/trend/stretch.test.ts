import { describe, expect, it } from 'vitest';
import { panned, pinched, type Stretch, shortestMs, zoomedAt } from './stretch.ts';

const HOUR_MS = 3_600_000;
const range: Stretch = [0, 100 * HOUR_MS];
const hours = ([from, to]: Stretch) => [from / HOUR_MS, to / HOUR_MS];

describe('the stretch that is looked at', () => {
  it('is moved in time and keeps its length, also at the ends of the range', () => {
    expect(hours(panned([10 * HOUR_MS, 20 * HOUR_MS], 5 * HOUR_MS, range))).toEqual([15, 25]);
    expect(hours(panned([10 * HOUR_MS, 20 * HOUR_MS], -30 * HOUR_MS, range))).toEqual([0, 10]);
    expect(hours(panned([10 * HOUR_MS, 20 * HOUR_MS], 300 * HOUR_MS, range))).toEqual([90, 100]);
  });

  it('is zoomed about the moment under the pointer', () => {
    expect(hours(zoomedAt([0, 100 * HOUR_MS], 25 * HOUR_MS, 0.5, range))).toEqual([12.5, 62.5]);
    expect(hours(zoomedAt([10 * HOUR_MS, 20 * HOUR_MS], 15 * HOUR_MS, 100, range))).toEqual([0, 100]);
    const [from, to] = zoomedAt([0, HOUR_MS], HOUR_MS / 2, 0.001, range);
    expect(to - from).toBeCloseTo(shortestMs, 3);
  });

  it('keeps under two fingers what was under them', () => {
    // fingers at a quarter and three quarters of 0 to 100 h go to the edges
    expect(hours(pinched([25 * HOUR_MS, 75 * HOUR_MS], [0, 1], range))).toEqual([25, 75]);
    expect(hours(pinched([40 * HOUR_MS, 60 * HOUR_MS], [0.25, 0.75], range))).toEqual([30, 70]);
    // fingers that cross or meet ask for nothing that can be shown
    const [from, to] = pinched([40 * HOUR_MS, 60 * HOUR_MS], [0.5, 0.5], range);
    expect(to).toBeGreaterThan(from);
  });
});
