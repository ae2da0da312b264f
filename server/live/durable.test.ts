import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DurableMessage } from '../contract/live/messages.ts';
import type { AddressedMessage } from '../core/bus.ts';
import { systemClock } from '../core/clock.ts';
import { rawConnectionOf, Writer } from '../db/writer.ts';
import { type LiveEntry, LiveLog } from '../features/alarms/live/liveLog.ts';
import { LiveLogStore } from '../features/alarms/live/liveLogStore.ts';
import { Storage } from '../storage.ts';
import { silent } from '../test/httpRig.ts';
import { Client, endLive, type Rig, sessions, startHub } from '../test/liveRig.ts';

let folder: string;
let storage: Storage;
let log: LiveLog;
let rig: Rig;
const confirmed: { userId: string; ids: readonly number[] }[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headworks-live-'));
  storage = new Storage(folder, systemClock, silent);
  for (const id of ['DEMO', 'NORTH'])
    rawConnectionOf(storage.writer).prepare('insert into industry (id, name, joined_at) values (?, ?, 0)').run(id, id);
  log = new LiveLog(new LiveLogStore(new Writer(rawConnectionOf(storage.writer)), storage.reader.sqlite), systemClock);
  rig = await startHub({ replay: log, onConfirm: ({ userId }, ids) => confirmed.push({ userId, ids }) });
});
afterEach(async () => {
  await endLive();
  storage.stop();
  rmSync(folder, { recursive: true });
  confirmed.length = 0;
});

const entry = (title: string, more: Partial<LiveEntry> = {}): LiveEntry => ({
  industryId: 'DEMO',
  type: 'alert',
  title,
  body: `${title} happened`,
  data: { notificationId: title },
  ...more,
});

/** Stores in one transaction, as an alarm does, then tells. */
const publish = (...entries: LiveEntry[]): AddressedMessage[] => {
  const messages = storage.writer.run((tx) => entries.map((one) => log.append(tx, one)));
  for (const [industryId, own] of Map.groupBy(messages, ({ message }) => message.industryId))
    rig.bus.emit('durableMessages', { industryId, messages: own });
  return messages;
};

const connect = (token = 'token.of.asha'): Promise<Client> =>
  new Client(rig.port, { path: `/api/user/live?jwt=${token}` }).opened();
const durable = (client: Client): DurableMessage[] => client.got.filter((one): one is DurableMessage => 'id' in one);
const titles = (client: Client): string[] => durable(client).map(({ title }) => title);
/** Once it has answered, the client follows live. */
const resumed = async (client: Client, after: string | number): Promise<void> => {
  client.say({ type: 'resume', after });
  await client.until(() => client.got.some(({ type }) => type === 'resumed'));
};

it('a log that cannot be read ends the one connection that asked, and not the server', async () => {
  const faults: unknown[] = [];
  const hear = (error: unknown): void => void faults.push(error);
  process.on('unhandledRejection', hear);
  const broken = await startHub({
    replay: {
      after: () => {
        throw new Error('disk I/O error');
      },
      ends: () => ({ first: 0, last: 0, isPruned: false }),
    },
  });
  const options = { path: '/api/user/live?jwt=token.of.asha' };
  const [asking, waiting] = await Promise.all([
    new Client(broken.port, options).opened(),
    new Client(broken.port, options).opened(),
  ]);
  asking.say({ type: 'resume', after: 0 });
  // the other one is caught up with when it has said nothing for a while
  for (const client of [asking, waiting]) await client.until(() => client.closeCode !== undefined);
  expect([asking.closeCode, waiting.closeCode]).toEqual([4500, 4500]);
  await new Promise(setImmediate);
  process.off('unhandledRejection', hear);
  expect(faults).toEqual([]);
});

describe('durable messages', () => {
  it('reach every client of the industry, and no other industry, as soon as they are stored', async () => {
    const [one, two, north] = await Promise.all([connect(), connect('second.of.asha'), connect('token.of.north')]);
    await Promise.all([resumed(one, 0), resumed(two, 0), resumed(north, 0)]);
    publish(entry('first'), entry('theirs', { industryId: 'NORTH' }));
    publish(entry('second'));
    for (const client of [one, two]) {
      await client.until(() => titles(client).length === 2);
      expect(titles(client)).toEqual(['first', 'second']);
    }
    await north.until(() => titles(north).length === 1);
    expect(titles(north)).toEqual(['theirs']);
  });

  it('reach a client that never says where it left off: what was made since it came, after a moment', async () => {
    publish(entry('before'));
    const client = await connect();
    publish(entry('at once'));
    await client.until(() => titles(client).length === 1);
    publish(entry('later'));
    await client.until(() => titles(client).length === 2);
    expect(titles(client)).toEqual(['at once', 'later']);
  });

  it('are all delivered in order and none twice to a client that was away during 300 of them', async () => {
    const client = await connect();
    await resumed(client, 0);
    publish(entry('seen'));
    await client.until(() => titles(client).length === 1);
    const [last] = durable(client);
    client.ws.terminate();
    for (let at = 0; at < 300; at += 1) publish(entry(`away ${at}`));
    const back = await connect();
    back.say({ type: 'resume', after: last?.id ?? '' });
    await back.until(() => titles(back).length > 0);
    // some are made while it catches up
    for (let at = 300; at < 350; at += 1) publish(entry(`away ${at}`));
    await back.until(() => titles(back).length === 350);
    expect(titles(back)).toEqual(Array.from({ length: 350 }, (_, at) => `away ${at}`));
    publish(entry('after all'));
    await back.until(() => titles(back).length === 351);
    expect(new Set(durable(back).map(({ id }) => id)).size).toBe(351);
  });

  it('come once even when the client names its place late', async () => {
    publish(entry('old 1'), entry('old 2'));
    const client = await connect();
    publish(entry('new'));
    await client.until(() => titles(client).length === 1);
    await resumed(client, 0);
    expect(titles(client).toSorted()).toEqual(['new', 'old 1', 'old 2']);
    await resumed(client, 0);
    expect(titles(client)).toHaveLength(3);
  });

  it('are kept for 10,000 of an industry; a client that asks for older ones is told of the gap', async () => {
    const write = (count: number): void =>
      storage.writer.run((tx) => {
        for (let at = 0; at < count; at += 1) log.append(tx, entry(`flood ${at}`));
      });
    publish(entry('theirs', { industryId: 'NORTH' }));
    write(10_300);
    const { first, last, isPruned } = log.ends('DEMO');
    expect(isPruned).toBe(true);
    expect(last - first).toBeLessThan(10_300);
    expect(last - first).toBeGreaterThanOrEqual(9_999);
    const client = await connect();
    client.say({ type: 'resume', after: '2' });
    await client.until(() => client.got.some(({ type }) => type === 'resumed'));
    expect(client.got.find(({ type }) => type === 'resumed')).toMatchObject({ gap: true, lastId: String(last) });
    expect(titles(client)).toHaveLength(last - first + 1);
    const north = await connect('token.of.north');
    await resumed(north, 0);
    expect(titles(north)).toEqual(['theirs']);
    expect(north.got.find(({ type }) => type === 'resumed')).toMatchObject({ gap: false });
  });

  it('about alarms go to those who hold ALERTS, about the account to those who run it and the person named', async () => {
    sessions['token.of.viewer'] = { userId: 'vijay', industryId: 'DEMO', sessionId: 's4', permissions: new Set() };
    sessions['token.of.admin'] = {
      userId: 'ada',
      industryId: 'DEMO',
      sessionId: 's5',
      permissions: new Set(['ACCOUNT_SETTINGS']),
    };
    const [viewer, admin, asha] = await Promise.all([connect('token.of.viewer'), connect('token.of.admin'), connect()]);
    await Promise.all([viewer, admin, asha].map((client) => resumed(client, 0)));
    publish(
      entry('alarm'),
      entry('to vijay', { type: 'notification_assigned', audience: 'desk', userId: 'vijay' }),
      entry('alarm to vijay', { userId: 'vijay' }),
    );
    await Promise.all([
      viewer.until(() => titles(viewer).length === 2),
      admin.until(() => titles(admin).length === 1),
      asha.until(() => titles(asha).length === 2),
    ]);
    expect([viewer, admin, asha].map(titles)).toEqual([
      ['to vijay', 'alarm to vijay'],
      ['to vijay'],
      ['alarm', 'alarm to vijay'],
    ]);
  });

  it('stop at once for a user who loses the permission or the session', async () => {
    const granted = new Set(['ALERTS'] as const);
    sessions['token.of.temp'] = { userId: 'temp', industryId: 'DEMO', sessionId: 's6', permissions: granted };
    const [temp, gone] = await Promise.all([connect('token.of.temp'), connect()]);
    await Promise.all([resumed(temp, 0), resumed(gone, 0)]);
    sessions['token.of.temp'] = { userId: 'temp', industryId: 'DEMO', sessionId: 's6', permissions: new Set() };
    rig.ended.add('s1');
    publish(entry('secret'));
    await gone.until(() => gone.closeCode !== undefined);
    expect(gone.closeCode).toBe(4440);
    temp.say({ type: 'subscribe', topic: 'readings' });
    await temp.until(() => temp.got.some(({ type }) => type === 'reading'));
    expect([...titles(temp), ...titles(gone)]).toEqual([]);
  });

  it('are received by a wall display, where nobody can confirm them', async () => {
    const client = await connect('token.of.wall');
    await resumed(client, 0);
    publish(entry('Tank low'));
    await client.until(() => titles(client).length === 1);
    client.say({ type: 'confirm', ids: durable(client).map(({ id }) => id) });
    client.say({ type: 'subscribe', topic: 'readings' });
    await client.until(() => client.got.some(({ type }) => type === 'reading'));
    expect(confirmed).toEqual([]);
  });

  it('are confirmed by the client that has them', async () => {
    const client = await connect();
    await resumed(client, 0);
    publish(entry('one'));
    await client.until(() => titles(client).length === 1);
    client.say({ type: 'confirm', ids: durable(client).map(({ id }) => id) });
    client.say({ type: 'subscribe', topic: 'readings' });
    await client.until(() => client.got.some(({ type }) => type === 'reading'));
    expect(confirmed).toEqual([{ userId: 'asha', ids: durable(client).map(({ id }) => Number(id)) }]);
  });

  it('that are rolled back are never seen', async () => {
    const client = await connect();
    await resumed(client, 0);
    const broken = (): void =>
      storage.writer.run((tx) => {
        log.append(tx, entry('never'));
        throw new Error('the alarm could not be stored');
      });
    expect(broken).toThrow();
    publish(entry('always'));
    await client.until(() => titles(client).length === 1);
    expect(titles(client)).toEqual(['always']);
  });
});
