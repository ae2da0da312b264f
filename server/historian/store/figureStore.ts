import { crc32 } from 'node:zlib';
import { type Clock, systemClock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { openDisposable, removeDamaged } from '../../db/disposable.ts';
import type { Sqlite } from '../../db/open.ts';
import type { Figures } from '../read/knownFigures.ts';

/** Whose figures of which day or month, and what they were worked out from. */
export type FigureKey = { kind: string; subject: string; period: number; basis: string };

const VERSION = 1;
const WRITE_AFTER_MS = 1000;
/** With more waiting they are written at once: some 5 ms of work. */
const MOST_WAITING = 300;
/** After a fault it is left alone for so long. */
const REST_MS = 600_000;

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
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#clock = parts.clock ?? systemClock;
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

  /** Writes what waits. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rows = [...this.#waiting.values()];
    this.#waiting.clear();
    if (rows.length === 0 || this.#parts.hasRoom?.() === false) return;
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
    this.#letGo(Number.POSITIVE_INFINITY);
  }

  #rests(): boolean {
    return this.#clock.monotonicMs() < this.#restsUntilMs;
  }

  #letGo(untilMs: number): void {
    this.#restsUntilMs = untilMs;
    this.#open?.sqlite.close();
    this.#open = undefined;
    this.#waiting.clear();
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
    return sqlite ? prepare(sqlite) : undefined;
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
