import { describe, expect, it } from 'vitest';
import { ageTrain, osmoticBar, permeability, roTrain, runTrain, temperatureFactor } from './ro.ts';

const spec = { permeateM3h: 34.5, recovery: 0.75, areaM2: 1568, pumpEfficiency: 0.68 };
const feed = { mgL: 700, celsius: 27, drift: 0 };

describe('the RO train', () => {
  it('corrects for temperature as FilmTec does', () => {
    expect(temperatureFactor(20)).toBeCloseTo(0.841, 3);
    expect(temperatureFactor(25)).toBe(1);
    expect(temperatureFactor(30)).toBeCloseTo(1.157, 3);
  });

  it('balances salt over feed, permeate and reject', () => {
    const { feedM3h, permeateM3h, rejectM3h, permeateMgL, rejectMgL } = runTrain(roTrain(), spec, feed);
    expect(permeateM3h * permeateMgL + rejectM3h * rejectMgL).toBeCloseTo(feedM3h * feed.mgL, 6);
    expect(permeateM3h / feedM3h).toBeCloseTo(0.75, 6);
  });

  it('gives back its permeability from what its instruments show', () => {
    const train = roTrain();
    const { feedM3h, permeateM3h, feedBar, rejectBar, permeateBar, permeateMgL } = runTrain(train, spec, feed);
    const recovery = permeateM3h / feedM3h;
    const brine = (feed.mgL * Math.log(1 / (1 - recovery))) / recovery;
    const driving = (feedBar + rejectBar) / 2 - permeateBar - osmoticBar(brine, 27) + osmoticBar(permeateMgL, 27);
    const shown = (permeateM3h * 1000) / spec.areaM2 / driving / temperatureFactor(27);
    expect(shown).toBeCloseTo(permeability(train), 6);
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
