import { describe, expect, it } from 'vitest';
import { tankVolume } from '../../contract/model/tankVolume.ts';
import { beverageTanks } from '../layout/beverageTanks.ts';
import { levelOf } from './tankShape.ts';

describe('level meter of a tank', () => {
  it.each(beverageTanks)('shows a level of the $name that the server turns back into its contents', ({ shape, capacityKl }) => {
    const level = levelOf(shape);
    for (const part of [0.02, 0.1, 0.33, 0.5, 0.77, 0.95, 1]) {
      const { volumeM3, clamped } = tankVolume(shape, level(part * capacityKl));
      expect(clamped).toBe(false);
      expect(volumeM3 / capacityKl).toBeCloseTo(part, 3);
    }
  });
});
