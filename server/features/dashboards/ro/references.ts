import type { Clock } from '../../../core/clock.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import type { ReadContext } from '../../../historian/index.ts';
import type { UnitDirectory } from '../../../plantModel/index.ts';
import type { RoDay, RoDays } from './days.ts';
import type { RoEvent, RoPlan, RoReference } from './model.ts';
import type { RoStore, StoredReference } from './roStore.ts';

/** Days looked through at a time for the first that can be a reference. */
const PIECE_DAYS = 31;

type Asked = { industryId: string; plan: RoPlan; source: ReadContext; events: readonly RoEvent[] };
type Era = { sinceMs: number; firstDay: number };

/**
 * What a plant is compared with: its first stable day, or the first one after the last logged membrane change. It is stored with
 * its date and stays until readings of that very day change.
 */
export class RoReferences {
  readonly #parts: { store: Pick<RoStore, 'reference' | 'saveReference'>; days: RoDays; directory: UnitDirectory; clock: Clock };

  constructor(parts: {
    store: Pick<RoStore, 'reference' | 'saveReference'>;
    days: RoDays;
    directory: UnitDirectory;
    clock: Clock;
  }) {
    this.#parts = parts;
  }

  /** The reference that holds on a day; null before there was one, or where an instrument is missing. */
  async of(asked: Asked, day: number): Promise<RoReference | null> {
    const { industryId, plan } = asked;
    if (plan.missingTags.length > 0) return null;
    const era = this.#era(asked, day);
    if (era.sinceMs === 0 && day < this.#joinedDay(asked)) return null;
    const key = { industryId, plantId: plan.plantId, sinceMs: era.sinceMs };
    const stored = await this.#parts.store.reference(key);
    if (stored && (await this.#holds(asked, era, stored))) return stored.day <= day ? stored : null;
    const found = await this.#search(asked, era.firstDay, day);
    if (!found?.medians || found.signature === undefined) return null;
    const reference = { ...found.medians, day: found.day };
    await this.#parts.store.saveReference(key, { ...reference, signature: found.signature }, this.#parts.clock.now());
    return reference;
  }

  /** Whether a stored reference is what would be found now, or cannot be looked for any more. */
  async #holds(asked: Asked, { firstDay }: Era, stored: StoredReference): Promise<boolean> {
    const [now] = await this.#parts.days.days(asked.plan, asked.source, asked.events, { fromDay: stored.day, toDay: stored.day });
    // readings that retention has taken away leave what was stored
    if (now?.sums.complete === 0) return true;
    return now?.signature === stored.signature && (await this.#search(asked, firstDay, stored.day))?.day === stored.day;
  }

  #joinedDay({ industryId, source }: Asked): number {
    return Math.max(0, source.calendar.dayOf(this.#parts.directory.industry(industryId)?.joinedAtMs ?? 0));
  }

  /** The membranes that were in place for the whole of a day. */
  #era(asked: Asked, day: number): Era {
    const { plan, source, events } = asked;
    const { calendar, reader } = source;
    const startMs = calendar.windowOfDay(day).fromMs;
    const change = events.findLast(
      ({ plantId, kind, endMs }) => plantId === plan.plantId && kind === 'membrane_change' && endMs <= startMs,
    );
    if (change) {
      const changed = calendar.dayOf(change.endMs);
      return { sinceMs: change.endMs, firstDay: calendar.windowOfDay(changed).fromMs === change.endMs ? changed : changed + 1 };
    }
    const permeate = plan.meters.permeate.slice(0, 1);
    const [first] = reader.dayTotals(permeate, this.#joinedDay(asked), day).filter(({ sum }) => (sum ?? 0) > 0);
    return { sinceMs: 0, firstDay: first?.day ?? day + 1 };
  }

  async #search({ plan, source, events }: Asked, firstDay: number, day: number): Promise<RoDay | undefined> {
    for (let from = firstDay; from <= day; from += PIECE_DAYS) {
      const days = await this.#parts.days.days(plan, source, events, {
        fromDay: from,
        toDay: Math.min(day, from + PIECE_DAYS - 1),
      });
      const found = days.find(({ medians, signature }) => medians !== null && signature !== undefined);
      if (found) return found;
    }
    return undefined;
  }
}

/** When a reference day began. */
export const referenceAt = ({ calendar }: ReadContext, { day }: RoReference): string =>
  new Date(calendar.windowOfDay(day).firstSlot * SLOT_MS).toISOString();
