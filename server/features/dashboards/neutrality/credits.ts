import type { CreditExclusion } from '../../../contract/user/neutrality.ts';
import { dayNumber } from '../../../core/shift.ts';
import { seriesOf } from '../../../historian/index.ts';
import { countedOnce, type SeriesInfo, type Unit } from '../../../plantModel/index.ts';

/** How a unit's water is known and where it belongs; what the configuration does not say follows from the unit's type. */
export type CreditClaim = {
  unit: Unit;
  /** What it counts, litres. */
  volume: SeriesInfo | undefined;
  method: 'metered' | 'calculated';
  onSite: boolean;
  sameWatershed: boolean;
  verifiedBy: string | null;
  /** Whether the configuration says anything about the credit. */
  isRecorded: boolean;
  /** Day number of the last day on which it counts. */
  lastDay: number | null;
};

const claimOf = (unit: Unit): CreditClaim => {
  const { credit } = unit.meta;
  return {
    unit,
    volume: seriesOf(unit, 'volume'),
    method: credit?.method ?? (unit.type === 'manual' ? 'calculated' : 'metered'),
    onSite: credit?.onSite ?? true,
    sameWatershed: credit?.sameWatershed ?? true,
    verifiedBy: credit?.verifiedBy ?? null,
    isRecorded: credit !== undefined,
    lastDay: credit?.validTo ? dayNumber(credit.validTo) : null,
  };
};

/**
 * Claims of units whose water no other one of them has counted already; one that does not count takes nothing from another.
 * @param whyNot why a claim does not count, null where it does.
 */
export const claimsOf = (units: readonly Unit[], whyNot: (claim: CreditClaim) => CreditExclusion | null): CreditClaim[] => {
  const claims = units.map(claimOf);
  const counting = new Set(countedOnce(claims.filter((claim) => whyNot(claim) === null)));
  const others = new Set(countedOnce(claims.filter((claim) => counting.has(claim) || whyNot(claim) !== null)));
  return claims.filter((claim) => counting.has(claim) || others.has(claim));
};

const isCounter = (series: SeriesInfo | undefined): boolean => series?.kind === 'counter' && series.measure === 'L';

/** A claim needs somebody who looked; a plain meter of which nothing is said represents what it counts. */
const isUnverified = ({ verifiedBy, isRecorded, method }: CreditClaim): boolean =>
  verifiedBy === null && (isRecorded || method === 'calculated');

/** Why nothing of a credit counts in a window that begins on a day; null where it does, at least in part. */
export const exclusionOf = (claim: CreditClaim, fromDay: number): CreditExclusion | null => {
  const { unit, volume, sameWatershed, lastDay } = claim;
  if (!isCounter(volume)) return 'notVolume';
  // water that is used again inside the fence lowers the debit already
  if (unit.meta.waterSource === 'recycled' && unit.meta.dischargeTo === undefined) return 'internalRecycling';
  if (!sameWatershed) return 'otherWatershed';
  if (isUnverified(claim)) return 'unverified';
  return lastDay !== null && lastDay < fromDay ? 'expired' : null;
};

/** A debit needs nothing but a volume. */
export const debitExclusionOf = ({ volume }: CreditClaim): CreditExclusion | null => (isCounter(volume) ? null : 'notVolume');

const reasons: Record<CreditExclusion, string> = {
  expired: 'its verification has expired',
  unverified: 'nobody has verified it',
  internalRecycling: 'it is water recycled inside, which lowers the debit already',
  otherWatershed: 'it is in another watershed',
  notVolume: 'it counts no volume',
};

/** What a reader should know of a credit that counts. */
export const cautionOn = ({ unit, verifiedBy }: CreditClaim): string[] =>
  verifiedBy === null ? [`${unit.name} is counted as metered; who verified it is not entered.`] : [];

/** In words, why a unit does not count. */
export const noteOn = ({ unit }: CreditClaim, exclusion: CreditExclusion, isPart: boolean): string =>
  `${unit.name} is not counted${isPart ? ' to the end' : ''}: ${reasons[exclusion]}.`;

/** In words, that a unit which counts has given no figure. */
export const unknownNoteOn = ({ unit }: CreditClaim): string =>
  `Nothing is known of ${unit.name} in this time: it counts as nothing.`;
