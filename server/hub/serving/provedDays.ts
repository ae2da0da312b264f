import { LRUCache } from 'lru-cache';
import { closedDaysIn } from '../fleet/closedDays.ts';

const MOST_KNOWN = 200;

/** Last closed days in plants' statements: one is read once, however many ask. */
export class ProvedDays {
  readonly #read = new LRUCache<number, { statement: string; days: ReadonlyMap<string, string | null> }>({ max: MOST_KNOWN });

  /** @param statement the newest that the hub's own rows agreed with; null before the first. */
  to(plantId: number, statement: string | null, industryId: string): string | null {
    if (statement === null) return null;
    const known = this.#read.get(plantId);
    if (known?.statement === statement) return known.days.get(industryId) ?? null;
    const days = closedDaysIn(statement);
    this.#read.set(plantId, { statement, days });
    return days.get(industryId) ?? null;
  }
}
