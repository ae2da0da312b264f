import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dropLostLog, isLogLost } from './folder/lostLog.ts';
import { FolderLock, lockFolder } from './folderLock.ts';

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'headworks-lock-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

describe('the lock of a data folder', () => {
  it('is given to one server at a time', () => {
    const path = folder();
    const unlock = lockFolder(path);
    expect(() => lockFolder(path)).toThrow(expect.objectContaining({ code: 'folderInUse' }));
    unlock();
    expect(lockFolder(path)()).toBeUndefined();
  });

  it('is given though its file holds noise after a fault of the disk, and still to one only', () => {
    const path = folder();
    writeFileSync(join(path, 'server.lock'), Buffer.alloc(4096, 0xa7));
    const unlock = lockFolder(path);
    expect(statSync(join(path, 'server.lock')).size).toBe(0);
    expect(() => lockFolder(path)).toThrow(expect.objectContaining({ code: 'folderInUse' }));
    unlock();
  });

  it('that cannot be written does not pass for one that another server has', () => {
    const path = folder();
    mkdirSync(join(path, 'server.lock'));
    expect(() => lockFolder(path)).toThrow(
      expect.objectContaining({ code: 'unavailable', message: expect.stringContaining(`data folder ${path} cannot be written`) }),
    );
    expect(() => lockFolder(join(path, 'not there'))).toThrow(expect.objectContaining({ code: 'unavailable' }));
  });
});

/** What is left of a run that was killed. */
const afterKill = (...names: string[]): string => {
  const path = folder();
  for (const name of ['headworks.db', ...names]) writeFileSync(join(path, name), name);
  return path;
};

describe('what a run that was killed leaves', () => {
  it('is looked at by whoever locks the folder next: a log that is gone is noted until it was told', () => {
    const path = afterKill('server.json');
    lockFolder(path)();
    expect([isLogLost(path), existsSync(join(path, 'server.json'))]).toEqual([true, false]);
    lockFolder(path)();
    expect(isLogLost(path)).toBe(true);
    dropLostLog(path);
    lockFolder(path)();
    expect(isLogLost(path)).toBe(false);
  });

  it('is nothing to tell where its log is there, or where another program has opened the database since', () => {
    const path = afterKill('server.json', 'headworks.db-wal');
    lockFolder(path)();
    rmSync(join(path, 'headworks.db-wal'));
    lockFolder(path)();
    expect(isLogLost(path)).toBe(false);
  });

  it('is no note of database and log where an earlier version ran last, which makes logs of its own', () => {
    const facts = { pid: 1, url: 'http://127.0.0.1:1', addresses: [], startedAt: '2026-11-22T08:00:00.000Z', schema: 1 };
    for (const notesPair of [undefined, true] as const) {
      const path = afterKill('headworks.db-wal', 'headworks.db-pair.json');
      writeFileSync(join(path, 'server.json'), JSON.stringify({ ...facts, instance: '0123456789abcdef', notesPair }));
      lockFolder(path)();
      expect(existsSync(join(path, 'headworks.db-pair.json'))).toBe(notesPair === true);
    }
  });

  it('is nothing to tell after a clean end, and of a folder that holds no plant', () => {
    const [ended, empty] = [afterKill(), folder()];
    writeFileSync(join(empty, 'server.json'), '{}');
    for (const path of [ended, empty]) {
      lockFolder(path)();
      expect(isLogLost(path)).toBe(false);
    }
  });

  it('is not taken for that of the server that runs, which locks anew where its file was removed', () => {
    const path = afterKill('headworks.db-wal');
    const lock = new FolderLock(path);
    writeFileSync(join(path, 'server.json'), '{}');
    rmSync(join(path, 'server.lock'));
    lock.keep();
    expect([isLogLost(path), existsSync(join(path, 'server.json'))]).toEqual([false, true]);
    lock.release();
  });
});
