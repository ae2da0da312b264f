import { LEVEL_SIGMA_M } from '../../../contract/model/tankVolume.ts';
import { isCompleteAt, SLOTS_PER_DAY } from '../../../core/slots.ts';
import type { ReadContext } from '../../../historian/index.ts';
import type { Unit } from '../../../plantModel/index.ts';
import { openingInShape, type StockIn } from '../../readings/index.ts';
import type { StockAmount } from './amounts.ts';
import { surfaceM2 } from './tankSurface.ts';

/** Stock at a boundary is the last good one before it, at most 30 minutes old (docs/domain.md 3.2). */
const BOUNDARY_SLOTS = 6;
/** Days whose slots are read in one step; about a millisecond. */
const SLOTS_PER_STEP = 16 * SLOTS_PER_DAY;
const LITRES_PER_M3 = 1000;
/** Of a volume that comes without a level: part of the capacity. */
const VOLUME_PART = 0.002;

/** Stock at a boundary: as the end of what is before it, and as the beginning of what follows. */
export type BoundaryStock = { closing: StockIn | null; opening: StockIn | null };

/**
 * The stock at each boundary, in order of time; null where it is not known, and for boundaries to come. Where nothing is known
 * before a boundary, the slot that begins there opens what follows.
 */
export const stockAt = async (
  { reader, nowSlot, pace }: ReadContext,
  seriesId: number,
  boundaries: readonly number[],
): Promise<BoundaryStock[]> => {
  const found: BoundaryStock[] = [];
  for (let at = 0; at < boundaries.length; ) {
    await pace.turn();
    const from = (boundaries[at] ?? 0) - BOUNDARY_SLOTS;
    let end = at + 1;
    while (end < boundaries.length && (boundaries[end] ?? 0) - from <= SLOTS_PER_STEP) end += 1;
    const to = Math.min((boundaries[end - 1] ?? 0) + 1, nowSlot);
    const { values, quality } = reader.slots(seriesId, from, Math.max(from, to));
    const stockIn = (slot: number): StockIn | null =>
      isCompleteAt(quality, slot - from) ? { slot, litres: values[slot - from] ?? 0 } : null;
    for (; at < end; at += 1) {
      const boundary = boundaries[at] ?? 0;
      let closing: StockIn | null = null;
      for (let slot = boundary - 1; slot >= boundary - BOUNDARY_SLOTS && closing === null; slot -= 1) closing = stockIn(slot);
      if (boundary > nowSlot) closing = null;
      found.push({ closing, opening: closing ?? stockIn(boundary) });
    }
  }
  return found;
};

/** Standard uncertainty of what a tank holds: the surface of the water times that of the level. */
const stockSigma = ({ meta, maxCapacity }: Unit, volumeL: number): number =>
  meta.tank
    ? surfaceM2(meta.tank, volumeL / LITRES_PER_M3) * (meta.levelSigmaM ?? LEVEL_SIGMA_M) * LITRES_PER_M3
    : (maxCapacity ?? 0) * LITRES_PER_M3 * VOLUME_PART;

/** From opening to closing stock; sqrt(2) A sigma where both are at the same surface. */
export const stockChange = (unit: Unit, openingL: number | null, closingL: number | null): StockAmount | null =>
  openingL === null || closingL === null
    ? null
    : { changeL: closingL - openingL, sigmaL: Math.hypot(stockSigma(unit, openingL), stockSigma(unit, closingL)) };

/** The same between two boundaries, both by the shape that the tank has at the second. */
export const stockChangeBetween = (
  { unit, seriesId }: { unit: Unit; seriesId: number },
  from: BoundaryStock | undefined,
  to: BoundaryStock | undefined,
  source: ReadContext,
): StockAmount | null => {
  const [opening, closing] = [from?.opening ?? null, to?.closing ?? null];
  return stockChange(unit, openingInShape(unit, seriesId, { opening, closing }, source), closing?.litres ?? null);
};
