import type { EnergyUnit } from '../../../contract/user/deviceData.ts';
import { round } from '../../../core/round.ts';
import { SLOT_MS, SLOTS_PER_DAY } from '../../../core/slots.ts';
import { zoneOffsetMs } from '../../../core/zoneOffset.ts';
import {
  type Figures,
  figuresByDay,
  figuresByMonth,
  firstDayOfSlots,
  linkedFlow,
  mainSeries,
  normalDayL,
  type ReadContext,
  seriesOf,
  toKilo,
} from '../../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';
import { energyCharge } from './energyCost.ts';
import { sumsTogether } from './sumsTogether.ts';
import { type FormatContext, type Formatter, gatheredOf, unitBase } from './unitBase.ts';

const BLOCK_SLOTS = 6;
const BLOCKS_PER_HOUR = 2;
const LEAST_FLOW_PART = 0.01;

type Demand = { va: number; atMs: number };

/** The slot with which the first whole half hour on the clock of a zone begins; some zones are a quarter of an hour off UTC's. */
export const firstHalfHour = (fromSlot: number, timezone: string): number => {
  const localSlot = fromSlot + Math.floor(zoneOffsetMs(fromSlot * SLOT_MS, timezone) / SLOT_MS);
  return fromSlot + Math.ceil(localSlot / BLOCK_SLOTS) * BLOCK_SLOTS - localSlot;
};

/** Mean power of the half hours on the clock that are within [fromSlot, toSlot) and wholly measured. */
export const halfHourDemands = (values: Float64Array, quality: string, fromSlot: number, timezone: string): Demand[] => {
  const demands: Demand[] = [];
  const first = firstHalfHour(fromSlot, timezone);
  for (let start = first - fromSlot; start + BLOCK_SLOTS <= values.length; start += BLOCK_SLOTS) {
    if (/[^GRB]/.test(quality.slice(start, start + BLOCK_SLOTS))) continue;
    const energy = values.subarray(start, start + BLOCK_SLOTS).reduce((sum, value) => sum + value, 0);
    demands.push({ va: energy * BLOCKS_PER_HOUR, atMs: (fromSlot + start) * SLOT_MS });
  }
  return demands;
};

const highest = (demands: readonly Demand[]): Demand | null =>
  demands.reduce<Demand | null>((best, one) => (best === null || one.va > best.va ? one : best), null);

/** The largest half hour of some days, and six times the largest slot of its day. */
type Largest = Demand & { bound: number };

/** Of equal half hours that of the day with the largest slot, then the earliest, however many days are compared at once. */
const isLarger = (one: Largest, best: Largest | null): boolean =>
  best === null ||
  one.va > best.va ||
  (one.va === best.va && (one.bound > best.bound || (one.bound === best.bound && one.atMs < best.atMs)));

/** The largest half hour of a day and when it began, worked out once; nothing where no half hour is wholly measured. */
export const demandsByDay = ({ id, industryId }: SeriesInfo, fromDay: number, toDay: number, source: ReadContext) => {
  const ofDay = figuresByDay(source, { kind: 'demand 2', subject: id, industryId }, fromDay, toDay);
  return (day: number): Figures => {
    const { timezone } = source.calendar.windowOfDay(day);
    return ofDay(day, timezone, (fromSlot, toSlot) => {
      const { values, quality } = source.reader.slots(id, fromSlot, toSlot);
      const demand = highest(halfHourDemands(values, quality, fromSlot, timezone));
      return demand ? [demand.va, demand.atMs] : [];
    });
  };
};

/** The half hour that is going on when a day begins: that of a shift that begins on a half hour is none. */
const acrossBegin = ({ id }: SeriesInfo, day: number, { calendar, reader }: ReadContext): (() => Demand | null) | undefined => {
  const { firstSlot, timezone } = calendar.windowOfDay(day);
  const toSlot = firstHalfHour(firstSlot, timezone);
  if (toSlot === firstSlot) return undefined;
  return () => {
    const { values, quality } = reader.slots(id, toSlot - BLOCK_SLOTS, toSlot);
    return highest(halfHourDemands(values, quality, toSlot - BLOCK_SLOTS, timezone));
  };
};

type Days = { fromDay: number; toDay: number };

/**
 * Of the half hours of some days, those over the begin of one of them but the first included. Only what can hold the largest is read: a
 * half hour is at most six times the largest slot of its days.
 */
const largestOfDays = (series: SeriesInfo, { fromDay, toDay }: Days, source: ReadContext): Largest | null => {
  const ofDay = demandsByDay(series, fromDay, toDay, source);
  const bounds = new Map(
    source.reader
      .dayTotals([series.id], fromDay, toDay)
      .flatMap(({ day, max }) => (max === null ? [] : [[day, max * BLOCK_SLOTS * BLOCKS_PER_HOUR]])),
  );
  const within = (day: number) => (): Demand | null => {
    const [va = null, atMs = null] = ofDay(day);
    return va === null || atMs === null ? null : { va, atMs };
  };
  const parts = [...bounds].flatMap(([day, bound]) => {
    const before = bounds.get(day - 1);
    const across = before === undefined ? undefined : acrossBegin(series, day, source);
    return [{ bound, read: within(day) }, ...(across ? [{ bound: Math.max(bound, before ?? bound), read: across }] : [])];
  });
  let best: Largest | null = null;
  for (const { bound, read } of parts.sort((a, b) => b.bound - a.bound)) {
    if (best && bound <= best.va) break;
    const demand = read();
    const found = demand && { ...demand, bound };
    if (found && isLarger(found, best)) best = found;
  }
  return best;
};

/** The largest half hour of the window. */
const maxDemand = (series: SeriesInfo, { source, window }: FormatContext): Demand | null => {
  const { id, industryId } = series;
  const fromDay = firstDayOfSlots(source, industryId, window.fromDay);
  const asked = { kind: 'demand of months 3', subject: id, industryId, basis: window.timezone };
  let best: Largest | null = null;
  const stretches = figuresByMonth(source, asked, { fromDay, toDay: window.toDay }, (days) => {
    const found = largestOfDays(series, days, source);
    return found ? [found.va, found.atMs, found.bound] : [];
  });
  for (const [at, { figures, ...days }] of stretches.entries()) {
    const [va = null, atMs = null, bound = null] = figures;
    const own = va === null || atMs === null || bound === null ? null : { va, atMs, bound };
    // of the half hour between two months neither remembers
    const between = at === 0 ? null : (acrossBegin(series, days.fromDay, source)?.() ?? null);
    for (const found of [own, between && { ...between, bound: between.va }]) if (found && isLarger(found, best)) best = found;
  }
  return best;
};

/** Sum over sum of the slots in which both are known; null where the lower one is nothing. */
const ratioOf = (one: SeriesInfo | undefined, other: SeriesInfo | undefined, context: FormatContext): number | null => {
  const sums = one && other ? sumsTogether(one, other, context) : null;
  return sums === null || sums[1] <= 0 ? null : sums[0] / sums[1];
};

/** kWh per KL of the linked meter, as a ratio of sums; null while it has counted less than 1 % of what is normal. */
const specificEnergy = (unit: Unit, main: SeriesInfo | undefined, context: FormatContext): number | null => {
  const flow = linkedFlow(unit, context.unitOf);
  if (!flow) return null;
  const { sum, expected } = gatheredOf(flow.volume, context).total;
  const leastL = ((normalDayL(flow) ?? 0) * expected * LEAST_FLOW_PART) / SLOTS_PER_DAY;
  return sum === null || sum < leastL ? null : ratioOf(main, flow.volume, context);
};

/** Energy charge, and with a month the demand charge on the highest half hour so far. */
const costOf = async (
  main: SeriesInfo | undefined,
  energyWh: number | null,
  demand: Demand | null,
  context: FormatContext,
): Promise<number | null> => {
  const charge = main ? await energyCharge(main, energyWh, context) : null;
  const { demandRatePerKVA } = context.rates.tariffs;
  if (charge === null || context.window.type !== 'MONTH' || demandRatePerKVA === null || !demand) return charge;
  return charge + (demand.va / 1000) * demandRatePerKVA;
};

/** Sums over the window; PF is a ratio of sums, and what is not linked or configured is null. */
const energyUnit = async (unit: Unit, main: SeriesInfo | undefined, context: FormatContext): Promise<EnergyUnit> => {
  const energyWh = gatheredOf(main, context).total.sum;
  const apparent = apparentSeries(unit);
  const apparentVAh = gatheredOf(apparent, context).total.sum;
  const demand = apparent ? maxDemand(apparent, context) : null;
  return {
    kWh: toKilo(energyWh, 1),
    kVAh: toKilo(apparentVAh, 1),
    pf: round(ratioOf(main, apparent, context), 3),
    maxDemandKVA: toKilo(demand?.va ?? null, 1),
    maxDemandAt: demand ? new Date(demand.atMs).toISOString() : null,
    contractKVA: unit.meta.contractKVA ?? null,
    secKWhPerKL: round(specificEnergy(unit, main, context), 3),
    cost: round(await costOf(main, energyWh, demand, context), 2),
    kgCO2: energyWh === null ? null : round((energyWh / 1000) * context.rates.tariffs.gridKgCO2PerKWh, 1),
  };
};

/** The series of apparent energy, by what it measures. */
export const apparentSeries = (unit: Unit): SeriesInfo | undefined => unit.series.find(({ measure }) => measure === 'VAh');

/** Electricity meters: energy by the rules of counters, demand and power factor from apparent energy. */
export const energy: Formatter = {
  main: (unit) => seriesOf(unit, 'energy') ?? mainSeries(unit),
  others: (unit, unitOf) => [apparentSeries(unit), linkedFlow(unit, unitOf)?.volume].filter((series) => series !== undefined),
  format: async (unit, context) => {
    const main = energy.main(unit);
    return { ...unitBase(unit, main, context), energy: await energyUnit(unit, main, context) };
  },
};
