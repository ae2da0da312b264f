import { closeSync, copyFileSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Application } from './application.ts';
import { readMissing } from './backup/missingHistory.ts';
import { recoverDatabase } from './backup/recoverDatabase.ts';
import { arePagesUnchecked } from './backup/uncheckedPages.ts';
import { readConfig } from './config.ts';
import { systemClock } from './core/clock.ts';
import { openWriter } from './db/openWriter.ts';
import { findPageDamage } from './db/transfer/findDamage.ts';
import type { Writer } from './db/writer.ts';
import { PageCheck } from './features/storage/index.ts';
import { silent } from './test/httpRig.ts';
import { askAt, bearer, loginAt } from './test/policyRig.ts';
import { makeWholePlant } from './test/wholePlant.ts';

const MIB = 1_048_576;
/** More than is looked through before a start. */
const LARGE_MIB = 70;
const PAGE = 8192;

let kept: string;
/** Of the table whose rows make it large: its root, which no start reads. */
let rootOfFilling: number;

/** A whole plant, made large by rows that nothing asks for. */
beforeAll(async () => {
  kept = mkdtempSync(join(tmpdir(), 'headworks-pages-'));
  await makeWholePlant(kept);
  const sqlite = new Database(join(kept, 'headworks.db'));
  sqlite.pragma('journal_mode=wal');
  sqlite.pragma('synchronous=off');
  sqlite.exec('create table filling (id integer primary key, bytes blob) strict');
  const put = sqlite.prepare('insert into filling (bytes) values (zeroblob(?))');
  for (let at = 0; at < LARGE_MIB; at += 1) put.run(MIB);
  for (let at = 0; at < 2000; at += 1) put.run(1000);
  rootOfFilling = sqlite.prepare("select rootpage from sqlite_schema where name = 'filling'").pluck().get() as number;
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.close();
});
afterAll(() => rmSync(kept, { recursive: true, force: true }));

/** A copy as a kill leaves it: with a write-ahead log. */
const killedPlant = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['headworks.db', 'headworks.json']) copyFileSync(join(kept, name), join(folder, name));
  const sqlite = new Database(join(folder, 'headworks.db'));
  sqlite.pragma('wal_autocheckpoint=0');
  sqlite.exec('update filling set bytes = zeroblob(999) where id = 1000');
  const log = readFileSync(join(folder, 'headworks.db-wal'));
  expect(log.length).toBeGreaterThan(0);
  copyFileSync(join(folder, 'headworks.db-wal'), join(folder, 'log'));
  sqlite.close();
  copyFileSync(join(folder, 'log'), join(folder, 'headworks.db-wal'));
  rmSync(join(folder, 'log'));
  return folder;
};
const damage = (folder: string, page: number): void => {
  const handle = openSync(join(folder, 'headworks.db'), 'r+');
  writeSync(handle, Buffer.alloc(PAGE, 0xa5), 0, PAGE, (page - 1) * PAGE);
  closeSync(handle);
};

type Running = { url: string; messages: string[]; restarts: Promise<void>; stop(): Promise<void> };
const start = async (folder: string): Promise<Running> => {
  const messages: string[] = [];
  const note = (_: object, message: string): void => void messages.push(message);
  const { promise: restarts, resolve: restart } = Promise.withResolvers<void>();
  const application = new Application({
    config: readConfig(['--data', folder, '--port', '0', '--host', '127.0.0.1'], {}),
    clock: systemClock,
    log: { ...silent, info: note, warn: note, error: note },
    resources: resolve(import.meta.dirname, '../resources'),
    panelFolder: folder,
    version: '0.0.0',
    restart,
  });
  onTestFinished(() => application.stop());
  const url = await application.start();
  return { url, messages, restarts, stop: () => application.stop() };
};
const unitsAt = async (url: string): Promise<number> => {
  const { access_token } = await loginAt(url, 'admin');
  const { body } = await askAt(url, '/api/plant/units', { headers: bearer(access_token) });
  return (body as { units: unknown[] }).units.length;
};

describe('a large database after an unclean stop', () => {
  it('is served at once, and looked through beside the service', async () => {
    const folder = killedPlant();
    expect(statSync(join(folder, 'headworks.db')).size).toBeGreaterThan(64 * MIB);
    const running = await start(folder);
    expect(arePagesUnchecked(folder)).toBe(true);
    expect(await unitsAt(running.url)).toBeGreaterThan(0);
    await expect.poll(() => arePagesUnchecked(folder)).toBe(false);
    expect(running.messages).toContain('the pages of the database were looked through');
    await running.stop();
    expect(readMissing(folder)).toBeNull();
  });

  it('that is damaged is set aside, and the plant runs again with what can be read', async () => {
    const folder = killedPlant();
    damage(folder, rootOfFilling);
    const first = await start(folder);
    const units = await unitsAt(first.url);
    await first.restarts;
    expect(arePagesUnchecked(folder)).toBe(true);
    await first.stop();
    const second = await start(folder);
    expect(await unitsAt(second.url)).toBe(units);
    expect(readMissing(folder)).toMatchObject({ from: 'salvage' });
    expect(existsSync(join(folder, readMissing(folder)?.setAside ?? 'nowhere', 'headworks.db'))).toBe(true);
    expect(arePagesUnchecked(folder)).toBe(false);
  });

  it('that was not looked through to its end is looked through first at the next start', async () => {
    const folder = killedPlant();
    damage(folder, rootOfFilling);
    const first = await start(folder);
    await first.stop();
    expect(readMissing(folder)).toBeNull();
    const second = await start(folder);
    expect(readMissing(folder)).toMatchObject({ from: 'salvage' });
    expect(await unitsAt(second.url)).toBeGreaterThan(0);
  });

  it('whose damage is met by the start itself is set aside by the next one', async () => {
    const folder = killedPlant();
    const sqlite = new Database(join(kept, 'headworks.db'), { readonly: true });
    const root = sqlite.prepare("select rootpage from sqlite_schema where name = 'unit'").pluck().get() as number;
    sqlite.close();
    damage(folder, root);
    await expect(start(folder)).rejects.toThrow(/malformed|damaged/);
    await start(folder);
    expect(readMissing(folder)).not.toBeNull();
  });
});

describe('a write that meets damage', () => {
  const plantWith = (table: string): { folder: string; path: string } => {
    const folder = mkdtempSync(join(tmpdir(), 'headworks-met-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, 'headworks.db');
    openWriter(path, systemClock).writer.close();
    const sqlite = new Database(path);
    const root = sqlite.prepare('select rootpage from sqlite_schema where name = ?').pluck().get(table) as number;
    sqlite.close();
    damage(folder, root);
    return { folder, path };
  };
  const put = (writer: Writer): void => {
    const insert = writer.prepare("insert into attempt (scope, subject, seconds, started_at, used) values ('s', 'k', 1, 0, 1)");
    writer.run((tx) => insert.run(tx));
  };

  it('is followed by one look through the database, and the server starts again without it', async () => {
    const { folder, path } = plantWith('attempt');
    const { writer } = openWriter(path, systemClock);
    onTestFinished(() => writer.close());
    const asked: string[] = [];
    const { promise: restarted, resolve: restart } = Promise.withResolvers<void>();
    const run = (kind: string): Promise<unknown> => {
      asked.push(kind);
      return Promise.resolve({ damage: findPageDamage(path) ?? null });
    };
    const check = new PageCheck({ dataFolder: folder, jobs: { run }, writer, clock: systemClock, log: silent, restart });
    check.start();
    expect(asked).toEqual([]);
    for (let times = 0; times < 3; times += 1) expect(() => put(writer)).toThrow(/malformed/);
    await restarted;
    expect(asked).toEqual(['checkPages']);
    check.stop();
    writer.close();
    expect(arePagesUnchecked(folder)).toBe(true);
    expect(await recoverDatabase(folder, systemClock, silent)).toMatchObject({ from: 'salvage' });
  });

  it('keeps the server going where its pages are whole, and is looked at again where no process could', async () => {
    const { folder, path } = plantWith('attempt');
    const { writer } = openWriter(path, systemClock);
    onTestFinished(() => writer.close());
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const answers = [() => Promise.reject(new Error('no process')), () => Promise.resolve({ damage: null })];
    let restarts = 0;
    const jobs = { run: () => answers.shift()?.() ?? Promise.reject(new Error('asked too often')) };
    const check = new PageCheck({
      dataFolder: folder,
      jobs,
      writer,
      clock: systemClock,
      log: silent,
      restart: () => (restarts += 1),
    });
    check.start();
    expect(() => put(writer)).toThrow(/malformed/);
    expect(arePagesUnchecked(folder)).toBe(true);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(answers).toEqual([]);
    expect([arePagesUnchecked(folder), restarts]).toEqual([false, 0]);
    check.stop();
  });
});
