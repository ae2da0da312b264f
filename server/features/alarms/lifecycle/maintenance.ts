import type { Clock } from '../../../core/clock.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { DAY_MS } from '../../../core/time.ts';
import type { WriteTx } from '../../../db/writer.ts';
import type { Maintenance, MaintenanceStore } from './maintenanceStore.ts';

/** How late a reading may come: it is evaluated by the maintenance that was declared at its own time. */
const KEPT_MS = 40 * DAY_MS;

/** Maintenance of units, kept in memory because alarms ask for it in every slot. */
export class MaintenanceWindows {
  readonly #store: MaintenanceStore;
  readonly #clock: Clock;
  readonly #known = new Map<string, Maintenance[]>();

  constructor(store: MaintenanceStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  isUnderWork(industryId: string, unitId: string, slot: number): boolean {
    const [fromMs, toMs] = [slot * SLOT_MS, (slot + 1) * SLOT_MS];
    return this.#of(industryId).some((work) => work.unitId === unitId && work.fromMs < toMs && work.untilMs > fromMs);
  }

  /** Maintenance in progress. */
  open(industryId: string): Maintenance[] {
    const nowMs = this.#clock.now();
    return this.#of(industryId).filter(({ untilMs }) => untilMs > nowMs);
  }

  /**
   * Ends maintenance of a unit and, with minutes above 0, begins a new one from now; in the open transaction.
   * @returns whether there was any.
   */
  declare(
    tx: WriteTx,
    industryId: string,
    { unitId, reason, userId }: Omit<Maintenance, 'fromMs' | 'untilMs'>,
    minutes: number,
  ): boolean {
    const nowMs = this.#clock.now();
    const open = this.open(industryId).filter((work) => work.unitId === unitId);
    for (const work of open) this.#store.put(tx, industryId, { ...work, untilMs: nowMs });
    if (minutes > 0)
      this.#store.put(tx, industryId, { unitId, reason, userId, fromMs: nowMs, untilMs: nowMs + minutes * 60_000 });
    return open.length > 0;
  }

  /** Call it after the transaction, committed or not: reads the state again from the database. */
  reread(industryId: string): void {
    this.#known.delete(industryId);
  }

  #of(industryId: string): Maintenance[] {
    const known = this.#known.get(industryId) ?? this.#store.since(industryId, this.#clock.now() - KEPT_MS);
    this.#known.set(industryId, known);
    return known;
  }
}
