import { tankHeight, tankVolume } from '../../../../server/contract/model/tankVolume.ts';
import type { TankShape } from '../../../../server/contract/model/units.ts';

/** Sizes of a tank are rounded; what differs by more is another tank. */
const TOLERANCE = 0.01;

/** Where the capacity of a tank is not what its shape holds: both, and what share of the capacity it shows at the brim. null where they agree. */
export const heldOtherwise = (capacityKL: unknown, tank: TankShape | null) => {
  if (typeof capacityKL !== 'number' || !(capacityKL > 0) || tank === null) return null;
  const fullM3 = tankVolume(tank, tankHeight(tank)).volumeM3;
  if (Math.abs(capacityKL - fullM3) <= TOLERANCE * fullM3) return null;
  return { capacityKL, fullM3, brimPct: (100 * fullM3) / capacityKL };
};
