import { HOUR_MS } from '../../core/time.ts';
/** One reverse-osmosis train at constant permeate flow: pressures follow temperature, salt and fouling. */
export type RoTrain = {
  on: boolean;
  runMinutes: number;
  fouledHours: number;
  cleaningUntilMs: number;
  /** Every cleaning so far. */
  cleanings: { fromMs: number; toMs: number }[];
};

export type RoSpec = { permeateM3h: number; recovery: number; areaM2: number; pumpEfficiency: number };

export type RoReading = {
  feedM3h: number;
  permeateM3h: number;
  rejectM3h: number;
  /** Dissolved salt, mg/L. */
  permeateMgL: number;
  rejectMgL: number;
  feedBar: number;
  rejectBar: number;
  permeateBar: number;
  pumpKw: number;
};

export const roTrain = (): RoTrain => ({ on: true, runMinutes: 60, fouledHours: 300, cleaningUntilMs: 0, cleanings: [] });

/** Litres per m2, hour and bar of a clean membrane at 25 °C, and the hours of running that cost 1/e of it. */
const cleanPermeability = 3;
const foulingHours = 7600;
/** Salt flux constant, L/m2h. */
const saltPermeability = 0.21;

export const permeability = (train: RoTrain): number => cleanPermeability * Math.exp(-train.fouledHours / foulingHours);

const GAS_J = 8.314_46;
const KELVIN = 273.15;
/** Of the passage of water through the membrane, J/mol; usual for polyamide. */
const ACTIVATION_J = 24_500;
const ELEMENTS = 6;
const SALT_G_PER_MOL = 58.443;

/** How much more water passes than at 25 °C, by the law of Arrhenius. */
export const warmth = (celsius: number): number =>
  Math.exp((ACTIVATION_J / GAS_J) * (1 / (25 + KELVIN) - 1 / (celsius + KELVIN)));

/**
 * Osmotic coefficient of NaCl in water at 25 °C by Pitzer's equation (Pitzer and Mayorga 1973), 1 for an ideal solution.
 * @param molality mol per kg of water.
 */
export const osmoticCoefficient = (molality: number): number => {
  const root = Math.sqrt(molality);
  const charges = (-0.392 * root) / (1 + 1.2 * root);
  return 1 + charges + molality * (0.0765 + 0.2664 * Math.exp(-2 * root)) + 0.00127 * molality ** 2;
};

/** Pressure of a salt solution after van 't Hoff, two ions a molecule, bar. */
export const saltPressureBar = (mgL: number, celsius: number): number => {
  const molPerL = mgL / 1000 / SALT_G_PER_MOL;
  const molality = molPerL / (1 - mgL / 1e6);
  return (2 * osmoticCoefficient(molality) * molPerL * GAS_J * (celsius + KELVIN)) / 100;
};

/** Mean salt along the vessel: each of its elements passes an equal share of the permeate and keeps the salt back. */
const alongVesselMgL = (feedMgL: number, recovery: number): number => {
  let sum = 0;
  for (let n = 0; n < ELEMENTS; n += 1) sum += feedMgL / (1 - (recovery * (n + 0.5)) / ELEMENTS);
  return sum / ELEMENTS;
};

/**
 * What the running train does with feed of this salt content. Salt closes: Qf Cf = Qp Cp + Qc Cc.
 * Recovery drifts by `drift` (-1 … 1) within half a percent.
 */
export function runTrain(train: RoTrain, spec: RoSpec, feed: { mgL: number; celsius: number; drift: number }): RoReading {
  const recovery = spec.recovery + 0.004 * feed.drift;
  const permeateM3h = spec.permeateM3h * (1 + 0.006 * feed.drift);
  const feedM3h = permeateM3h / recovery;
  const rejectM3h = feedM3h - permeateM3h;
  const flux = (permeateM3h * 1000) / spec.areaM2;
  const warm = warmth(feed.celsius);
  const brineMgL = alongVesselMgL(feed.mgL, recovery);
  // standing salt bleeds through the membrane while the train rests and is flushed out after the start
  const flush = 1 + 1.5 * Math.exp(-train.runMinutes / 6);
  const ageing = 1 + train.fouledHours / 40_000;
  const permeateMgL = Math.min(feed.mgL, (saltPermeability * warm * ageing * brineMgL * flush) / flux);
  const rejectMgL = (feedM3h * feed.mgL - permeateM3h * permeateMgL) / rejectM3h;
  const dropBar = 1.4 * ((feedM3h + rejectM3h) / 2 / 29) ** 1.5 * (1 + train.fouledHours / 6000);
  const permeateBar = 0.4;
  const drivingBar = flux / (permeability(train) * warm);
  const feedBar =
    drivingBar + dropBar / 2 + permeateBar + saltPressureBar(brineMgL, feed.celsius) - saltPressureBar(permeateMgL, feed.celsius);
  const pumpKw = (feedM3h * feedBar) / 36 / spec.pumpEfficiency;
  return { feedM3h, permeateM3h, rejectM3h, permeateMgL, rejectMgL, feedBar, rejectBar: feedBar - dropBar, permeateBar, pumpKw };
}

export const atRest: RoReading = {
  feedM3h: 0,
  permeateM3h: 0,
  rejectM3h: 0,
  permeateMgL: 0,
  rejectMgL: 0,
  feedBar: 0.6,
  rejectBar: 0.6,
  permeateBar: 0.1,
  pumpKw: 0,
};

/** Ageing with running hours; below 87 % of the clean permeability the train is washed for four hours. */
export function ageTrain(train: RoTrain, nowMs: number, hours: number): void {
  if (!train.on) {
    train.runMinutes = 0;
    return;
  }
  train.runMinutes += hours * 60;
  train.fouledHours += hours;
  if (permeability(train) / cleanPermeability > 0.87) return;
  train.on = false;
  train.cleaningUntilMs = nowMs + 4 * HOUR_MS;
  train.cleanings.push({ fromMs: nowMs, toMs: train.cleaningUntilMs });
  train.fouledHours = 120;
}
