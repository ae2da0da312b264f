/** What one cell holds; null when it is empty. */
export type Cell = string | number | boolean | null;

/** Rows of a file at most, over all kinds. */
export const MOST_ROWS = 40_000;
