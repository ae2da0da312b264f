import { execFile, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { loadIdentity } from '../bundle/identity.ts';
import { systemClock } from '../core/clock.ts';
import { lockFolder } from '../db/folderLock.ts';
import { Storage } from '../storage.ts';
import { silent } from '../test/httpRig.ts';
import { movePlant } from './movedPlant.ts';

/** A demo plant of some weeks, as a file. */
const frozenPlant = brotliDecompressSync(readFileSync(join(import.meta.dirname, '../../tests/golden/plant.db.br')));
const makePlant = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, 'headworks.db'), frozenPlant);
  loadIdentity(join(folder, 'keys'), systemClock.now());
  new Storage(folder, systemClock, silent).stop();
};

let work: string;
let from: string;
let to: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'headworks-move-'));
  onTestFinished(() => rmSync(work, { recursive: true, force: true }));
  [from, to] = [join(work, 'desktop'), join(work, 'service')];
  makePlant(from);
});

const command = resolve(import.meta.dirname, '../commands/move.ts');
const move = (...args: string[]): Promise<{ code: number; said: string }> =>
  promisify(execFile)(process.execPath, [command, ...args]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  );
const rowsOf = (folder: string): unknown => {
  const sqlite = new Database(join(folder, 'headworks.db'), { readonly: true });
  try {
    const tables = sqlite.prepare("select name from sqlite_master where type = 'table' order by name").pluck().all() as string[];
    return tables.map((table) => [table, sqlite.prepare(`select count(*) from "${table}"`).pluck().get()]);
  } finally {
    sqlite.close();
  }
};
const start = (folder: string): string => {
  new Storage(folder, systemClock, silent).stop();
  return 'started';
};
const keysOf = (folder: string): string[] => readdirSync(join(folder, 'keys')).sort();

describe('a plant that moves into another folder', () => {
  it('is there with all its rows, keys and settings, for its owner alone, and starts there and nowhere else', async () => {
    writeFileSync(join(from, 'headworks.json'), '{"port":8123}', { mode: 0o600 });
    const [rows, keys] = [rowsOf(from), keysOf(from)];
    mkdirSync(to);
    expect(await move('--from', from, '--to', to)).toEqual({
      code: 0,
      said: expect.stringContaining(`the plant is in ${to} now`),
    });
    expect(rowsOf(to)).toEqual(rows);
    expect(keysOf(to)).toEqual(keys);
    expect(keys.length).toBeGreaterThan(0);
    expect(readFileSync(join(to, 'headworks.json'), 'utf8')).toBe('{"port":8123}');
    expect(statSync(to).mode & 0o077).toBe(0);
    expect(start(to)).toBe('started');
    expect(() => start(from)).toThrow(new RegExp(`moved to ${to} on \\d{4}-\\d\\d-\\d\\d: start the server there`));
    expect(rowsOf(from)).toEqual(rows);
  });

  it('moves back into the folder it came from, whose old files are kept beside it', async () => {
    await move('--from', from, '--to', to);
    const { code } = await move('--from', to, '--to', from);
    expect(code).toBe(0);
    expect(start(from)).toBe('started');
    expect(() => start(to)).toThrow(/moved to/);
    expect(readdirSync(work).filter((name) => /^desktop\.before-\d{14}$/.test(name))).toHaveLength(1);
  });

  it('starts no server in the old folder where the mark is damaged, nor says that it may be removed', () => {
    writeFileSync(join(from, 'moved.json'), '{"format":"headworks-moved-1"');
    expect(() => start(from)).toThrow(
      expect.objectContaining({ code: 'parameter', message: expect.stringContaining('has moved away') }),
    );
  });

  it('stays where it is while a server has one of the folders', async () => {
    for (const folder of [from, to]) {
      mkdirSync(folder, { recursive: true });
      const unlock = lockFolder(folder);
      expect(await move('--from', from, '--to', to)).toEqual({ code: 75, said: expect.stringContaining('is in use') });
      unlock();
      expect(start(from)).toBe('started');
    }
  });

  it('stays where it is where another plant is in the way, or one folder is inside the other', async () => {
    makePlant(to);
    const rows = rowsOf(to);
    expect(await move('--from', from, '--to', to)).toEqual({ code: 78, said: expect.stringContaining('holds a plant') });
    expect((await move('--from', from, '--to', join(from, 'inside'))).code).toBe(78);
    expect(rowsOf(to)).toEqual(rows);
    expect(start(from)).toBe('started');
  });

  it('goes where a link leads, and sees by it that one folder is inside the other', async () => {
    const link = join(work, 'link');
    mkdirSync(to);
    symlinkSync(to, link);
    expect(await move('--from', from, '--to', link)).toMatchObject({ code: 0 });
    expect(start(link)).toBe('started');
    expect(existsSync(join(to, 'headworks.db'))).toBe(true);
    expect((await move('--from', to, '--to', join(link, 'inside'))).said).toContain('inside the other');
  });

  it.for([
    ['a disk of its own', ['-t', 'tmpfs', 'tmpfs']],
    ['bound there from elsewhere', ['--bind', 'bound']],
  ] as const)('stays where it is where the new folder is %s and cannot be exchanged (needs mount)', async ([, how], { skip }) => {
    mkdirSync(to);
    mkdirSync(join(work, 'bound'));
    const isMounted = spawnSync('mount', [...how, to], { cwd: work }).status === 0;
    skip(!isMounted, 'needs mount');
    onTestFinished(() => void spawnSync('umount', [to]));
    const { code, said } = await move('--from', from, '--to', to);
    expect([code, said]).toEqual([78, expect.stringContaining('give a folder inside it')]);
    expect(existsSync(join(from, 'moved.json'))).toBe(false);
    expect(start(from)).toBe('started');
    expect(await move('--from', from, '--to', join(to, 'plant'))).toMatchObject({ code: 0 });
    expect(start(join(to, 'plant'))).toBe('started');
  });

  it('stays where it is where a row of the copy is not what was stored', async () => {
    const sqlite = new Database(join(from, 'headworks.db'));
    const changed = sqlite.prepare("update unit set name = name || 'x' where rowid = (select min(rowid) from unit)").run();
    sqlite.close();
    expect(changed.changes).toBe(1);
    const { code, said } = await move('--from', from, '--to', to);
    expect([code, said]).toEqual([70, expect.stringContaining('nothing was moved, as the copy is not whole')]);
    expect(readdirSync(work)).not.toContain('service');
    expect(start(from)).toBe('started');
  });

  it('is moved by asking again after an end between the mark and the new folder', async () => {
    const ended = new Error('ended');
    const copyDatabase = async (file: string): Promise<void> => writeFileSync(file, frozenPlant);
    const mark = join(from, 'moved.json');
    await movePlant({ from, to, nowMs: 0, copyDatabase, check: () => undefined });
    rmSync(to, { recursive: true });
    expect(() => start(from)).toThrow(/moved to/);
    await expect(
      movePlant({
        from,
        to,
        nowMs: 0,
        copyDatabase,
        check: () => {
          throw ended;
        },
      }),
    ).rejects.toBe(ended);
    expect(statSync(mark).isFile()).toBe(true);
    expect((await move('--from', from, '--to', to)).code).toBe(0);
    expect(start(to)).toBe('started');
  });

  it.each(['before', 'after'] as const)(
    'begins no new plant in its new folder where the move was cut off %s the mark, and is moved by asking again',
    async (when) => {
      const copyDatabase = async (file: string): Promise<void> => writeFileSync(file, frozenPlant);
      const rows = rowsOf(from);
      await movePlant({ from, to, nowMs: 0, copyDatabase, check: () => undefined });
      renameSync(to, `${to}.part`);
      mkdirSync(to);
      if (when === 'before') rmSync(join(from, 'moved.json'));
      expect(() => start(to)).toThrow(
        expect.objectContaining({ code: 'parameter', message: expect.stringContaining('npm run move') }),
      );
      expect(await move('--from', from, '--to', to)).toMatchObject({ code: 0 });
      expect(start(to)).toBe('started');
      expect(rowsOf(to)).toEqual(rows);
    },
  );

  it('leaves no second copy behind where the copy is not whole', async () => {
    const copyDatabase = async (file: string): Promise<void> => writeFileSync(file, 'half of it');
    const check = (): void => {
      throw new Error('not whole');
    };
    await expect(movePlant({ from, to, nowMs: 0, copyDatabase, check })).rejects.toThrow('not whole');
    expect(readdirSync(work)).toEqual(['desktop']);
    expect(start(from)).toBe('started');
  });
});
