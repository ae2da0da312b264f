import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PlantClock } from '../../core/plantClock.ts';

/** After this long others get their turn. */
const LONGEST_TURN_MS = 6;

/** @returns asked between two pieces of long work: a turn for everybody else once this one has taken long, else undefined. */
export const restWhenDue = (clock: Pick<PlantClock, 'monotonicMs'>): (() => Promise<void> | undefined) => {
  let turnMs = clock.monotonicMs();
  return () => {
    if (clock.monotonicMs() - turnMs < LONGEST_TURN_MS) return undefined;
    return nextTurn().then(() => {
      turnMs = clock.monotonicMs();
    });
  };
};
