import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { Failure, messageOf } from '../core/fail.ts';
import { databaseCode } from './diskFaults.ts';
import { withKeptStatements } from './keptStatements.ts';
import type { Schema } from './schema.ts';

export type Sqlite = Database.Database;
/** One connection: `sqlite` for prepared statements of the hot paths, `kysely` for everything else. */
export type DatabaseConnection = { sqlite: Sqlite; kysely: Kysely<Schema> };

/** SQLite before this can lose a WAL reset race. */
const OLDEST_SQLITE = '3.51.3';
const PAGE_SIZE = 8192;
export const BUSY_TIMEOUT_MS = 5000;
/**
 * Of each connection; the library's own 16 MiB stay taken once they were filled, page by page among what else is allocated, and the system
 * keeps the file's pages anyway.
 */
const CACHE_KIB = 2048;
const pragmas = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  busy_timeout: BUSY_TIMEOUT_MS,
  journal_size_limit: 67_108_864,
  trusted_schema: 0,
  cache_size: -CACHE_KIB,
} as const;

const versionParts = (text: string): number[] => text.split('.').map(Number);

const isOlder = (version: string, than: string): boolean => {
  const [a, b] = [versionParts(version), versionParts(than)];
  const at = a.findIndex((part, index) => part !== (b[index] ?? 0));
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
};

/**
 * better-sqlite3 falls back to synchronous=NORMAL by itself after the first write in WAL, so the
 * value is set again after the journal mode and read back.
 */
const assertPragmas = (sqlite: Sqlite, readonly: boolean): void => {
  for (const [name, wanted] of Object.entries(pragmas)) {
    if (!(readonly && name === 'journal_mode')) sqlite.pragma(`${name}=${wanted}`);
    const found = sqlite.pragma(name, { simple: true });
    if (found !== wanted) throw new Failure('server', `database pragma ${name} is ${String(found)}, not ${wanted}`);
  }
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** SQLite's result codes as sentences a person at the console can act on. */
export const databaseFailure = (path: string, error: unknown): Failure => {
  const code = databaseCode(error);
  const because = /^SQLITE_(NOTADB|CORRUPT)/.test(code)
    ? 'is damaged'
    : /^SQLITE_(BUSY|LOCKED)/.test(code)
      ? 'is locked by another program'
      : /^SQLITE_FULL/.test(code)
        ? 'cannot grow: the disk is full'
        : /^SQLITE_(CANTOPEN|READONLY|PERM)/.test(code)
          ? isFolder(path)
            ? 'is a folder'
            : 'cannot be opened for writing'
          : `failed: ${messageOf(error)}`;
  return new Failure(/FULL/.test(code) ? 'storageFull' : 'unavailable', `database ${path} ${because}`, { cause: error });
};

/**
 * Opens the database with every pragma set and read back.
 * @throws Failure `unavailable` or `storageFull`, in one line that names the file and the cause.
 */
export const openDatabase = (path: string, { readonly = false } = {}): DatabaseConnection => {
  let sqlite: Sqlite | undefined;
  try {
    sqlite = new Database(path, { readonly, timeout: pragmas.busy_timeout });
    const version = String(sqlite.prepare('select sqlite_version()').pluck().get());
    if (isOlder(version, OLDEST_SQLITE)) throw new Failure('server', `SQLite ${version} is older than ${OLDEST_SQLITE}`);
    if (!readonly) sqlite.pragma(`page_size=${PAGE_SIZE}`);
    assertPragmas(sqlite, readonly);
    if (!readonly) {
      // the first write is what flips synchronous back: make it, then assert again
      sqlite.exec(
        'begin immediate; create table if not exists migration (number integer primary key, name text not null, applied_at integer not null) strict; commit',
      );
      assertPragmas(sqlite, readonly);
    }
    return { sqlite, kysely: new Kysely<Schema>({ dialect: new SqliteDialect({ database: withKeptStatements(sqlite) }) }) };
  } catch (error) {
    sqlite?.close();
    throw error instanceof Failure ? error : databaseFailure(path, error);
  }
};
