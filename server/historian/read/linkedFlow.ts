import { isCountedAt, SLOTS_PER_HOUR } from '../../core/slots.ts';
import type { SeriesInfo, Unit } from '../../plantModel/index.ts';
import { seriesOf } from './mainSeries.ts';
import type { ReadingReader } from './reader.ts';

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
