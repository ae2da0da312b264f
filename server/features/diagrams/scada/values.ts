import type { QualityLetter } from '../../../contract/model/common.ts';
import type { FieldQuality } from '../../../contract/model/field.ts';
import type { ScadaNode, ScadaValue } from '../../../contract/user/scada.ts';
import { round, roundSingle } from '../../../core/round.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import {
  displayUnitOf,
  emptyTally,
  isoOfSlot,
  type ReadContext,
  type SlotRun,
  type Tally,
  toDisplay,
  type Window,
} from '../../../historian/index.ts';
import type { SeriesInfo, Unit } from '../../../plantModel/index.ts';
import { type Binding, resolveBinding, type Target } from './binding.ts';
import { limitsOf, type ShownLimits, stateWithin, withRange } from './limits.ts';
import { lastKnown, SPARK_SLOTS, sparkOf } from './spark.ts';

/** What the values of one answer are read from; each series is read once. */
export type ValueContext = {
  source: ReadContext;
  window: Window;
  nowMs: number;
  /** Totals of the window by series. */
  totals: ReadonlyMap<number, Tally>;
  runs: Map<number, SlotRun>;
  hasSparks: boolean;
};

type Reading = Pick<ScadaValue, 'at' | 'quality'> & { value: number | null; problem?: 'bad' | 'stale' };

const KILO = 1000;
const LIVE_PLACES = 4;
/** Two slots: whatever polls more slowly than that is no live value. */
const STALE_MS = 600_000;

/** Of a window that is over, or has not begun, there is nothing live. */
const isOver = ({ window, nowMs }: ValueContext): boolean =>
  nowMs < window.fromSlot * SLOT_MS || nowMs >= window.toSlot * SLOT_MS;
/** Where the answer's moment is: now, or the end of a window that is over. */
const endSlotOf = ({ source, window }: ValueContext): number =>
  Math.min(window.toSlot, Math.max(window.fromSlot, source.nowSlot));

const runOf = (series: SeriesInfo, context: ValueContext): SlotRun => {
  const end = endSlotOf(context);
  const known = context.runs.get(series.id) ?? context.source.reader.slots(series.id, end - SPARK_SLOTS, end);
  context.runs.set(series.id, known);
  return known;
};

/** The letter of a live sample: a missing one is M, one that cannot be believed X, a doubtful one E. */
const letterOfSample = (quality: FieldQuality): QualityLetter => {
  if (quality === 'GOOD') return 'G';
  if (quality.startsWith('UNCERTAIN')) return 'E';
  return quality === 'BAD_RANGE' || quality === 'BAD_SENSOR' ? 'X' : 'M';
};

/** Of the last slot that has a value, as far back as the sparkline goes. */
const slotReading = (series: SeriesInfo, context: ValueContext): Reading => {
  const last = lastKnown(runOf(series, context));
  if (!last) return { value: null, at: null, quality: 'M', problem: isOver(context) ? 'bad' : 'stale' };
  const isOld = last.slot < endSlotOf(context) - 2;
  return { value: last.value, at: isoOfSlot(last.slot + 1), quality: last.letter, ...(isOld && { problem: 'stale' as const }) };
};

const liveReading = (series: SeriesInfo, context: ValueContext): Reading => {
  const latest = isOver(context) ? undefined : context.source.reader.latest(series.id);
  if (!latest) return slotReading(series, context);
  const { value, quality, atMs } = latest;
  const at = atMs === null ? null : new Date(atMs).toISOString();
  const letter = letterOfSample(quality);
  if (value === null || letter === 'X') return { value, at, quality: letter, problem: quality === 'STALE' ? 'stale' : 'bad' };
  const isOld = atMs === null || context.nowMs - atMs > STALE_MS;
  return { value, at, quality: letter, ...(isOld && { problem: 'stale' as const }) };
};

const totalReading = (series: SeriesInfo, context: ValueContext): Reading => {
  const { sum, quality } = context.totals.get(series.id) ?? emptyTally;
  const at = isoOfSlot(endSlotOf(context));
  return sum === null ? { value: null, at: null, quality: 'M', problem: 'bad' } : { value: sum, at, quality };
};

const readingOf = (target: Exclude<Target, { shows: 'status' }>, context: ValueContext): Reading => {
  if (target.shows === 'total') return totalReading(target.series, context);
  // of a window that is over no totalizer's reading is kept by slot
  if (target.shows === 'counter' && (isOver(context) || !context.source.reader.latest(target.series.id)))
    return { value: null, at: null, quality: 'M', problem: 'bad' };
  return liveReading(target.series, context);
};

const bound = (one: Binding): Pick<ScadaValue, 'unitId' | 'field' | 'param'> => ({
  unitId: one.unitId,
  field: one.field,
  ...(one.param !== undefined && { param: one.param }),
});

const gone = (one: Binding): ScadaValue => ({ ...bound(one), value: null, unit: '', at: null, quality: 'M', state: 'bad' });

const statusOf = (unit: Unit, one: Binding, { source, nowMs }: ValueContext): ScadaValue => {
  if (source.reader.knowsNow === false) return gone(one);
  const isOnline = source.isOnline(unit);
  const at = new Date(nowMs).toISOString();
  return {
    ...bound(one),
    value: isOnline ? 'online' : 'offline',
    unit: '',
    at,
    quality: 'G',
    state: isOnline ? 'normal' : 'bad',
  };
};

/** One binding of a node as it is shown. @param isFirst the node's range is that of its first binding. */
export const bindingValue = (
  one: Binding,
  unit: Unit | undefined,
  { range, isFirst }: { range: ScadaNode['range']; isFirst: boolean },
  context: ValueContext,
): ScadaValue => {
  const target = unit && resolveBinding(unit, one);
  if (!unit || !target) return gone(one);
  if (target.shows === 'status') return statusOf(unit, one, context);
  const { series } = target;
  const reading = readingOf(target, context);
  const isPercent = target.shows === 'percent';
  const stored = displayUnitOf(series.measure, KILO, unit.siUnit);
  const measure = isPercent ? { divisor: target.capacityL / 100, unit: '%', places: 1 } : stored;
  const plain = series.kind === 'counter' ? (value: number) => value : roundSingle;
  const shown =
    target.shows === 'reading' && reading.value !== null
      ? round(plain(reading.value / measure.divisor), Math.max(measure.places, LIVE_PLACES))
      : toDisplay(reading.value, measure);
  const limits: ShownLimits = withRange(limitsOf(unit, target, context.window.type, stored), isFirst ? range : undefined);
  return {
    ...bound(one),
    value: shown,
    unit: measure.unit,
    at: reading.at,
    quality: reading.quality,
    state: reading.problem ?? (shown === null ? 'bad' : stateWithin(shown, limits)),
    ...(context.hasSparks && target.shows !== 'counter' && sparkOf(runOf(series, context), series.kind, measure)),
  };
};
