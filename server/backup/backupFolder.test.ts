import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Failure } from '../core/fail.ts';
import { BackupFolder } from './backupFolder.ts';
import { keepBackups } from './keepBackups.ts';

const folderAt = (): BackupFolder => {
  const root = mkdtempSync(join(tmpdir(), 'headworks-folder-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return new BackupFolder(join(root, 'stick'));
};

/** A folder that the system cannot read, as a share that went away leaves one. */
const lose = (path: string): void => {
  renameSync(path, `${path}.away`);
  symlinkSync(path, path);
};

describe('a folder of backups', () => {
  it('that was never made has none', () => {
    expect(folderAt().snapshots()).toEqual([]);
  });

  it('that cannot be read is not taken for an empty one', () => {
    const folder = folderAt();
    mkdirSync(folder.snapshotFolder, { recursive: true });
    lose(folder.snapshotFolder);
    expect(() => folder.snapshots()).toThrow(Failure);
    expect(() => folder.snapshots()).toThrow(/cannot be read: ELOOP/);
  });

  it('that cannot be read has none for what goes on without, and says why', () => {
    const folder = folderAt();
    mkdirSync(folder.snapshotFolder, { recursive: true });
    lose(folder.snapshotFolder);
    const reasons: string[] = [];
    expect(folder.readableSnapshots((reason) => reasons.push(reason))).toEqual([]);
    expect(reasons).toEqual([expect.stringMatching(/cannot be read: ELOOP/)]);
  });

  it('keeps the days of its backups while they cannot be listed', () => {
    const folder = folderAt();
    mkdirSync(folder.snapshotFolder, { recursive: true });
    mkdirSync(folder.dayFolder);
    writeFileSync(join(folder.dayFolder, '20261122T024000Z-1.hwb'), 'days');
    lose(folder.snapshotFolder);
    const keep = { newest: 1, days: 1, months: 1 };
    expect(() => keepBackups(folder, { keep }, [], 0)).toThrow(/cannot be read/);
    expect(readdirSync(folder.dayFolder)).toEqual(['20261122T024000Z-1.hwb']);
  });
});
