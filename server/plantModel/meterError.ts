import type { Unit } from './model.ts';

/** In percent of the volume; ISO 4064 from Q2 to Q4, and the usual figure of electromagnetic process meters. */
const CLASS_1_PCT = 1;
const CLASS_2_PCT = 2;
const ELECTROMAGNETIC_PCT = 0.5;

/**
 * Maximum permissible error of a unit's meter, percent: its own `mpePct`, else by its class (`2`, `class 1`, `electromagnetic`,
 * `EM`, `mag …`), else that of class 2.
 */
export const meterErrorPct = ({ meta: { mpePct, meterClass = '' } }: Pick<Unit, 'meta'>): number => {
  if (mpePct !== undefined) return mpePct;
  if (/^\s*(em\b|mag|electro-?mag)/i.test(meterClass)) return ELECTROMAGNETIC_PCT;
  return /^\s*(class\s*)?1\s*$/i.test(meterClass) ? CLASS_1_PCT : CLASS_2_PCT;
};
