import { describe, expect, it } from 'vitest';
import { osmoticBar, temperatureCorrection } from '../../features/dashboards/ro/normalize.ts';
import { ageTrain, osmoticCoefficient, permeability, roTrain, runTrain, saltPressureBar, warmth } from './ro.ts';

const spec = { permeateM3h: 34.5, recovery: 0.75, areaM2: 1568, pumpEfficiency: 0.68 };
const feed = { mgL: 700, celsius: 27, drift: 0 };

describe('the RO train', () => {
  it.each([
    // Robinson and Stokes, Electrolyte Solutions, NaCl at 25 degrees
    [0.1, 0.9324],
    [0.5, 0.921],
    [1, 0.9355],
  ])('has the osmotic coefficient of the tables at %s mol/kg', (molality, coefficient) => {
    expect(osmoticCoefficient(molality)).toBeCloseTo(coefficient, 2);
  });

  it('has physics of its own: near the formulas of the dashboard, and not theirs', () => {
    for (const celsius of [18, 27, 33])
      for (const mgL of [300, 2000, 8000]) {
        const part = saltPressureBar(mgL, celsius) / osmoticBar(mgL, celsius);
        expect(Math.abs(part - 1)).toBeLessThan(0.06);
        expect(Math.abs(part - 1)).toBeGreaterThan(0.001);
        expect(Math.abs(warmth(celsius) / temperatureCorrection(celsius) - 1)).toBeLessThan(0.03);
      }
    expect(warmth(25)).toBe(1);
    expect(warmth(33)).not.toBeCloseTo(temperatureCorrection(33), 3);
  });

  it('balances salt over feed, permeate and reject', () => {
    const { feedM3h, permeateM3h, rejectM3h, permeateMgL, rejectMgL } = runTrain(roTrain(), spec, feed);
    expect(permeateM3h * permeateMgL + rejectM3h * rejectMgL).toBeCloseTo(feedM3h * feed.mgL, 6);
    expect(permeateM3h / feedM3h).toBeCloseTo(0.75, 6);
  });

  it('shows the dashboard its permeability within the accuracy of the standard formulas', () => {
    for (const celsius of [22, 27, 32]) {
      const train = roTrain();
      const { feedM3h, permeateM3h, feedBar, rejectBar, permeateBar, permeateMgL } = runTrain(train, spec, { ...feed, celsius });
      const recovery = permeateM3h / feedM3h;
      const brine = (feed.mgL * Math.log(1 / (1 - recovery))) / recovery;
      const driving = (feedBar + rejectBar) / 2 - permeateBar - osmoticBar(brine, celsius) + osmoticBar(permeateMgL, celsius);
      const shown = (permeateM3h * 1000) / spec.areaM2 / driving / temperatureCorrection(celsius);
      expect(Math.abs(shown / permeability(train) - 1)).toBeLessThan(0.03);
    }
  });

  it('is washed when fouling has cost it an eighth of its permeability', () => {
    const train = roTrain();
    const clean = permeability({ ...train, fouledHours: 0 });
    let hours = 0;
    while (train.cleaningUntilMs === 0 && hours < 3000) {
      train.on = true;
      ageTrain(train, hours * 3_600_000, 1);
      hours += 1;
    }
    expect(hours).toBeGreaterThan(500);
    expect(hours).toBeLessThan(1000);
    expect(train.on).toBe(false);
    expect(permeability(train) / clean).toBeGreaterThan(0.97);
  });
});
