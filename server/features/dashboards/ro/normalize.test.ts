import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coefficientsOf,
  feedBrineMgL,
  netDrivingBar,
  normalizedPct,
  type OperatingPoint,
  osmoticBar,
  permeabilityOf,
  temperatureCorrection,
} from './normalize.ts';

const point: OperatingPoint = {
  feedM3h: 10,
  permeateM3h: 7.5,
  rejectM3h: 2.5,
  feedMgL: 1500,
  permeateMgL: 30,
  feedBar: 12,
  permeateBar: 0.5,
  rejectBar: 10.5,
  celsius: 27,
};

describe('the formulas', () => {
  it('agree with the worked example: 10 m3/h of 1,500 mg/L, of which 7.5 m3/h leave with 30 mg/L', () => {
    const { feedM3h, permeateM3h, rejectM3h, feedMgL, permeateMgL } = point;
    expect(permeateM3h / feedM3h).toBe(0.75);
    expect((feedM3h * feedMgL - permeateM3h * permeateMgL) / rejectM3h).toBe(5910);
    expect(feedBrineMgL(feedMgL, 0.75)).toBeCloseTo(2772.6, 1);
  });

  it('correct for temperature as FilmTec does', () => {
    expect(temperatureCorrection(20)).toBeCloseTo(0.841, 3);
    expect(temperatureCorrection(25)).toBe(1);
    expect(temperatureCorrection(30)).toBeCloseTo(1.157, 3);
  });

  it('have the osmotic pressure of salt water: about 1 psi per 100 mg/L', () => {
    expect(osmoticBar(2000, 25)).toBeCloseTo((0.002654 * 2000 * 298.15) / 998, 10);
    expect(osmoticBar(2000, 25) / (20 * 0.0689476)).toBeGreaterThan(1);
    expect(osmoticBar(2000, 25) / (20 * 0.0689476)).toBeLessThan(1.25);
  });

  it('take half the pressure drop, the permeate pressure and the osmotic difference from the feed pressure', () => {
    const osmotic = (0.002654 * 2772.5887 * 300.15) / (1000 - 2.7725887) - (0.002654 * 30 * 300.15) / (1000 - 0.03);
    expect(netDrivingBar(point)).toBeCloseTo(12 - 0.75 - 0.5 - osmotic, 4);
  });
});

/** ASTM D4516 as it is printed, written out once more. */
const asPrinted = (now: OperatingPoint, ref: OperatingPoint) => {
  const tcf = (celsius: number) => Math.exp((celsius > 25 ? 2640 : 3020) * (1 / 298.15 - 1 / (273.15 + celsius)));
  const pi = (mgL: number, celsius: number) => (0.002654 * mgL * (celsius + 273.15)) / (1000 - mgL / 1000);
  const at = (p: OperatingPoint) => {
    const y = p.permeateM3h / p.feedM3h;
    const cfc = (p.feedMgL * Math.log(1 / (1 - y))) / y;
    const dp = p.feedBar - p.rejectBar;
    const ndp = p.feedBar - dp / 2 - p.permeateBar - pi(cfc, p.celsius) + pi(p.permeateMgL, p.celsius);
    return { cfc, dp, ndp, tcf: tcf(p.celsius), qavg: (p.feedM3h + p.rejectM3h) / 2, sp: p.permeateMgL / p.feedMgL };
  };
  const [n, r] = [at(now), at(ref)];
  const qpn = (now.permeateM3h * r.ndp * r.tcf) / (n.ndp * n.tcf);
  const spn = n.sp * (now.permeateM3h / ref.permeateM3h) * (r.tcf / n.tcf) * ((r.cfc * now.feedMgL) / (n.cfc * ref.feedMgL));
  const dpn = n.dp * (r.qavg / n.qavg) ** 1.5;
  return {
    permeateFlow: (100 * qpn) / ref.permeateM3h,
    saltPassage: (100 * spn) / r.sp,
    differentialPressure: (100 * dpn) / r.dp,
  };
};

const anyPoint = fc
  .record({
    permeateM3h: fc.double({ min: 1, max: 100, noNaN: true }),
    recovery: fc.double({ min: 0.2, max: 0.85, noNaN: true }),
    feedMgL: fc.double({ min: 200, max: 3000, noNaN: true }),
    passage: fc.double({ min: 0.002, max: 0.1, noNaN: true }),
    feedBar: fc.double({ min: 18, max: 40, noNaN: true }),
    dropBar: fc.double({ min: 0.3, max: 3, noNaN: true }),
    celsius: fc.double({ min: 8, max: 42, noNaN: true }),
  })
  .map(({ permeateM3h, recovery, feedMgL, passage, feedBar, dropBar, celsius }) => ({
    feedM3h: permeateM3h / recovery,
    permeateM3h,
    rejectM3h: permeateM3h / recovery - permeateM3h,
    feedMgL,
    permeateMgL: feedMgL * passage,
    feedBar,
    rejectBar: feedBar - dropBar,
    permeateBar: 0.5,
    celsius,
  }));

describe('normalised values', () => {
  it('are those of the standard, for any two points', () => {
    fc.assert(
      fc.property(anyPoint, anyPoint, (now, ref) => {
        const [a, b] = [coefficientsOf(now), coefficientsOf(ref)];
        if (!a || !b) throw new Error('a point was refused');
        const [found, wanted] = [normalizedPct(a, b), asPrinted(now, ref)];
        expect(found.permeateFlow / wanted.permeateFlow).toBeCloseTo(1, 9);
        expect(found.saltPassage / wanted.saltPassage).toBeCloseTo(1, 9);
        expect(found.differentialPressure / wanted.differentialPressure).toBeCloseTo(1, 9);
      }),
    );
  });

  it('do not move with temperature, salt or pressure while the membranes are the same', () => {
    const ofMembranes = (celsius: number, feedMgL: number, feedBar: number): OperatingPoint => {
      // a membrane of 2.4 m3/h bar at 25 °C; the flow settles where it gives what the pressure left over drives
      let permeateM3h = 5;
      let driven: OperatingPoint = { ...point, celsius, feedMgL, feedBar, rejectBar: feedBar - 1.5 };
      for (let step = 0; step < 200; step += 1) {
        driven = { ...driven, permeateM3h, feedM3h: 40, rejectM3h: 40 - permeateM3h };
        permeateM3h += 0.5 * (2.4 * temperatureCorrection(celsius) * netDrivingBar(driven) - permeateM3h);
      }
      return driven;
    };
    const [cold, warm] = [coefficientsOf(ofMembranes(18, 900, 9)), coefficientsOf(ofMembranes(34, 2100, 14))];
    expect(cold?.water).toBeCloseTo(2.4, 6);
    expect(warm?.water).toBeCloseTo(2.4, 6);
    expect(permeabilityOf({ water: 2.4, salt: 0, pressure: 0 }, 800)).toBeCloseTo(3, 10);
  });

  it('are not known of a point at which no water can have passed', () => {
    for (const wrong of [
      { permeateM3h: 0 },
      { permeateM3h: 11 },
      { rejectM3h: 0 },
      { permeateMgL: 1600 },
      { permeateMgL: 0 },
      { feedBar: 10 },
      { feedBar: 1.2, rejectBar: 1 },
      { feedMgL: Number.NaN },
    ])
      expect(coefficientsOf({ ...point, ...wrong }), JSON.stringify(wrong)).toBeNull();
  });
});
