import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import { rawConnectionOf } from '../../../db/writer.ts';
import { Storage } from '../../../storage.ts';
import { silent } from '../../../test/httpRig.ts';
import { LiveLog } from './liveLog.ts';
import { LiveLogStore } from './liveLogStore.ts';

const NOW = Date.UTC(2026, 2, 10, 6);

const start = () => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-live-log-'));
  const clock = new ManualClock(NOW);
  const storage = new Storage(folder, clock, silent);
  onTestFinished(() => {
    storage.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const raw = rawConnectionOf(storage.writer);
  raw.exec("insert into industry (id, name, joined_at) values ('DEMO', 'Demo', 0), ('NORTH', 'North', 0)");
  const store = new LiveLogStore(storage.writer, storage.reader.sqlite);
  const log = new LiveLog(store, clock);
  const append = (industryId: string, count: number, more: object = {}): void =>
    storage.writer.run((tx) => {
      for (let at = 0; at < count; at += 1)
        log.append(tx, { industryId, type: 'alert', title: `n${at}`, body: '', data: { notificationId: `a${at}` }, ...more });
    });
  const titles = (industryId: string): string[] => log.after(industryId, 0, 100_000).map(({ message }) => message.title);
  return { storage, store, log, append, titles, raw };
};

it('a message is kept with its time, its industry and whom it is for', () => {
  const { append, log } = start();
  append('DEMO', 1);
  append('DEMO', 1, { audience: 'desk', userId: 'asha', type: 'notification_assigned' });
  expect(log.after('DEMO', 0, 10)).toMatchObject([
    { audience: 'alerts', userId: null, message: { v: 1, type: 'alert', at: new Date(NOW).toISOString(), industryId: 'DEMO' } },
    { audience: 'desk', userId: 'asha', message: { type: 'notification_assigned', data: { notificationId: 'a0' } } },
  ]);
});

it('messages after an id are those of one industry, oldest first, as many as are asked for', () => {
  const { append, log } = start();
  append('DEMO', 2);
  append('NORTH', 1);
  append('DEMO', 2);
  const ids = log.after('DEMO', 0, 10).map(({ message }) => Number(message.id));
  expect(ids).toHaveLength(4);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  expect(log.after('DEMO', ids[1] ?? 0, 10).map(({ message }) => Number(message.id))).toEqual(ids.slice(2));
  expect(log.after('DEMO', 0, 3)).toHaveLength(3);
  expect(log.ends('DEMO')).toEqual({ first: ids[0], last: ids[3], isPruned: false });
  expect(log.ends('nobody')).toEqual({ first: 0, last: 0, isPruned: false });
});

it('the alarms of some messages are named once each, and only to their own industry', () => {
  const { append, log } = start();
  append('DEMO', 2);
  append('DEMO', 2);
  const ids = log.after('DEMO', 0, 10).map(({ message }) => Number(message.id));
  expect(log.alarmsOf('DEMO', ids).toSorted()).toEqual(['a0', 'a1']);
  expect(log.alarmsOf('DEMO', ids.slice(0, 1))).toEqual(['a0']);
  expect(log.alarmsOf('NORTH', ids)).toEqual([]);
});

it('the newest ones of an industry stay, and all of another', () => {
  const { append, store, storage, titles } = start();
  append('DEMO', 6);
  append('NORTH', 3);
  storage.writer.run((tx) => store.keepNewest(tx, 'DEMO', 4));
  expect(titles('DEMO')).toEqual(['n2', 'n3', 'n4', 'n5']);
  expect(titles('NORTH')).toHaveLength(3);
  storage.writer.run((tx) => store.keepNewest(tx, 'DEMO', 4));
  expect(titles('DEMO')).toHaveLength(4);
});

it('10,000 are kept; old ones are thrown away with every 256th that comes', () => {
  const { append, log, titles } = start();
  append('DEMO', 39 * 256);
  expect(log.ends('DEMO')).toMatchObject({ isPruned: false });
  expect(titles('DEMO')).toHaveLength(9984);
  append('DEMO', 255);
  expect(titles('DEMO')).toHaveLength(10_239);
  append('DEMO', 1);
  expect(titles('DEMO')).toHaveLength(10_000);
  expect(log.ends('DEMO')).toMatchObject({ isPruned: true });
  append('DEMO', 255);
  expect(titles('DEMO')).toHaveLength(10_255);
  append('DEMO', 1);
  expect(titles('DEMO')).toHaveLength(10_000);
});
