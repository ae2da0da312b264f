import { tankVolume } from '../../../contract/model/tankVolume.ts';
import type { TankShape } from '../../../contract/model/units.ts';

const STEPS = 40;
/** Half the stretch of level over which a slope is taken, metres. */
const HALF_M = 0.001;

const topOf = (shape: TankShape): number =>
  shape.shape === 'horizontal_cylinder' ? shape.diameter : shape.shape === 'table' ? (shape.rows.at(-1)?.[0] ?? 0) : shape.height;
const bottomOf = (shape: TankShape): number => (shape.shape === 'table' ? (shape.rows[0]?.[0] ?? 0) : 0);

/** The level at which a tank holds a volume, by halving. */
const levelAt = (shape: TankShape, volumeM3: number): number => {
  let [low, high] = [bottomOf(shape), topOf(shape)];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (tankVolume(shape, middle).volumeM3 < volumeM3) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
};

/** dV/dh, m2: the change of the computed volume by an error of the level. */
export const surfaceM2 = (shape: TankShape, volumeM3: number): number => {
  if (shape.shape === 'vertical_cylinder') return (Math.PI * shape.diameter ** 2) / 4;
  if (shape.shape === 'rectangular') return shape.length * shape.width * shape.compartments;
  const level = levelAt(shape, volumeM3);
  const [below, above] = [Math.max(bottomOf(shape), level - HALF_M), Math.min(topOf(shape), level + HALF_M)];
  return (tankVolume(shape, above).volumeM3 - tankVolume(shape, below).volumeM3) / (above - below);
};
