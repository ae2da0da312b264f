import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AlertSettings } from '../../../contract/model/alertSettings.ts';
import type { Bus, Events } from '../../../core/bus.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { dayNumber } from '../../../core/shift.ts';
import { SLOT_MS, SLOTS_PER_DAY } from '../../../core/slots.ts';
import type { Ingest } from '../../../historian/index.ts';
import { type Calendars, factsOf, type UnitDirectory } from '../../../plantModel/index.ts';
import type { SlotSource } from '../rules/readingView.ts';
import type { AlarmStateStore, KeyRecord } from './alarmStateStore.ts';
import type { Alarms } from './alarms.ts';
import { type EvaluatorParts, RuleEvaluator, type Suppression } from './ruleEvaluator.ts';

export type AlertEngineParts = {
  directory: UnitDirectory;
  calendars: Calendars;
  source: SlotSource;
  store: AlarmStateStore;
  alarms: Alarms;
  /** An industry's current alert settings. */
  settings(industryId: string): Promise<AlertSettings>;
  /** The last slot that is over and stored. */
  closedThrough(): number;
  suppression: Suppression;
  nodeDays: EvaluatorParts['nodeDays'];
  /** Where revised slots wait until they were looked at again. */
  dropRevised: Ingest['dropRevised'];
  bus: Bus;
  clock: Clock;
  log: Log;
};

/** Slots looked at after the server was away; older ones are the past. */
const CATCH_UP_SLOTS = SLOTS_PER_DAY;

/** Evaluates every industry when a slot closes, catches up after a pause, and looks again at days that changed. */
export class AlertEngine {
  readonly #parts: AlertEngineParts;
  readonly #evaluators = new Map<string, Promise<RuleEvaluator>>();
  /** By industry, shared by whatever evaluates it: rules may change while a slot is looked at, keys do not. */
  readonly #keys = new Map<string, Map<string, KeyRecord>>();
  readonly #unsubscribe: (() => void)[] = [];
  #running: Promise<void> = Promise.resolve();
  #startSlot = 0;
  #hasAllRevised = true;
  #isStopped = true;
  readonly #stopping = Promise.withResolvers<void>();

  constructor(parts: AlertEngineParts) {
    this.#parts = parts;
  }

  /** @param begin what happens before waits for it, and is evaluated then. */
  start(begin: Promise<void> = Promise.resolve()): void {
    const { bus } = this.#parts;
    this.#isStopped = false;
    this.#running = Promise.race([begin, this.#stopping.promise]);
    this.#startSlot = Math.floor(this.#parts.clock.now() / SLOT_MS);
    this.#unsubscribe.push(
      bus.on('alerts', 'slotsClosed', () => this.#later(() => this.#evaluateAll())),
      bus.on('alerts', 'configurationChanged', ({ industryId }) => this.forget(industryId)),
      bus.on('alerts', 'dayClosed', ({ industryId }) => this.#later(() => this.#dayClosed(industryId))),
      bus.on('alerts', 'slotsRevised', (event) => this.#revisedLater(() => this.#slotsRevised(event))),
      bus.on('alerts', 'dayRevised', (event) => this.#revisedLater(() => this.#dayRevised(event))),
      bus.on('alerts', 'revisionsPublished', ({ mark }) => this.#later(() => this.#dropRevised(mark))),
    );
  }

  /** Settles when what is under way is stored; what waits is looked at after the next start. May be called twice. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopping.resolve();
    for (const off of this.#unsubscribe.splice(0)) off();
    await this.#running;
  }

  /** Settings or units changed: the next slot is evaluated by the new ones. */
  forget(industryId: string): void {
    this.#evaluators.delete(industryId);
  }

  /** A change was not stored: memory follows the database again. */
  reread(industryId: string): void {
    const keys = this.#keys.get(industryId);
    keys?.clear();
    for (const record of this.#parts.store.all(industryId)) keys?.set(record.key, record);
  }

  /** What an industry's rules and keys are now. */
  evaluator(industryId: string): Promise<RuleEvaluator> {
    const known = this.#evaluators.get(industryId);
    if (known) return known;
    const made = this.#make(industryId);
    this.#evaluators.set(industryId, made);
    // what could not be read is read again when it is asked for again
    made.catch(() => this.#evaluators.get(industryId) === made && this.forget(industryId));
    return made;
  }

  /** Everything that was asked for so far is done. */
  settled(): Promise<void> {
    return this.#running;
  }

  /** One after the other: an evaluated slot must be stored before the next is looked at. */
  #later(work: () => Promise<void>): void {
    this.#running = this.#running
      .then(() => (this.#isStopped ? undefined : work()))
      .catch((error: unknown) => {
        this.#parts.log.error({ err: error }, 'alarms could not be evaluated');
      });
  }

  /** Where it fails the marks stay, so that those revisions are published again after the next start. */
  #revisedLater(work: () => Promise<void>): void {
    this.#later(async () => {
      try {
        await work();
        if (this.#isStopped) this.#hasAllRevised = false;
      } catch (error) {
        this.#hasAllRevised = false;
        throw error;
      }
    });
  }

  async #make(industryId: string): Promise<RuleEvaluator> {
    const { directory, calendars } = this.#parts;
    return new RuleEvaluator({
      ...this.#parts,
      industryId,
      units: directory.units(industryId),
      facts: factsOf(directory.industry(industryId)),
      settings: await this.#parts.settings(industryId),
      calendar: calendars.of(industryId),
      keys: this.#keysOf(industryId),
      startSlot: this.#startSlot,
      isStopping: () => this.#isStopped,
    });
  }

  #keysOf(industryId: string): Map<string, KeyRecord> {
    const known = this.#keys.get(industryId);
    if (known) return known;
    const keys = new Map(this.#parts.store.all(industryId).map((record) => [record.key, record]));
    this.#keys.set(industryId, keys);
    return keys;
  }

  async #evaluateAll(): Promise<void> {
    const { directory, store, closedThrough, log } = this.#parts;
    const through = closedThrough();
    if (!Number.isFinite(through)) return;
    for (const { id, disabled } of directory.industries()) {
      if (disabled) continue;
      const from = Math.max((store.progress(id) ?? through - 1) + 1, through - CATCH_UP_SLOTS + 1);
      for (let slot = from; slot <= through && !this.#isStopped; slot += 1) {
        try {
          await (await this.evaluator(id)).evaluate(slot);
          if (slot < through) await nextTurn();
        } catch (error) {
          // what was not stored is evaluated again with the next slot
          this.forget(id);
          log.error({ err: error, industryId: id, slot }, 'a slot could not be evaluated for alarms');
          break;
        }
      }
    }
  }

  async #dayClosed(industryId: string): Promise<void> {
    (await this.evaluator(industryId)).sums.clear();
  }

  async #slotsRevised({ industryId, fromSlot, seriesIds }: Events['slotsRevised']): Promise<void> {
    await (await this.evaluator(industryId)).late.evaluateSince(fromSlot, new Set(seriesIds));
  }

  async #dayRevised({ industryId, date, seriesIds }: Events['dayRevised']): Promise<void> {
    const evaluator = await this.evaluator(industryId);
    evaluator.sums.forget(seriesIds);
    await evaluator.late.evaluateDay(dayNumber(date), new Set(seriesIds));
  }

  async #dropRevised(mark: number): Promise<void> {
    if (this.#hasAllRevised) this.#parts.dropRevised(mark);
  }
}
