import { crc32 } from 'node:zlib';
import { type Clock, systemClock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { openDisposable, removeDamaged } from '../../db/disposable.ts';
import type { Sqlite } from '../../db/open.ts';
import type { Figures } from '../read/knownFigures.ts';
import { FigureCache } from './figureCache.ts';

/** Whose figures of which day or month, and what they were worked out from. */
export type FigureKey = { kind: string; subject: string; period: number; basis: string };

const VERSION = 1;
const WRITE_AFTER_MS = 1000;
/** With more waiting they are written at once: some 5 ms of work. */
const MOST_WAITING = 300;
/** After a fault it is left alone for so long. */
const REST_MS = 600_000;

/** Days as bytes that wait; they are written at once with more of them. */
const MOST_BYTES_WAITING = 64;

type Row = [period: number, basis: string, figures: string, checksum: number];
type BytesRow = [period: number, basis: string, bytes: Buffer, checksum: number];
/** @param madeFor the database: a version from before there were bytes may have emptied the figures alone for another one. */
const bytesChecksum = ({ kind, subject, period, basis }: FigureKey, bytes: Uint8Array, madeFor: unknown): number =>
  crc32(bytes, crc32(JSON.stringify([madeFor, kind, subject, period, basis])));
const checksumOf = ({ kind, subject, period }: Omit<FigureKey, 'basis'>, basis: string, figures: string): number =>
  crc32(JSON.stringify([kind, subject, period, basis, figures]));
const placeOf = ({ kind, subject, period }: FigureKey): string => `${kind} ${subject} ${period}`;

type Parts = {
  path: string;
  /** The plant's database: figures of another file than this are dropped. */
  database: string;
  /** Another process of the same plant only reads. */
  readonly?: boolean;
  /** Absent in a process that has none. */
  log?: Log;
  clock?: Pick<Clock, 'monotonicMs'>;
  /** Whether the disk has room to spare: what can be worked out again is not what fills it. */
  hasRoom?: () => boolean;
};

/**
 * Figures that were worked out once from closed days, in a file of their own beside the database: no part of blocks, hashes, bundles or
 * backups, and made anew where it is lost, damaged or cannot be written. Opened with the first question.
 */
export class FigureStore {
  readonly #parts: Parts;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #open: ReturnType<typeof prepare> | undefined;
  /** Until then it is not used. */
  #restsUntilMs = Number.NEGATIVE_INFINITY;
  readonly #waiting = new Map<string, { key: FigureKey; figures: Figures }>();
  readonly #bytesWaiting = new Map<string, { key: FigureKey; bytes: Uint8Array; keptFrom: number }>();
  readonly #cache = new FigureCache();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
  }

  /** What is kept of periods [from, to], looked up with the first that is not in memory; the answer is asked by key. */
  range(
    { kind, subject }: Pick<FigureKey, 'kind' | 'subject'>,
    from: number,
    to: number,
  ): (key: FigureKey) => Figures | undefined {
    const name = `${kind} ${subject}`;
    let kept: Map<number, Row> | undefined;
    return (key) => {
      const waiting = this.#waiting.size > 0 ? this.#waiting.get(placeOf(key)) : undefined;
      if (waiting) return waiting.key.basis === key.basis ? waiting.figures : undefined;
      const known = this.#cache.get(name, key.period, key.basis);
      if (known) return known;
      kept ??= this.#rows({ kind, subject }, from, to);
      const [, basis = '', text = '', checksum] = kept.get(key.period) ?? [];
      if (basis !== key.basis || checksum !== checksumOf(key, basis, text)) return undefined;
      const figures = JSON.parse(text) as Figures;
      this.#cache.set(name, key.period, basis, figures);
      return figures;
    };
  }

  #rows({ kind, subject }: Pick<FigureKey, 'kind' | 'subject'>, from: number, to: number): Map<number, Row> {
    const rows = this.#trying((open) => open.range.all(kind, subject, from, to) as Row[]) ?? [];
    return new Map(rows.map((row) => [row[0], row]));
  }

  /** Whether anything is kept now: a process that only reads need not look whether it may. */
  get isKeeping(): boolean {
    return !this.#parts.readonly && !this.#rests();
  }

  put(key: FigureKey, figures: Figures): void {
    if (!this.isKeeping) return;
    this.#waiting.set(placeOf(key), { key, figures });
    if (this.#waiting.size >= MOST_WAITING) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), WRITE_AFTER_MS).unref();
  }

  /** What is kept as bytes of periods [from, to], each of the basis that `basisOf` says; what waits to be written is not among it. */
  bytesOf(
    { kind, subject }: Pick<FigureKey, 'kind' | 'subject'>,
    [from, to]: readonly [from: number, to: number],
    basisOf: (period: number) => string | undefined,
  ): Map<number, Buffer> {
    const kept = this.#trying((open) => ({
      madeFor: open.madeFor,
      rows: (open.bytes?.all(kind, subject, from, to) ?? []) as BytesRow[],
    }));
    const isSame = ([period, basis, bytes, checksum]: BytesRow): boolean =>
      basis === basisOf(period) && checksum === bytesChecksum({ kind, subject, period, basis }, bytes, kept?.madeFor);
    return new Map(kept?.rows.filter(isSame).map(([period, , bytes]) => [period, bytes]));
  }

  /** @param keptFrom earlier periods of the same are dropped. */
  putBytes(key: FigureKey, bytes: Uint8Array, keptFrom: number): void {
    if (this.#parts.readonly || this.#rests()) return;
    this.#bytesWaiting.set(placeOf(key), { key, bytes, keptFrom });
    if (this.#bytesWaiting.size >= MOST_BYTES_WAITING) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), WRITE_AFTER_MS).unref();
  }

  /** Writes what waits. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const [rows, bytesRows] = [[...this.#waiting.values()], [...this.#bytesWaiting.values()]];
    this.#waiting.clear();
    this.#bytesWaiting.clear();
    if (rows.length + bytesRows.length === 0 || this.#parts.hasRoom?.() === false) return;
    this.#trying((open) =>
      open.all(() => {
        for (const { key, figures } of rows) {
          const text = JSON.stringify(figures);
          open.put.run(key.kind, key.subject, key.period, key.basis, text, checksumOf(key, key.basis, text));
        }
        for (const { key, bytes, keptFrom } of bytesRows) {
          open.putBytes?.run(key.kind, key.subject, key.period, key.basis, bytes, bytesChecksum(key, bytes, open.madeFor));
          open.dropBytes?.run(key.kind, key.subject, keptFrom);
        }
      }),
    );
  }

  stop(): void {
    this.flush();
    this.#letGo(Number.POSITIVE_INFINITY);
  }

  #rests(): boolean {
    return this.#clock.monotonicMs() < this.#restsUntilMs;
  }

  #letGo(untilMs: number): void {
    this.#restsUntilMs = untilMs;
    this.#open?.sqlite.close();
    this.#open = undefined;
    this.#cache.clear();
    this.#waiting.clear();
    this.#bytesWaiting.clear();
  }

  /** What fails is left out: everything can be worked out without this file, and no question fails for it. */
  #trying<T>(work: (open: ReturnType<typeof prepare>) => T): T | undefined {
    if (this.#rests()) return undefined;
    const { path, readonly, log } = this.#parts;
    try {
      this.#open ??= this.#opened();
      if (this.#open) return work(this.#open);
      this.#letGo(this.#clock.monotonicMs() + REST_MS);
    } catch (error) {
      log?.warn({ err: error }, 'figures that were worked out before cannot be used; they are worked out anew');
      this.#letGo(this.#clock.monotonicMs() + REST_MS);
      if (!readonly) this.#removeDamaged(path, error);
    }
    return undefined;
  }

  #removeDamaged(path: string, error: unknown): void {
    try {
      removeDamaged(path, error);
    } catch (reason) {
      this.#parts.log?.warn({ err: reason, path }, 'the damaged file of figures cannot be removed');
    }
  }

  /** @returns undefined to read where there is none. */
  #opened(): ReturnType<typeof prepare> | undefined {
    const { path, database, readonly = false } = this.#parts;
    const sqlite = openDisposable({ path, madeFrom: database, version: VERSION, schema, readonly });
    if (!sqlite) return undefined;
    if (!readonly) sqlite.exec(bytesSchema);
    return prepare(sqlite);
  }
}

const schema = `drop table if exists figure; drop table if exists figure_bytes;
  create table figure (kind text not null, subject text not null, period integer not null, basis text not null,
    figures text not null, checksum integer not null, primary key (kind, subject, period)) strict, without rowid`;

/** Made beside the figures of a file from before it was there. */
const bytesSchema = `create table if not exists figure_bytes (kind text not null, subject text not null, period integer not null,
    basis text not null, bytes blob not null, checksum integer not null, primary key (kind, subject, period)) strict`;

const prepareBytes = (sqlite: Sqlite) => ({
  madeFor: sqlite.prepare('select stamp from made_for').pluck().get(),
  bytes: sqlite
    .prepare('select period, basis, bytes, checksum from figure_bytes where kind = ? and subject = ? and period between ? and ?')
    .raw(true),
  putBytes: sqlite.prepare('insert or replace into figure_bytes values (?, ?, ?, ?, ?, ?)'),
  dropBytes: sqlite.prepare('delete from figure_bytes where kind = ? and subject = ? and period < ?'),
});
type BytesStatements = Partial<ReturnType<typeof prepareBytes>>;

/** One that only reads may find a file without them. */
const bytesStatements = (sqlite: Sqlite): BytesStatements =>
  sqlite.prepare("select 1 from sqlite_schema where name = 'figure_bytes'").get() === undefined ? {} : prepareBytes(sqlite);

const prepare = (sqlite: Sqlite) => ({
  sqlite,
  ...bytesStatements(sqlite),
  range: sqlite
    .prepare('select period, basis, figures, checksum from figure where kind = ? and subject = ? and period between ? and ?')
    .raw(true),
  put: sqlite.prepare('insert or replace into figure values (?, ?, ?, ?, ?, ?)'),
  all: (work: () => void): void => sqlite.transaction(work).immediate(),
});
