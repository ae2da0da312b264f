const MOST_PLACES = 6;

/**
 * Places after the point that leave a small value two digits at least: 0.006 of mercury in mg/L would be 0.01 of two places, and 0.0 of one.
 * @param places those of its unit of measure, and no fewer.
 */
export const finePlaces = (value: number, places: number): number =>
  value === 0 || !Number.isFinite(value)
    ? places
    : Math.max(places, Math.min(MOST_PLACES, 1 - Math.floor(Math.log10(Math.abs(value)))));

/** The places that limits have as they were entered: they are shown with them, and no fewer than those of their unit of measure. */
export const placesOfLimits = (limits: readonly (number | null | undefined)[], places = 2): number =>
  limits.reduce<number>((most, limit) => {
    let own = most;
    while (limit != null && own < MOST_PLACES && Number(limit.toFixed(own)) !== limit) own += 1;
    return own;
  }, places);
