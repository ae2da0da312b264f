/** One plant of three meters whose alarm engine is run slot by slot, with restarts and faults of the disk. */
import { onTestFinished } from 'vitest';
import { SLOT_MS } from '../core/slots.ts';
import { Writer } from '../db/writer.ts';
import { AlarmService } from '../features/alarms/lifecycle/alarmService.ts';
import { AlarmStateStore } from '../features/alarms/lifecycle/alarmStateStore.ts';
import { MaintenanceWindows } from '../features/alarms/lifecycle/maintenance.ts';
import { MaintenanceStore } from '../features/alarms/lifecycle/maintenanceStore.ts';
import { PushTokens } from '../features/alarms/outbox/pushTokenStore.ts';
import type { UserDirectory } from '../features/auth/model.ts';
import { Calendars } from '../plantModel/calendars.ts';
import type { Unit } from '../plantModel/index.ts';
import { AlertRig, type AlertRigOptions, feed, slotAt } from './alertRig.ts';
import { TestPlant } from './testPlant.ts';

export const FIRST = slotAt('2026-03-10T00:00:00Z');

const UNITS = ['a', 'b', 'c'] as const;

const tags = UNITS.map((id) => `${id}.flow`);

export const asha = { userId: 'asha', username: 'asha', industryId: 'DEMO', permissions: new Set(['ALERTS'] as const) };

/** Three lines with a limit of 50 m3/h, and a clock that goes slot by slot from midnight. */
export class Story {
  readonly rig: AlertRig;
  readonly plant: TestPlant;
  slot = FIRST;

  constructor(options: AlertRigOptions = {}) {
    this.plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' }).addCategory('SOURCE_CATEGORY', ['s']);
    const meter = { modulus: 1e6, basePerCount: 1000, maxPerHour: 100 };
    for (const id of UNITS)
      this.plant.addUnit({
        id,
        name: id.toUpperCase(),
        type: 'flow',
        subCategoryId: 's',
        meta: { meter, flowHigh: 50 },
        feeds: [feed(id, 'flow')],
      });
    this.rig = new AlertRig(this.plant, FIRST * SLOT_MS - 60_000, options);
    onTestFinished(() => this.rig.close());
    this.rig.start(tags);
  }

  /** So many slots in which A flows at one rate and the others at another; null: nothing comes. */
  async go(slots: number, a: number | null, others: number | null = 6): Promise<void> {
    for (const end = this.slot + slots; this.slot < end; this.slot += 1) {
      const given = [a, others, others].flatMap((value, at) => (value === null ? [] : [[tags[at] ?? '', value] as const]));
      await this.rig.slot(this.slot, Object.fromEntries(given));
    }
  }

  get service(): AlarmService {
    const { alarms, engine, readings } = this.rig;
    const users = { user: (id: string) => (id === 'asha' ? { ...asha, name: 'Asha' } : undefined) } as unknown as UserDirectory;
    return new AlarmService({
      directory: this.plant,
      calendars: new Calendars(this.plant),
      users,
      alarms,
      engine,
      store: new AlarmStateStore(new Writer(readings.connection.sqlite)),
      pushTokens: new PushTokens(new Writer(readings.connection.sqlite)),
      maintenance: new MaintenanceWindows(new MaintenanceStore(new Writer(readings.connection.sqlite)), readings.clock),
      testIndustries: [],
      clock: readings.clock,
    });
  }

  /** As configured: what is changed of it counts from the next `configurationChanged` on. */
  unit(id: string): Unit {
    const found = this.plant.unit('DEMO', id);
    if (!found) throw new Error(`no unit ${id}`);
    return found;
  }

  /** How often people were notified, by title. */
  inWords(): string[] {
    return this.rig.announced.map(({ alarm, kind }) => `${kind} ${alarm.title}`);
  }

  titles(): string[] {
    return this.rig.all().map(({ title, count }) => (count > 1 ? `${title} x${count}` : title));
  }

  idOf(title: string): string {
    const found = this.rig.all().find((one) => one.title === title);
    if (!found) throw new Error(`no ${title} among ${this.titles()}`);
    return found.id;
  }
}
