import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, type statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BackupFolder } from '../backup/backupFolder.ts';
import { backupFolderOf, prepareFolder, readPolicy, writePolicy } from '../backup/policy.ts';
import { loadIdentity } from '../bundle/identity.ts';
import { systemClock } from '../core/clock.ts';
import { openWriter } from '../db/openWriter.ts';
import { backupWork, verifyWork } from './backupWork.ts';
import { drillWork } from './drillWork.ts';
import { openReading } from './openReading.ts';
import { restoreWork } from './restoreWork.ts';

/** What the disk of the data folder has left; the stick has room. */
const room = vi.hoisted(() => ({ freeBytes: Number.POSITIVE_INFINITY, looks: Number.POSITIVE_INFINITY, dataFolder: '' }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const sizes = ((path: string) => {
    const found = fs.statfsSync(path);
    if (!path.startsWith(room.dataFolder) || room.looks-- > 0) return found;
    return { ...found, bsize: 1, bavail: Math.min(room.freeBytes, found.bavail * found.bsize) };
  }) as typeof statfsSync;
  return { ...fs, default: { ...fs, statfsSync: sizes }, statfsSync: sizes };
});

const root = mkdtempSync(join(tmpdir(), 'backup-room-'));
const dataFolder = join(root, 'data');
const stick = join(root, 'stick');
const setting = { dataFolder, resources: dataFolder, memoryBytes: 1e9 };
const nowMs = Date.parse('2026-11-22T02:00:00Z');
const { signal } = new AbortController();
const nothing = (): void => undefined;
const MEGABYTE = 1_048_576;
let snapshots: BackupFolder;
let name: string;

const backup = async (hours: number): Promise<string> => {
  const reading = openReading(setting);
  try {
    const order = { nowMs: nowMs + hours * 3_600_000, program: '0' };
    return ((await backupWork(setting, () => reading)(order, signal, nothing)) as { snapshot: string }).snapshot;
  } finally {
    reading.sqlite.close();
  }
};
const leftovers = (): string[] => readdirSync(dataFolder).filter((one) => /^(temp|restor)/.test(one));

beforeAll(async () => {
  room.dataFolder = dataFolder;
  mkdirSync(join(dataFolder, 'keys'), { recursive: true });
  mkdirSync(stick);
  const path = join(dataFolder, 'headworks.db');
  writeFileSync(path, brotliDecompressSync(readFileSync(join(import.meta.dirname, '../../tests/golden/plant.db.br'))));
  openWriter(path, systemClock).writer.close();
  const { site } = loadIdentity(join(dataFolder, 'keys'), nowMs);
  const policy = { ...readPolicy(dataFolder), folder: stick };
  prepareFolder(dataFolder, policy, site);
  writePolicy(dataFolder, policy);
  snapshots = new BackupFolder(backupFolderOf(dataFolder, policy, site));
  name = await backup(0);
});
beforeEach(() => {
  room.freeBytes = Number.POSITIVE_INFINITY;
  room.looks = Number.POSITIVE_INFINITY;
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const refusal = { code: 'storageFull', message: expect.stringMatching(/MiB free|has no room for/) };

describe('a data disk that is nearly full while the plant measures', () => {
  it('is not filled by the copy that a backup to another disk begins with', async () => {
    [room.freeBytes, room.looks] = [9 * MEGABYTE, 0];
    await expect(backup(1)).rejects.toMatchObject(refusal);
    expect([leftovers(), snapshots.snapshots().map((one) => one.name)]).toEqual([[], [name]]);
    room.freeBytes = Number.POSITIVE_INFINITY;
    expect(await backup(2)).not.toBe(name);
  });

  it.each([
    ['that is read back', () => verifyWork(setting)({ nowMs, name, program: '0' }, signal, nothing)],
    ['of a drill', () => drillWork(setting)({ nowMs, name }, signal, nothing)],
    ['that is restored', () => restoreWork(setting)({ nowMs, name, as: 'replacement' }, signal, nothing)],
  ])('is not filled by a backup %s', async (_, work) => {
    for (const looks of [0, 1, 2]) {
      [room.freeBytes, room.looks] = [7 * MEGABYTE, looks];
      await expect(work()).rejects.toMatchObject(refusal);
      expect(leftovers()).toEqual([]);
    }
  });
});
