import { dispose } from './beverageDisposal.ts';
import { type BeverageState, beverageState, etpSpec, lineSpecs, stpSpec } from './beverageState.ts';
import { rawMgL, supply } from './beverageSupply.ts';
import { distribute, type Leaks } from './beverageUse.ts';
import { basinMgL } from './coolingTower.ts';
import { type Moment, Surroundings } from './moment.ts';
import { type LineUse, noUse, ProductionLine } from './production.ts';
import { addUp, type ProcessModel, type Stream } from './truth.ts';
import { TreatmentStage } from './wasteWater.ts';

/** What goes wrong inside the plant at a moment. */
export type Disturbance = { leaks: Leaks; upset: number };

/** The beverage plant of the industry DEMO: deterministic, closed in its water and in its salt. */
export class BeveragePlant implements ProcessModel {
  readonly state: BeverageState;
  closed: ReadonlySet<string> = new Set();
  readonly #seed: number;
  readonly #surroundings: Surroundings;
  readonly #streams: readonly Stream[];
  readonly #lines: readonly ProductionLine[];
  readonly #stages: { etp: TreatmentStage; stp: TreatmentStage };
  readonly #disturbanceAt: (timeMs: number) => Disturbance;

  /** Goes on from a state, or begins at a moment. */
  constructor(seed: number, from: BeverageState | number, disturbanceAt: (timeMs: number) => Disturbance) {
    this.#seed = seed;
    this.state = typeof from === 'number' ? beverageState(from) : from;
    this.#surroundings = new Surroundings(seed);
    this.#streams = Object.values(this.state.truth.streams);
    this.#lines = lineSpecs.map((spec) => new ProductionLine(seed, spec));
    this.#stages = { etp: new TreatmentStage(seed, etpSpec), stp: new TreatmentStage(seed, stpSpec) };
    this.#disturbanceAt = disturbanceAt;
  }

  get truth(): BeverageState['truth'] {
    return this.state.truth;
  }

  step(): void {
    const { state } = this;
    const now = this.#surroundings.at(state.truth.timeMs);
    const { leaks: all, upset } = this.#disturbanceAt(now.timeMs);
    const isLine3Shut = this.closed.has('line3Valve');
    const lines = this.#lines.map((line, at) => (at === 2 && isLine3Shut ? noUse : line.use(now.local)));
    // what leaks behind the inlet valve stops with it
    const leaks = isLine3Shut ? { ...all, line3: 0 } : all;
    supply(state, now);
    const drains = distribute(state, now, { seed: this.#seed, lines, leaks });
    dispose(state, now, { drains, stages: this.#stages, upset, isGardenShut: this.closed.has('gardenValve') });
    this.#power(now, lines);
    this.#look(now);
    addUp(state.truth, this.#streams);
  }

  #power(now: Moment, lines: readonly LineUse[]): void {
    const { streams } = this.state.truth;
    const motors = [95, 60, 55].reduce((sum, kw, n) => sum + kw * (lines[n]?.speed ?? 0), 0);
    const chillers = 48 + 0.35 * motors * (1 + 0.02 * (now.airCelsius - 27));
    const lighting = now.local.hour < 6 || now.local.hour >= 18.5 ? 14 : 5;
    const own = streams.borewell1Kw.rate + streams.borewell2Kw.rate + streams.roKw.rate + streams.etpKw.rate;
    streams.incomerKw.rate = own + motors + chillers + lighting + 26 + 6 * now.noise('incomer', 8);
  }

  #look(now: Moment): void {
    const { state } = this;
    const { gauges } = state.truth;
    gauges.rawM3 = state.raw.volumeM3;
    gauges.treatedM3 = state.treated.volumeM3;
    gauges.syrupM3 = state.syrup.volumeM3;
    gauges.harvestM3 = state.harvest.volumeM3;
    gauges.basinM3 = state.tower.basin.volumeM3;
    gauges.equalisationM3 = state.equalisation.volumeM3;
    gauges.sumpM3 = state.sump.volumeM3;
    gauges.pondM3 = state.pond.volumeM3;
    gauges.rawMgL = rawMgL(state);
    gauges.feedBar = state.ro.feedBar;
    gauges.rejectBar = state.ro.rejectBar;
    gauges.permeateBar = state.ro.permeateBar;
    gauges.permeateMgL = state.ro.permeateMgL;
    gauges.rejectMgL = state.ro.rejectMgL;
    gauges.chlorineMgL = 0.48 + 0.12 * now.noise('chlorine', 180);
    gauges.turbidityNtu = 0.32 + 0.12 * now.noise('turbidity', 120);
    gauges.basinMgL = basinMgL(state.tower);
    gauges.etpPh = state.etp.ph;
    gauges.etpTss = state.etp.tssMgL;
    gauges.etpCod = state.etp.codMgL;
    gauges.etpBod = state.etp.bodMgL;
    gauges.stpPh = state.stp.ph;
    gauges.stpTss = state.stp.tssMgL;
    gauges.stpCod = state.stp.codMgL;
    gauges.stpBod = state.stp.bodMgL;
    gauges.airCelsius = now.airCelsius;
  }
}
