import { createHash } from 'node:crypto';

/** Place of a plant in a staged roll-out of a version, from 0 up to 100 percent: always the same for a version, another for the next one. */
const placeOf = (site: string, version: string): number =>
  (createHash('sha256').update(`headworks-stage-1\n${site}\n${version}`).digest().readUInt32BE(0) / 2 ** 32) * 100;

/**
 * Whether a version is offered to this plant, while only so many of a hundred get it. A plant that was among them stays so when the share grows.
 * @param site who the plant is; one that does not say so waits until all get it
 */
export const isAmongFirst = (percentage: number | undefined, site: string | undefined, version: string): boolean => {
  if (percentage === undefined || percentage >= 100) return true;
  return site !== undefined && placeOf(site, version) < percentage;
};
