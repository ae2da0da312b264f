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

/** Temperature correction of membranes (FilmTec): 1 at 25 °C. */
export const temperatureFactor = (celsius: number): number =>
  Math.exp((celsius > 25 ? 2640 : 3020) * (1 / 298.15 - 1 / (273.15 + celsius)));

/** Osmotic pressure of salt water, bar (ASTM D4516, as NaCl). */
export const osmoticBar = (mgL: number, celsius: number): number => (0.002654 * mgL * (celsius + 273.15)) / (1000 - mgL / 1000);

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
  const warm = temperatureFactor(feed.celsius);
  const brineMgL = (feed.mgL * Math.log(1 / (1 - recovery))) / recovery;
  // standing salt bleeds through the membrane while the train rests and is flushed out after the start
  const flush = 1 + 1.5 * Math.exp(-train.runMinutes / 6);
  const ageing = 1 + train.fouledHours / 40_000;
  const permeateMgL = Math.min(feed.mgL, (saltPermeability * warm * ageing * brineMgL * flush) / flux);
  const rejectMgL = (feedM3h * feed.mgL - permeateM3h * permeateMgL) / rejectM3h;
  const dropBar = 1.4 * ((feedM3h + rejectM3h) / 2 / 29) ** 1.5 * (1 + train.fouledHours / 6000);
  const permeateBar = 0.4;
  const drivingBar = flux / (permeability(train) * warm);
  const feedBar =
    drivingBar + dropBar / 2 + permeateBar + osmoticBar(brineMgL, feed.celsius) - osmoticBar(permeateMgL, feed.celsius);
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
  train.cleaningUntilMs = nowMs + 4 * 3_600_000;
  train.cleanings.push({ fromMs: nowMs, toMs: train.cleaningUntilMs });
  train.fouledHours = 120;
}
