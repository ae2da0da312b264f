import { SLOT_MS } from '../../../core/slots.ts';
import type { Unit } from '../../../plantModel/index.ts';
import { idleKinds, type RoEvent } from './model.ts';

/** Cleanings, flushes and shutdowns of RO plants, in memory: alarms ask slot by slot whether somebody is at work. */
export class RoEventLog {
  readonly #events: (industryId: string) => Promise<readonly RoEvent[]>;
  readonly #known = new Map<string, readonly RoEvent[]>();

  constructor(events: (industryId: string) => Promise<readonly RoEvent[]>) {
    this.#events = events;
  }

  /** After the log has changed, and once at the start. */
  async refresh(industryId: string): Promise<void> {
    this.#known.set(industryId, await this.#events(industryId));
  }

  /** Whether work on the unit's plant was under way in a slot. */
  isUnderWork(industryId: string, { subCategoryId, meta }: Pick<Unit, 'subCategoryId' | 'meta'>, slot: number): boolean {
    if (!meta.ro) return false;
    const [fromMs, toMs] = [slot * SLOT_MS, (slot + 1) * SLOT_MS];
    return (this.#known.get(industryId) ?? []).some(
      (event) => event.plantId === subCategoryId && idleKinds.has(event.kind) && event.startMs < toMs && event.endMs >= fromMs,
    );
  }
}
