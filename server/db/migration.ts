/** One numbered step; never edited once shipped. */
export type Migration = { number: number; name: string; sql: string };
