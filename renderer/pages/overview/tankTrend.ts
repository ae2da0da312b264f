import type { BalanceGraph } from '../../../server/contract/model/balanceGraph.ts';
import type { OverviewUnit, TankForecast } from '../../../server/contract/plant/overview.ts';
import { STEADY_SHARE_PER_HOUR } from '../../../server/contract/rules/steadyLevel.ts';
import type { LiveValues } from '../../state/liveValues.ts';
import { flowNow, type Moment } from './nodeNow.ts';
import type { Ahead, TankFlows, TankTrend } from './tankState.ts';

/** Meters of both sides, and a level read to the millimetre, never agree better. */
const AGREE_SHARE = 0.5;

type Graph = Pick<BalanceGraph, 'nodes' | 'edges'>;

/** What runs into and out of a tank now. */
export const tankFlows = (
  graph: Graph,
  tankId: string,
  { values, units, moment }: { values: LiveValues; units: ReadonlyMap<string, OverviewUnit>; moment: Moment },
): TankFlows => {
  const node = graph.nodes.find(({ stockUnitIds = [] }) => stockUnitIds.length === 1 && stockUnitIds[0] === tankId);
  if (node === undefined) return { inM3h: null, outM3h: null, netM3h: null };
  const losses = new Set(graph.nodes.flatMap(({ id, type }) => (type === 'loss' ? [id] : [])));
  const side = (own: 'source' | 'target', other: 'source' | 'target') => {
    const pipes = graph.edges.filter((edge) => edge[own] === node.id && !losses.has(edge[other]));
    const { value, doubtful } = flowNow(values, units, [...new Set(pipes.flatMap(({ unitIds }) => unitIds))], moment);
    return { value, isWhole: value !== null && !doubtful && pipes.every(({ unitIds }) => unitIds.length > 0) };
  };
  const [into, out] = [side('target', 'source'), side('source', 'target')];
  const isKnown = into.isWhole && out.isWhole;
  return {
    inM3h: into.value,
    outM3h: out.value,
    netM3h: isKnown ? (into.value ?? 0) - (out.value ?? 0) : null,
  };
};

/** `level` and `capacity` in the unit of measure of the tank, of which one is `m3PerUnit`; null where they are not known now. */
type Rates = { netPerHour: number | null; capacity: number | null; level: number | null; m3PerUnit: number };

/** When it is full or empty if the flows go on as now; null where they hardly change it. */
const aheadByFlows = ({ netPerHour, capacity, level }: Omit<Rates, 'm3PerUnit'>): Ahead | null => {
  if (netPerHour === null || capacity === null || level === null) return null;
  if (Math.abs(netPerHour) < STEADY_SHARE_PER_HOUR * capacity) return null;
  const [kind, left] = netPerHour > 0 ? (['full', capacity - level] as const) : (['empty', level] as const);
  return { kind, hours: Math.max(0, left) / Math.abs(netPerHour) };
};

/**
 * When a tank is full or empty, where its level of the last hour and the flows now agree on the rate; by the flows alone where that hour is
 * not known.
 * @param netPerHour by meters, in the unit of measure of the tank; null where not all is measured: then the level speaks alone.
 */
export const tankTrend = (forecast: TankForecast | undefined, rates: Rates): TankTrend => {
  if (forecast === undefined) return aheadByFlows(rates) ?? { kind: 'none' };
  const { ratePerHour, hoursToFull, hoursToEmpty } = forecast;
  const { netPerHour, capacity, m3PerUnit } = rates;
  if (netPerHour !== null && capacity !== null) {
    const most = Math.max(Math.abs(ratePerHour), Math.abs(netPerHour));
    const apart = Math.abs(ratePerHour - netPerHour);
    if (apart > Math.max(2 * STEADY_SHARE_PER_HOUR * capacity, AGREE_SHARE * most))
      return {
        kind: 'differ',
        lastHourM3h: ratePerHour * m3PerUnit,
        nowM3h: netPerHour * m3PerUnit,
        ahead: aheadByFlows(rates),
      };
  }
  if (hoursToFull !== null) return { kind: 'full', hours: hoursToFull };
  return hoursToEmpty === null ? { kind: 'steady' } : { kind: 'empty', hours: hoursToEmpty };
};
