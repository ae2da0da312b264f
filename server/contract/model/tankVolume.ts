import type { TankShape } from './units.ts';

/** Standard deviation of a level where nothing better is known, m: docs/domain.md 3.2. */
export const LEVEL_SIGMA_M = 0.002;

/** `clamped`: the level is below the bottom or above the top; the volume is then that of the nearest known level. */
export type TankVolume = { volumeM3: number; clamped: boolean };

/** Segment of a horizontal cylinder times its length; the angle by atan2, because acos loses the first and last millimetre. */
const lyingCylinder = (radius: number, length: number, level: number): number => {
  const halfChord = Math.sqrt(level * (2 * radius - level));
  return length * (radius ** 2 * Math.atan2(halfChord, radius - level) - (radius - level) * halfChord);
};

/** Both ellipsoidal ends together. */
const dishedEnds = (radius: number, depth: number, level: number): number =>
  Math.PI * (depth / radius) * level ** 2 * (radius - level / 3);

const frustum = (bottomRadius: number, topRadius: number, height: number): number =>
  ((Math.PI * height) / 3) * (bottomRadius ** 2 + bottomRadius * topRadius + topRadius ** 2);

const coneBottom = (shape: Extract<TankShape, { shape: 'cone_bottom' }>, level: number): number => {
  const [bottom, radius] = [shape.bottomDiameter / 2, shape.diameter / 2];
  if (level >= shape.coneHeight)
    return frustum(bottom, radius, shape.coneHeight) + Math.PI * radius ** 2 * (level - shape.coneHeight);
  return frustum(bottom, bottom + ((radius - bottom) * level) / shape.coneHeight, level);
};

const fromTable = (rows: readonly (readonly [number, number])[], level: number): number => {
  const above = Math.max(
    1,
    rows.findIndex(([height]) => height >= level),
  );
  const [[fromLevel, fromVolume], [toLevel, toVolume]] = [rows[above - 1] ?? [0, 0], rows[above] ?? [0, 0]];
  return fromVolume + ((toVolume - fromVolume) * (level - fromLevel)) / (toLevel - fromLevel);
};

const range = (shape: TankShape): [lowest: number, highest: number] => {
  switch (shape.shape) {
    case 'horizontal_cylinder':
      return [0, shape.diameter];
    case 'table':
      return [shape.rows[0]?.[0] ?? 0, shape.rows.at(-1)?.[0] ?? 0];
    default:
      return [0, shape.height];
  }
};

/** The highest level that a tank can hold, m above the dead bottom. */
export const tankHeight = (shape: TankShape): number => range(shape)[1];

const volumeWithin = (shape: TankShape, level: number): number => {
  switch (shape.shape) {
    case 'vertical_cylinder':
      return ((Math.PI * shape.diameter ** 2) / 4) * level;
    case 'rectangular':
      return shape.length * shape.width * level * shape.compartments;
    case 'horizontal_cylinder':
      return lyingCylinder(shape.diameter / 2, shape.length, level) + dishedEnds(shape.diameter / 2, shape.head, level);
    case 'cone_bottom':
      return coneBottom(shape, level);
    case 'table':
      return fromTable(shape.rows, level);
  }
};

/**
 * Water in a tank, m3, from its level, m above the dead bottom (docs/domain.md 3.1). `height` of a tank is its whole inside height, the
 * cone included.
 */
export const tankVolume = (shape: TankShape, levelM: number): TankVolume => {
  const [lowest, highest] = range(shape);
  const level = Math.min(highest, Math.max(lowest, levelM));
  return { volumeM3: volumeWithin(shape, level), clamped: level !== levelM };
};
