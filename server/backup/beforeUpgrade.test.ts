import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { migrations } from '../db/migrate.ts';
import { openWriter } from '../db/openWriter.ts';
import { silent } from '../test/httpRig.ts';
import { makeWholePlant } from '../test/wholePlant.ts';
import { copyBeforeUpgrade, copyToGoBackTo, isBeforeUpgrade, unpackBeforeUpgrade } from './beforeUpgrade.ts';

const room = vi.hoisted(() => ({ freeBytes: undefined as number | undefined }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const statfsSync = ((path: string) => {
    const found = fs.statfsSync(path);
    return room.freeBytes === undefined ? found : { ...found, bsize: 1, bavail: room.freeBytes };
  }) as typeof fs.statfsSync;
  return { ...fs, default: { ...fs, statfsSync }, statfsSync };
});

const later = (number: number) => ({ number, name: 'later', sql: `create table later_${number} (id integer) strict` });
const newer = [...migrations, later(9990)];
const newest = [...newer, later(9991)];
const last = migrations.at(-1)?.number;
const nowMs = Date.parse('2026-11-22T02:00:00Z');
const DAY_MS = 86_400_000;
const turn = (): Promise<void> => Promise.resolve();

let dataFolder: string;
const path = (...names: string[]): string => join(dataFolder, ...names);
const copies = (): string[] => (existsSync(path('before-upgrade')) ? readdirSync(path('before-upgrade')).toSorted() : []);
const copy = (steps = newer, ms = nowMs) => copyBeforeUpgrade({ dataFolder, nowMs: ms, log: silent, turn, steps });
const ask = (file: string, sql: string): unknown => {
  const sqlite = new Database(file, { readonly: true });
  try {
    return sqlite.prepare(sql).pluck().get();
  } finally {
    sqlite.close();
  }
};

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'before-upgrade-'));
  onTestFinished(() => {
    room.freeBytes = undefined;
    rmSync(dataFolder, { recursive: true, force: true });
  });
  await makeWholePlant(dataFolder);
});

describe('before a newer version changes the database', () => {
  it('a copy is kept that holds what was still in the write-ahead log, closed to others', async () => {
    const sqlite = new Database(path('headworks.db'));
    sqlite.exec("update unit set name = 'in the log' where rowid = (select min(rowid) from unit)");
    // the log of a process that was killed
    const [database, log] = [readFileSync(path('headworks.db')), readFileSync(path('headworks.db-wal'))];
    sqlite.close();
    writeFileSync(path('headworks.db'), database);
    writeFileSync(path('headworks.db-wal'), log);
    const made = await copy();
    expect(made).toBe(path('before-upgrade', `20261122T020000Z-step${last}.db`));
    openWriter(path('headworks.db'), systemClock, undefined, newer).writer.close();
    expect(ask(path('headworks.db'), 'select max(number) from migration')).toBe(9990);
    expect(ask(String(made), 'select max(number) from migration')).toBe(last);
    expect(ask(String(made), "select count(*) from unit where name = 'in the log'")).toBe(1);
    expect(statSync(path('before-upgrade')).mode & 0o077).toBe(0);
  });

  it('also of a database that somebody left without a write-ahead log', async () => {
    const sqlite = new Database(path('headworks.db'));
    sqlite.pragma('journal_mode=delete');
    sqlite.close();
    expect(ask(String(await copy()), 'select max(number) from migration')).toBe(last);
  });

  it('nothing is copied where nothing is to be changed: by the same version, in a new folder, of a newer one', async () => {
    expect(await copy([...migrations])).toBeUndefined();
    expect(await copy(migrations.slice(0, -1))).toBeUndefined();
    rmSync(path('headworks.db'));
    expect(await copy()).toBeUndefined();
    writeFileSync(path('headworks.db'), '');
    expect(await copy()).toBeUndefined();
    expect(copies()).toEqual([]);
  });

  it('the newest two are kept, and what a start left that was ended goes', async () => {
    for (const day of [0, 1, 2]) {
      await copy(newer, nowMs + day * DAY_MS);
      writeFileSync(path('before-upgrade', 'ended.db.part'), 'half');
    }
    await copy(newer, nowMs + 3 * DAY_MS);
    expect(copies()).toEqual(['24', '25'].map((day) => `202611${day}T020000Z-step${last}.db`));
  });

  it('a disk without room for it stops the start and says how much is wanted; copies of earlier upgrades go first', async () => {
    const { size } = statSync(path('headworks.db'));
    await copy();
    const spare = 64 * 1_048_576;
    room.freeBytes = spare - 1;
    await expect(copy(newer, nowMs + DAY_MS)).rejects.toMatchObject({
      code: 'storageFull',
      message: expect.stringMatching(/takes \d+ MB in .* where 64 MB are free\. Nothing was changed.*"copyBeforeUpgrade": false/),
    });
    expect(copies()).toEqual([`20261122T020000Z-step${last}.db`]);
    room.freeBytes = spare + size - 1;
    await copy(newer, nowMs + DAY_MS);
    expect(copies()).toEqual([`20261123T020000Z-step${last}.db`]);
    room.freeBytes = spare + size;
    await copy(newer, nowMs + 2 * DAY_MS);
    expect(copies()).toHaveLength(2);
  });
});

describe('a version that was taken back', () => {
  it('finds the newest copy that it can go on with', async () => {
    expect(copyToGoBackTo(dataFolder)).toBeUndefined();
    const made = await copy();
    openWriter(path('headworks.db'), systemClock, undefined, newer).writer.close();
    await copy(newest, nowMs + DAY_MS);
    expect(copies()).toHaveLength(2);
    expect(copyToGoBackTo(dataFolder)).toBe(made);
    expect(isBeforeUpgrade(String(made), dataFolder)).toBe(true);
    expect(isBeforeUpgrade(path('headworks.db'), dataFolder)).toBe(false);
  });

  it('takes the files of now beside the database of then, and nothing that is damaged or newer than itself', async () => {
    const into = path('restoring');
    const made = String(await copy());
    writeFileSync(path('headworks.json'), '{"port": 8081}');
    expect(await unpackBeforeUpgrade(made, { dataFolder, into, turn })).toEqual({ madeMs: nowMs, days: expect.any(Number) });
    expect(readFileSync(join(into, 'headworks.json'), 'utf8')).toBe('{"port": 8081}');
    expect(readdirSync(into)).not.toContain('before-upgrade');
    expect(ask(join(into, 'headworks.db'), 'select count(*) from unit')).toBe(ask(made, 'select count(*) from unit'));

    openWriter(path('headworks.db'), systemClock, undefined, newer).writer.close();
    const ofNewer = String(await copy(newest, nowMs + DAY_MS));
    await expect(unpackBeforeUpgrade(ofNewer, { dataFolder, into, turn })).rejects.toMatchObject({ code: 'newerVersion' });
    expect(existsSync(into)).toBe(false);

    const bytes = readFileSync(made);
    bytes.fill(0x5a, 8192 * 3, 8192 * 6);
    writeFileSync(made, bytes);
    await expect(unpackBeforeUpgrade(made, { dataFolder, into, turn })).rejects.toMatchObject({ code: 'unavailable' });
    expect(existsSync(into)).toBe(false);
  });
});
