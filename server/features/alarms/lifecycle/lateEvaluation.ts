import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import type { ShiftCalendar } from '../../../core/shift.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { DAY_MS } from '../../../core/time.ts';
import type { WriteTx } from '../../../db/writer.ts';
import type { Unit } from '../../../plantModel/index.ts';
import type { PreparedRule } from '../rules/prepareRules.ts';
import { type DaySums, keepingDays, ReadingView, type SlotSource } from '../rules/readingView.ts';
import { alarmOf } from './alarmOf.ts';
import type { AlarmStateStore, KeyRecord } from './alarmStateStore.ts';
import type { Alarms } from './alarms.ts';
import { type PastAlarm, pastAlarms } from './backfill.ts';
import { isShelvedIn } from './machine.ts';

export type LateParts = {
  industryId: string;
  settings: AlertSettings;
  calendar: ShiftCalendar;
  source: SlotSource;
  sums: DaySums;
  store: AlarmStateStore;
  alarms: Alarms;
  keys: ReadonlyMap<string, KeyRecord>;
  suppression: { isUnderWork(industryId: string, unit: Unit, slot: number): boolean };
  /** The server stops: what is not looked at yet is looked at after the next start. */
  isStopping?: () => boolean;
};

/** What was raised so near is the same. */
const NEAR_SLOTS = 6;
const LONGEST_ALARM_MS = 14 * DAY_MS;

/** Raises what readings that came late would have raised in their time: with that time, once, and without a call to anybody. */
export class LateEvaluation {
  readonly #parts: LateParts;
  readonly #ready: readonly PreparedRule[];

  constructor(parts: LateParts, ready: readonly PreparedRule[]) {
    this.#parts = parts;
    this.#ready = ready;
  }

  /** A closed day changed. */
  async evaluateDay(day: number, seriesIds: ReadonlySet<number>): Promise<void> {
    const { firstSlot, slots } = this.#parts.calendar.windowOfDay(day);
    await this.#evaluate(seriesIds, firstSlot, firstSlot + slots, () => true);
  }

  /**
   * Slots of the open day changed that had been evaluated. What goes on is left to the next slot, and so are sums of the day, which
   * hold what came late.
   */
  async evaluateSince(fromSlot: number, seriesIds: ReadonlySet<number>): Promise<void> {
    const { store, industryId } = this.#parts;
    const toSlot = (store.progress(industryId) ?? Number.NEGATIVE_INFINITY) + 1;
    if (fromSlot >= toSlot) return;
    await this.#evaluate(seriesIds, fromSlot, toSlot, ({ finding, endSlot }) => finding.period === '' && endSlot < toSlot);
  }

  async #evaluate(
    seriesIds: ReadonlySet<number>,
    fromSlot: number,
    toSlot: number,
    isDue: (alarm: PastAlarm) => boolean,
  ): Promise<void> {
    const { alarms, store } = this.#parts;
    const touched = this.#ready.filter(({ unit }) => unit.series.some(({ id }) => seriesIds.has(id)));
    for (const ready of Map.groupBy(touched, ({ unit }) => unit).values()) {
      const due = this.#found(ready, fromSlot, toSlot).filter(isDue);
      // one unit's day is some milliseconds
      await nextTurn();
      if (this.#parts.isStopping?.()) return;
      const fresh = due.filter((alarm) => !this.#isKnown(alarm));
      if (fresh.length === 0) continue;
      try {
        store.transaction((tx) => this.#raise(tx, fresh));
      } catch (error) {
        alarms.forget();
        throw error;
      }
      alarms.publishPending();
    }
  }

  #raise(tx: WriteTx, due: readonly PastAlarm[]): void {
    for (const { ready, key, finding, slot, endSlot } of due) {
      const found = { key, unitId: ready.unit.id, category: ready.rule.category, finding, slot };
      const alarm = alarmOf(this.#parts, found);
      this.#parts.alarms.raise(tx, { ...alarm, meta: { ...alarm.meta, late: 1 }, late: true }, endSlot * SLOT_MS);
    }
  }

  #found(ready: readonly PreparedRule[], fromSlot: number, toSlot: number): PastAlarm[] {
    const { industryId, calendar, settings, suppression, source, sums } = this.#parts;
    const [unit] = ready.map((one) => one.unit);
    const parts = { calendar, sums, source: keepingDays(source, calendar) };
    const isBlocked = (slot: number): boolean => unit !== undefined && suppression.isUnderWork(industryId, unit, slot);
    return pastAlarms({ ready, viewOf: (slot) => new ReadingView(parts, slot), fromSlot, toSlot, settings, isBlocked });
  }

  /** There is an alarm of the key for this period or about this time already, or a person has shelved the key. */
  #isKnown({ key, ready, finding, slot, endSlot }: PastAlarm): boolean {
    const { alarms, industryId, keys } = this.#parts;
    const known = keys.get(key);
    if (known && isShelvedIn(known.state, slot)) return true;
    if (finding.period !== '') return alarms.hasKey(industryId, key);
    const [fromMs, toMs] = [(slot - NEAR_SLOTS) * SLOT_MS, (endSlot + NEAR_SLOTS) * SLOT_MS];
    return alarms
      .between(industryId, fromMs - LONGEST_ALARM_MS, toMs, [ready.unit.id])
      .some((alarm) => alarm.key === key && (alarm.clearedAtMs ?? Number.POSITIVE_INFINITY) >= fromMs);
  }
}
