import { type AlertSettings, alertSettings } from '../contract/model/alertSettings.ts';
import { Bus } from '../core/bus.ts';
import { type ManualClock, systemClock } from '../core/clock.ts';
import { PlantClock } from '../core/plantClock.ts';
import { SLOT_MS } from '../core/slots.ts';
import { openDatabase } from '../db/open.ts';
import { Writer, type WriteTx } from '../db/writer.ts';
import { AlarmService } from '../features/alarms/lifecycle/alarmService.ts';
import { AlarmStateStore } from '../features/alarms/lifecycle/alarmStateStore.ts';
import { AlarmStore } from '../features/alarms/lifecycle/alarmStore.ts';
import { Alarms } from '../features/alarms/lifecycle/alarms.ts';
import { AlertEngine } from '../features/alarms/lifecycle/engine.ts';
import { MaintenanceWindows } from '../features/alarms/lifecycle/maintenance.ts';
import { MaintenanceStore } from '../features/alarms/lifecycle/maintenanceStore.ts';
import { LiveLog } from '../features/alarms/live/liveLog.ts';
import { LiveLogStore } from '../features/alarms/live/liveLogStore.ts';
import { Outbox } from '../features/alarms/outbox/outbox.ts';
import { OutboxStore } from '../features/alarms/outbox/outboxStore.ts';
import { dateAndTime } from '../features/alarms/outbox/plantWall.ts';
import { PushTokens } from '../features/alarms/outbox/pushTokenStore.ts';
import type { UserDirectory } from '../features/auth/model.ts';
import type { MessageChannel } from '../features/delivery/model.ts';
import { Ingest } from '../historian/ingest/ingest.ts';
import { SlotReader } from '../historian/read/slotReader.ts';
import { ReadingStore } from '../historian/store/readingStore.ts';
import { SlotStore } from '../historian/store/slotStore.ts';
import { Calendars } from '../plantModel/calendars.ts';
import type { TagBinding } from '../plantModel/model.ts';
import { feed } from './alertRig.ts';
import { quietLog } from './readingsRig.ts';
import { TestPlant } from './testPlant.ts';

export const LIMIT_M3H = 50;

/** Flow meters with a limit each, in a plant whose day begins at midnight UTC. */
export const limitedPlant = (units: number): TestPlant => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' }).addCategory('SOURCE_CATEGORY', ['s']);
  const meter = { modulus: 1e6, basePerCount: 1000, maxPerHour: 100 };
  for (let at = 0; at < units; at += 1) {
    const id = `u${at}`;
    plant.addUnit({
      id,
      name: id,
      type: 'flow',
      subCategoryId: 's',
      meta: { meter, flowHigh: LIMIT_M3H },
      feeds: [feed(id, 'flow')],
    });
  }
  return plant;
};

/** As the server has it: one slot over the limit raises, one under it ends; every alarm is sent by e-mail. */
export const worksSettings = (flood: object): AlertSettings =>
  alertSettings.parse({
    categories: { flow_rate: { onDelaySlots: 1, offDelaySlots: 1 } },
    channels: { email: { enabled: true, minPriority: 4, recipients: ['asha@plant.example'] } },
    flood,
  }) as AlertSettings;

export type WorksParts = { path: string; plant: TestPlant; clock: ManualClock; settings: AlertSettings; channel: MessageChannel };

/** Counts what is stored as one. */
class CountingStore extends AlarmStateStore {
  transactions = 0;
  override transaction<T>(write: (tx: WriteTx) => T): T {
    this.transactions += 1;
    return super.transaction(write);
  }
}

/** Readings, the alert engine and the outbox on a database that is there already, all as the server joins them. */
export class AlertWorks {
  readonly clock: ManualClock;
  readonly ingest: Ingest;
  readonly engine: AlertEngine;
  readonly outbox: Outbox;
  readonly alarms: Alarms;
  readonly liveLog: LiveLog;
  readonly service: AlarmService;
  readonly store: CountingStore;
  readonly log: string[] = [];
  readonly bus = new Bus(quietLog(this.log));
  readonly newestSlot: number | null;
  readonly #bindings: TagBinding[];
  readonly #close: () => void;

  constructor({ path, plant, clock, settings, channel }: WorksParts) {
    this.clock = clock;
    const { sqlite } = openDatabase(path);
    const reader = openDatabase(path, { readonly: true }).sqlite;
    this.#close = () => {
      reader.close();
      sqlite.close();
    };
    const { bus } = this;
    const log = quietLog(this.log);
    const writer = new Writer(sqlite);
    const readingStore = new ReadingStore(sqlite);
    this.newestSlot = readingStore.newestOpenSlot();
    this.ingest = new Ingest({
      clock: new PlantClock(clock),
      log,
      bus,
      units: plant,
      store: readingStore,
      slotStore: new SlotStore(writer),
    });
    const slots = new SlotReader({ store: new ReadingStore(reader), units: plant, clock, openDays: this.ingest.openDays });
    const pushTokens = new PushTokens(writer);
    this.outbox = new Outbox({
      writer,
      store: new OutboxStore(writer),
      channels: [channel],
      horn: { sound: async () => undefined },
      pushTokens,
      settings: () => settings,
      alarm: (industryId, id) => this.alarms.find(industryId, id),
      wall: { minuteOfWeek: () => 600, dateAndTime: (_, ms) => dateAndTime(ms) },
      onFailed: () => undefined,
      clock,
      log,
    });
    this.liveLog = new LiveLog(new LiveLogStore(writer, reader), clock);
    this.alarms = new Alarms({
      store: new AlarmStore(writer, reader),
      liveLog: this.liveLog,
      bus,
      clock,
      announcer: this.outbox,
    });
    this.store = new CountingStore(writer);
    const calendars = new Calendars(plant);
    const shared = { directory: plant, calendars, store: this.store, alarms: this.alarms };
    this.engine = new AlertEngine({
      nodeDays: () => Promise.resolve([]),
      ...shared,
      source: {
        slots: (...asked) => slots.slots(...asked),
        counterEvents: (...asked) => slots.counterEvents(...asked),
        dayTotals: (...asked) => slots.dayTotals(...asked),
        inMemory: (seriesId, day) => this.ingest.openDays.block(seriesId, day),
      },
      settings: async () => settings,
      closedThrough: () => this.ingest.openDays.closedThrough,
      dropRevised: (mark) => this.ingest.dropRevised(mark),
      suppression: { gatewayOf: () => undefined, isUnderWork: () => false },
      bus,
      clock: { now: () => clock.now(), monotonicMs: () => systemClock.monotonicMs() },
      log,
    });
    const users = { user: () => undefined } as unknown as UserDirectory;
    const maintenance = new MaintenanceWindows(new MaintenanceStore(writer), clock);
    this.service = new AlarmService({
      ...shared,
      engine: this.engine,
      users,
      pushTokens,
      maintenance,
      testIndustries: [],
      clock,
    });
    this.#bindings = plant.units('DEMO').flatMap(({ id, series }) => {
      const flow = series.find(({ param }) => param === 'flow');
      return flow
        ? [{ tagId: `${id}.flow`, seriesId: flow.id, industryId: 'DEMO', unitId: id, param: 'flow', kind: flow.kind }]
        : [];
    });
  }

  start(): void {
    this.ingest.bind(this.#bindings);
    this.ingest.start();
    this.engine.start();
  }

  /** A slot with these flows by unit, closed and evaluated. */
  async slot(slot: number, flowOf: (unit: number) => number): Promise<void> {
    this.clock.set((slot + 1) * SLOT_MS - 10_000);
    this.ingest.accept(
      this.#bindings.map(({ tagId }, at) => ({ tagId, value: flowOf(at), quality: 'GOOD', atMs: this.clock.now() })),
    );
    this.clock.set((slot + 1) * SLOT_MS + 3000);
    await this.ingest.flush();
    await this.engine.settled();
  }

  async close(): Promise<void> {
    await this.engine.stop();
    await this.outbox.stop();
    await this.ingest.stop();
    this.#close();
  }
}
