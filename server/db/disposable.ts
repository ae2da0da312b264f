import { chmodSync, existsSync, rmSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { Sqlite } from './open.ts';

/** What is read from it is kept in memory by those who read it. */
const CACHE_KIB = 1024;

type Disposable = {
  path: string;
  /** The file that it is made from: beside another one it is emptied. */
  madeFrom: string;
  version: number;
  /** Tables, with `drop table if exists` before each. */
  schema: string;
  readonly?: boolean;
};

/**
 * Opens a database that may be lost at any time, because all of it can be made anew.
 * @returns null to read where there is none for this version and file. @throws what SQLite throws.
 */
export const openDisposable = ({ path, madeFrom, version, schema, readonly = false }: Disposable): Sqlite | null => {
  const { dev, ino, birthtimeMs } = statSync(madeFrom);
  const stamp = `${version} ${dev} ${ino} ${birthtimeMs}`;
  if (readonly && !existsSync(path)) return null;
  const sqlite = new Database(path, { readonly, timeout: 0 });
  try {
    sqlite.pragma(`cache_size=-${CACHE_KIB}`);
    const isMade = stampOf(sqlite) === stamp;
    if (!isMade && readonly) {
      sqlite.close();
      return null;
    }
    if (readonly) return sqlite;
    chmodSync(path, 0o600);
    sqlite.pragma('journal_mode=wal');
    sqlite.pragma('synchronous=off');
    if (!isMade) {
      sqlite.exec(`drop table if exists made_for; create table made_for (stamp text not null) strict; ${schema}`);
      sqlite.prepare('insert into made_for values (?)').run(stamp);
    }
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
};

const stampOf = (sqlite: Sqlite): unknown =>
  sqlite.prepare("select 1 from sqlite_schema where name = 'made_for'").get() === undefined
    ? undefined
    : sqlite.prepare('select stamp from made_for').pluck().get();

/** Removes such a database where the error says that it is damaged, or has other tables than it was made with. */
export const removeDamaged = (path: string, error: unknown): void => {
  if (!(error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB|ERROR)/.test(error.code))) return;
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
};
