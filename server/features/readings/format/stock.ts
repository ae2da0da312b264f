import type { StockDay } from '../../../contract/user/deviceData.ts';
import { round } from '../../../core/round.ts';
import { isComplete, SLOTS_PER_DAY } from '../../../core/slots.ts';
import {
  figuresByDay,
  firstDayOfSlots,
  limitIn,
  mainSeries,
  percentOf,
  type ReadContext,
  type ReadingReader,
  seriesOf,
  toKilo,
} from '../../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';
import { daysByShape, lastIn, openingInShape } from './stockInShape.ts';
import { endSlotOf, type FormatContext, type Formatter, gatheredOf, measureFor, unitBase } from './unitBase.ts';

/** Stock at a boundary is the last good one before it, at most 30 minutes old. */
const BOUNDARY_SLOTS = 6;
/** Part of the capacity below which a turn of the level is ripple, not filling or drawing. */
const RIPPLE = 0.002;
/** A month, whose days are looked at for another shape of the tank. */
const MOST_DAYS_LOOKED_AT = 31;

/** The measured values of [fromSlot, toSlot), in order. */
const knownValues = (reader: ReadingReader, seriesId: number, fromSlot: number, toSlot: number): number[] => {
  if (toSlot <= fromSlot) return [];
  const { values, quality } = reader.slots(seriesId, fromSlot, toSlot);
  const known: number[] = [];
  for (let at = 0; at < values.length; at += 1) if (isComplete(quality.charCodeAt(at))) known.push(values[at] ?? 0);
  return known;
};

/** The last good value before a slot, at most 30 minutes old; null when there is none. */
const valueAt = (reader: ReadingReader, seriesId: number, slot: number): number | null =>
  knownValues(reader, seriesId, slot - BOUNDARY_SLOTS, slot).at(-1) ?? null;

/**
 * Rises and falls along a path, turns smaller than `ripple` left out; rise - fall is the last value
 * minus the first. Filling and drawing at once cannot be seen, so both are lower bounds.
 */
export const riseAndFall = (path: readonly number[], ripple: number): { rise: number; fall: number } => {
  const [first = 0] = path;
  const totals = { rise: 0, fall: 0 };
  const walk = (from: number, to: number): void => {
    if (to > from) totals.rise += to - from;
    else totals.fall += from - to;
  };
  // `turn` is where the last counted stretch ended, `extreme` how far the present one has come
  let turn = first;
  let extreme = first;
  for (const value of path) {
    const isUp = extreme >= turn;
    if (isUp ? value >= extreme : value <= extreme) extreme = value;
    else if (Math.abs(value - extreme) > ripple) {
      walk(turn, extreme);
      turn = extreme;
      extreme = value;
    }
  }
  walk(turn, extreme);
  walk(extreme, path.at(-1) ?? extreme);
  return totals;
};

type Moved = { last: number | null; rise: number | null; fall: number | null };

/** The last stock of a day, and how far it rose and fell since the one before the day; worked out once. */
const movedByDay = (
  { id, industryId }: SeriesInfo,
  { fromDay, toDay }: Pick<FormatContext['window'], 'fromDay' | 'toDay'>,
  source: ReadContext,
) => {
  const ofDay = figuresByDay(source, { kind: 'fill 1', subject: id, industryId }, fromDay, toDay);
  return (day: number, ripple: number, before: number | null): Moved => {
    const [last = null, rise = null, fall = null] = ofDay(day, `${ripple} ${before}`, (fromSlot, toSlot) => {
      const known = knownValues(source.reader, id, fromSlot, toSlot);
      const path = before === null ? known : [before, ...known];
      const moved = path.length < 2 ? { rise: null, fall: null } : riseAndFall(path, ripple);
      return [path.at(-1) ?? null, moved.rise, moved.fall];
    });
    return { last, rise, fall };
  };
};

const capacityOf = ({ maxCapacity }: Unit): number | null => (maxCapacity === null ? null : maxCapacity * 1000);

/** What later questions need of a day, as they ask for it where its first value follows the last of the day before; worked out once. */
export const stockOfDay = (unit: Unit, volume: SeriesInfo, day: number, source: ReadContext): void => {
  const capacityL = capacityOf(unit);
  if (capacityL === null) return;
  const before = valueAt(source.reader, volume.id, source.calendar.windowOfDay(day).firstSlot);
  movedByDay(volume, { fromDay: day, toDay: day }, source)(day, capacityL * RIPPLE, before);
};

/** What opens a day after what ended the one before, by the shape that the tank has at the end of the day. */
const anchorOf = (
  unit: Unit,
  volume: SeriesInfo,
  { day, before }: { day: number; before: number | null },
  context: FormatContext,
) => {
  const { reader, calendar } = context.source;
  const { firstSlot, slots } = calendar.windowOfDay(day);
  const endSlot = Math.min(firstSlot + slots, endSlotOf(context));
  const opening = lastIn(reader, volume.id, firstSlot - BOUNDARY_SLOTS, firstSlot);
  if (opening === null || opening.litres !== before) return before;
  const closing = lastIn(reader, volume.id, Math.max(firstSlot, endSlot - BOUNDARY_SLOTS), endSlot);
  return openingInShape(unit, volume.id, { opening, closing }, context.source);
};

/** Fill and draw of the window, day by day, so that a month's are the sums of its days'. */
const fillAndDraw = (
  { unit, series }: { unit: Unit; series: SeriesInfo },
  ripple: number,
  opening: number | null,
  context: FormatContext,
): { fill: number | null; draw: number | null } => {
  const { window, source } = context;
  let anchor = opening;
  let fill: number | null = null;
  let draw: number | null = null;
  const fromDay = firstDayOfSlots(source, series.industryId, window.fromDay);
  const ofDay = movedByDay(series, { fromDay, toDay: window.toDay }, source);
  const isByShape = daysByShape({ unit, volume: series }, { fromDay: fromDay - 1, toDay: window.toDay }, source);
  // of days by older shapes the slots have to be read to know which: of a year that would be much with each question
  const isShort = window.toDay - fromDay < MOST_DAYS_LOOKED_AT;
  let before: boolean | undefined;
  for (let day = fromDay; day <= window.toDay; day += 1) {
    const isNow = isByShape(day);
    before = isByShape(day - 1) ?? before;
    const isLookedAt = isNow !== undefined && (isNow !== before || (isShort && !isNow));
    if (isLookedAt && day > fromDay) anchor = anchorOf(unit, series, { day, before: anchor }, context);
    const { last, rise, fall } = ofDay(day, ripple, anchor);
    anchor = last;
    if (rise === null || fall === null) continue;
    fill = (fill ?? 0) + rise;
    draw = (draw ?? 0) + fall;
  }
  return { fill, draw };
};

const stockDay = (unit: Unit, volume: SeriesInfo, context: FormatContext): StockDay => {
  const { reader } = context.source;
  const endSlot = endSlotOf(context);
  const capacityL = capacityOf(unit);
  const ripple = (capacityL ?? gatheredOf(volume, context).total.max ?? 0) * RIPPLE;
  const { fromSlot } = context.window;
  const first = lastIn(reader, volume.id, fromSlot - BOUNDARY_SLOTS, fromSlot);
  const end = endSlot > fromSlot ? lastIn(reader, volume.id, endSlot - BOUNDARY_SLOTS, endSlot) : null;
  const closing = end?.litres ?? null;
  const opening = openingInShape(unit, volume.id, { opening: first, closing: end }, context.source);
  const anchor = anchorOf(unit, volume, { day: context.window.fromDay, before: first?.litres ?? null }, context);
  const { fill, draw } = fillAndDraw({ unit, series: volume }, ripple, anchor, context);
  const lastDay = riseAndFall(knownValues(reader, volume.id, endSlot - SLOTS_PER_DAY, endSlot), ripple);
  const startSlot = endSlot - SLOTS_PER_DAY;
  const dayBefore = lastIn(reader, volume.id, startSlot, startSlot + BOUNDARY_SLOTS);
  // another shape within the last day looks like filling or drawing
  const isSteady =
    openingInShape(unit, volume.id, { opening: dayBefore, closing: end }, context.source) === (dayBefore?.litres ?? null);
  const level = seriesOf(unit, 'level');
  const levelM = level && endSlot > fromSlot ? valueAt(reader, level.id, endSlot) : null;
  return {
    openingKL: toKilo(opening, 2),
    closingKL: toKilo(closing, 2),
    fillKL: toKilo(fill, 2),
    drawKL: toKilo(draw, 2),
    levelM: round(levelM, 2),
    percent: closing === null || capacityL === null ? null : percentOf(closing, capacityL),
    maxCapacity: limitIn(unit.maxCapacity, volume, measureFor(volume, context)),
    autonomyHours: closing === null || lastDay.fall <= 0 || !isSteady ? null : round(closing / (lastDay.fall / 24), 1),
  };
};

/** Tanks: the unit's value is its stock now; opening, closing, fill and draw are shown beside it. */
export const stock: Formatter = {
  main: mainSeries,
  others: (unit) => [seriesOf(unit, 'level')].filter((series) => series !== undefined),
  format: (unit, context) => {
    const volume = seriesOf(unit, 'volume');
    const base = unitBase(unit, stock.main(unit), context);
    return volume ? { ...base, stock: stockDay(unit, volume, context) } : base;
  },
};
