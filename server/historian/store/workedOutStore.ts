import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { daysOf } from '../../core/months.ts';
import type { Sqlite } from '../../db/open.ts';
import type { DayFigure, DayFigures, KnownFigures, Look } from '../read/knownFigures.ts';
import type { DamageList } from './damage.ts';
import type { FigureKey, FigureStore } from './figureStore.ts';

type Content = { day: number; hash: Buffer | null };
type Contents = ReadonlyMap<number, string | null>;
const contentOf = (hash: Buffer | null | undefined): string | null => hash?.toString('base64url', 0, 15) ?? null;

/** One question asks the same days of each of its series. */
const MOST_RANGES = 16;

const unknown: KnownFigures = { known: undefined, keep: () => undefined };

/** Of several days together: their contents in order; null where a day has none yet. */
const stretchContent = (contents: Contents, fromDay: number, toDay: number): string | null => {
  const hash = createHash('sha256');
  for (let day = fromDay; day <= toDay; day += 1) {
    const content = contents.get(day) ?? null;
    if (content === null) return null;
    hash.update(`${day} ${content}\n`);
  }
  return contentOf(hash.digest());
};

/**
 * Remembers what was worked out of closed days, by the hash of the day's content: a day that runs, that is changed or whose hash is being
 * worked out is read each time, and so is one with damage.
 */
export class WorkedOutDays implements DayFigures {
  readonly #store: FigureStore;
  readonly #damage: DamageList;
  readonly #statements: ReturnType<typeof prepare>;
  /** What was read of the industries' days since the database changed last. */
  #stamp: string | undefined;
  readonly #contents = new LRUCache<string, Contents>({ max: MOST_RANGES });
  readonly #months = new LRUCache<string, ReadonlyMap<number, string | null>>({ max: MOST_RANGES });
  readonly #stretches = new LRUCache<string, { content: string | null }>({ max: MOST_RANGES });
  readonly #firstDays = new Map<string, number>();

  constructor({ sqlite, store, damage }: { sqlite: Sqlite; store: FigureStore; damage: DamageList }) {
    this.#store = store;
    this.#damage = damage;
    this.#statements = prepare(sqlite);
  }

  of({ kind, subject, industryId }: DayFigure, fromDay: number, toDay: number): Look {
    const place = { kind, subject: String(subject) };
    const contents = this.#contentsOf(industryId, fromDay, toDay);
    const stored = this.#store.range(place, fromDay, toDay);
    return (day, basis) => {
      const content = contents.get(day) ?? null;
      if (content === null) return unknown;
      const key = { ...place, period: day, basis: `${content} ${basis}` };
      const now = (): string | null => contentOf(this.#statements.contents.get(industryId, day, day)?.hash);
      return this.#known(stored, key, () => now() === content && !this.#damage.onDay(day));
    };
  }

  ofMonths({ kind, subject, industryId }: DayFigure, fromMonth: number, toMonth: number): Look {
    const place = { kind, subject: String(subject) };
    const contents = this.#monthContents(industryId, fromMonth, toMonth);
    const stored = this.#store.range(place, fromMonth, toMonth);
    return (month, basis) => {
      const content = contents.get(month) ?? null;
      if (content === null) return unknown;
      const key = { ...place, period: month, basis: `${content} ${basis}` };
      const now = (): string | null | undefined => this.#monthContents(industryId, fromMonth, toMonth).get(month);
      const { fromDay, toDay } = daysOf(month);
      return this.#known(stored, key, () => now() === content && this.#areWhole(fromDay, toDay));
    };
  }

  ofStretch({ kind, subject, industryId, basis }: DayFigure & { basis: string }, fromDay: number, toDay: number): KnownFigures {
    const place = { kind, subject: String(subject) };
    const contentNow = (): string | null => this.#stretchContent(industryId, fromDay, toDay);
    const content = contentNow();
    if (content === null) return unknown;
    // the days are part of the content, so that one row is enough
    const key = { ...place, period: 0, basis: `${content} ${basis}` };
    const isSame = (): boolean => contentNow() === content && this.#areWhole(fromDay, toDay);
    return this.#known(this.#store.range(place, 0, 0), key, isSame);
  }

  firstDay(industryId: string): number {
    this.#forgetOld();
    const known = this.#firstDays.get(industryId);
    if (known !== undefined) return known;
    const first = this.#statements.firstDay.get(industryId) ?? Number.POSITIVE_INFINITY;
    this.#firstDays.set(industryId, first);
    return first;
  }

  /** @param isSame what is damaged is read as missing, and will not always be; nothing is kept of what changed meanwhile. */
  #known(stored: ReturnType<FigureStore['range']>, key: FigureKey, isSame: () => boolean): KnownFigures {
    return {
      known: stored(key),
      keep: (figures) => {
        if (isSame()) this.#store.put(key, figures);
      },
    };
  }

  #areWhole(fromDay: number, toDay: number): boolean {
    for (let day = fromDay; day <= toDay; day += 1) if (this.#damage.onDay(day)) return false;
    return true;
  }

  #stretchContent(industryId: string, fromDay: number, toDay: number): string | null {
    const contents = this.#contentsOf(industryId, fromDay, toDay);
    const key = `${industryId} ${fromDay} ${toDay}`;
    const known = this.#stretches.get(key);
    if (known !== undefined) return known.content;
    const content = stretchContent(contents, fromDay, toDay);
    this.#stretches.set(key, { content });
    return content;
  }

  #contentsOf(industryId: string, fromDay: number, toDay: number): Contents {
    this.#forgetOld();
    const key = `${industryId} ${fromDay} ${toDay}`;
    const known = this.#contents.get(key);
    if (known) return known;
    const rows = this.#statements.contents.all(industryId, fromDay, toDay);
    const contents = new Map(rows.map(({ day, hash }) => [day, contentOf(hash)]));
    this.#contents.set(key, contents);
    return contents;
  }

  #monthContents(industryId: string, fromMonth: number, toMonth: number): ReadonlyMap<number, string | null> {
    const contents = this.#contentsOf(industryId, daysOf(fromMonth).fromDay, daysOf(toMonth).toDay);
    const key = `${industryId} ${fromMonth} ${toMonth}`;
    const known = this.#months.get(key);
    if (known) return known;
    const firstDay = this.firstDay(industryId);
    const months = new Map<number, string | null>();
    for (let month = fromMonth; month <= toMonth; month += 1) {
      const { fromDay, toDay } = daysOf(month);
      months.set(month, stretchContent(contents, Math.max(fromDay, firstDay), toDay));
    }
    this.#months.set(key, months);
    return months;
  }

  #forgetOld(): void {
    const stamp = this.#statements.stamp.get();
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    this.#contents.clear();
    this.#months.clear();
    this.#stretches.clear();
    this.#firstDays.clear();
  }
}

const prepare = (sqlite: Sqlite) => ({
  // commits of other connections, and rows changed by this one
  stamp: sqlite.prepare<[], string>("select data_version || ' ' || total_changes() from pragma_data_version").pluck(),
  contents: sqlite.prepare<[string, number, number], Content>(
    'select day, hash from day_node where industry_id = ? and day between ? and ?',
  ),
  firstDay: sqlite.prepare<[string], number | null>('select min(day) from day_node where industry_id = ?').pluck(),
});
