import type { Sqlite } from '../../db/open.ts';
import type { DamageList } from '../store/damage.ts';
import type { FigureStore, Figures } from '../store/figureStore.ts';
import type { ReadContext } from './gather.ts';

export type DayFigure = {
  /** What is worked out, with the version of its rule. */
  kind: string;
  /** The series, or another name for what it is of. */
  subject: string;
  industryId: string;
  /** Whole shift days. */
  day: number;
  /** What it depends on beside the readings of the industry's day: limits, other settings. */
  basis: string;
};

/** What is known of a figure, and how to keep it once it was worked out: nothing is kept of a day that changed meanwhile. */
export type Remembered = { known: Figures | undefined; keep(figures: Figures): void };

/** Figures of whole days that are worked out once. They are made of nothing but the industry's readings of that day, and their basis. */
export interface DayFigures {
  look(asked: DayFigure): Remembered;
}

/**
 * Remembers what was worked out of closed days, by the hash of the day's content: a day that runs, that is changed or whose hash is being
 * worked out is read each time, and so is one with damage.
 */
export class WorkedOutDays implements DayFigures {
  readonly #store: FigureStore;
  readonly #damage: DamageList;
  readonly #hash: { get(industryId: string, day: number): unknown };

  constructor({ sqlite, store, damage }: { sqlite: Sqlite; store: FigureStore; damage: DamageList }) {
    this.#store = store;
    this.#damage = damage;
    this.#hash = sqlite.prepare('select hash from day_node where industry_id = ? and day = ?').pluck();
  }

  look({ kind, subject, industryId, day, basis }: DayFigure): Remembered {
    const content = this.#contentOf(industryId, day);
    if (content === null) return { known: undefined, keep: () => undefined };
    const key = { kind, subject, period: day, basis: `${content} ${basis}` };
    return {
      known: this.#store.get(key),
      keep: (figures) => {
        // what is damaged is read as missing, and will not always be
        if (this.#contentOf(industryId, day) === content && !this.#damage.onDay(day)) this.#store.put(key, figures);
      },
    };
  }

  #contentOf(industryId: string, day: number): string | null {
    const hash = this.#hash.get(industryId, day);
    return Buffer.isBuffer(hash) ? hash.toString('base64url', 0, 15) : null;
  }
}

type OfDay = Pick<DayFigure, 'kind' | 'industryId' | 'day' | 'basis'> & { subject: string | number };

/**
 * Figures of one shift day as far as it has passed, from what is remembered where the reader remembers.
 * @param work of slots [fromSlot, toSlot).
 */
export const figuresOfDay = (
  { reader, calendar, nowSlot, endSlot = nowSlot }: Pick<ReadContext, 'reader' | 'calendar' | 'nowSlot' | 'endSlot'>,
  { subject, basis, ...asked }: OfDay,
  work: (fromSlot: number, toSlot: number) => Figures,
): Figures => {
  const { firstSlot, slots } = calendar.windowOfDay(asked.day);
  const end = Math.min(nowSlot, endSlot);
  const toSlot = firstSlot + slots;
  if (toSlot > end || reader.figures === undefined) return work(firstSlot, Math.max(firstSlot, Math.min(toSlot, end)));
  // a shift that begins at another time makes another day
  const { known, keep } = reader.figures.look({ ...asked, subject: String(subject), basis: `${firstSlot} ${slots} ${basis}` });
  if (known) return known;
  const figures = work(firstSlot, toSlot);
  keep(figures);
  return figures;
};
