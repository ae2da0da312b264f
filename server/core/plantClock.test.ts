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
