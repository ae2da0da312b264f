import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { loadIdentity } from '../bundle/identity.ts';
import { ManualClock } from '../core/clock.ts';
import { migrate, migrations } from '../db/migrate.ts';
import { openWriter } from '../db/openWriter.ts';
import { sealStored } from '../test/sealStored.ts';
import { BackupFolder } from './backupFolder.ts';
import { makeBackup } from './makeBackup.ts';
import { restoreBackup } from './restoreBackup.ts';

const frozenPlant = join(import.meta.dirname, '../../tests/golden/plant.db.br');
const clock = new ManualClock(Date.parse('2026-11-22T02:00:00Z'));
/** From here on a closed day has its hash, without which there were no backups. */
const FIRST_WITH_BACKUPS = 210;

const contentOf = (path: string): Record<string, unknown[]> => {
  const sqlite = new Database(path, { readonly: true });
  try {
    const tables = sqlite.prepare<[], string>("select name from sqlite_schema where type = 'table' order by name").pluck().all();
    return Object.fromEntries(tables.map((name) => [name, sqlite.prepare(`select * from "${name}"`).safeIntegers().raw().all()]));
  } finally {
    sqlite.close();
  }
};

const older = migrations
  .map(({ number }) => number)
  .filter((number) => number >= FIRST_WITH_BACKUPS && number < (migrations.at(-1)?.number ?? 0));

it.each(older)(
  'a backup of schema %i is restored, and is after its start what the plant itself is after an upgrade',
  async (schema) => {
    const root = mkdtempSync(join(tmpdir(), 'older-backup-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const dataFolder = join(root, 'data');
    mkdirSync(dataFolder);
    const path = join(dataFolder, 'headworks.db');
    writeFileSync(path, brotliDecompressSync(readFileSync(frozenPlant)));
    const old = new Database(path);
    migrate(
      old,
      clock,
      migrations.filter(({ number }) => number <= schema),
    );
    // slots of a plant from before they had revisions got 1 with the upgrade; a restored one has those of their totals
    old.exec(`update reading_day set revision =
      (select revision from day_total where day_total.series_id = reading_day.series_id and day_total.day = reading_day.day)`);
    sealStored(old);
    old.close();
    const identity = loadIdentity(join(dataFolder, 'keys'), clock.now());
    const sqlite = new Database(path, { readonly: true });
    const turn = (): Promise<void> => Promise.resolve();
    const folder = new BackupFolder(join(root, 'stick'));
    const parts = { sqlite, dataFolder, folder, identity, kit: undefined, program: '1.0.0', nowMs: clock.now(), turn };
    const { snapshot, manifest } = await makeBackup(parts);
    sqlite.close();
    expect(manifest.schema).toBe(schema);
    const into = join(root, 'restored');
    await restoreBackup({ snapshot: folder.snapshotPath(snapshot), openers: [identity.opening], into, turn });
    for (const one of [path, join(into, 'headworks.db')]) openWriter(one, clock).writer.close();
    const upgraded = contentOf(path);
    expect(Object.keys(upgraded).length).toBeGreaterThan(60);
    expect(contentOf(join(into, 'headworks.db'))).toEqual(upgraded);
  },
);
