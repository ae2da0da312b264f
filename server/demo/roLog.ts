import type { RoLogSpec } from '../contract/user/roEfficiency.ts';
import { HOUR_MS, iso } from '../core/time.ts';
import type { RoTrain } from './process/ro.ts';

const ACID_FIRST_MS = 2 * HOUR_MS;

/** A cleaning in two steps, acid against scale and alkali against slime, as it is in the log; cartridges are changed with it. */
export function roLogOf({ cleanings }: Pick<RoTrain, 'cleanings'>): RoLogSpec[] {
  return cleanings.flatMap(({ fromMs, toMs }): RoLogSpec[] => {
    const between = Math.min(toMs, fromMs + ACID_FIRST_MS);
    return [
      {
        plantId: 'treatment',
        train: 'RO 1',
        kind: 'cip',
        start: iso(fromMs),
        end: iso(toMs),
        chemical: 'Citric acid 2 %, then caustic soda 0.1 %',
        ph: 11.5,
        temperatureC: 35,
        remark: 'Normalised permeate flow had fallen; acid first, then alkali.',
        cost: 18_500,
      },
      {
        plantId: 'treatment',
        train: 'RO 1',
        kind: 'cartridge_change',
        start: iso(between),
        remark: 'Five micron cartridges changed while the train was down.',
        cost: 6_400,
      },
    ];
  });
}
