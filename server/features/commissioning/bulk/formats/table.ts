import type { BulkKind } from '../../../../contract/plantBulk.ts';

/** What one cell holds; null when it is empty. */
export type Cell = string | number | boolean | null;

/** One line of a table, by column. */
export type Row = { row: number; cells: ReadonlyMap<string, Cell> };

export type Table = { kind: BulkKind; rows: Row[] };

/** Rows of a file at most, over all kinds. */
export const MOST_ROWS = 40_000;
