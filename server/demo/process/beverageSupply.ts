import { type BeverageState, catchment, sourceMgL, wellSpecs } from './beverageState.ts';
import { depthBglM, pumpKw, settleLevel, switchPump, yieldM3h } from './borewell.ts';
import type { Moment } from './moment.ts';
import { draw, emptying, filled, filling, pour } from './tank.ts';
import { stepHours } from './truth.ts';

/** Wells, town water and harvested rain into the raw tank. */
export function supply(state: BeverageState, now: Moment): void {
  harvest(state, now);
  const wells = pumpWells(state, now);
  const municipal = townWater(state, now);
  const { streams } = state.truth;
  const before = rawMgL(state);
  const gained = (wells + municipal + streams.harvestUse.rate) * stepHours;
  const spilled = pour(state.raw, gained);
  streams.overflow.rate = spilled / stepHours;
  const salt = wells * sourceMgL.borewells + municipal * sourceMgL.municipal + streams.harvestUse.rate * sourceMgL.rain;
  state.rawSaltKg += (salt * stepHours - spilled * before) / 1000;
}

/** Dissolved salt in the raw tank, mg/L. */
export const rawMgL = (state: BeverageState): number => (state.rawSaltKg / Math.max(1, state.raw.volumeM3)) * 1000;

function pumpWells(state: BeverageState, now: Moment): number {
  const { streams, gauges } = state.truth;
  const level = filled(state.raw);
  const lead = now.local.day % 2;
  const flows = wellSpecs.map((spec, n) => {
    const well = state.wells[n === 0 ? 0 : 1];
    const wanted = n === lead ? filling(well.on, level, 0.74, 0.88) : filling(well.on, level, 0.6, 0.8);
    switchPump(well, wanted, now.timeMs);
    return yieldM3h(well, spec) * (1 + 0.006 * now.noise(`well${n}`, 20));
  }) as [number, number];
  wellSpecs.forEach((spec, n) => {
    const well = state.wells[n === 0 ? 0 : 1];
    const flowM3h = flows[n === 0 ? 0 : 1];
    const bgl = depthBglM(well, spec);
    gauges[n === 0 ? 'borewell1Bgl' : 'borewell2Bgl'] = bgl;
    streams[n === 0 ? 'borewell1Kw' : 'borewell2Kw'].rate = pumpKw(flowM3h, bgl + spec.extraHeadM, spec.efficiency);
    settleLevel(well, spec, { flowM3h, neighbourM3h: flows[n === 0 ? 1 : 0], rainMm: now.rainMm, hours: stepHours });
  });
  const [first] = state.wells;
  gauges.piezometerBgl = 30.1 - first.rechargeM + 0.35 * first.aquiferDrawdownM;
  streams.borewell1.rate = flows[0];
  streams.borewell2.rate = flows[1];
  return flows[0] + flows[1];
}

/** The town gives water in the morning and in the evening. */
function townWater(state: BeverageState, now: Moment): number {
  const { hour } = now.local;
  const given = (hour >= 5 && hour < 11) || (hour >= 17 && hour < 22);
  state.on.municipal = given && filling(state.on.municipal, filled(state.raw), 0.92, 0.955);
  const flow = state.on.municipal ? 20 * (1 + 0.09 * now.noise('townPressure', 90)) : 0;
  state.truth.streams.municipal.rate = flow;
  return flow;
}

/** What of the step's rain comes after the first flush of its event, mm. */
function afterFirstFlush({ storm }: BeverageState, rainMm: number): number {
  storm.dryHours = rainMm > 0 ? 0 : storm.dryHours + stepHours;
  if (storm.dryHours > catchment.dryHours) storm.mm = 0;
  const before = Math.max(0, storm.mm - catchment.firstFlushMm);
  storm.mm += rainMm;
  return Math.max(0, storm.mm - catchment.firstFlushMm) - before;
}

/** Roof water to its tank, what it cannot hold to the recharge pit, what it holds to the raw tank. */
function harvest(state: BeverageState, now: Moment): void {
  const { streams } = state.truth;
  const cleanMm = afterFirstFlush(state, now.rainMm);
  const caughtM3 = (cleanMm * catchment.areaM2 * catchment.trueRunoff * catchment.filterEfficiency) / 1000;
  const rechargedM3 = pour(state.harvest, caughtM3);
  state.on.harvestPump = emptying(state.on.harvestPump, filled(state.harvest), 0.17, 0.35) && filled(state.raw) < 0.94;
  const usedM3 = state.on.harvestPump ? draw(state.harvest, 8 * stepHours) : 0;
  streams.rain.rate = now.rainMm / stepHours;
  streams.harvestIn.rate = caughtM3 / stepHours;
  streams.recharge.rate = rechargedM3 / stepHours;
  streams.harvestUse.rate = usedM3 / stepHours;
}
