import type { Series } from '../../../contract/model/common.ts';
import { round } from '../../../core/round.ts';
import { isoOfSlot, percentOf } from '../../../historian/index.ts';
import type { Unit } from '../../../plantModel/index.ts';
import { apparentSeries, energy, firstHalfHour, halfHourDemands } from './energy.ts';
import { type SumsTogether, sumsByBucket, sumsTogether } from './sumsTogether.ts';
import { completenessOf, endSlotOf, type FormatContext, gatheredOf, graphOf } from './unitBase.ts';

const BLOCK_SLOTS = 6;

/** Mean power of every half hour on the clock, kVA; half hours that are not wholly measured are 0 with quality M. */
const demandGraph = (unit: Unit, seriesId: number, context: FormatContext): Series => {
  const { window, source } = context;
  const fromSlot = firstHalfHour(window.fromSlot, window.timezone);
  const blocksTo = (toSlot: number): number => Math.max(0, Math.floor((toSlot - fromSlot) / BLOCK_SLOTS));
  const [blocks, passed] = [blocksTo(window.toSlot), blocksTo(endSlotOf(context))];
  const run = source.reader.slots(seriesId, fromSlot, Math.max(fromSlot, endSlotOf(context)));
  const demands = new Map(
    halfHourDemands(run.values, run.quality, fromSlot, window.timezone).map(({ va, atMs }) => [new Date(atMs).toISOString(), va]),
  );
  const starts = Array.from({ length: blocks }, (_, at) => isoOfSlot(fromSlot + at * BLOCK_SLOTS));
  const values = starts.map((start) => round((demands.get(start) ?? 0) / 1000, 4));
  return {
    key: `${unit.id}.demand`,
    name: `${unit.name} demand`,
    unit: 'kVA',
    start: isoOfSlot(fromSlot),
    stepMinutes: 30,
    values,
    quality: starts.map((start) => (demands.has(start) ? 'G' : 'M')).join(''),
    max: demands.size > 0 ? Math.max(...values) : null,
    completeness: percentOf(demands.size, passed),
  };
};

/** Power factor per bucket, as a ratio of sums. */
const powerFactorGraph = (unit: Unit, context: FormatContext): Series => {
  const [real, apparentOne] = [energy.main(unit), apparentSeries(unit)];
  const apparent = gatheredOf(apparentOne, context);
  const factorOf = (sums: SumsTogether): number | null => (sums === null || sums[1] <= 0 ? null : round(sums[0] / sums[1], 3));
  const factors = real && apparentOne ? sumsByBucket(real, apparentOne, context).map(factorOf) : [];
  return {
    ...graphOf({ key: `${unit.id}.pf`, name: `${unit.name} power factor` }, undefined, apparent, context),
    unit: '',
    values: factors.map((factor) => factor ?? 0),
    quality: factors.map((factor, at) => (factor === null ? 'M' : (apparent.buckets[at]?.quality ?? 'M'))).join(''),
    avg: real && apparentOne ? factorOf(sumsTogether(real, apparentOne, context)) : null,
    min: factors.reduce<number | null>((least, factor) => (factor === null ? least : Math.min(least ?? factor, factor)), null),
    max: factors.reduce<number | null>((most, factor) => (factor === null ? most : Math.max(most ?? factor, factor)), null),
    completeness: completenessOf(apparent.total),
  };
};

/** What `v2` adds for an electricity meter with apparent energy: power factor, and demand where the window is by hours. */
export const energyGraphs = (unit: Unit, context: FormatContext): Series[] => {
  const apparent = apparentSeries(unit);
  if (unit.type !== 'energy' || !apparent) return [];
  const demand = context.window.step === 'hour' ? [demandGraph(unit, apparent.id, context)] : [];
  return [...demand, powerFactorGraph(unit, context)];
};
