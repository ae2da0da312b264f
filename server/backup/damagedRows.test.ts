import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { loadIdentity } from '../bundle/identity.ts';
import { systemClock } from '../core/clock.ts';
import { openDatabase } from '../db/open.ts';
import { openWriter } from '../db/openWriter.ts';
import { headsAsNoted, selfTest } from '../features/storage/index.ts';
import { BackupFolder } from './backupFolder.ts';
import { makeBackup } from './makeBackup.ts';
import { restoreBackup } from './restoreBackup.ts';
import { takeOver } from './takeOver.ts';

const nowMs = Date.parse('2026-11-22T02:00:00Z');

it.each([
  ['replacement', undefined],
  ['replacement', 'the row'],
  ['copy', undefined],
  ['copy', 'the row'],
] as const)('as a %s: what a flipped bit made of a row is not taken for what was written (flipped: %s)', async (as, flipped) => {
  const root = mkdtempSync(join(tmpdir(), 'damaged-rows-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [dataFolder, into] = [join(root, 'data'), join(root, 'into')];
  const [path, made] = [join(dataFolder, 'headworks.db'), join(into, 'headworks.db')];
  mkdirSync(dataFolder);
  writeFileSync(path, brotliDecompressSync(readFileSync(join(import.meta.dirname, '../../tests/golden/plant.db.br'))));
  openWriter(path, systemClock).writer.close();
  const identity = loadIdentity(join(dataFolder, 'keys'), nowMs);
  const { sqlite } = openDatabase(path);
  // past the program: no checksum follows
  if (flipped) sqlite.exec("update unit set name = name || 'x' where id = (select min(id) from unit)");
  const folder = new BackupFolder(join(root, 'stick'));
  const turn = (): Promise<void> => Promise.resolve();
  const { snapshot } = await makeBackup({ sqlite, dataFolder, folder, identity, kit: undefined, program: '1', nowMs, turn });
  sqlite.close();
  const openers = [identity.opening];
  const { manifest, days } = await restoreBackup({ snapshot: folder.snapshotPath(snapshot), openers, into, turn });
  takeOver({ into, as, snapshot, manifest, days, dataFolder, nowMs });
  openWriter(made, systemClock).writer.close();
  const restored = openDatabase(made, { readonly: true }).sqlite;
  const { findings } = selfTest(restored, headsAsNoted(into).heads, () => 0);
  restored.close();
  const named = findings.filter(({ part }) => part === 'row' || part === 'database');
  expect(named).toEqual(flipped ? [expect.objectContaining({ name: expect.stringContaining('unit'), reason: 'checksum' })] : []);
});
