import { existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { messageOf } from '../../core/fail.ts';
import { databaseCode } from '../diskFaults.ts';
import type { Sqlite } from '../open.ts';

/** A file of this size is looked through in a fifth of a second. */
const QUICKLY_CHECKED_BYTES = 64 * 1_048_576;

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
const hasLog = (path: string): boolean => sizeOf(`${path}-wal`) > 0;

/** Whether looking through its pages takes so long that a start should not wait for it. */
export const isLarge = (path: string): boolean => sizeOf(path) > QUICKLY_CHECKED_BYTES;

/** Whether SQLite met bytes that cannot be a database, as an error or as what caused one. */
export const isDamageError = (error: unknown): boolean =>
  /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(databaseCode(error)) ||
  (error instanceof Error && error.cause !== undefined && isDamageError(error.cause));

/** What is wrong with the structure of a database's pages; others may write meanwhile. */
export const findPageDamage = (path: string): string | undefined => {
  let sqlite: Sqlite | undefined;
  try {
    sqlite = new Database(path, { readonly: true });
    const found = sqlite.pragma('quick_check(1)', { simple: true });
    return found === 'ok' ? undefined : String(found).replaceAll(/\s+/g, ' ');
  } catch (error) {
    return isDamageError(error) ? messageOf(error) : undefined;
  } finally {
    sqlite?.close();
  }
};

/**
 * What is wrong with a database file, or undefined where it can be used: its header, its length and its schema. A file that another program
 * has locked is not damaged.
 */
const findOpeningDamage = (path: string): string | undefined => {
  let sqlite: Sqlite | undefined;
  try {
    sqlite = new Database(path, { readonly: true });
    const number = (name: string): number => Number(sqlite?.pragma(name, { simple: true }));
    if (!hasLog(path) && number('page_count') * number('page_size') > sizeOf(path)) return 'the file is shorter than it was';
    sqlite.prepare('select count(*) from sqlite_schema').get();
    return undefined;
  } catch (error) {
    return isDamageError(error) ? messageOf(error) : undefined;
  } finally {
    sqlite?.close();
  }
};

/** @param withPages looks through the structure of its pages too. */
export const findDamage = (path: string, withPages = true): string | undefined => {
  if (!existsSync(path)) return undefined;
  if (sizeOf(path) === 0) return existsSync(`${path}-wal`) ? 'the file is empty' : undefined;
  return findOpeningDamage(path) ?? (withPages ? findPageDamage(path) : undefined);
};
