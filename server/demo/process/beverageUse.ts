import { type BeverageState, coolingSpec, filterSpec, roSpec } from './beverageState.ts';
import { rawMgL } from './beverageSupply.ts';
import { runTower } from './coolingTower.ts';
import type { Moment } from './moment.ts';
import { attendance, domesticM3h, type LineUse } from './production.ts';
import { ageTrain, atRest, runTrain } from './ro.ts';
import { draw, filled, filling, pour } from './tank.ts';
import { stepHours } from './truth.ts';

/** Constant losses that the step has to carry, m3/h. */
export type Leaks = { main: number; line3: number };

/** What one step sends to the drains, m3/h. */
export type Drains = { process: number; sewage: number };

/** RO, filters, cooling tower and people on raw water; lines, syrup room and boiler on treated water. */
export function distribute(
  state: BeverageState,
  now: Moment,
  given: { seed: number; lines: readonly LineUse[]; leaks: Leaks },
): Drains {
  const speeds = given.lines.map(({ speed }) => speed);
  const activity = 0.45 * (speeds[0] ?? 0) + 0.3 * (speeds[1] ?? 0) + 0.25 * (speeds[2] ?? 0);
  runRo(state, now);
  const blowDown = cool(state, now, activity);
  const backwash = washFilters(state, now);
  const sewage = servePeople(state, now, given.seed);
  const process = feedProcess(state, now, { ...given, activity });
  return { process: process + blowDown + backwash, sewage };
}

function runRo(state: BeverageState, now: Moment): void {
  const { train, treated, raw } = state;
  const { streams, gauges } = state.truth;
  const wanted = filling(train.on, filled(treated), 0.66, 0.93);
  train.on = wanted && filled(raw) > 0.12 && now.timeMs >= train.cleaningUntilMs;
  gauges.roCelsius = 26.5 + 0.5 * (now.airCelsius - 27) + 0.3 * now.noise('feedTemperature', 60);
  const mgL = rawMgL(state);
  state.ro = train.on
    ? runTrain(train, roSpec, { mgL, celsius: gauges.roCelsius, drift: now.noise('ro', 45) })
    : { ...atRest, permeateMgL: state.ro.permeateMgL, rejectMgL: state.ro.rejectMgL };
  const { feedM3h, permeateM3h, rejectM3h } = state.ro;
  state.rawSaltKg -= (draw(raw, feedM3h * stepHours) * mgL) / 1000;
  const made = permeateM3h * stepHours;
  if (made > 0) gauges.treatedMgL += ((state.ro.permeateMgL + 38 - gauges.treatedMgL) * made) / (treated.volumeM3 + made);
  streams.overflow.rate += pour(treated, made) / stepHours;
  streams.roFeed.rate = feedM3h;
  streams.permeate.rate = permeateM3h;
  streams.reject.rate = rejectM3h;
  streams.roKw.rate = state.ro.pumpKw + (train.on ? 3.5 : 0.4);
  ageTrain(train, now.timeMs, stepHours);
}

/** Water taken from the raw tank takes its salt along. */
function fromRaw(state: BeverageState, wantedM3h: number): number {
  const mgL = rawMgL(state);
  const got = draw(state.raw, wantedM3h * stepHours);
  state.rawSaltKg -= (got * mgL) / 1000;
  return got / stepHours;
}

function cool(state: BeverageState, now: Moment, activity: number): number {
  const { streams } = state.truth;
  const rangeK = Math.max(0, 0.9 + 5.4 * activity + 0.04 * (now.airCelsius - 27) + 0.2 * now.noise('heat', 30));
  const supplyMgL = rawMgL(state);
  const step = runTower(state.tower, coolingSpec, { rangeK, supply: state.raw, supplyMgL, hours: stepHours });
  state.rawSaltKg -= (step.makeUpM3 * supplyMgL) / 1000;
  streams.coolingMakeUp.rate = step.makeUpM3 / stepHours;
  streams.evaporation.rate = step.evaporatedM3 / stepHours;
  streams.drift.rate = step.driftM3 / stepHours;
  streams.coolingBlowDown.rate = step.blowDownM3 / stepHours;
  streams.overflow.rate += step.spilledM3 / stepHours;
  return streams.coolingBlowDown.rate;
}

/** The media filters are washed back when so much feed has passed them. */
function washFilters(state: BeverageState, now: Moment): number {
  const { filters, truth } = state;
  const { streams } = truth;
  filters.fedM3 += streams.roFeed.rate * stepHours;
  if (filters.fedM3 >= filterSpec.runM3) {
    filters.fedM3 -= filterSpec.runM3;
    filters.washHoursLeft = filterSpec.washHours;
  }
  const washing = filters.washHoursLeft > stepHours / 2;
  filters.washHoursLeft = Math.max(0, filters.washHoursLeft - stepHours);
  streams.backwash.rate = washing ? fromRaw(state, filterSpec.washM3h * (1 + 0.03 * now.noise('backwash', 15))) : 0;
  return streams.backwash.rate;
}

const mealHours = [
  [6, 9],
  [11.5, 14],
  [19, 21],
] as const;

function servePeople(state: BeverageState, now: Moment, seed: number): number {
  const { streams } = state.truth;
  const cooking = mealHours.some(([from, to]) => now.local.hour >= from && now.local.hour < to);
  streams.domestic.rate = fromRaw(state, domesticM3h(seed, now.local, 4.2));
  streams.canteen.rate = cooking ? fromRaw(state, 1.6 * attendance(now.local) * (1 + 0.4 * now.noise('canteen', 12))) : 0;
  const used = streams.domestic.rate + streams.canteen.rate;
  streams.domesticLoss.rate = 0.15 * used;
  return 0.85 * used;
}

function feedProcess(
  state: BeverageState,
  now: Moment,
  given: { lines: readonly LineUse[]; leaks: Leaks; activity: number },
): number {
  const { streams } = state.truth;
  const wantedByLine = given.lines.map(({ productM3h, drainM3h }) => productM3h + drainM3h);
  state.on.syrupFill = filling(state.on.syrupFill, filled(state.syrup), 0.4, 0.88);
  const syrup = state.on.syrupFill ? 9 * (1 + 0.03 * now.noise('syrup', 10)) : 0;
  const boiler = 2.1 * (0.12 + 0.88 * given.activity) * (1 + 0.05 * now.noise('steam', 15));
  const metered = wantedByLine.reduce((sum, one) => sum + one, 0) + given.leaks.line3 + syrup + boiler;
  const wanted = metered + given.leaks.main;
  const got = draw(state.treated, wanted * stepHours) / stepHours;
  const part = wanted > 0 ? got / wanted : 0;
  streams.processMain.rate = got;
  streams.leakMain.rate = given.leaks.main * part;
  streams.leakLine3.rate = given.leaks.line3 * part;
  streams.line1.rate = (wantedByLine[0] ?? 0) * part;
  streams.line2.rate = (wantedByLine[1] ?? 0) * part;
  streams.line3.rate = (wantedByLine[2] ?? 0) * part + streams.leakLine3.rate;
  streams.syrup.rate = syrup * part;
  streams.boiler.rate = boiler * part;
  streams.overflow.rate += pour(state.syrup, streams.syrup.rate * stepHours) / stepHours;
  const syrupUsed = draw(state.syrup, 2.6 * given.activity * stepHours) / stepHours;
  const bottled = given.lines.reduce((sum, { productM3h }) => sum + productM3h, 0) * part;
  streams.product.rate = bottled + syrupUsed;
  streams.steam.rate = 0.9 * streams.boiler.rate;
  const drained = given.lines.reduce((sum, { drainM3h }) => sum + drainM3h, 0) * part;
  return drained + 0.1 * streams.boiler.rate;
}
