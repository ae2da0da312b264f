import { type AlertSettings, alertSettings } from '../contract/model/alertSettings.ts';
import { systemClock } from '../core/clock.ts';
import { SLOT_MS } from '../core/slots.ts';
import { Writer } from '../db/writer.ts';
import { AlarmStateStore } from '../features/alarms/lifecycle/alarmStateStore.ts';
import { AlarmStore } from '../features/alarms/lifecycle/alarmStore.ts';
import { Alarms } from '../features/alarms/lifecycle/alarms.ts';
import { AlertEngine } from '../features/alarms/lifecycle/engine.ts';
import { LiveLog } from '../features/alarms/live/liveLog.ts';
import { LiveLogStore } from '../features/alarms/live/liveLogStore.ts';
import type { AlarmRecord } from '../features/alarms/model.ts';
import type { NodeDays } from '../features/alarms/rules/nodeLoss.ts';
import { Calendars } from '../plantModel/calendars.ts';
import type { TagFeed } from '../plantModel/model.ts';
import { quietLog, ReadingsRig } from './readingsRig.ts';
import type { TestPlant } from './testPlant.ts';

export const settingsWith = (categories: Record<string, object> = {}): AlertSettings =>
  alertSettings.parse({ categories }) as AlertSettings;

/** A feed of a unit's parameter by a tag of its own. */
export const feed = (unitId: string, param: string, deviceId = `${unitId}-device`): TagFeed => ({
  tagId: `${unitId}.${param}`,
  deviceId,
  name: param,
  param,
  kind: param === 'volume' ? 'counter' : 'gauge',
  measure: '',
  periodMs: 5000,
});

export type AlertRigOptions = {
  settings?: AlertSettings;
  gatewayOf?: (unitId: string) => { id: string; name: string; slaveId: number } | undefined;
  isUnderWork?: () => boolean;
  nodeDays?: (industryId: string, date: string) => Promise<NodeDays[]>;
};

/** Real readings, a real database, and the alert engine on them. */
export class AlertRig {
  readonly readings: ReadingsRig;
  readonly announced: { alarm: AlarmRecord; kind: string }[] = [];
  settings: AlertSettings;
  alarms: Alarms;
  engine: AlertEngine;
  readonly #plant: TestPlant;
  readonly #options: AlertRigOptions;

  constructor(plant: TestPlant, nowMs: number, options: AlertRigOptions = {}) {
    this.#plant = plant;
    this.#options = options;
    this.settings = options.settings ?? settingsWith();
    this.readings = new ReadingsRig(plant, nowMs);
    [this.alarms, this.engine] = this.#make();
  }

  start(bound: readonly string[]): this {
    this.readings.start(bound);
    this.engine.start();
    return this;
  }

  /** As after a crash. @param begin before which nothing is evaluated. */
  async restart(begin?: Promise<void>): Promise<void> {
    await this.engine.stop();
    this.readings.restart();
    [this.alarms, this.engine] = this.#make();
    this.engine.start(begin);
  }

  /** A slot with its readings, closed, stored and evaluated. */
  async slot(slot: number, values: Record<string, number | null>): Promise<void> {
    await this.readings.slot(slot, values);
    await this.engine.settled();
  }

  /** Every notification there is, in words. */
  inWords(): string[] {
    return this.all().map(({ title, category, raisedAtMs, count, insight, late }) =>
      [
        new Date(raisedAtMs).toISOString().slice(0, 16),
        category,
        title,
        count > 1 ? `x${count}` : '',
        insight ? 'insight' : '',
        late ? 'late' : '',
      ]
        .filter(Boolean)
        .join(' '),
    );
  }

  all(): AlarmRecord[] {
    return this.alarms.between('DEMO', 0, Number.MAX_SAFE_INTEGER);
  }

  async close(): Promise<void> {
    await this.engine.stop();
    await this.readings.close();
  }

  #make(): [Alarms, AlertEngine] {
    const { connection, readonly, bus, clock } = this.readings;
    const alarms = new Alarms({
      store: new AlarmStore(new Writer(connection.sqlite), readonly.sqlite),
      liveLog: new LiveLog(new LiveLogStore(new Writer(connection.sqlite), readonly.sqlite), clock),
      bus,
      clock,
      announcer: { enqueue: (_, alarm, kind) => this.announced.push({ alarm, kind }) },
    });
    const engine = new AlertEngine({
      nodeDays: this.#options.nodeDays ?? (() => Promise.resolve([])),
      directory: this.#plant,
      calendars: new Calendars(this.#plant),
      source: {
        slots: (...asked) => this.readings.reader.slots(...asked),
        counterEvents: (...asked) => this.readings.reader.counterEvents(...asked),
        dayTotals: (...asked) => this.readings.reader.dayTotals(...asked),
        inMemory: (seriesId, day) => this.readings.ingest.openDays.block(seriesId, day),
      },
      store: new AlarmStateStore(new Writer(connection.sqlite)),
      alarms,
      settings: async () => this.settings,
      closedThrough: () => this.readings.ingest.openDays.closedThrough,
      dropRevised: (mark) => this.readings.ingest.dropRevised(mark),
      suppression: {
        gatewayOf: (_, unitId) => this.#options.gatewayOf?.(unitId),
        isUnderWork: () => this.#options.isUnderWork?.() ?? false,
      },
      bus,
      clock: { now: () => clock.now(), monotonicMs: () => systemClock.monotonicMs() },
      log: quietLog(this.readings.log),
    });
    return [alarms, engine];
  }
}

export const slotAt = (iso: string): number => Date.parse(iso) / SLOT_MS;
