import { type Borewell, type BorewellSpec, borewell, depthBglM, pumpKw, settleLevel, switchPump, yieldM3h } from './borewell.ts';
import { keptState } from './keptState.ts';
import { type Moment, Surroundings } from './moment.ts';
import { domesticM3h, fiveDays, ProductionLine, sixDays } from './production.ts';
import { draw, emptying, filled, filling, pour, type Tank, tank } from './tank.ts';
import { addUp, type ProcessModel, type Stream, stepHours, stopped, type Truth, zeros } from './truth.ts';
import { type Effluent, effluent, TreatmentStage } from './wasteWater.ts';

export const northStreams = [
  'borewell',
  'municipal',
  'softener',
  'bottling',
  'kitchen',
  'domestic',
  'etpIn',
  'etpOut',
  'product',
  'losses',
  'overflow',
  'rain',
  'borewellKw',
  'incomerKw',
] as const;
export type NorthStream = (typeof northStreams)[number];

export const northGauges = [
  'rawM3',
  'softM3',
  'equalisationM3',
  'borewellBgl',
  'softPh',
  'softMgL',
  'etpPh',
  'etpTss',
  'etpCod',
  'etpBod',
] as const;
export type NorthGauge = (typeof northGauges)[number];

const wellSpec: BorewellSpec = {
  ratedM3h: 14,
  restBglM: 22.4,
  wellMPerM3h: 0.2,
  aquiferMPerM3h: 0.18,
  wellHours: 0.3,
  aquiferHours: 50,
  extraHeadM: 20,
  efficiency: 0.48,
};
const etp = { name: 'northEtp', ph: 7.2, tssMgL: 38, codMgL: 118, bodMgL: 15, settleHours: 5 };
const bottling = { name: 'bottling', roster: sixDays, productM3h: 4.2, rinseM3h: 1.6, cleaningHours: 1, cleaningM3h: 2.5 };
const kitchen = { name: 'kitchen', roster: fiveDays, productM3h: 0.9, rinseM3h: 1.4, cleaningHours: 0.7, cleaningM3h: 1.5 };

export type NorthState = {
  truth: Truth<NorthStream, NorthGauge>;
  well: Borewell;
  raw: Tank;
  soft: Tank;
  equalisation: Tank;
  on: { municipal: boolean; softener: boolean; etp: boolean };
  /** Softened since the resin was regenerated, m3, and what is left of a regeneration, h. */
  resin: { softenedM3: number; hoursLeft: number };
  etp: Effluent;
};

/** The resin is regenerated and rinsed with raw water, unmetered, after so much softened water. */
const resinSpec = { runM3: 100, rinseM3h: 4, hours: 1 };
const freshResin = (): Pick<NorthState, 'resin'> => ({ resin: { softenedM3: 0, hoursLeft: 0 } });

const northState = (timeMs: number): NorthState => ({
  truth: { timeMs, streams: stopped(northStreams), gauges: zeros(northGauges) },
  well: borewell(),
  raw: tank(120, 0.7),
  soft: tank(60, 0.7),
  equalisation: tank(45, 0.4),
  on: { municipal: false, softener: false, etp: false },
  etp: effluent(etp),
  ...freshResin(),
});

/** As an earlier run kept it. @throws Failure `unavailable` where it lacks a part. */
export const keptNorthState = (kept: object): NorthState => keptState({ ...freshResin(), ...kept }, northState(0));

/** The small plant of the industry NORTH: one well, a softener, a bottling line, a kitchen and an effluent plant. */
export class NorthPlant implements ProcessModel {
  readonly state: NorthState;
  readonly #seed: number;
  readonly #surroundings: Surroundings;
  readonly #streams: readonly Stream[];
  readonly #bottling: ProductionLine;
  readonly #kitchen: ProductionLine;
  readonly #etp: TreatmentStage;

  /** Goes on from a state, or begins at a moment. */
  constructor(seed: number, from: NorthState | number) {
    this.#seed = seed;
    this.state = typeof from === 'number' ? northState(from) : from;
    this.#surroundings = new Surroundings(seed);
    this.#streams = Object.values(this.state.truth.streams);
    this.#bottling = new ProductionLine(seed, bottling);
    this.#kitchen = new ProductionLine(seed, kitchen);
    this.#etp = new TreatmentStage(seed, etp);
  }

  get truth(): NorthState['truth'] {
    return this.state.truth;
  }

  step(): void {
    const { state } = this;
    const now = this.#surroundings.at(state.truth.timeMs);
    state.truth.streams.rain.rate = now.rainMm / stepHours;
    this.#supply(now);
    const drained = this.#use(now);
    this.#dispose(now, drained);
    this.#look(now);
    addUp(state.truth, this.#streams);
  }

  #supply(now: Moment): void {
    const { well, raw, on, truth } = this.state;
    const { hour } = now.local;
    switchPump(well, filling(well.on, filled(raw), 0.65, 0.9), now.timeMs);
    const flowM3h = yieldM3h(well, wellSpec) * (1 + 0.006 * now.noise('well', 20));
    on.municipal = hour >= 6 && hour < 10 && filling(on.municipal, filled(raw), 0.9, 0.95);
    truth.streams.borewell.rate = flowM3h;
    truth.streams.municipal.rate = on.municipal ? 7 * (1 + 0.08 * now.noise('townPressure', 90)) : 0;
    truth.streams.borewellKw.rate = pumpKw(flowM3h, depthBglM(well, wellSpec) + wellSpec.extraHeadM, wellSpec.efficiency);
    truth.streams.overflow.rate = pour(raw, (flowM3h + truth.streams.municipal.rate) * stepHours) / stepHours;
    truth.gauges.borewellBgl = depthBglM(well, wellSpec);
    settleLevel(well, wellSpec, { flowM3h, neighbourM3h: 0, rainMm: now.rainMm, hours: stepHours });
  }

  /** Answers what runs to the drains, m3/h. */
  #use(now: Moment): number {
    const { raw, soft, on, truth } = this.state;
    const { streams } = truth;
    on.softener = filling(on.softener, filled(soft), 0.6, 0.92);
    const rinseM3h = this.#regenerate();
    streams.softener.rate =
      on.softener && rinseM3h === 0 ? draw(raw, 11 * (1 + 0.01 * now.noise('softener', 30)) * stepHours) / stepHours : 0;
    streams.overflow.rate += pour(soft, streams.softener.rate * stepHours) / stepHours;
    const line = this.#bottling.use(now.local);
    const cooking = this.#kitchen.use(now.local);
    const wanted = line.productM3h + line.drainM3h + cooking.productM3h + cooking.drainM3h;
    const part = wanted > 0 ? draw(soft, wanted * stepHours) / stepHours / wanted : 0;
    streams.bottling.rate = (line.productM3h + line.drainM3h) * part;
    streams.kitchen.rate = (cooking.productM3h + cooking.drainM3h) * part;
    streams.domestic.rate = draw(raw, domesticM3h(this.#seed, now.local, 1.3) * stepHours) / stepHours;
    streams.product.rate = (line.productM3h + cooking.productM3h) * part;
    streams.losses.rate = 0.15 * streams.domestic.rate;
    streams.incomerKw.rate = streams.borewellKw.rate + 34 + 62 * line.speed + 18 * cooking.speed + 3 * now.noise('incomer', 8);
    return (line.drainM3h + cooking.drainM3h) * part + 0.85 * streams.domestic.rate + rinseM3h;
  }

  /** Answers what rinses the resin, m3/h. */
  #regenerate(): number {
    const { raw, resin, truth } = this.state;
    resin.softenedM3 += truth.streams.softener.rate * stepHours;
    if (resin.softenedM3 >= resinSpec.runM3) {
      resin.softenedM3 -= resinSpec.runM3;
      resin.hoursLeft = resinSpec.hours;
    }
    if (resin.hoursLeft <= stepHours / 2) return 0;
    resin.hoursLeft -= stepHours;
    return draw(raw, resinSpec.rinseM3h * stepHours) / stepHours;
  }

  #dispose(now: Moment, drained: number): void {
    const { equalisation, on, truth } = this.state;
    const { streams } = truth;
    streams.overflow.rate += pour(equalisation, drained * stepHours) / stepHours;
    on.etp = emptying(on.etp, filled(equalisation), 0.2, 0.55);
    streams.etpIn.rate = on.etp ? draw(equalisation, 5 * (1 + 0.02 * now.noise('etp', 25)) * stepHours) / stepHours : 0;
    streams.etpOut.rate = 0.97 * streams.etpIn.rate;
    streams.losses.rate += 0.03 * streams.etpIn.rate;
    this.#etp.step(this.state.etp, { timeMs: now.timeMs, load: drained / 2, upset: 0, hours: stepHours });
  }

  #look(now: Moment): void {
    const { raw, soft, equalisation, etp: water, truth } = this.state;
    const { gauges } = truth;
    gauges.rawM3 = raw.volumeM3;
    gauges.softM3 = soft.volumeM3;
    gauges.equalisationM3 = equalisation.volumeM3;
    gauges.softPh = 7.35 + 0.15 * now.noise('softPh', 200);
    gauges.softMgL = 310 + 18 * now.noise('softSalt', 300);
    gauges.etpPh = water.ph;
    gauges.etpTss = water.tssMgL;
    gauges.etpCod = water.codMgL;
    gauges.etpBod = water.bodMgL;
  }
}
