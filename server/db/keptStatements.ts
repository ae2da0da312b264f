import type { Database, Statement } from 'better-sqlite3';
import type { SqliteDatabase } from 'kysely';
import { lastUsed } from '../core/lastUsed.ts';

const MOST_STATEMENTS = 100;

/**
 * A connection for Kysely, which asks for a statement each time that it carries out a query: the statements used last are prepared once.
 * SQLite prepares one anew by itself where the schema has changed.
 */
export const withKeptStatements = (sqlite: Database): SqliteDatabase => {
  const kept = lastUsed<string, Statement>(MOST_STATEMENTS);
  return {
    close: () => void sqlite.close(),
    prepare: (sql) => {
      const known = kept.get(sql);
      if (known) return known;
      const made = sqlite.prepare(sql);
      kept.set(sql, made);
      return made;
    },
  };
};
