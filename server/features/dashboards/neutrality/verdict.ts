import type { Neutrality } from '../../../contract/user/neutrality.ts';

/** Litres of one side with their standard uncertainty; null where nothing is known. */
export type Side = { litres: number | null; sigmaL: number };

export type NeutralityVerdict = {
  index: number | null;
  uncertainty: number | null;
  gapL: number | null;
  status: Neutrality['status'];
  note: string | null;
};

/** Within it a plant is neutral: meters do not know better. */
const NEUTRAL_BAND = 0.005;

/**
 * N = credited / debited with u(N) = N sqrt((uC/C)^2 + (uD/D)^2). A side without units, or with units that counted nothing, is 0.
 * @param credited.litres null when its units are not known: then there is no index.
 */
export const verdictOf = (credited: Side, debited: Side): NeutralityVerdict => {
  const none = { index: null, uncertainty: null, gapL: null, status: 'no_data' as const };
  if (debited.litres === null) return { ...none, note: 'Nothing is known of the water debited.' };
  if (credited.litres === null) return { ...none, note: 'Nothing is known of the water credited.' };
  const gapL = debited.litres - credited.litres;
  if (debited.litres <= 0)
    return {
      ...none,
      gapL,
      note: credited.litres === 0 ? 'No data: nothing was debited or credited.' : 'No fresh water was used.',
    };
  const index = credited.litres / debited.litres;
  // N uC/C, written so that it holds where nothing is credited
  const uncertainty = Math.hypot(credited.sigmaL / debited.litres, (index * debited.sigmaL) / debited.litres);
  const status = index < 1 - NEUTRAL_BAND ? 'not_neutral' : index <= 1 + NEUTRAL_BAND ? 'neutral' : 'positive';
  return { index, uncertainty, gapL, status, note: null };
};
