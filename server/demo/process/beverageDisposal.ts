import { type BeverageState, catchment } from './beverageState.ts';
import type { Drains } from './beverageUse.ts';
import type { Moment } from './moment.ts';
import { draw, emptying, filled, pour } from './tank.ts';
import { stepHours } from './truth.ts';
import type { TreatmentStage } from './wasteWater.ts';

/**
 * Drains through the effluent and sewage plants to the pond; from there to the garden and the common effluent plant, where the RO's
 * reject goes straight: it is too salty for plants.
 */
export function dispose(
  state: BeverageState,
  now: Moment,
  given: { drains: Drains; stages: { etp: TreatmentStage; stp: TreatmentStage }; upset: number; isGardenShut: boolean },
): void {
  const { drains, stages, upset } = given;
  const { streams } = state.truth;
  streams.overflow.rate += pour(state.equalisation, drains.process * stepHours) / stepHours;
  state.on.etp = emptying(state.on.etp, filled(state.equalisation), 0.22, 0.5);
  streams.etpIn.rate = state.on.etp
    ? draw(state.equalisation, 18 * (1 + 0.02 * now.noise('etp', 25)) * stepHours) / stepHours
    : 0;
  streams.etpOut.rate = 0.97 * streams.etpIn.rate;
  streams.overflow.rate += pour(state.sump, drains.sewage * stepHours) / stepHours;
  state.on.stp = emptying(state.on.stp, filled(state.sump), 0.2, 0.6);
  streams.stpIn.rate = state.on.stp ? draw(state.sump, 4.5 * (1 + 0.03 * now.noise('stp', 25)) * stepHours) / stepHours : 0;
  streams.stpOut.rate = 0.96 * streams.stpIn.rate;
  streams.sludge.rate = streams.etpIn.rate - streams.etpOut.rate + (streams.stpIn.rate - streams.stpOut.rate);
  streams.etpKw.rate = state.on.etp ? 17 : 6;
  stages.etp.step(state.etp, { timeMs: now.timeMs, load: drains.process / 9, upset, hours: stepHours });
  stages.stp.step(state.stp, { timeMs: now.timeMs, load: drains.sewage / 2, upset: 0, hours: stepHours });
  runPond(state, now, given.isGardenShut);
}

function runPond(state: BeverageState, now: Moment, isGardenShut: boolean): void {
  const { streams } = state.truth;
  const { hour } = now.local;
  state.groundWetMm = state.groundWetMm * (1 - stepHours / 24) + now.rainMm;
  // the garden lies above the pond: behind its open valve nothing flows but while its pump runs, morning and evening, not after rain
  const isPumping = state.groundWetMm < 4 && ((hour >= 6 && hour < 8) || (hour >= 17 && hour < 18.5));
  const part = filled(state.pond);
  state.on.discharge = emptying(state.on.discharge, part, 0.5, 0.72);
  const evaporationMm = 0.2 * Math.max(0, 1 + 0.06 * (now.airCelsius - 27)) * stepHours;
  streams.pondEvaporation.rate = draw(state.pond, (evaporationMm * catchment.pondM2) / 1000) / stepHours;
  streams.garden.rate = isPumping && !isGardenShut && part > 0.15 ? draw(state.pond, 12 * stepHours) / stepHours : 0;
  streams.discharge.rate = state.on.discharge
    ? draw(state.pond, 32 * (1 + 0.02 * now.noise('discharge', 40)) * stepHours) / stepHours
    : 0;
  streams.pondRain.rate = (now.rainMm * catchment.pondM2) / 1000 / stepHours;
  const gained = streams.etpOut.rate + streams.stpOut.rate + streams.pondRain.rate;
  streams.overflow.rate += pour(state.pond, gained * stepHours) / stepHours;
}
