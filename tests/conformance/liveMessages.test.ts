import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { askAt } from '../../server/test/policyRig.ts';
import { type ConformancePlant, startDemo } from './plants.ts';
import { until } from './until.ts';

type Payload = { type: string; [field: string]: unknown };
type Document = { components: { messages: Record<string, { name: string; payload: object }> } };

let plant: ConformancePlant;
let document: Document;
beforeAll(async () => {
  plant = await startDemo();
  document = (await askAt(plant.url, '/api/user/asyncapi.json')).body as Document;
});
afterAll(() => plant.stop());

/** A socket of the admin, with all that it was sent. */
const open = async () => {
  const { access_token } = await plant.tokensOf('admin');
  const socket = new WebSocket(`${plant.url.replace('http', 'ws')}/api/user/live`, ['bearer', access_token]);
  const received: Payload[] = [];
  socket.on('message', (data) => received.push(JSON.parse(String(data)) as Payload));
  await once(socket, 'open');
  const say = (message: object): void => socket.send(JSON.stringify(message));
  const first = async (type: string): Promise<Payload> => {
    await until(() => received.some((one) => one.type === type));
    const found = received.find((one) => one.type === type);
    if (!found) throw new Error(`no ${type} among ${received.map((one) => one.type).join(', ')}`);
    return found;
  };
  return { socket, received, say, first };
};

const event = {
  unitId: 'demo-line2',
  type: 'live_alert',
  createdOn: '2026-11-12T09:10:00Z',
  meta: { alertType: 'flow_rate', value: 1, threshold: 2 },
};

const SLOT_MS = 300_000;

/** Lets slots pass in which nothing is measured, until a message of this type comes. */
const passUntil = async (received: readonly Payload[], type: string): Promise<void> => {
  for (let tries = 0; tries < 1200 && !received.some((one) => one.type === type); tries += 1) {
    if (tries % 20 === 0) plant.clock.advance(SLOT_MS);
    await wait(50);
  }
};

/** Takes a unit out of service, or back into it. */
const deploy = async (unitId: string, value: boolean): Promise<void> => {
  const info = (await plant.get('/accounts/info')).body as Record<string, { unitId: string; index: number }[]>;
  const index = Object.values(info)
    .flat()
    .find((unit) => unit.unitId === unitId)?.index;
  const body = { operations: [{ path: `/units/${index}/isDeployed`, value }] };
  expect((await plant.ask('PATCH', '/accounts/info', 'admin', { body })).status).toBe(200);
};

describe('the live channel of the whole server', () => {
  it('sends every message that its document describes, and nothing else', async () => {
    const ajv = addFormats.default(new Ajv({ strict: false }), ['date-time']);
    const schemas = new Map(
      Object.entries(document.components.messages)
        .filter(([key]) => key.startsWith('receive_'))
        .map(([, { name, payload }]) => [name, ajv.compile(payload)]),
    );
    const one = await open();
    one.say({ type: 'subscribe', topic: 'readings' });
    one.say({ type: 'subscribe', topic: 'beat' });
    await one.first('reading');
    const posted = await plant.ask('POST', '/alerts', 'admin', { body: event });
    const { notificationId } = posted.body as { notificationId: string };
    const alert = await one.first('alert');
    const { userId } = (await plant.login({ LoginType: 'DEFAULT', username: 'viewer', password: 'demo-viewer' })).body as {
      userId: string;
    };
    await plant.ask('POST', '/notification/assignee', 'admin', { body: { notificationId, assigneeId: userId } });
    await one.first('notification_assigned');
    const read = [{ id: notificationId, date: '12/11/2026', type: 'flow_rate' }];
    await plant.ask('PATCH', '/notification/updateRead', 'admin', { body: { notifications: read } });
    await one.first('notification_updated');
    await plant.ask('PATCH', '/notification/assignee', 'admin', { body: { notificationId, assigneeId: userId } });
    await one.first('beat');
    one.say({ type: 'confirm', ids: [alert.id] });
    await passUntil(one.received, 'device_status');
    await deploy('demo-rain', false);
    await passUntil(one.received, 'alert_cleared');
    one.socket.send('no JSON');
    await one.first('error');
    const other = await open();
    other.say({ type: 'resume', after: '0' });
    await other.first('resumed');
    other.say({ type: 'unknown' });
    await other.first('error');
    const all = [...one.received, ...other.received];
    for (const socket of [one.socket, other.socket]) socket.terminate();
    const faults = all.filter((message) => schemas.get(message.type)?.(message) !== true);
    expect(faults).toEqual([]);
    const types = [...new Set(all.map(({ type }) => type))];
    expect(types.toSorted()).toEqual([...schemas.keys()].toSorted());
    const silence = one.received.filter(({ type }) => type === 'device_status').map(({ title }) => title);
    expect(silence).toEqual(expect.arrayContaining(['Rain gauge offline', 'Rain gauge offline: over']));
    // one that was resumed is the same as it was when it was sent
    expect(other.received.find(({ id }) => id === alert.id)).toEqual(alert);
  });
});
