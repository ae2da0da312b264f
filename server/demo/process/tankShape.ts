import { tankVolume } from '../../contract/model/tankVolume.ts';
import type { TankShape } from '../../contract/model/units.ts';

const steps = 400;

const brimOf = (shape: TankShape): number => {
  if (shape.shape === 'table') return shape.rows.at(-1)?.[0] ?? 0;
  return shape.shape === 'horizontal_cylinder' ? shape.diameter : shape.height;
};

/** The level at which a tank holds a volume, m: what its level meter sees and the server turns back into a volume. */
export function levelOf(shape: TankShape): (volumeM3: number) => number {
  const rise = brimOf(shape) / steps;
  const volumes = Float64Array.from({ length: steps + 1 }, (_, n) => tankVolume(shape, n * rise).volumeM3);
  return (volumeM3) => {
    let [low, high] = [0, steps];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((volumes[middle] ?? 0) <= volumeM3) low = middle;
      else high = middle;
    }
    const [below = 0, above = 0] = [volumes[low], volumes[high]];
    return (low + Math.min(1, (volumeM3 - below) / (above - below))) * rise;
  };
}
