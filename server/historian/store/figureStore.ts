import { crc32 } from 'node:zlib';
import type { Log } from '../../core/log.ts';
import { openDisposable, removeDamaged } from '../../db/disposable.ts';
import type { Sqlite } from '../../db/open.ts';
import type { Figures } from '../read/dayFigures.ts';

/** Whose figures of which day or month, and what they were worked out from. */
export type FigureKey = { kind: string; subject: string; period: number; basis: string };

const VERSION = 1;
const WRITE_AFTER_MS = 1000;
/** With more waiting they are written at once. */
const MOST_WAITING = 2000;

type Row = [period: number, basis: string, figures: string, checksum: number];
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

  /** What is kept of periods [from, to], looked up now; the answer is asked by key. */
  range(
    { kind, subject }: Pick<FigureKey, 'kind' | 'subject'>,
    from: number,
    to: number,
  ): (key: FigureKey) => Figures | undefined {
    const rows = this.#trying((open) => open.range.all(kind, subject, from, to) as Row[]) ?? [];
    const kept = new Map(rows.map((row) => [row[0], row]));
    return (key) => {
      const waiting = this.#waiting.get(placeOf(key));
      if (waiting) return waiting.key.basis === key.basis ? waiting.figures : undefined;
      const [, basis = '', figures = '', checksum] = kept.get(key.period) ?? [];
      if (basis !== key.basis || checksum !== checksumOf(key, basis, figures)) return undefined;
      return JSON.parse(figures) as Figures;
    };
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
      if (!this.#parts.readonly) removeDamaged(this.#parts.path, error);
      return undefined;
    }
  }

  #opened(): ReturnType<typeof prepare> | null {
    const { path, database, readonly = false } = this.#parts;
    const sqlite = openDisposable({ path, madeFrom: database, version: VERSION, schema, readonly });
    return sqlite && prepare(sqlite);
  }
}

const schema = `drop table if exists figure;
  create table figure (kind text not null, subject text not null, period integer not null, basis text not null,
    figures text not null, checksum integer not null, primary key (kind, subject, period)) strict, without rowid`;

const prepare = (sqlite: Sqlite) => ({
  sqlite,
  range: sqlite
    .prepare('select period, basis, figures, checksum from figure where kind = ? and subject = ? and period between ? and ?')
    .raw(true),
  put: sqlite.prepare('insert or replace into figure values (?, ?, ?, ?, ?, ?)'),
  all: (work: () => void): void => sqlite.transaction(work).immediate(),
});
