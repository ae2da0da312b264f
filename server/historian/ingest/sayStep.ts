import type { ClockStep } from '../../core/plantClock.ts';

const NOT_STORED = 'nothing is stored until it is put right or has stood so for 10 min';

/** What a step of the clock says to people, after its name. @param sayMs writes a time that passed */
export const sayStep = ({ byMs, wallMs, plantMs, doubt }: ClockStep, sayMs: (ms: number) => string): string => {
  const by = sayMs(Math.abs(byMs));
  if (doubt === 'over') return `stayed ${by} ahead and counts now; nothing was stored in between`;
  if (byMs >= 0)
    return doubt
      ? `was set ahead by ${by}: ${NOT_STORED}; a restart takes it as it is`
      : `was set ahead by ${by}; nothing was read in between`;
  if (doubt) return `is ${by} behind what was read before: ${NOT_STORED}`;
  return plantMs - wallMs < 60_000
    ? `was set back by ${by}, to where it was before`
    : `is ${by} behind what was read before; readings go on in their order`;
};
