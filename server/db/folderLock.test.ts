import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lockFolder } from './folderLock.ts';

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
