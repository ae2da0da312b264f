/** A pumped well: drawdown in the well (minutes) and in the aquifer around it (days). */
export type Borewell = {
  on: boolean;
  startedMs: number;
  stoppedMs: number;
  wellDrawdownM: number;
  aquiferDrawdownM: number;
  rechargeM: number;
};

export type BorewellSpec = {
  ratedM3h: number;
  /** Static level after long rest in the dry season, metres below ground. */
  restBglM: number;
  /** Metres of drawdown per m3/h once each part has settled. */
  wellMPerM3h: number;
  aquiferMPerM3h: number;
  wellHours: number;
  aquiferHours: number;
  /** Lift above ground and friction, metres, and the pump set's efficiency. */
  extraHeadM: number;
  efficiency: number;
};

export const borewell = (): Borewell => ({
  on: false,
  startedMs: 0,
  stoppedMs: 0,
  wellDrawdownM: 0,
  aquiferDrawdownM: 2.2,
  rechargeM: 0.8,
});

/** Starts and stops with at least ten minutes between, as the soft starter demands. */
export function switchPump(well: Borewell, wanted: boolean, nowMs: number): void {
  if (wanted === well.on) return;
  if (nowMs - (well.on ? well.startedMs : well.stoppedMs) < 600_000) return;
  well.on = wanted;
  if (wanted) well.startedMs = nowMs;
  else well.stoppedMs = nowMs;
}

/** Depth to water, metres below ground; grows when pumped. */
export const depthBglM = (well: Borewell, spec: BorewellSpec): number =>
  spec.restBglM - well.rechargeM + well.wellDrawdownM + well.aquiferDrawdownM;

/** The pump gives less the deeper the water is. */
export const yieldM3h = (well: Borewell, spec: BorewellSpec): number =>
  well.on ? spec.ratedM3h * (1 - 0.006 * (depthBglM(well, spec) - spec.restBglM)) : 0;

/** Shaft and motor, kW: rho g Q H (0.002725 kWh per m3 and metre). */
export const pumpKw = (flowM3h: number, headM: number, efficiency: number): number => (0.002725 * flowM3h * headM) / efficiency;

/** Level follows the pumping of this well and, less, of its neighbour; rain raises the rest level and drains away over months. */
export function settleLevel(
  well: Borewell,
  spec: BorewellSpec,
  given: { flowM3h: number; neighbourM3h: number; rainMm: number; hours: number },
): void {
  const { flowM3h, neighbourM3h, rainMm, hours } = given;
  const wellGoal = flowM3h * spec.wellMPerM3h;
  const aquiferGoal = (flowM3h + 0.25 * neighbourM3h) * spec.aquiferMPerM3h;
  well.wellDrawdownM += (wellGoal - well.wellDrawdownM) * (1 - Math.exp(-hours / spec.wellHours));
  well.aquiferDrawdownM += (aquiferGoal - well.aquiferDrawdownM) * (1 - Math.exp(-hours / spec.aquiferHours));
  well.rechargeM += 0.006 * rainMm - (well.rechargeM * hours) / (60 * 24);
}
