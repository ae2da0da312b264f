import type { PumpState } from '../../../plantModel/index.ts';

/** Wells together: one that runs is enough; all must be. */
export const togetherState = (states: readonly PumpState[]): PumpState => {
  if (states.includes('on')) return 'on';
  return states.includes('unknown') ? 'unknown' : 'off';
};
