import { onTestFinished } from 'vitest';
import { type AlertSettings, alertSettings } from '../contract/model/alertSettings.ts';
import { Writer } from '../db/writer.ts';
import { createAlerts } from '../features/alarms/create.ts';
import type { UserDirectory } from '../features/auth/index.ts';
import { Calendars } from '../plantModel/index.ts';
import { feed } from './alertRig.ts';
import { silent } from './httpRig.ts';
import { newAlarm, TestChannel } from './outboxRig.ts';
import { ReadingsRig } from './readingsRig.ts';
import { TestPlant } from './testPlant.ts';

/** A meter with a panel meter beside it, each on a line of its own. */
const feeds = [feed('line', 'flow', 'meter'), feed('line', 'pressure', 'panel')];
const devices: Record<string, { connectionId: string; slaveId: number }> = {
  meter: { connectionId: 'c1', slaveId: 11 },
  panel: { connectionId: 'c2', slaveId: 12 },
};
const connections: Record<string, { id: string; name: string }> = {
  c1: { id: 'c1', name: 'Pump house' },
  c2: { id: 'c2', name: 'Office' },
};

/** The alarms of a plant in Kolkata (UTC+05:30), composed as the server does. */
export const startComposedAlerts = async (nowMs: number, settings: object = {}) => {
  const plant = new TestPlant({ timezone: 'Asia/Kolkata' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'line', type: 'flow', subCategoryId: 's', feeds })
    .addUnit({ id: 'bare', type: 'flow', subCategoryId: 's' });
  const rig = new ReadingsRig(plant, nowMs).start([]);
  rig.connection.sqlite.exec(
    `insert into user (id, industry_id, username, name, role, permissions, active, disabled, created_at)
     values ('asha', 'DEMO', 'asha', 'Asha', 'operator', '["ALERTS"]', 1, 0, 0)`,
  );
  const email = new TestChannel('email');
  const alerts = createAlerts({
    writer: new Writer(rig.connection.sqlite),
    reader: rig.readonly.sqlite,
    directory: plant,
    calendars: new Calendars(plant),
    readings: rig.reader,
    ingest: rig.ingest,
    registry: { device: (_, id) => devices[id], connection: (_, id) => connections[id] },
    settings: { alerts: async () => ({ settings: alertSettings.parse(settings) as AlertSettings, version: 1 }) as never },
    users: {
      user: (id: string) => (id === 'asha' ? { id, name: 'Asha', industryId: 'DEMO' } : undefined),
    } as unknown as UserDirectory,
    channels: [email],
    horn: { sound: async () => undefined },
    isUnderWork: () => false,
    nodeDays: async () => [],
    testIndustries: [],
    bus: rig.bus,
    clock: rig.clock,
    log: silent,
  });
  onTestFinished(async () => {
    await alerts.outbox.stop();
    await alerts.engine.stop();
    await rig.close();
  });
  await alerts.engine.evaluator('DEMO');
  const raise = (priority: 1 | 2 | 3 | 4) =>
    new Writer(rig.connection.sqlite).run((tx) => alerts.alarms.raise(tx, newAlarm('Line', { priority, raisedAtMs: nowMs })));
  const work = async (): Promise<string[]> => {
    alerts.outbox.work();
    await alerts.outbox.settled();
    return email.sent.map(({ to }) => to);
  };
  return { ...alerts, rig, raise, work };
};
