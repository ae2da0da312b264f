import { uniformAt } from '../../core/random.ts';

/** Numbers from 0 to 1, the same ones for a seed. */
export const seededRandom = (seed: number): (() => number) => {
  let at = 0;
  return () => {
    at += 1;
    return uniformAt(seed, 7, at);
  };
};
