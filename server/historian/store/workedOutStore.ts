import type { Sqlite } from '../../db/open.ts';
import type { DayFigure, DayFigures, Look } from '../read/knownFigures.ts';
import type { DamageList } from './damage.ts';
import type { FigureStore } from './figureStore.ts';

type Content = { day: number; hash: Buffer | null };
const contentOf = (hash: Buffer | null | undefined): string | null => hash?.toString('base64url', 0, 15) ?? null;

/**
 * Remembers what was worked out of closed days, by the hash of the day's content: a day that runs, that is changed or whose hash is being
 * worked out is read each time, and so is one with damage.
 */
export class WorkedOutDays implements DayFigures {
  readonly #store: FigureStore;
  readonly #damage: DamageList;
  readonly #statements: ReturnType<typeof prepare>;

  constructor({ sqlite, store, damage }: { sqlite: Sqlite; store: FigureStore; damage: DamageList }) {
    this.#store = store;
    this.#damage = damage;
    this.#statements = prepare(sqlite);
  }

  of({ kind, subject, industryId }: DayFigure, fromDay: number, toDay: number): Look {
    const place = { kind, subject: String(subject) };
    const contents = new Map(
      this.#statements.contents.all(industryId, fromDay, toDay).map(({ day, hash }) => [day, contentOf(hash)]),
    );
    const stored = this.#store.range(place, fromDay, toDay);
    return (day, basis) => {
      const content = contents.get(day) ?? null;
      if (content === null) return { known: undefined, keep: () => undefined };
      const key = { ...place, period: day, basis: `${content} ${basis}` };
      return {
        known: stored(key),
        keep: (figures) => {
          // what is damaged is read as missing, and will not always be
          const isSame = contentOf(this.#statements.contents.get(industryId, day, day)?.hash) === content;
          if (isSame && !this.#damage.onDay(day)) this.#store.put(key, figures);
        },
      };
    };
  }

  firstDay(industryId: string): number {
    return this.#statements.firstDay.get(industryId) ?? Number.POSITIVE_INFINITY;
  }
}

const prepare = (sqlite: Sqlite) => ({
  contents: sqlite.prepare<[string, number, number], Content>(
    'select day, hash from day_node where industry_id = ? and day between ? and ?',
  ),
  firstDay: sqlite.prepare<[string], number | null>('select min(day) from day_node where industry_id = ?').pluck(),
});
