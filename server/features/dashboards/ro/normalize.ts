/**
 * Standardising of RO performance after ASTM D4516, with the temperature factor of FilmTec and the osmotic pressure of NaCl.
 * Everything here holds for one train at one moment; it is meant for brackish and sea water.
 */

/** Flows m3/h, concentrations mg/L as NaCl, gauge pressures bar, temperature °C. */
export type OperatingPoint = {
  feedM3h: number;
  permeateM3h: number;
  rejectM3h: number;
  feedMgL: number;
  permeateMgL: number;
  feedBar: number;
  permeateBar: number;
  rejectBar: number;
  celsius: number;
};

/**
 * What membranes and spacers are like whatever the day: the standardised values of two moments relate as these do.
 * Qpn/Qp_ref = water/water_ref, SPn/SP_ref = salt/salt_ref, dPn/dP_ref = pressure/pressure_ref.
 */
export type Coefficients = {
  /** Qp / (NDP TCF), m3/h bar. */
  water: number;
  /** Cp Qp / (Cfc TCF), m3/h. */
  salt: number;
  /** dP / Qavg^1.5. */
  pressure: number;
};

const KELVIN = 273.15;
const STANDARD_KELVIN = 298.15;
/** Of thin-film membranes, above and below 25 °C (FilmTec). */
const WARM = 2640;
const COLD = 3020;

/** Flux at a temperature relative to that at 25 °C: exp(K (1/298.15 - 1/T)). */
export const temperatureCorrection = (celsius: number): number =>
  Math.exp((celsius > 25 ? WARM : COLD) * (1 / STANDARD_KELVIN - 1 / (KELVIN + celsius)));

/** Mean concentration along the membranes, Cf ln(1/(1-Y))/Y; recovery Y as a part of 1. */
export const feedBrineMgL = (feedMgL: number, recovery: number): number => (feedMgL * Math.log(1 / (1 - recovery))) / recovery;

/** 0.002654 C T / (1000 - C/1000), bar. */
export const osmoticBar = (mgL: number, celsius: number): number => (0.002654 * mgL * (celsius + KELVIN)) / (1000 - mgL / 1000);

/** Pf - dP/2 - Pp - pi(Cfc) + pi(Cp). */
export const netDrivingBar = (point: OperatingPoint): number => {
  const { feedM3h, permeateM3h, feedMgL, permeateMgL, feedBar, permeateBar, rejectBar, celsius } = point;
  const brine = feedBrineMgL(feedMgL, permeateM3h / feedM3h);
  return (feedBar + rejectBar) / 2 - permeateBar - osmoticBar(brine, celsius) + osmoticBar(permeateMgL, celsius);
};

/** Null for a point at which no water can have passed as measured: wrong instruments, or a train that is not settled. */
export const coefficientsOf = (point: OperatingPoint): Coefficients | null => {
  const { feedM3h, permeateM3h, rejectM3h, feedMgL, permeateMgL, feedBar, rejectBar, celsius } = point;
  if (!(permeateM3h > 0 && feedM3h > permeateM3h && rejectM3h > 0)) return null;
  if (!(feedMgL > 0 && permeateMgL > 0 && permeateMgL < feedMgL && feedBar > rejectBar)) return null;
  const driving = netDrivingBar(point);
  if (!(driving > 0)) return null;
  const warm = temperatureCorrection(celsius);
  return {
    water: permeateM3h / (driving * warm),
    salt: (permeateMgL * permeateM3h) / (feedBrineMgL(feedMgL, permeateM3h / feedM3h) * warm),
    pressure: (feedBar - rejectBar) / ((feedM3h + rejectM3h) / 2) ** 1.5,
  };
};

/** Percent of a reference. */
export type NormalizedPct = { permeateFlow: number; saltPassage: number; differentialPressure: number };

export const normalizedPct = (now: Coefficients, reference: Coefficients): NormalizedPct => ({
  permeateFlow: (100 * now.water) / reference.water,
  saltPassage: (100 * now.salt) / reference.salt,
  differentialPressure: (100 * now.pressure) / reference.pressure,
});

/** L/m2 h bar at 25 °C. */
export const permeabilityOf = ({ water }: Coefficients, areaM2: number): number => (water * 1000) / areaM2;
