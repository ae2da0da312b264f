import { chmodSync, existsSync, rmSync, statSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import Database from 'better-sqlite3';
import type { Log } from '../../core/log.ts';
import type { Sqlite } from '../../db/open.ts';

export type Figures = readonly (number | null)[];
/** Whose figures of which day or month, and what they were worked out from. */
export type FigureKey = { kind: string; subject: string; period: number; basis: string };

const VERSION = 1;
const WRITE_AFTER_MS = 1000;
/** With more waiting they are written at once. */
const MOST_WAITING = 2000;

type Row = [basis: string, figures: string, checksum: number];
const checksumOf = ({ kind, subject, period }: Omit<FigureKey, 'basis'>, basis: string, figures: string): number =>
  crc32(JSON.stringify([kind, subject, period, basis, figures]));
const placeOf = ({ kind, subject, period }: FigureKey): string => `${kind} ${subject} ${period}`;

type Parts = {
  path: string;
  /** The plant's database: figures of another file than this are dropped. */
  database: string;
  /** Another process of the same plant only reads. */
  readonly?: boolean;
  log: Log;
};

/**
 * Figures that were worked out once from closed days, in a file of their own beside the database: no part of blocks, hashes, bundles or
 * backups, and made anew where it is lost, damaged or cannot be written. Opened with the first question.
 */
export class FigureStore {
  readonly #parts: Parts;
  /** null: it cannot be used. */
  #open: ReturnType<typeof prepare> | null | undefined;
  readonly #waiting = new Map<string, { key: FigureKey; figures: Figures }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get(key: FigureKey): Figures | undefined {
    const waiting = this.#waiting.get(placeOf(key));
    if (waiting) return waiting.key.basis === key.basis ? waiting.figures : undefined;
    return this.#trying((open) => {
      const row = open.one.get(key.kind, key.subject, key.period) as Row | undefined;
      return row && this.#read(key, row);
    });
  }

  #read(key: FigureKey, [basis, figures, checksum]: Row): Figures | undefined {
    if (basis !== key.basis || checksum !== checksumOf(key, basis, figures)) return undefined;
    return JSON.parse(figures) as Figures;
  }

  put(key: FigureKey, figures: Figures): void {
    if (this.#parts.readonly || this.#open === null) return;
    this.#waiting.set(placeOf(key), { key, figures });
    if (this.#waiting.size >= MOST_WAITING) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), WRITE_AFTER_MS).unref();
  }

  /** Writes what waits. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rows = [...this.#waiting.values()];
    this.#waiting.clear();
    if (rows.length === 0) return;
    this.#trying((open) =>
      open.all(() => {
        for (const { key, figures } of rows) {
          const text = JSON.stringify(figures);
          open.put.run(key.kind, key.subject, key.period, key.basis, text, checksumOf(key, key.basis, text));
        }
      }),
    );
  }

  stop(): void {
    this.flush();
    this.#open?.sqlite.close();
    this.#open = null;
  }

  /** What fails is left out and not tried again: everything can be worked out without this file. */
  #trying<T>(work: (open: ReturnType<typeof prepare>) => T): T | undefined {
    try {
      this.#open ??= this.#open === null ? null : this.#opened();
      return this.#open === null ? undefined : work(this.#open);
    } catch (error) {
      this.#parts.log.warn({ err: error }, 'figures that were worked out before cannot be used; they are worked out anew');
      this.#open?.sqlite.close();
      this.#open = null;
      this.#waiting.clear();
      if (isDamaged(error) && !this.#parts.readonly) this.#remove();
      return undefined;
    }
  }

  #opened(): ReturnType<typeof prepare> | null {
    const { path, readonly = false } = this.#parts;
    const { dev, ino, birthtimeMs } = statSync(this.#parts.database);
    const stamp = `${VERSION} ${dev} ${ino} ${birthtimeMs}`;
    if (readonly && !existsSync(path)) return null;
    const sqlite = new Database(path, { readonly, timeout: 0 });
    try {
      if (stampOf(sqlite) === stamp) return prepare(sqlite);
      if (readonly) {
        sqlite.close();
        return null;
      }
      chmodSync(path, 0o600);
      sqlite.pragma('journal_mode=wal');
      sqlite.exec(
        `drop table if exists figure; drop table if exists made_for;
         create table made_for (stamp text not null) strict;
         create table figure (kind text not null, subject text not null, period integer not null, basis text not null,
           figures text not null, checksum integer not null, primary key (kind, subject, period)) strict, without rowid`,
      );
      sqlite.prepare('insert into made_for values (?)').run(stamp);
      return prepare(sqlite);
    } catch (error) {
      sqlite.close();
      throw error;
    }
  }

  #remove(): void {
    for (const end of ['', '-wal', '-shm']) rmSync(`${this.#parts.path}${end}`, { force: true });
  }
}

const isDamaged = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);

const stampOf = (sqlite: Sqlite): unknown =>
  sqlite.prepare("select 1 from sqlite_schema where name = 'made_for'").get() === undefined
    ? undefined
    : sqlite.prepare('select stamp from made_for').pluck().get();

const prepare = (sqlite: Sqlite) => {
  if (!sqlite.readonly) sqlite.pragma('synchronous=off');
  return {
    sqlite,
    one: sqlite.prepare('select basis, figures, checksum from figure where kind = ? and subject = ? and period = ?').raw(true),
    put: sqlite.prepare('insert or replace into figure values (?, ?, ?, ?, ?, ?)'),
    all: (work: () => void): void => sqlite.transaction(work).immediate(),
  };
};
