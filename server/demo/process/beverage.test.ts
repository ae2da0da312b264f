import { describe, expect, it } from 'vitest';
import { BeveragePlant, type Disturbance } from './beverage.ts';
import type { BeverageGauge, BeverageStream } from './beverageState.ts';
import { localMoment } from './localTime.ts';
import { advanceTo, stepMs } from './truth.ts';

const dayMs = 86_400_000;
const stepsPerDay = dayMs / stepMs;
/** A Monday in the monsoon, at the start of the shift. */
const firstDay = Date.UTC(2026, 6, 6) / dayMs;
const start = localMoment(firstDay, 6);
const calm: Disturbance = { leaks: { main: 0, line3: 0 }, upset: 0 };
const plant = (seed = 7, disturbanceAt: (timeMs: number) => Disturbance = () => calm) =>
  new BeveragePlant(seed, start, disturbanceAt);

const tanks = [
  'rawM3',
  'treatedM3',
  'syrupM3',
  'harvestM3',
  'basinM3',
  'equalisationM3',
  'sumpM3',
  'pondM3',
] satisfies BeverageGauge[];
const into = ['borewell1', 'borewell2', 'municipal', 'harvestIn', 'pondRain'] satisfies BeverageStream[];
const lost = [
  'reject',
  'product',
  'evaporation',
  'drift',
  'steam',
  'domesticLoss',
  'sludge',
  'pondEvaporation',
  'overflow',
  'recharge',
  'garden',
  'discharge',
] satisfies BeverageStream[];

/** Day by day: what came in less what went out less what the tanks gained, m3; and the totals of the day. */
function closures(model: BeveragePlant, days: number) {
  model.step();
  return Array.from({ length: days }, (_, n) => {
    const before = structuredClone(model.truth);
    advanceTo(model, start + (n + 1) * dayMs);
    const after = structuredClone(model.truth);
    const of = (name: BeverageStream) => after.streams[name].total - before.streams[name].total;
    const sum = (names: readonly BeverageStream[]) => names.reduce((total, name) => total + of(name), 0);
    const gained = tanks.reduce((total, name) => total + after.gauges[name] - before.gauges[name], 0);
    return { open: sum(into) - sum(lost) - gained, of };
  });
}

describe('the beverage plant', () => {
  it('closes its water on every day of three months', () => {
    for (const { open } of closures(plant(), 91)) expect(Math.abs(open)).toBeLessThan(1e-6);
  });

  it('leaves open exactly what leaks', () => {
    const leaking = plant(7, (timeMs) => ({ ...calm, leaks: { main: timeMs < start + 3 * dayMs ? 0 : 3, line3: 1.4 } }));
    const days = closures(leaking, 6);
    for (const { open, of } of days) expect(open).toBeCloseTo(of('leakMain') + of('leakLine3'), 6);
    expect(days[1]?.of('leakMain')).toBe(0);
    expect(days[4]?.of('leakMain')).toBeCloseTo(72, 1);
    expect(days[4]?.of('leakLine3')).toBeCloseTo(33.6, 1);
  });

  it('lets nothing through a closed valve, not even what leaks behind it, and water flows again when it opens', () => {
    const model = plant(7, () => ({ ...calm, leaks: { main: 0, line3: 1.4 } }));
    const flowAt = (hours: number) => {
      advanceTo(model, start + hours * 3_600_000);
      return { line3: model.truth.streams.line3.rate, garden: model.truth.streams.garden.rate };
    };
    const before = flowAt(3);
    expect(before.line3).toBeGreaterThan(1.4);
    model.closed = new Set(['line3Valve', 'gardenValve']);
    for (let hours = 4; hours < 13; hours += 0.5) expect(flowAt(hours)).toEqual({ line3: 0, garden: 0 });
    model.closed = new Set();
    expect(flowAt(13.5).line3).toBeGreaterThan(1.4);
  });

  it('closes every metered node of the treated water main', () => {
    for (const { of } of closures(plant(), 8)) {
      const uses = (['line1', 'line2', 'line3', 'syrup', 'boiler'] satisfies BeverageStream[]).reduce(
        (sum, name) => sum + of(name),
        0,
      );
      expect(of('processMain')).toBeCloseTo(uses, 6);
      expect(of('roFeed')).toBeCloseTo(of('permeate') + of('reject'), 6);
    }
  });

  it('recovers about three quarters of the RO feed and keeps its salt', () => {
    const model = plant();
    let [feed, permeate] = [0, 0];
    for (let step = 0; step < 2 * stepsPerDay; step += 1) {
      model.step();
      const { feedM3h, permeateM3h, rejectM3h, permeateMgL, rejectMgL } = model.state.ro;
      feed += feedM3h;
      permeate += permeateM3h;
      if (feedM3h === 0) continue;
      const feedMgL = (permeateM3h * permeateMgL + rejectM3h * rejectMgL) / feedM3h;
      expect(feedMgL).toBeGreaterThan(300);
      expect(feedMgL).toBeLessThan(900);
      expect(permeateMgL / feedMgL).toBeLessThan(0.06);
    }
    expect(permeate / feed).toBeCloseTo(0.75, 2);
  });

  it('washes its filters by what has passed them, less on Sundays', () => {
    const days = closures(plant(), 91);
    const weekday = days.filter((_, n) => n % 7 < 5);
    const sundays = days.filter((_, n) => n % 7 === 6);
    const mean = (of: typeof days, name: BeverageStream) => of.reduce((sum, day) => sum + day.of(name), 0) / of.length;
    expect(mean(sundays, 'backwash')).toBeLessThan(0.8 * mean(weekday, 'backwash'));
    expect(mean(days, 'backwash') / mean(days, 'roFeed')).toBeCloseTo(10 / 300, 2);
    expect(new Set(days.map(({ of }) => Math.round(of('backwash')))).size).toBeGreaterThan(3);
  });

  it('harvests less than its roofs could give: first flush, filter and splash are lost', () => {
    const days = closures(plant(), 91);
    const total = (name: BeverageStream) => days.reduce((sum, { of }) => sum + of(name), 0);
    const fallenM3 = (total('rain') * 5200) / 1000;
    expect(fallenM3).toBeGreaterThan(500);
    expect(total('harvestIn') / fallenM3).toBeGreaterThan(0.5);
    expect(total('harvestIn') / fallenM3).toBeLessThan(0.8 * 0.9);
  });

  it('waters the garden from what its effluent plants clean, never with the reject of the RO', () => {
    for (const { of } of closures(plant(), 91)) expect(of('garden')).toBeLessThanOrEqual(of('etpOut') + of('stpOut'));
    const days = closures(plant(), 91);
    const total = (name: BeverageStream) => days.reduce((sum, { of }) => sum + of(name), 0);
    expect(total('discharge') + total('garden')).toBeLessThan(total('etpOut') + total('stpOut') + total('pondRain') + 400);
  });

  it('runs one line on Sundays and works through the week', () => {
    for (const [day, { of }] of closures(plant(), 91).entries()) {
      if (day % 7 < 5) expect(of('line1') + of('line2') + of('line3')).toBeGreaterThan(400);
      if (day % 7 !== 6) continue;
      expect(of('line1')).toBeGreaterThan(100);
      expect(of('line2') + of('line3')).toBe(0);
    }
  });

  it('never runs a tank dry or over in a quiet month', () => {
    const model = plant();
    for (let step = 0; step < 30 * stepsPerDay; step += 1) {
      model.step();
      expect(model.truth.gauges.rawM3).toBeGreaterThan(80);
      expect(model.truth.gauges.treatedM3).toBeGreaterThan(50);
    }
    expect(model.truth.streams.overflow.total).toBeLessThan(1);
  });

  it('breaks the limits of the outlet during an upset and comes back', () => {
    const [from, to] = [start + 10 * 3_600_000, start + 13 * 3_600_000];
    const model = plant(7, (timeMs) => ({ ...calm, upset: timeMs >= from && timeMs < to ? 1 : 0 }));
    advanceTo(model, from);
    expect(model.truth.gauges.etpCod).toBeLessThan(250);
    advanceTo(model, to);
    expect(model.truth.gauges.etpCod).toBeGreaterThan(250);
    expect(model.truth.gauges.etpPh).toBeGreaterThan(9);
    advanceTo(model, to + 24 * 3_600_000);
    expect(model.truth.gauges.etpCod).toBeLessThan(250);
  });

  it('is the same for the same seed, and another one for another', () => {
    const [one, same, other] = [plant(7), plant(7), plant(8)];
    for (const model of [one, same, other]) advanceTo(model, start + 2 * dayMs);
    expect(same.truth).toEqual(one.truth);
    expect(other.truth.streams.processMain.total).not.toBe(one.truth.streams.processMain.total);
  });

  it('goes on from a written-down state as if it had never stopped', () => {
    const [whole, broken] = [plant(), plant()];
    advanceTo(whole, start + 2 * dayMs);
    advanceTo(broken, start + dayMs);
    const resumed = new BeveragePlant(7, JSON.parse(JSON.stringify(broken.state)), () => calm);
    advanceTo(resumed, start + 2 * dayMs);
    expect(resumed.truth).toEqual(whole.truth);
  });
});
