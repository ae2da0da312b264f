import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from '../db/folderLock.ts';
import { resources } from '../test/demoRig.ts';
import { silent } from '../test/httpRig.ts';
import { prepareDemo } from './makeApart.ts';

describe('preparing the demo', () => {
  let dataFolder = '';
  const prepare = (signal = new AbortController().signal) => prepareDemo({ dataFolder, resources, days: 1 }, silent, signal);

  beforeEach(() => {
    dataFolder = mkdtempSync(join(tmpdir(), 'headworks-demo-test-'));
  });
  afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

  it('makes it once, in a process of its own', async () => {
    await prepare();
    expect(existsSync(join(dataFolder, 'headworks.db'))).toBe(true);
    expect(existsSync(join(dataFolder, 'demo.json'))).toBe(true);
    expect(existsSync(join(dataFolder, 'demo.unfinished'))).toBe(false);
    rmSync(join(dataFolder, 'headworks.db'));
    await prepare();
    expect(existsSync(join(dataFolder, 'headworks.db'))).toBe(false);
  });

  it('makes it in an empty folder that others can read, and closes that to them', async () => {
    chmodSync(dataFolder, 0o755);
    await prepare();
    expect(existsSync(join(dataFolder, 'demo.json'))).toBe(true);
    expect(statSync(dataFolder).mode & 0o077).toBe(0);
  });

  it('makes an unfinished one anew', async () => {
    writeFileSync(join(dataFolder, 'headworks.db'), 'half of it');
    writeFileSync(join(dataFolder, 'demo.unfinished'), '');
    await prepare();
    expect(existsSync(join(dataFolder, 'demo.json'))).toBe(true);
  });

  it('leaves another plant alone', async () => {
    writeFileSync(join(dataFolder, 'headworks.db'), 'a real plant');
    await expect(prepare()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('no demo') });
    expect(existsSync(join(dataFolder, 'demo.unfinished'))).toBe(false);
  });

  it('is done by one at a time: a maker that was left behind keeps its files', async () => {
    writeFileSync(join(dataFolder, 'headworks.db'), 'half of it');
    writeFileSync(join(dataFolder, 'demo.unfinished'), '');
    for (const name of ['making.lock', 'server.lock'] as const) {
      const unlock = lockFolder(dataFolder, name);
      await expect(prepare()).rejects.toMatchObject({ code: 'folderInUse' });
      unlock();
    }
    expect(readFileSync(join(dataFolder, 'headworks.db'), 'utf8')).toBe('half of it');
  });

  it('says why it could not be made', async () => {
    writeFileSync(join(dataFolder, 'headworks.json'), '{ "port": "many" }');
    await expect(prepare()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('port') });
  });

  it('ends when it is asked to', async () => {
    const controller = new AbortController();
    const preparing = prepare(controller.signal);
    controller.abort();
    await expect(preparing).rejects.toThrow();
    expect(existsSync(join(dataFolder, 'demo.json'))).toBe(false);
  });
});
