import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadIdentity } from '../bundle/identity.ts';
import { keyOfKit, makeKit, readKit } from '../bundle/recoveryKit.ts';
import { systemClock } from '../core/clock.ts';
import { type DatabaseConnection, openDatabase } from '../db/open.ts';
import { openWriter } from '../db/openWriter.ts';
import { sealStored } from '../test/sealStored.ts';
import { BackupFolder, readManifest } from './backupFolder.ts';
import { keepBackups } from './keepBackups.ts';
import { type MadeBackup, makeBackup } from './makeBackup.ts';
import { restoreBackup } from './restoreBackup.ts';
import { verifyBackup } from './verifyBackup.ts';

/** A demo plant of some weeks, as a file. */
const frozenPlant = join(import.meta.dirname, '../../tests/golden/plant.db.br');
const root = mkdtempSync(join(tmpdir(), 'backup-'));
const dataFolder = join(root, 'data');
const keys = join(dataFolder, 'keys');
const folder = new BackupFolder(join(root, 'stick'));
const startMs = Date.parse('2026-11-22T02:00:00Z');
const hour = 3_600_000;
const turn = (): Promise<void> => Promise.resolve();
let source: DatabaseConnection;

/** Every row of every table. */
const contentOf = (path: string): Record<string, unknown[]> => {
  const { sqlite } = openDatabase(path, { readonly: true });
  try {
    const tables = sqlite.prepare("select name from sqlite_schema where type = 'table' order by name").pluck().all() as string[];
    return Object.fromEntries(tables.map((name) => [name, sqlite.prepare(`select * from "${name}"`).all()]));
  } finally {
    sqlite.close();
  }
};

const make = (hours: number): Promise<MadeBackup> =>
  makeBackup({
    sqlite: source.sqlite,
    dataFolder,
    folder,
    identity: loadIdentity(keys, startMs),
    kit: readKit(keys),
    program: '1.0.0',
    nowMs: startMs + hours * hour,
    turn,
  });
const openers = () => [loadIdentity(keys, startMs).opening];
const verify = (name: string) => verifyBackup({ folder, name, openers: openers(), temporary: join(root, 'temp'), turn });

const change = (sql: string): void => {
  const { sqlite } = openDatabase(join(dataFolder, 'headworks.db'));
  sqlite.exec(sql);
  sqlite.close();
};

beforeAll(() => {
  mkdirSync(join(dataFolder, 'industry-logo'), { recursive: true });
  writeFileSync(join(dataFolder, 'industry-logo', 'logo.png'), Buffer.alloc(3_000_000, 'logo'));
  writeFileSync(join(dataFolder, 'headworks.json'), '{}');
  writeFileSync(join(dataFolder, 'headworks.db'), brotliDecompressSync(readFileSync(frozenPlant)));
  openWriter(join(dataFolder, 'headworks.db'), systemClock).writer.close();
  // slots of a plant from before they had revisions got 1 with the upgrade; a restored one has those of their totals
  change(`update reading_day set revision =
    (select revision from day_total where day_total.series_id = reading_day.series_id and day_total.day = reading_day.day)`);
  const written = openDatabase(join(dataFolder, 'headworks.db'));
  sealStored(written.sqlite);
  written.sqlite.close();
  loadIdentity(keys, startMs);
  source = openDatabase(join(dataFolder, 'headworks.db'), { readonly: true });
});
afterAll(() => {
  source.sqlite.close();
  rmSync(root, { recursive: true, force: true });
});

describe('a backup', () => {
  let kitWords: string;

  it('comes back as every row and every file that was there', async () => {
    kitWords = makeKit(keys, startMs).words;
    const made = await make(0);
    expect(made.days).toBeGreaterThan(20);
    expect((await verify(made.snapshot)).days).toBe(made.days);
    const into = join(root, 'restored');
    await restoreBackup({ snapshot: folder.snapshotPath(made.snapshot), openers: [keyOfKit(kitWords)], into, turn });
    expect(contentOf(join(into, 'headworks.db'))).toEqual(contentOf(join(dataFolder, 'headworks.db')));
    for (const file of ['headworks.json', 'keys/site.json', 'keys/site-wrap-key.json', 'industry-logo/logo.png'])
      expect(readFileSync(join(into, file)).equals(readFileSync(join(dataFolder, file))), file).toBe(true);
    expect(readdirSync(root).filter((name) => name.startsWith('temp'))).toEqual([]);
  });

  it('holds closed days and made files once, and a corrected day again', async () => {
    const again = await make(1);
    expect(again.days).toBe(0);
    expect(again.bytes).toBeLessThan(2_000_000);
    change(
      "update day_revision set revision = revision + 1 where day = (select max(day) from day_revision) and industry_id = 'DEMO'",
    );
    const corrected = await make(2);
    expect(corrected.days).toBeGreaterThan(0);
    expect(corrected.days).toBeLessThan((await verify(corrected.snapshot)).days);
  });

  it('nobody reads without the kit or the keys of the plant', async () => {
    const [newest] = folder.snapshots();
    const path = folder.snapshotPath(newest?.name ?? '');
    expect(() => readManifest(path, [])).toThrow('sealed for another key');
    for (const file of readdirSync(folder.dayFolder)) {
      const bytes = readFileSync(join(folder.dayFolder, file));
      for (const word of ['headworks-bundle', 'CANARY', 'logo']) expect(bytes.includes(word)).toBe(false);
    }
  });

  it('is refused by the name of the file that is damaged, short or missing', async () => {
    const { snapshot } = await make(3);
    const [file = ''] = readdirSync(folder.dayFolder).sort();
    const path = join(folder.dayFolder, file);
    const whole = readFileSync(path);
    const bytes = Buffer.from(whole);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 4;
    writeFileSync(path, bytes);
    await expect(verify(snapshot)).rejects.toThrow(`${file}: it is damaged`);
    truncateSync(path, whole.length - 1);
    await expect(verify(snapshot)).rejects.toThrow(`${file} is missing or shorter`);
    writeFileSync(path, whole);
    expect((await verify(snapshot)).days).toBeGreaterThan(0);
    // the first snapshot and its days have the same name
    const [first = ''] = readdirSync(folder.snapshotFolder).sort();
    expect(first).toBe(file);
    rmSync(path);
    const restoring = restoreBackup({
      snapshot: join(folder.snapshotFolder, first),
      openers: openers(),
      into: join(root, 'none'),
      turn,
    });
    await expect(restoring).rejects.toThrow(`${file} is missing: it belongs to this backup`);
    writeFileSync(path, whole);
  });

  it('after a new kit holds everything anew, for the new kit', async () => {
    const words = makeKit(keys, startMs).words;
    const made = await make(4);
    const into = join(root, 'by-new-kit');
    const snapshot = folder.snapshotPath(made.snapshot);
    await expect(restoreBackup({ snapshot, openers: [keyOfKit(kitWords)], into, turn })).rejects.toThrow('another key');
    const { days } = await restoreBackup({ snapshot, openers: [keyOfKit(words)], into, turn });
    expect(days).toBe(made.days);
  });

  it('goes by policy, with the bundles that no other needs', async () => {
    const before = readdirSync(folder.dayFolder).length;
    const removed = keepBackups(folder, { keep: { newest: 1, days: 1, months: 1 } }, openers(), startMs + 5 * hour);
    expect(removed).toHaveLength(4);
    expect(folder.snapshots()).toHaveLength(1);
    expect(readdirSync(folder.dayFolder).length).toBeLessThan(before);
    const [left] = folder.snapshots();
    expect((await verify(left?.name ?? '')).days).toBeGreaterThan(0);
  });

  it('of a newer version is refused before anything takes its place', async () => {
    change("insert into migration (number, name, applied_at) values (9990, 'later', 0)");
    const { snapshot } = await make(4.5);
    change('delete from migration where number = 9990');
    const into = join(root, 'newer');
    await expect(restoreBackup({ snapshot: folder.snapshotPath(snapshot), openers: openers(), into, turn })).rejects.toThrow(
      'a newer version of Headworks made this backup (1.0.0)',
    );
    expect(existsSync(into)).toBe(false);
    folder.remove(snapshot);
  });

  it('leaves out a day whose stored bytes are damaged, and says so', async () => {
    const [{ id, day } = { id: 0, day: 0 }] = source.sqlite
      .prepare('select series_id id, day from reading_day order by day desc limit 1')
      .all() as { id: number; day: number }[];
    change(`update reading_day set packed = x'01ff' where series_id = ${id} and day = ${day};
      update day_revision set revision = revision + 1 where day = ${day}`);
    const made = await make(5);
    expect(made.manifest.damaged).toMatchObject([{ day }]);
    await verify(made.snapshot);
  });

  it('leaves out a day that can be read and is not what was sealed', async () => {
    const [{ id, day } = { id: 0, day: 0 }] = source.sqlite
      .prepare('select series_id id, day from reading_day where length(packed) > 2 order by day limit 1')
      .all() as { id: number; day: number }[];
    change(`update reading_day set hash = zeroblob(32) where series_id = ${id} and day = ${day};
      update day_revision set revision = revision + 1 where day = ${day}`);
    const made = await make(6);
    expect(made.manifest.damaged).toContainEqual(expect.objectContaining({ day }));
  });
});
