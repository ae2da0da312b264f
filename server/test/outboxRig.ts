import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AlertSettings, alertSettings } from '../contract/model/alertSettings.ts';
import { Bus } from '../core/bus.ts';
import { ManualClock } from '../core/clock.ts';
import { rawConnectionOf } from '../db/writer.ts';
import { AlarmStore } from '../features/alarms/lifecycle/alarmStore.ts';
import { Alarms, type NewAlarm } from '../features/alarms/lifecycle/alarms.ts';
import { LiveLog } from '../features/alarms/live/liveLog.ts';
import { LiveLogStore } from '../features/alarms/live/liveLogStore.ts';
import type { AlarmRecord } from '../features/alarms/model.ts';
import { Escalation } from '../features/alarms/outbox/escalation.ts';
import type { Delivery } from '../features/alarms/outbox/model.ts';
import { Outbox } from '../features/alarms/outbox/outbox.ts';
import { OutboxStore } from '../features/alarms/outbox/outboxStore.ts';
import { dateAndTime } from '../features/alarms/outbox/plantWall.ts';
import { PushTokens } from '../features/alarms/outbox/pushTokenStore.ts';
import type { ChannelName, MessageChannel, OutgoingMessage } from '../features/delivery/model.ts';
import { Storage } from '../storage.ts';
import { silent } from './httpRig.ts';

/** In UTC; 1 January 1970 was a Thursday. */
const minuteOfWeek = (ms: number): number => (Math.floor(ms / 60_000) + 4 * 1440) % 10_080;

/** A channel that keeps what it was given, and does with it what the test says. */
export class TestChannel implements MessageChannel {
  readonly name: ChannelName;
  readonly needsInternet: boolean;
  readonly sent: { to: string; message: OutgoingMessage }[] = [];
  act: (to: string, signal: AbortSignal) => Promise<void> = async () => undefined;

  constructor(name: ChannelName, needsInternet = false) {
    this.name = name;
    this.needsInternet = needsInternet;
  }

  async send(to: string, message: OutgoingMessage, signal: AbortSignal): Promise<void> {
    await this.act(to, signal);
    this.sent.push({ to, message });
  }

  stop(): void {}
}

export const newAlarm = (name: string, more: Partial<NewAlarm> = {}): NewAlarm => ({
  industryId: 'DEMO',
  unitId: 'tank3',
  category: 'level_exceed',
  alertType: 'level_exceed_alert',
  key: `tank3|level_exceed|${name}|high|`,
  param: 'level',
  date: '2026-11-21',
  title: `${name} level high`,
  body: '4.21 m, limit 4 m.',
  action: 'Stop the inflow.',
  priority: 2,
  insight: false,
  value: 4.21,
  threshold: 4,
  meta: {},
  raisedAtMs: 0,
  late: false,
  ...more,
});

/** Alarms with an outbox on a real database. */
export class OutboxRig {
  readonly folder = mkdtempSync(join(tmpdir(), 'headworks-outbox-'));
  readonly clock: ManualClock;
  readonly email = new TestChannel('email');
  readonly sms = new TestChannel('sms');
  readonly push = new TestChannel('push', true);
  readonly horns: string[] = [];
  /** What the relay of a horn does with its order. */
  hornAct: () => Promise<void> = async () => undefined;
  /** What the outbox warned of in the log. */
  readonly warned: object[] = [];
  readonly storage: Storage;
  readonly store: OutboxStore;
  readonly alarms: Alarms;
  readonly outbox: Outbox;
  readonly escalation: Escalation;
  settings: AlertSettings;

  constructor(settings: object, nowMs = Date.UTC(2026, 10, 21, 6, 0)) {
    this.clock = new ManualClock(nowMs);
    this.settings = alertSettings.parse(settings) as AlertSettings;
    this.storage = new Storage(this.folder, this.clock, silent);
    const { writer } = this.storage;
    const reader = this.storage.reader.sqlite;
    rawConnectionOf(writer).exec("insert into industry (id, name, joined_at) values ('DEMO', 'Demo', 0)");
    rawConnectionOf(writer).exec(
      `insert into user (id, industry_id, username, name, role, permissions, active, disabled, created_at)
       values ('asha', 'DEMO', 'asha', 'Asha', 'operator', '["ALERTS"]', 1, 0, 0), ('vijay', 'DEMO', 'vijay', 'Vijay', 'viewer', '[]', 1, 0, 0)`,
    );
    this.store = new OutboxStore(writer);
    const pushTokens = new PushTokens(writer);
    writer.run((tx) =>
      pushTokens.keep(tx, { userId: 'asha', industryId: 'DEMO' }, { deviceId: 'd1', token: 'phone-of-asha' }, 0),
    );
    writer.run((tx) =>
      pushTokens.keep(tx, { userId: 'vijay', industryId: 'DEMO' }, { deviceId: 'd2', token: 'phone-of-vijay' }, 0),
    );
    const alarmStore = new AlarmStore(writer, reader);
    this.outbox = new Outbox({
      writer,
      store: this.store,
      channels: [this.email, this.sms, this.push],
      horn: {
        sound: async (_, id) => {
          await this.hornAct();
          this.horns.push(id);
        },
      },
      pushTokens,
      settings: () => this.settings,
      alarm: (industryId, id) => alarmStore.find(industryId, id),
      wall: { minuteOfWeek: (_, ms) => minuteOfWeek(ms), dateAndTime: (_, ms) => dateAndTime(ms) },
      onFailed: (tx, alarm, what) => alarmStore.addUndelivered(tx, alarm.id, this.clock.now(), what),
      clock: this.clock,
      log: { ...silent, warn: (fields: object) => void this.warned.push(fields) },
    });
    this.alarms = new Alarms({
      store: alarmStore,
      liveLog: new LiveLog(new LiveLogStore(writer, reader), this.clock),
      bus: new Bus(silent),
      clock: this.clock,
      announcer: this.outbox,
    });
    this.escalation = new Escalation({
      outbox: this.outbox,
      store: this.store,
      alarms: this.alarms,
      alarm: (industryId, alarmId) => this.alarms.find(industryId, alarmId),
      industries: () => [{ id: 'DEMO', disabled: false }],
      settings: () => this.settings,
      transaction: (write) => writer.run(write),
      minuteOfWeek: () => minuteOfWeek(this.clock.now()),
      clock: this.clock,
      log: silent,
    });
  }

  /** In one transaction, as the engine does. */
  raise(...alarms: NewAlarm[]): AlarmRecord[] {
    const atMs = this.clock.now();
    return this.storage.writer.run((tx) => alarms.map((alarm) => this.alarms.raise(tx, { ...alarm, raisedAtMs: atMs })));
  }

  /** Everything that is due now goes out. */
  async work(): Promise<void> {
    this.outbox.work();
    await this.outbox.settled();
  }

  async after(minutes: number): Promise<void> {
    this.clock.advance(minutes * 60_000);
    await this.work();
  }

  deliveries(alarm: AlarmRecord): Pick<Delivery, 'channel' | 'recipient' | 'state'>[] {
    return this.store.ofAlarm('DEMO', alarm.id).map(({ channel, recipient, state }) => ({ channel, recipient, state }));
  }

  async close(): Promise<void> {
    await this.outbox.stop();
    this.storage.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
