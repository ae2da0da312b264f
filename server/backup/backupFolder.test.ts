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

  it('keeps by policy, and whatever the policy says the backup just made and those that wait for a person', () => {
    const folder = folderAt();
    const [oldest, waiting, made, newest] = ['20261119T024000Z', '20261120T024000Z', '20261121T024000Z', '20261122T024000Z'];
    mkdirSync(folder.snapshotFolder, { recursive: true });
    for (const name of [oldest, waiting, made, newest]) writeFileSync(folder.snapshotPath(name), 'a snapshot');
    const keep = { newest: 1, days: 1, months: 1 };
    expect(keepBackups(folder, { keep, wait: [made, waiting] }, [], Date.UTC(2026, 10, 22, 3))).toEqual([oldest]);
    expect(folder.snapshots().map(({ name }) => name)).toEqual([newest, made, waiting]);
  });

  it('keeps every day while one of its backups cannot be opened here, which may need any of them', () => {
    const folder = folderAt();
    mkdirSync(folder.snapshotFolder, { recursive: true });
    mkdirSync(folder.dayFolder);
    writeFileSync(folder.snapshotPath('20261122T024000Z'), 'sealed for another kit');
    writeFileSync(join(folder.dayFolder, '20261121T024000Z-1.hwb'), 'days');
    const keep = { newest: 3, days: 3, months: 3 };
    expect(keepBackups(folder, { keep }, [], Date.UTC(2026, 10, 22, 3))).toEqual([]);
    expect(readdirSync(folder.dayFolder)).toEqual(['20261121T024000Z-1.hwb']);
  });
});
