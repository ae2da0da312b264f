/** Part of a tank's capacity by which it changes in an hour at least; a slower change is a steady level. */
export const STEADY_SHARE_PER_HOUR = 0.005;
