/** The code of an error of SQLite, or of the system, by which it is told from others; empty where it has none. */
export const databaseCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
