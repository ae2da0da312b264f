import { existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { messageOf } from '../../core/fail.ts';
import type { Sqlite } from '../open.ts';

/** A file of this size is looked through in a second; a larger one only after a stop that was not clean. */
const ALWAYS_CHECKED_BYTES = 200 * 1_048_576;

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Whether SQLite met bytes that cannot be a database, as an error or as what caused one. */
export const isDamageError = (error: unknown): boolean =>
  /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(codeOf(error)) ||
  (error instanceof Error && error.cause !== undefined && isDamageError(error.cause));

/**
 * What is wrong with a database file, or undefined where it can be used: its header, its length, its schema, and the structure of its
 * pages. A file that another program has locked is not damaged.
 */
export const findDamage = (path: string): string | undefined => {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) return undefined;
  if (bytes === 0) return existsSync(`${path}-wal`) ? 'the file is empty' : undefined;
  const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  let sqlite: Sqlite | undefined;
  try {
    sqlite = new Database(path, { readonly: true });
    const number = (name: string): number => Number(sqlite?.pragma(name, { simple: true }));
    if (!hasLog && number('page_count') * number('page_size') > bytes) return 'the file is shorter than it was';
    sqlite.prepare('select count(*) from sqlite_schema').get();
    if (!hasLog && bytes > ALWAYS_CHECKED_BYTES) return undefined;
    const found = sqlite.pragma('quick_check(1)', { simple: true });
    return found === 'ok' ? undefined : String(found).replaceAll(/\s+/g, ' ');
  } catch (error) {
    return isDamageError(error) ? messageOf(error) : undefined;
  } finally {
    sqlite?.close();
  }
};
