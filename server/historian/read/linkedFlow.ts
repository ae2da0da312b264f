import {
  firstQuarter,
  isCompleteAt,
  isCountedAt,
  type QuarterHour,
  quarterHourAt,
  SLOTS_PER_HOUR,
  SLOTS_PER_QUARTER,
} from '../../core/slots.ts';
import type { SeriesInfo, Unit } from '../../plantModel/index.ts';
import { seriesOf } from '../units/mainSeries.ts';
import type { ReadingReader, SlotRun } from './reader.ts';

export type UnitLookup = (unitId: string) => Unit | undefined;

export type LinkedFlow = { unit: Unit; volume: SeriesInfo };

const HOURS_PER_DAY = 24;

/** The meter of the water that belongs to a quality or energy unit. */
export const linkedFlow = ({ meta }: Unit, unitOf: UnitLookup): LinkedFlow | undefined => {
  const unit = meta.flowUnitId === undefined ? undefined : unitOf(meta.flowUnitId);
  const volume = unit && seriesOf(unit, 'volume');
  return unit && volume && { unit, volume };
};

/** Litres that a meter counts on a normal day: its capacity, else what its pipe can pass; null where neither is known. */
export const normalDayL = ({ unit: { maxCapacity, meta } }: LinkedFlow): number | null => {
  if (maxCapacity !== null) return maxCapacity * 1000;
  return meta.meter ? meta.meter.maxPerHour * meta.meter.basePerCount * HOURS_PER_DAY : null;
};

/**
 * Whether water flowed in each slot of [fromSlot, toSlot): sensors in a dry pipe read nonsense. A slot whose flow is not known
 * counts as flowing; below the smallest flow that the meter counts rightly, it does not.
 */
export const flowing = (
  flow: LinkedFlow | undefined,
  reader: ReadingReader,
  fromSlot: number,
  toSlot: number,
): ((at: number) => boolean) => {
  if (!flow) return () => true;
  const leastL = ((flow.unit.meta.minimumFlowM3h ?? 0) * 1000) / SLOTS_PER_HOUR;
  const { values, quality } = reader.slots(flow.volume.id, fromSlot, toSlot);
  return (at) => !isCountedAt(quality, at) || (values[at] ?? 0) > leastL;
};

/** Flow of every slot in m3/h: as its register measured it, else from the volume of the slot; NaN where neither says. */
export const measuredFlow = (flow: SlotRun | undefined, volume: SlotRun | undefined, length: number): Float64Array => {
  const found = new Float64Array(length).fill(Number.NaN);
  for (let at = 0; at < length; at += 1) {
    if (flow && isCountedAt(flow.quality, at)) found[at] = flow.values[at] ?? Number.NaN;
    // of a volume across a gap the shape was not measured: it says nothing of when water flowed
    else if (volume && isCompleteAt(volume.quality, at)) found[at] = ((volume.values[at] ?? 0) * SLOTS_PER_HOUR) / 1000;
  }
  return found;
};

/**
 * A parameter of an analyser in [fromSlot, toSlot), measured or entered by a person: its values while water flowed, null where there is
 * none, and its whole quarter hours.
 */
export const readWhileFlowing = (
  unit: Unit,
  series: SeriesInfo,
  { fromSlot, toSlot }: { fromSlot: number; toSlot: number },
  { reader, unitOf }: { reader: ReadingReader; unitOf: UnitLookup },
): { values: (number | null)[]; quarters: QuarterHour[] } => {
  if (toSlot <= fromSlot) return { values: [], quarters: [] };
  const { values, quality } = reader.slots(series.id, fromSlot, toSlot);
  const isWet = flowing(linkedFlow(unit, unitOf), reader, fromSlot, toSlot);
  const measured = (at: number): number | null => (isCompleteAt(quality, at) ? (values[at] ?? null) : null);
  const quarters: QuarterHour[] = [];
  for (let slot = firstQuarter(fromSlot); slot + SLOTS_PER_QUARTER <= toSlot; slot += SLOTS_PER_QUARTER)
    quarters.push(
      quarterHourAt(
        slot,
        (at) => measured(at - fromSlot),
        (at) => isWet(at - fromSlot),
      ),
    );
  return { values: Array.from(values, (_, at) => (isWet(at) ? measured(at) : null)), quarters };
};
