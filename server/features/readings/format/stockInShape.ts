import { tankVolume } from '../../../contract/model/tankVolume.ts';
import type { TankShape } from '../../../contract/model/units.ts';
import { code, isComplete } from '../../../core/slots.ts';
import { type ReadContext, type ReadingReader, seriesOf } from '../../../historian/index.ts';
import type { Unit } from '../../../plantModel/index.ts';

const LITRES_PER_M3 = 1000;
/** Part of a volume, which is kept as a float32. */
const NOISE = 1e-6;

/** What a tank held in a slot, litres. */
export type StockIn = { slot: number; litres: number };

/** What the level of a slot comes to in a shape; null where it is not known. */
const litresInShape = (reader: ReadingReader, levelId: number, shape: TankShape, slot: number): number | null => {
  const { values, quality } = reader.slots(levelId, slot, slot + 1);
  return isComplete(quality.charCodeAt(0)) ? Math.fround(tankVolume(shape, values[0] ?? 0).volumeM3 * LITRES_PER_M3) : null;
};

const isSame = (one: number, other: number): boolean => Math.abs(one - other) <= NOISE * Math.max(Math.abs(one), Math.abs(other));

/** Whether a tank's stock is certainly by the shape that it has, or by no level and shape at all: an empty one is by every shape. */
export const isByShape = (unit: Unit, { slot, litres }: StockIn, { reader }: Pick<ReadContext, 'reader'>): boolean => {
  const { tank } = unit.meta;
  const level = seriesOf(unit, 'level');
  if (!tank || !level) return true;
  const byShape = litresInShape(reader, level.id, tank, slot);
  return byShape !== null && litres > 0 && isSame(byShape, litres);
};

/**
 * What opens a stretch, by the shape that its tank has: days before another shape keep their volumes, and the change of stock would be that
 * of the shape (docs/domain.md 1.2). What a person entered, and what is by no level, is left as it is; and where the end of the stretch is not by
 * the shape of now either, both are by the one before.
 */
export const openingInShape = (
  unit: Unit,
  volumeId: number,
  { opening, closing }: { opening: StockIn | null; closing: StockIn | null },
  { reader }: Pick<ReadContext, 'reader'>,
): number | null => {
  const { tank } = unit.meta;
  const level = seriesOf(unit, 'level');
  if (!opening || !closing || !tank || !level) return opening?.litres ?? null;
  const byShape = litresInShape(reader, level.id, tank, opening.slot);
  if (byShape === null || isSame(byShape, opening.litres)) return opening.litres;
  const closingByShape = litresInShape(reader, level.id, tank, closing.slot);
  if (closingByShape === null || !isSame(closingByShape, closing.litres)) return opening.litres;
  const isEntered = reader.slots(volumeId, opening.slot, opening.slot + 1).quality.charCodeAt(0) === code.R;
  return isEntered ? opening.litres : byShape;
};
