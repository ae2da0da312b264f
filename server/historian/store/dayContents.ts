import { createHash } from 'node:crypto';
import { lastUsed } from '../../core/lastUsed.ts';
import { daysOf } from '../../core/months.ts';

export type HashedDay = { day: number; hash: Buffer | null };
/** By day or month; null where a hash is not known yet. */
type Contents = ReadonlyMap<number, string | null>;

type ContentParts = {
  /** Another text after each change of the database. */
  stamp(): unknown;
  hashes(industryId: string, fromDay: number, toDay: number): HashedDay[];
  /** The first day of an industry that has one. */
  firstDay(industryId: string): number | null;
};

/** One question asks the same days of each of its series. */
const MOST_RANGES = 16;

export const contentName = (hash: Buffer | null | undefined): string | null => hash?.toString('base64url', 0, 15) ?? null;

/** Of several days together: their contents in order; null where a day has none yet. */
const together = (contents: Contents, fromDay: number, toDay: number): string | null => {
  const hash = createHash('sha256');
  for (let day = fromDay; day <= toDay; day += 1) {
    const content = contents.get(day) ?? null;
    if (content === null) return null;
    hash.update(`${day} ${content}\n`);
  }
  return contentName(hash.digest());
};

/** What an industry's closed days are, by their hashes, read anew once anything was written to the database, by whichever process. */
export class DayContents {
  readonly #parts: ContentParts;
  #stamp: unknown;
  readonly #days = lastUsed<string, Contents>(MOST_RANGES);
  readonly #months = lastUsed<string, Contents>(MOST_RANGES);
  readonly #stretches = lastUsed<string, { content: string | null }>(MOST_RANGES);
  readonly #firstDays = new Map<string, number>();

  constructor(parts: ContentParts) {
    this.#parts = parts;
  }

  days(industryId: string, fromDay: number, toDay: number): Contents {
    this.#forgetOld();
    const key = `${industryId} ${fromDay} ${toDay}`;
    const known = this.#days.get(key);
    if (known) return known;
    const contents = new Map(this.#parts.hashes(industryId, fromDay, toDay).map(({ day, hash }) => [day, contentName(hash)]));
    this.#days.set(key, contents);
    return contents;
  }

  months(industryId: string, fromMonth: number, toMonth: number): Contents {
    const contents = this.days(industryId, daysOf(fromMonth).fromDay, daysOf(toMonth).toDay);
    const key = `${industryId} ${fromMonth} ${toMonth}`;
    const known = this.#months.get(key);
    if (known) return known;
    const firstDay = this.firstDay(industryId);
    const months = new Map<number, string | null>();
    for (let month = fromMonth; month <= toMonth; month += 1) {
      const { fromDay, toDay } = daysOf(month);
      months.set(month, together(contents, Math.max(fromDay, firstDay), toDay));
    }
    this.#months.set(key, months);
    return months;
  }

  /** Of all days [fromDay, toDay] together. */
  stretch(industryId: string, fromDay: number, toDay: number): string | null {
    const contents = this.days(industryId, fromDay, toDay);
    const key = `${industryId} ${fromDay} ${toDay}`;
    const known = this.#stretches.get(key);
    if (known) return known.content;
    const content = together(contents, fromDay, toDay);
    this.#stretches.set(key, { content });
    return content;
  }

  firstDay(industryId: string): number {
    this.#forgetOld();
    const known = this.#firstDays.get(industryId);
    if (known !== undefined) return known;
    const first = this.#parts.firstDay(industryId) ?? Number.POSITIVE_INFINITY;
    this.#firstDays.set(industryId, first);
    return first;
  }

  #forgetOld(): void {
    const stamp = this.#parts.stamp();
    if (stamp === this.#stamp) return;
    this.#stamp = stamp;
    this.#days.clear();
    this.#months.clear();
    this.#stretches.clear();
    this.#firstDays.clear();
  }
}
