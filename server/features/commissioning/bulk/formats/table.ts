/** What one cell holds; null when it is empty. */
export type SheetCell = string | number | boolean | null;

/** Rows of a file at most, over all kinds. */
export const MOST_ROWS = 40_000;

/** Columns of a row at most; what a spreadsheet has beyond them is left out. */
export const MOST_COLUMNS = 200;
