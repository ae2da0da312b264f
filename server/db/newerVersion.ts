import Database from 'better-sqlite3';
import { Failure, isFailure } from '../core/fail.ts';
import { migrations } from './migrate.ts';
import type { Migration } from './migration.ts';
import { BUSY_TIMEOUT_MS, databaseFailure, openDatabase, type Sqlite } from './open.ts';

/** Steps that the database of a file has taken, whatever its pragmas are; none of one that no server has made yet. */
const stepsIn = (path: string): ReadonlySet<number> => {
  let sqlite: Sqlite | undefined;
  try {
    sqlite = new Database(path, { readonly: true, timeout: BUSY_TIMEOUT_MS });
    const isMade = sqlite.prepare("select 1 from sqlite_schema where name = 'migration'").get() !== undefined;
    return new Set(isMade ? (sqlite.prepare('select number from migration').pluck().all() as number[]) : []);
  } catch (error) {
    throw databaseFailure(path, error);
  } finally {
    sqlite?.close();
  }
};

/** Whether a newer version than this one changed the database of a file. */
export const isOfNewerVersion = (path: string): boolean => Math.max(0, ...stepsIn(path)) > (migrations.at(-1)?.number ?? 0);

/**
 * The last step of a database that an older version made and this one is about to change; undefined of one that it can use as it is, of one
 * that was never used, and of one of a newer version.
 */
export const stepBeforeUpgrade = (path: string, steps: readonly Migration[] = migrations): number | undefined => {
  const taken = stepsIn(path);
  const known = new Set(steps.map(({ number }) => number));
  const isKnown = [...taken].every((number) => known.has(number));
  const isBehind = steps.some(({ number }) => !taken.has(number));
  return taken.size > 0 && isKnown && isBehind ? Math.max(...taken) : undefined;
};

/**
 * Moves what waits in the write-ahead log into the database of a file that nobody else writes, so that the file is all of it.
 * @throws Failure `unavailable` while another program reads it.
 */
export const settleLog = (path: string): void => {
  const { sqlite } = openDatabase(path);
  try {
    const [{ busy }] = sqlite.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }];
    if (busy !== 0) throw new Failure('unavailable', `database ${path} is read by another program: end that one`);
  } catch (error) {
    throw isFailure(error) ? error : databaseFailure(path, error);
  } finally {
    sqlite.close();
  }
};
