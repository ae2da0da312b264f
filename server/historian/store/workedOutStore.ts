import { daysOf } from '../../core/months.ts';
import type { Sqlite } from '../../db/open.ts';
import type { DayFigure, DayFigures, KnownFigures, Look } from '../read/knownFigures.ts';
import type { DamageList } from './damage.ts';
import { DatabaseState } from './databaseStateStore.ts';
import { contentName, DayContents, type HashedDay } from './dayContents.ts';
import type { FigureKey, FigureStore } from './figureStore.ts';

type WorkedOutParts = { sqlite: Sqlite; store: FigureStore; damage: DamageList; state?: DatabaseState };

const unknown: KnownFigures = { known: undefined, keep: () => undefined };

/**
 * Remembers what was worked out of closed days, by the hash of the day's content: a day that runs, that is changed or whose hash is being
 * worked out is read each time, and so is one with damage.
 */
export class WorkedOutDays implements DayFigures {
  readonly #store: FigureStore;
  readonly #damage: DamageList;
  readonly #statements: ReturnType<typeof prepare>;
  readonly #contents: DayContents;
  readonly #state: DatabaseState;

  constructor({ sqlite, store, damage, state = new DatabaseState(sqlite) }: WorkedOutParts) {
    this.#store = store;
    this.#damage = damage;
    this.#state = state;
    const statements = prepare(sqlite);
    this.#statements = statements;
    this.#contents = new DayContents({
      stamp: () => state.now(),
      hashes: (...asked) => statements.hashes.all(...asked),
      firstDay: (industryId) => statements.firstDay.get(industryId) ?? null,
    });
  }

  of({ kind, subject, industryId }: DayFigure, fromDay: number, toDay: number): Look {
    const place = { kind, subject: String(subject) };
    const contents = this.#contents.days(industryId, fromDay, toDay);
    const stored = this.#store.range(place, fromDay, toDay);
    return (day, basis) => {
      const content = contents.get(day) ?? null;
      if (content === null) return unknown;
      const contentNow = (): string | null => contentName(this.#statements.hashes.get(industryId, day, day)?.hash);
      const isSame = (): boolean => contentNow() === content && this.#areWhole(day, day);
      return this.#known(stored, { ...place, period: day, basis: `${content} ${basis}` }, isSame);
    };
  }

  ofMonths({ kind, subject, industryId }: DayFigure, fromMonth: number, toMonth: number): Look {
    const place = { kind, subject: String(subject) };
    const contents = this.#contents.months(industryId, fromMonth, toMonth);
    const stored = this.#store.range(place, fromMonth, toMonth);
    return (month, basis) => {
      const content = contents.get(month) ?? null;
      if (content === null) return unknown;
      const { fromDay, toDay } = daysOf(month);
      const isSame = (): boolean =>
        this.#contents.months(industryId, fromMonth, toMonth).get(month) === content && this.#areWhole(fromDay, toDay);
      return this.#known(stored, { ...place, period: month, basis: `${content} ${basis}` }, isSame);
    };
  }

  ofStretch({ kind, subject, industryId, basis }: DayFigure & { basis: string }, fromDay: number, toDay: number): KnownFigures {
    const place = { kind, subject: String(subject) };
    const content = this.#contents.stretch(industryId, fromDay, toDay);
    if (content === null) return unknown;
    const isSame = (): boolean =>
      this.#contents.stretch(industryId, fromDay, toDay) === content && this.#areWhole(fromDay, toDay);
    // the days are part of the content, so that one row is enough
    return this.#known(this.#store.range(place, 0, 0), { ...place, period: 0, basis: `${content} ${basis}` }, isSame);
  }

  contents(industryId: string, fromDay: number, toDay: number): ReadonlyMap<number, string | null> {
    return this.#contents.days(industryId, fromDay, toDay);
  }

  firstDay(industryId: string): number {
    return this.#contents.firstDay(industryId);
  }

  /** @param isSame nothing is kept of days that changed meanwhile. */
  #known(stored: ReturnType<FigureStore['range']>, key: FigureKey, isSame: () => boolean): KnownFigures {
    return {
      known: stored(key),
      keep: (figures) => {
        if (!this.#store.isKeeping) return;
        // what another process commits shows in the readings at once, and in the state of this turn no more
        this.#state.forget();
        if (isSame()) this.#store.put(key, figures);
      },
    };
  }

  /** What is damaged is read as missing, and will not always be. */
  #areWhole(fromDay: number, toDay: number): boolean {
    for (let day = fromDay; day <= toDay; day += 1) if (this.#damage.onDay(day)) return false;
    return true;
  }
}

const prepare = (sqlite: Sqlite) => ({
  hashes: sqlite.prepare<[string, number, number], HashedDay>(
    'select day, hash from day_node where industry_id = ? and day between ? and ?',
  ),
  firstDay: sqlite.prepare<[string], number | null>('select min(day) from day_node where industry_id = ?').pluck(),
});
