import type { BorewellUnit } from '../../../contract/user/deviceData.ts';
import { round } from '../../../core/round.ts';
import { isCountedAt, SLOT_MS, SLOTS_PER_DAY, SLOTS_PER_HOUR } from '../../../core/slots.ts';
import { mean, median } from '../../../core/statistics.ts';
import {
  figuresByDay,
  figuresByMonth,
  firstDayOfSlots,
  mainSeries,
  measuredFlow,
  type ReadContext,
  type SlotRun,
  seriesOf,
  toKilo,
} from '../../../historian/index.ts';
import {
  countsSeldom,
  isPiezometer,
  isStaticLevel,
  type PumpState,
  pumpedBeside,
  pumpState,
  REST_SLOTS,
  ratedFlowM3h,
  type SeriesInfo,
  togetherState,
  type Unit,
} from '../../../plantModel/index.ts';
import { endSlotOf, type FormatContext, type Formatter, gatheredOf, unitBase } from './unitBase.ts';

/** Pumping level: the last half hour of a run of an hour. */
const PUMPING_SLOTS = 6;

/** The slots of a well one after the other; NaN where it is not known. */
type WellSlots = { fromSlot: number; levelM: Float64Array; flowM3h: Float64Array; pump: readonly PumpState[] };

const noSlots: WellSlots = { fromSlot: 0, levelM: new Float64Array(0), flowM3h: new Float64Array(0), pump: [] };

const knownOrNaN = ({ values, quality }: SlotRun): Float64Array => {
  const known = values.slice();
  for (let at = 0; at < known.length; at += 1) if (!isCountedAt(quality, at)) known[at] = Number.NaN;
  return known;
};

/** m3/h of the slots [fromSlot, toSlot) of a well; nothing of one that has no pump. */
const flowsOf = (unit: Unit, { reader }: Pick<ReadContext, 'reader'>, fromSlot: number, toSlot: number): Float64Array => {
  const length = Math.max(0, toSlot - fromSlot);
  const [flow, volume] = ['flow', 'volume'].map((param) => seriesOf(unit, param));
  if (!flow && !volume) return new Float64Array(length);
  const read = (series: SeriesInfo | undefined): SlotRun | undefined => series && reader.slots(series.id, fromSlot, toSlot);
  return measuredFlow(read(flow), read(volume), length);
};

/** The same as far as it says when the pump ran: of a meter that counts seldom its register alone does. */
const timedFlowsOf = (unit: Unit, source: Pick<ReadContext, 'reader'>, fromSlot: number, toSlot: number): Float64Array => {
  if (!countsSeldom(unit)) return flowsOf(unit, source, fromSlot, toSlot);
  const flow = seriesOf(unit, 'flow');
  return measuredFlow(flow && source.reader.slots(flow.id, fromSlot, toSlot), undefined, Math.max(0, toSlot - fromSlot));
};

/** What running hours that were worked out once hold for. */
const runBasis = (unit: Unit): string => `${ratedFlowM3h(unit)}${countsSeldom(unit) ? ' by its register' : ''}`;

const wellSlots = (unit: Unit, level: SeriesInfo, context: FormatContext): WellSlots => {
  const { source } = context;
  const endSlot = endSlotOf(context);
  const fromSlot = endSlot - SLOTS_PER_DAY - REST_SLOTS;
  const levelM = knownOrNaN(source.reader.slots(level.id, fromSlot, endSlot));
  const pumped = pumpedBeside(unit, source.shownUnits?.() ?? [unit]);
  const pumps = pumped.map((one) => ({ flowM3h: flowsOf(one, source, fromSlot, endSlot), ratedM3h: ratedFlowM3h(one) }));
  const pump = Array.from(levelM, (_, at) =>
    togetherState(pumps.map(({ flowM3h, ratedM3h }) => pumpState(flowM3h[at] ?? Number.NaN, ratedM3h))),
  );
  return { fromSlot, levelM, flowM3h: pumps[0]?.flowM3h ?? new Float64Array(levelM.length), pump };
};

const isOn = ({ pump }: WellSlots, at: number): boolean => pump[at] === 'on';

/**
 * The newest static level; else the least depth of the last 24 hours while the pump was off (while nobody knew, of all), marked as
 * recovering. Null where it was pumped: what stands in a pumped well is no static level.
 */
const staticLevel = (slots: WellSlots): { levelM: number | null; slot: number | null; recovering: boolean } => {
  const { fromSlot, levelM, pump } = slots;
  const pumpAt = (place: number): PumpState => pump[place] ?? 'unknown';
  let at = levelM.length - 1;
  while (at >= 0 && !isStaticLevel(levelM, at, pumpAt)) at -= 1;
  if (at >= 0) return { levelM: levelM[at] ?? null, slot: fromSlot + at, recovering: false };
  const first = Math.max(0, levelM.length - SLOTS_PER_DAY);
  const isBlind = pump.slice(first).every((state) => state === 'unknown');
  let highest = -1;
  for (let place = first; place < levelM.length; place += 1) {
    const level = levelM[place] ?? Number.NaN;
    if (Number.isNaN(level) || !(isBlind || pumpAt(place) === 'off')) continue;
    if (highest < 0 || level < (levelM[highest] ?? Number.NaN)) highest = place;
  }
  if (highest < 0) return { levelM: null, slot: null, recovering: false };
  return { levelM: levelM[highest] ?? null, slot: fromSlot + highest, recovering: true };
};

/** Level and flow at the end of the newest run of an hour or more. */
const pumpingLevel = (slots: WellSlots): { levelM: number | null; flowM3h: number | null } => {
  let end = slots.levelM.length;
  while (end > 0) {
    while (end > 0 && !isOn(slots, end - 1)) end -= 1;
    let start = end;
    while (start > 0 && isOn(slots, start - 1)) start -= 1;
    if (end - start >= SLOTS_PER_HOUR) {
      const levels = slots.levelM.subarray(end - PUMPING_SLOTS, end).filter((levelM) => !Number.isNaN(levelM));
      return { levelM: median([...levels]), flowM3h: mean([...slots.flowM3h.subarray(end - PUMPING_SLOTS, end)]) };
    }
    end = start;
  }
  return { levelM: null, flowM3h: null };
};

type Days = { fromDay: number; toDay: number };

/** Slots of a day in which the pump ran, worked out once; null where nothing says of any of them. */
export const pumpRunByDay = (unit: Unit, { id, industryId }: SeriesInfo, source: ReadContext, { fromDay, toDay }: Days) => {
  const ratedM3h = ratedFlowM3h(unit);
  const ofDay = figuresByDay(source, { kind: 'pump run 3', subject: id, industryId }, fromDay, toDay);
  return (day: number): number | null => {
    const [ranSlots = null] = ofDay(day, runBasis(unit), (fromSlot, toSlot) => {
      const known = timedFlowsOf(unit, source, fromSlot, toSlot).filter((flow) => !Number.isNaN(flow));
      return [known.length === 0 ? null : known.filter((flow) => pumpState(flow, ratedM3h) === 'on').length];
    });
    return ranSlots;
  };
};

const sumOfKnown = (parts: readonly (number | null | undefined)[]): number | null => {
  const known = parts.filter((part) => typeof part === 'number');
  return known.length === 0 ? null : known.reduce((sum, part) => sum + part, 0);
};

const runHours = (unit: Unit, volume: SeriesInfo, context: FormatContext): number | null => {
  const { source, window } = context;
  const endSlot = endSlotOf(context);
  if (endSlot <= window.fromSlot) return null;
  const { id, industryId } = volume;
  const fromDay = firstDayOfSlots(source, industryId, window.fromDay);
  const toDay = Math.min(window.toDay, source.calendar.dayOfSlot(endSlot - 1));
  const onSlotsOf = ({ fromDay: first, toDay: last }: Days): number | null => {
    const ofDay = pumpRunByDay(unit, volume, source, { fromDay: first, toDay: last });
    return sumOfKnown(Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => ofDay(first + at)));
  };
  const asked = { kind: 'pump run of months 3', subject: id, industryId, basis: runBasis(unit) };
  const stretches = figuresByMonth(source, asked, { fromDay, toDay }, (days) => [onSlotsOf(days)]);
  const onSlots = sumOfKnown(stretches.map(({ figures: [on] }) => on));
  return onSlots === null ? null : onSlots / SLOTS_PER_HOUR;
};

const borewellUnit = (unit: Unit, context: FormatContext): BorewellUnit => {
  const level = seriesOf(unit, 'level');
  const volume = seriesOf(unit, 'volume');
  const slots = level ? wellSlots(unit, level, context) : noSlots;
  const rest = staticLevel(slots);
  // a piezometer is not pumped: what runs are those of its neighbours
  const pumping = isPiezometer(unit) ? pumpingLevel(noSlots) : pumpingLevel(slots);
  const drawdownM = rest.levelM === null || pumping.levelM === null ? null : pumping.levelM - rest.levelM;
  return {
    swlMbgl: round(rest.levelM, 2),
    swlAt: rest.slot === null ? null : new Date(rest.slot * SLOT_MS).toISOString(),
    recovering: rest.recovering,
    pwlMbgl: round(pumping.levelM, 2),
    drawdownM: round(drawdownM, 2),
    specificCapacity:
      drawdownM === null || drawdownM <= 0 || pumping.flowM3h === null ? null : round(pumping.flowM3h / drawdownM, 2),
    runHours: round(volume && !isPiezometer(unit) ? runHours(unit, volume, context) : null, 2),
    abstractionKL: toKilo(gatheredOf(volume, context).total.sum, 2),
    permittedKLD: unit.meta.well?.noc?.permittedKLD ?? null,
  };
};

/** Wells and piezometers: the main value is depth to water; abstraction and pumping are shown beside it. */
export const borewell: Formatter = {
  main: (unit) => seriesOf(unit, 'level') ?? mainSeries(unit),
  others: (unit) => [seriesOf(unit, 'volume')].filter((series) => series !== undefined),
  format: (unit, context) => ({ ...unitBase(unit, borewell.main(unit), context), borewell: borewellUnit(unit, context) }),
};
