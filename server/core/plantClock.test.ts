import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ManualClock } from './clock.ts';
import { PlantClock } from './plantClock.ts';

const HOUR_MS = 3_600_000;

describe('the clock of a plant', () => {
  it('goes on when the time of day is set back, until that has caught up', () => {
    const wall = new ManualClock(1e12);
    const plant = new PlantClock(wall);
    wall.stepWall(-HOUR_MS);
    expect(plant.now()).toBe(1e12);
    wall.advance(HOUR_MS);
    expect(plant.now()).toBe(1e12 + 0.95 * HOUR_MS);
    wall.advance(24 * HOUR_MS);
    expect(plant.now()).toBe(wall.now());
    expect(plant.takeSteps()).toEqual([{ byMs: -HOUR_MS, wallMs: 1e12 - HOUR_MS, plantMs: 1e12 }]);
  });

  it('follows at once when the time of day is set ahead', () => {
    const wall = new ManualClock(1e12);
    const plant = new PlantClock(wall);
    wall.stepWall(HOUR_MS);
    expect(plant.now()).toBe(1e12 + HOUR_MS);
    expect(plant.takeSteps()).toMatchObject([{ byMs: HOUR_MS }]);
    expect(plant.takeSteps()).toEqual([]);
  });

  it('continues from a moment that an earlier run had reached, and from no earlier one', () => {
    const plant = new PlantClock(new ManualClock(1e12));
    plant.continueFrom(1e12 - HOUR_MS);
    expect(plant.now()).toBe(1e12);
    plant.continueFrom(1e12 + HOUR_MS);
    expect(plant.now()).toBe(1e12 + HOUR_MS);
  });

  it.each([
    [-1000, true],
    [-999, false],
    [999, false],
  ])('set by %d ms is ahead of the time of day: %s', (byMs, isAhead) => {
    const wall = new ManualClock(1e12);
    const plant = new PlantClock(wall);
    wall.stepWall(byMs);
    expect(plant.now()).toBe(1e12 + Math.max(0, byMs));
    expect(plant.isAhead).toBe(isAhead);
    expect(plant.takeSteps()).toEqual([]);
  });

  it('is ahead until less than a second is left', () => {
    const wall = new ManualClock(1e12);
    const plant = new PlantClock(wall);
    wall.stepWall(-HOUR_MS);
    expect([plant.now(), plant.isAhead]).toEqual([1e12, true]);
    wall.advance(20 * (HOUR_MS - 1000));
    expect([plant.now() - wall.now(), plant.isAhead]).toEqual([1000, true]);
    wall.advance(20);
    expect([plant.now() - wall.now(), plant.isAhead]).toEqual([999, false]);
    wall.advance(20 * 999);
    expect(plant.now() - wall.now()).toBe(0);
    wall.advance(1000);
    expect(plant.now() - wall.now()).toBe(0);
  });

  it('goes on to lose what it is ahead by when the time of day is set twice', () => {
    const wall = new ManualClock(1e12);
    const plant = new PlantClock(wall);
    wall.stepWall(-HOUR_MS);
    plant.now();
    wall.stepWall(-HOUR_MS);
    expect(plant.now() - wall.now()).toBe(2 * HOUR_MS);
    wall.stepWall(HOUR_MS);
    expect(plant.now() - wall.now()).toBe(HOUR_MS);
    wall.stepWall(2 * HOUR_MS);
    expect([plant.now() - wall.now(), plant.isAhead]).toEqual([0, false]);
  });

  it.each([
    [-60_000, true],
    [-59_999, false],
    [60_000, true],
    [59_999, false],
  ])('reports a step of %d ms: %s', (byMs, isReported) => {
    const wall = new ManualClock(1e12);
    const plant = new PlantClock(wall);
    wall.advance(5000);
    plant.now();
    wall.advance(700);
    wall.stepWall(byMs);
    const plantMs = 1e12 + 5700 + Math.max(0, byMs) + (byMs < 0 ? -700 : 0);
    const steps = plant.takeSteps();
    expect(steps.map((step) => step.byMs)).toEqual(isReported ? [byMs] : []);
    if (byMs > 0) expect(plant.now()).toBe(plantMs);
  });

  it('is not set by time that passes between two looks', () => {
    const wall = new ManualClock(1e12);
    const plant = new PlantClock(wall);
    wall.advance(10 * HOUR_MS);
    expect(plant.now()).toBe(1e12 + 10 * HOUR_MS);
    expect([plant.takeSteps(), plant.isAhead, plant.monotonicMs()]).toEqual([[], false, 10 * HOUR_MS]);
  });

  it.each([
    [HOUR_MS, true],
    [60_000, true],
    [59_999, false],
    [0, false],
  ])('that continues %d ms ahead of the time of day reports it: %s', (aheadMs, isReported) => {
    const plant = new PlantClock(new ManualClock(1e12));
    plant.continueFrom(1e12 + aheadMs);
    expect(plant.now()).toBe(1e12 + aheadMs);
    expect(plant.takeSteps()).toEqual(isReported ? [{ byMs: -aheadMs, wallMs: 1e12, plantMs: 1e12 + aheadMs }] : []);
  });

  it('loses what it continued ahead by like any other', () => {
    const wall = new ManualClock(1e12);
    const plant = new PlantClock(wall);
    plant.continueFrom(1e12 + HOUR_MS);
    wall.advance(HOUR_MS);
    expect(plant.now() - wall.now()).toBe(0.95 * HOUR_MS);
  });

  const DAY_MS = 24 * HOUR_MS;
  const YEAR_MS = 365 * DAY_MS;
  const MINUTE_MS = 60_000;

  it('does not follow a day and more ahead that is taken back, and says both', () => {
    const wall = new ManualClock(1e12);
    const plant = new PlantClock(wall);
    wall.stepWall(YEAR_MS);
    expect([plant.now(), plant.isInDoubt]).toEqual([1e12, true]);
    wall.advance(MINUTE_MS);
    expect([plant.now(), plant.isInDoubt]).toEqual([1e12 + MINUTE_MS, true]);
    wall.stepWall(-YEAR_MS);
    expect([plant.now(), plant.isInDoubt, plant.isAhead]).toEqual([1e12 + MINUTE_MS, false, false]);
    expect(plant.takeSteps()).toEqual([
      { byMs: YEAR_MS, wallMs: 1e12 + YEAR_MS, plantMs: 1e12, doubt: 'begun' },
      { byMs: -YEAR_MS, wallMs: 1e12 + MINUTE_MS, plantMs: 1e12 + MINUTE_MS },
    ]);
    wall.advance(HOUR_MS);
    expect([plant.now(), plant.takeSteps()]).toEqual([wall.now(), []]);
  });

  it('is an hour ahead where a year ahead was taken back by an hour too much, and a minute behind none', () => {
    const wall = new ManualClock(1e12);
    const plant = new PlantClock(wall);
    wall.stepWall(YEAR_MS);
    plant.now();
    wall.stepWall(-YEAR_MS - HOUR_MS);
    expect([plant.now(), plant.isInDoubt, plant.isAhead]).toEqual([1e12, false, true]);
    wall.stepWall(HOUR_MS + MINUTE_MS);
    expect([plant.now(), plant.isInDoubt, plant.isAhead]).toEqual([1e12 + MINUTE_MS, false, false]);
  });

  it('follows a day and more ahead once it has stood for ten minutes since it was set the last time', () => {
    const wall = new ManualClock(1e12);
    const plant = new PlantClock(wall);
    wall.stepWall(YEAR_MS);
    plant.now();
    wall.advance(5 * MINUTE_MS);
    wall.stepWall(DAY_MS);
    // a correction by seconds begins no new wait
    plant.now();
    wall.advance(5 * MINUTE_MS);
    wall.stepWall(2000);
    expect(plant.now()).toBe(1e12 + 10 * MINUTE_MS);
    wall.advance(5 * MINUTE_MS - 1);
    expect([plant.now(), plant.isInDoubt]).toEqual([1e12 + 15 * MINUTE_MS - 1, true]);
    wall.advance(1);
    expect([plant.now(), plant.isInDoubt, plant.isAhead]).toEqual([wall.now(), false, false]);
    expect(plant.takeSteps().map(({ byMs, doubt }) => [byMs, doubt])).toEqual([
      [YEAR_MS, 'begun'],
      [DAY_MS, 'begun'],
      [YEAR_MS + DAY_MS + 2000, 'over'],
    ]);
  });

  it.each([
    [DAY_MS, false],
    [DAY_MS + 1, true],
  ])('set ahead by %d ms is in doubt: %s', (byMs, isInDoubt) => {
    const wall = new ManualClock(1e12);
    const plant = new PlantClock(wall);
    wall.stepWall(byMs);
    expect(plant.now()).toBe(isInDoubt ? 1e12 : 1e12 + byMs);
    expect(plant.isInDoubt).toBe(isInDoubt);
  });

  it('follows at once what puts right a time of day that was known to be wrong, however long it was off', () => {
    const wall = new ManualClock(1e12);
    const plant = new PlantClock(wall);
    plant.continueFrom(1e12 + 10 * YEAR_MS);
    expect(plant.isInDoubt).toBe(true);
    wall.advance(3 * MINUTE_MS);
    wall.stepWall(10 * YEAR_MS + 40 * DAY_MS);
    expect([plant.now(), plant.isInDoubt, plant.isAhead]).toEqual([wall.now(), false, false]);
    expect(plant.takeSteps().map(({ doubt }) => doubt)).toEqual(['begun', undefined]);
  });

  it.each([
    [DAY_MS, false],
    [DAY_MS + 1, true],
  ])('that continues %d ms ahead of the time of day is in doubt: %s; for ten minutes', (aheadMs, isInDoubt) => {
    const wall = new ManualClock(1e12);
    const plant = new PlantClock(wall);
    plant.continueFrom(1e12 + aheadMs);
    expect([plant.isInDoubt, plant.isAhead]).toEqual([isInDoubt, true]);
    wall.advance(10 * MINUTE_MS);
    plant.now();
    expect([plant.isInDoubt, plant.isAhead]).toEqual([false, true]);
  });

  it('never goes back and is never behind the time of day by more than a second, whatever is set', () => {
    const move = fc.record({ passMs: fc.integer({ min: 0, max: HOUR_MS }), byMs: fc.integer({ min: -HOUR_MS, max: HOUR_MS }) });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
        const wall = new ManualClock(1e12);
        const plant = new PlantClock(wall);
        let last = plant.now();
        for (const { passMs, byMs } of moves) {
          wall.advance(passMs);
          wall.stepWall(byMs);
          const now = plant.now();
          expect(now).toBeGreaterThanOrEqual(last);
          expect(now).toBeGreaterThanOrEqual(wall.now() - 1000);
          last = now;
        }
      }),
    );
  });
});
