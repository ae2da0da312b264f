import { fork } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { ManualClock, systemClock } from './core/clock.ts';
import { rawConnectionOf } from './db/writer.ts';
import { Storage } from './storage.ts';
import { silent } from './test/httpRig.ts';

const MIB = 1_048_576;
const folder = mkdtempSync(join(tmpdir(), 'storage-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that begins to read and never ends. */
const stuck = `
import Database from ${JSON.stringify(import.meta.resolve('better-sqlite3'))};
const sqlite = new Database(process.argv[2], { readonly: true });
sqlite.exec('begin');
sqlite.prepare('select count(*) from unit').get();
process.send('reading');
setInterval(() => undefined, 1000);
`;

it('ends whoever reads without end before the write-ahead log is 64 MiB long, and the log begins anew', async () => {
  const storage = new Storage(folder, systemClock, silent);
  const script = join(folder, 'stuck.mjs');
  writeFileSync(script, stuck);
  const child = fork(script, [join(folder, 'headworks.db')]);
  try {
    await new Promise((done) => child.once('message', done));
    let ended = 0;
    storage.onLongLog(() => {
      ended += 1;
      child.kill('SIGKILL');
      return 1;
    });
    storage.start();
    rawConnectionOf(storage.writer).exec('create table filler (bytes blob)');
    const put = storage.writer.prepare('insert or replace into filler (rowid, bytes) values (1, ?)');
    const walBytes = (): number => statSync(join(folder, 'headworks.db-wal')).size;
    let longest = 0;
    for (let round = 0; round < 60; round += 1) {
      storage.writer.run((tx) => put.run(tx, Buffer.alloc(MIB, round)));
      longest = Math.max(longest, walBytes());
      await delay(100);
    }
    expect(ended).toBe(1);
    expect(longest).toBeGreaterThan(40 * MIB);
    expect(longest).toBeLessThan(64 * MIB);
    expect(walBytes()).toBeLessThan(40 * MIB);
  } finally {
    child.kill('SIGKILL');
    storage.stop();
  }
});

it('moves the write-ahead log within a minute where much waits, and else within ten', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const clock = new ManualClock(Date.parse('2026-11-26T10:00:00Z'));
  const own = mkdtempSync(join(tmpdir(), 'storage-'));
  const storage = new Storage(own, clock, silent);
  try {
    storage.start();
    rawConnectionOf(storage.writer).exec('create table filler (bytes blob)');
    storage.writer.checkpoint('PASSIVE');
    const put = storage.writer.prepare('insert or replace into filler (rowid, bytes) values (1, ?)');
    const write = (bytes: number): void => storage.writer.run((tx) => void put.run(tx, Buffer.alloc(bytes)));
    const minute = (): number => {
      clock.advance(60_000);
      vi.advanceTimersByTime(60_000);
      return storage.writer.waitingPages();
    };
    write(1_500_000);
    expect(storage.writer.waitingPages()).toBeGreaterThan(128);
    // the number by which log and database belong together
    expect(minute()).toBe(1);
    const waiting = Array.from({ length: 10 }, () => {
      write(100);
      return minute() > 1;
    });
    expect(waiting).toEqual([...Array(9).fill(true), false]);
  } finally {
    storage.stop();
    vi.useRealTimers();
    rmSync(own, { recursive: true, force: true });
  }
});

it('keeps its folder to itself where the file of its lock is removed, and ends where another server was quicker', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const own = mkdtempSync(join(tmpdir(), 'storage-'));
  onTestFinished(() => {
    vi.useRealTimers();
    rmSync(own, { recursive: true, force: true });
  });
  const storage = new Storage(own, new ManualClock(0), silent);
  storage.start();
  rmSync(join(own, 'server.lock'));
  vi.advanceTimersByTime(1000);
  expect(() => new Storage(own, new ManualClock(0), silent)).toThrow('is in use by another Headworks server');
  rmSync(join(own, 'server.lock'));
  const quicker = new Storage(own, new ManualClock(0), silent);
  expect(() => vi.advanceTimersByTime(1000)).toThrow('is in use by another Headworks server');
  quicker.stop();
  storage.stop();
});

it('says that nothing is kept while its database is taken away, as with its disk', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const own = mkdtempSync(join(tmpdir(), 'storage-'));
  onTestFinished(() => rmSync(own, { recursive: true, force: true }));
  const storage = new Storage(own, new ManualClock(0), silent);
  storage.start();
  const path = join(own, 'headworks.db');
  renameSync(path, `${path}.away`);
  vi.advanceTimersByTime(3000);
  expect(() => storage.writer.run(() => undefined)).toThrow('headworks.db is not at its place');
  // whoever is told of it is told all the same
  storage.writer.runReserved(() => undefined);
  expect(storage.room().isFailing).toBe(true);
  expect(storage.isThere()).toBe(false);
  renameSync(`${path}.away`, path);
  vi.advanceTimersByTime(1000);
  expect(storage.room().isFailing).toBe(false);
  expect(storage.isThere()).toBe(true);
  storage.writer.run(() => undefined);
  storage.stop();
});

it('ends, to be started again, where another file was put in the place of its database', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const own = mkdtempSync(join(tmpdir(), 'storage-'));
  onTestFinished(() => rmSync(own, { recursive: true, force: true }));
  const storage = new Storage(own, new ManualClock(0), silent);
  storage.start();
  const path = join(own, 'headworks.db');
  cpSync(path, `${path}.other`);
  renameSync(`${path}.other`, path);
  expect(() => storage.writer.run(() => undefined)).toThrow('headworks.db is not at its place');
  expect(() => vi.advanceTimersByTime(1000)).toThrow('headworks.db is another file than the one that is open');
  storage.stop();
});

it('saves what only its removed write-ahead log held, and ends, to be started again with a new one', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const own = mkdtempSync(join(tmpdir(), 'storage-'));
  onTestFinished(() => rmSync(own, { recursive: true, force: true }));
  const storage = new Storage(own, new ManualClock(0), silent);
  storage.start();
  rawConnectionOf(storage.writer).exec('create table kept (one); insert into kept values (1)');
  const path = join(own, 'headworks.db');
  rmSync(`${path}-wal`);
  vi.advanceTimersByTime(1000);
  const copy = join(own, 'copy.db');
  cpSync(path, copy);
  const found = new Database(copy);
  onTestFinished(() => void found.close());
  expect(found.prepare('select * from kept').all()).toEqual([{ one: 1 }]);
  expect(() => vi.advanceTimersByTime(2000)).toThrow('headworks.db-wal is gone');
  storage.stop();
});

it.runIf(process.platform === 'linux')(
  'ends, to be started again, where its folder comes back on a disk that was connected anew',
  () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const [own, other] = [mkdtempSync(join(tmpdir(), 'storage-')), mkdtempSync('/dev/shm/storage-')];
    for (const path of [own, other]) onTestFinished(() => rmSync(path, { recursive: true, force: true }));
    const [disk, mounted] = [join(own, 'disk'), join(own, 'mounted')];
    mkdirSync(disk);
    symlinkSync(disk, mounted);
    const storage = new Storage(mounted, new ManualClock(0), silent);
    storage.start();
    cpSync(join(disk, 'headworks.db'), join(other, 'headworks.db'));
    expect(storage.isThere()).toBe(true);
    rmSync(mounted);
    vi.advanceTimersByTime(3000);
    expect(storage.room().isFailing).toBe(true);
    symlinkSync(other, mounted);
    // the room of the disk that is there now says nothing about the one that the plant is on
    expect([storage.room().totalBytes > 0, storage.isThere()]).toEqual([true, false]);
    expect(() => vi.advanceTimersByTime(1000)).toThrow('is on another disk than it was');
    storage.stop();
  },
);

it('says in one line that its folder cannot be written', () => {
  const own = mkdtempSync(join(tmpdir(), 'storage-'));
  onTestFinished(() => rmSync(own, { recursive: true, force: true }));
  // as on a disk that is mounted to be read only, also for root
  mkdirSync(join(own, 'reserve.bin'));
  expect(() => new Storage(own, new ManualClock(0), silent)).toThrow(`data folder ${own} cannot be written: EISDIR`);
});
