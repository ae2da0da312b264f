import { type Borewell, type BorewellSpec, borewell } from './borewell.ts';
import type { CoolingSpec, CoolingTower } from './coolingTower.ts';
import { keptState } from './keptState.ts';
import { dayAndNight, fiveDays, type LineSpec, sixDays } from './production.ts';
import { atRest, type RoReading, type RoSpec, type RoTrain, roTrain } from './ro.ts';
import { type Tank, tank } from './tank.ts';
import { stopped, type Truth, zeros } from './truth.ts';
import { type Effluent, type EffluentSpec, effluent } from './wasteWater.ts';

/** Everything that flows in the beverage plant: water m3/h, rain mm/h, electricity kW. */
export const beverageStreams = [
  'borewell1',
  'borewell2',
  'municipal',
  'harvestIn',
  'harvestUse',
  'recharge',
  'roFeed',
  'permeate',
  'reject',
  'backwash',
  'processMain',
  'line1',
  'line2',
  'line3',
  'syrup',
  'boiler',
  'coolingMakeUp',
  'coolingBlowDown',
  'domestic',
  'canteen',
  'etpIn',
  'etpOut',
  'stpIn',
  'stpOut',
  'discharge',
  'garden',
  'product',
  'evaporation',
  'drift',
  'steam',
  'domesticLoss',
  'sludge',
  'pondRain',
  'pondEvaporation',
  'overflow',
  'leakMain',
  'leakLine3',
  'rain',
  'borewell1Kw',
  'borewell2Kw',
  'roKw',
  'etpKw',
  'incomerKw',
] as const;
export type BeverageStream = (typeof beverageStreams)[number];

/** Tank contents in m3, then what analysers and transmitters see. */
export const beverageGauges = [
  'rawM3',
  'treatedM3',
  'syrupM3',
  'harvestM3',
  'basinM3',
  'equalisationM3',
  'sumpM3',
  'pondM3',
  'borewell1Bgl',
  'borewell2Bgl',
  'piezometerBgl',
  'rawMgL',
  'feedBar',
  'rejectBar',
  'permeateBar',
  'permeateMgL',
  'rejectMgL',
  'roCelsius',
  'treatedMgL',
  'chlorineMgL',
  'turbidityNtu',
  'basinMgL',
  'etpPh',
  'etpTss',
  'etpCod',
  'etpBod',
  'stpPh',
  'stpTss',
  'stpCod',
  'stpBod',
  'airCelsius',
] as const;
export type BeverageGauge = (typeof beverageGauges)[number];

export const wellSpecs: readonly [BorewellSpec, BorewellSpec] = [
  {
    ratedM3h: 28,
    restBglM: 31.5,
    wellMPerM3h: 0.16,
    aquiferMPerM3h: 0.13,
    wellHours: 0.3,
    aquiferHours: 60,
    extraHeadM: 24,
    efficiency: 0.52,
  },
  {
    ratedM3h: 24,
    restBglM: 34.2,
    wellMPerM3h: 0.22,
    aquiferMPerM3h: 0.15,
    wellHours: 0.4,
    aquiferHours: 72,
    extraHeadM: 26,
    efficiency: 0.49,
  },
];
export const roSpec: RoSpec = { permeateM3h: 34.5, recovery: 0.75, areaM2: 1568, pumpEfficiency: 0.68 };
export const coolingSpec: CoolingSpec = { circulationM3h: 260, makeUpM3h: 12, blowDownM3h: 3.5, cycles: 4 };
export const lineSpecs: readonly LineSpec[] = [
  { name: 'line1', roster: dayAndNight, productM3h: 9, rinseM3h: 3.6, cleaningHours: 1.2, cleaningM3h: 5 },
  { name: 'line2', roster: fiveDays, productM3h: 6.5, rinseM3h: 2, cleaningHours: 0.8, cleaningM3h: 4 },
  { name: 'line3', roster: sixDays, productM3h: 4.6, rinseM3h: 4.2, cleaningHours: 1, cleaningM3h: 4.5 },
];
export const etpSpec: EffluentSpec = { name: 'etp', ph: 7.4, tssMgL: 46, codMgL: 138, bodMgL: 17, settleHours: 4 };
export const stpSpec: EffluentSpec = { name: 'stp', ph: 7.1, tssMgL: 14, codMgL: 42, bodMgL: 8, settleHours: 6 };
/**
 * Roof and yard that drain to the harvest tank, m2; the runoff and the filter by design, and what of it comes in truth; the first rain
 * of an event, mm, that is led off after dry hours; and the pond's surface.
 */
export const catchment = {
  areaM2: 5200,
  runoff: 0.85,
  trueRunoff: 0.8,
  firstFlushMm: 1,
  dryHours: 6,
  filterEfficiency: 0.9,
  pondM2: 420,
};
/** Media filters before the RO: washed back for a quarter of an hour after so much feed. */
export const filterSpec = { runM3: 300, washM3h: 40, washHours: 0.25 };
/** Dissolved salt of the sources, mg/L. */
export const sourceMgL = { borewells: 880, municipal: 240, rain: 25 };

export type BeverageState = {
  truth: Truth<BeverageStream, BeverageGauge>;
  wells: [Borewell, Borewell];
  raw: Tank;
  rawSaltKg: number;
  treated: Tank;
  syrup: Tank;
  harvest: Tank;
  tower: CoolingTower;
  equalisation: Tank;
  sump: Tank;
  pond: Tank;
  train: RoTrain;
  ro: RoReading;
  on: { municipal: boolean; harvestPump: boolean; syrupFill: boolean; etp: boolean; stp: boolean; discharge: boolean };
  etp: Effluent;
  stp: Effluent;
  /** Rain of about the last day, mm: wet ground is not watered. */
  groundWetMm: number;
  /** Feed since the filters were washed, m3, and what is left of a wash, h. */
  filters: { fedM3: number; washHoursLeft: number };
  /** Rain of the event that runs, mm, and hours since the last of it. */
  storm: { mm: number; dryHours: number };
};

/** Parts that states written by earlier versions lack. */
const laterParts = (): Pick<BeverageState, 'filters' | 'storm'> => ({
  filters: { fedM3: 120, washHoursLeft: 0 },
  storm: { mm: 0, dryHours: 0 },
});

/** The plant's first moment: half-full tanks, pumps at rest. */
export const beverageState = (timeMs: number): BeverageState => ({
  truth: { timeMs, streams: stopped(beverageStreams), gauges: zeros(beverageGauges) },
  wells: [borewell(), borewell()],
  raw: tank(800, 0.72),
  rawSaltKg: 800 * 0.72 * 0.74,
  treated: tank(510, 0.7),
  syrup: tank(30, 0.6),
  harvest: tank(180, 0.4),
  tower: { basin: tank(32, 0.88), saltKg: 32 * 0.88 * 2.6, makeUpOpen: false, blowDownOpen: false },
  equalisation: tank(300, 0.4),
  sump: tank(30, 0.4),
  pond: tank(900, 0.6),
  train: roTrain(),
  ro: atRest,
  on: { municipal: false, harvestPump: false, syrupFill: false, etp: false, stp: false, discharge: false },
  etp: effluent(etpSpec),
  stp: effluent(stpSpec),
  groundWetMm: 0,
  ...laterParts(),
});

/** As an earlier run kept it. @throws Failure `unavailable` where it lacks a part. */
export const keptBeverageState = (kept: object): BeverageState => keptState({ ...laterParts(), ...kept }, beverageState(0));
