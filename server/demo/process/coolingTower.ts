import { draw, filling, pour, type Tank } from './tank.ts';

/** Basin, its salt, and the valves of make-up and blow-down. */
export type CoolingTower = { basin: Tank; saltKg: number; makeUpOpen: boolean; blowDownOpen: boolean };

export type CoolingSpec = { circulationM3h: number; makeUpM3h: number; blowDownM3h: number; cycles: number };

/** Volumes of one step, m3. */
export type CoolingStep = { makeUpM3: number; evaporatedM3: number; driftM3: number; blowDownM3: number; spilledM3: number };

export const basinMgL = (tower: CoolingTower): number => (tower.saltKg / tower.basin.volumeM3) * 1000;

/**
 * Evaporation 0.00085 x 1.8 x circulation x range (BEE handbook), drift 0.02 % of circulation; salt stays behind until
 * the blow-down valve, which holds `cycles` of concentration, lets it go.
 */
export function runTower(
  tower: CoolingTower,
  spec: CoolingSpec,
  given: { rangeK: number; supply: Tank; supplyMgL: number; hours: number },
): CoolingStep {
  const { rangeK, supply, supplyMgL, hours } = given;
  const running = rangeK > 0.3;
  const before = basinMgL(tower);
  const evaporatedM3 = draw(tower.basin, 0.00085 * 1.8 * spec.circulationM3h * rangeK * hours);
  const driftM3 = running ? draw(tower.basin, 0.0002 * spec.circulationM3h * hours) : 0;
  const part = before / (supplyMgL * spec.cycles);
  tower.blowDownOpen = running && (tower.blowDownOpen ? part > 0.97 : part > 1.03);
  const blowDownM3 = tower.blowDownOpen ? draw(tower.basin, spec.blowDownM3h * hours) : 0;
  const level = tower.basin.volumeM3 / tower.basin.capacityM3;
  tower.makeUpOpen = filling(tower.makeUpOpen, level, 0.82, 0.93);
  const makeUpM3 = tower.makeUpOpen ? draw(supply, spec.makeUpM3h * hours) : 0;
  const spilledM3 = pour(tower.basin, makeUpM3);
  tower.saltKg += (makeUpM3 * supplyMgL - (driftM3 + blowDownM3 + spilledM3) * before) / 1000;
  return { makeUpM3, evaporatedM3, driftM3, blowDownM3, spilledM3 };
}
