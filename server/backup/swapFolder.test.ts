import fs, { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { diskCallsOf } from '../test/diskCalls.ts';
import { finishSwap, markForSwap, removeUnfinished, stageIn } from './swapFolder.ts';

const AT = Date.UTC(2026, 10, 22, 12);
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'swap-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const put = (folder: string, files: Record<string, string>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
};
/** Every file below a folder with its text, by its path. */
const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(folder, path)).isFile())
      .sort()
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
const under = (folder: string, files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

const present = {
  'headworks.db': 'present',
  'headworks.db-wal': 'present log',
  'keys/site.json': '{"site":"one"}',
  'logos/a.png': 'a',
};
const restored = { 'headworks.db': 'restored', 'keys/site.json': '{"site":"one"}', 'photos/b.jpg': 'b' };
const stays = { 'backup.json': 'policy', 'backups/headworks-1/x.hwb': 'x' };

/** A plant beside which another one is unpacked. */
const unpacked = (): string => {
  const folder = newFolder();
  put(folder, { ...present, ...stays });
  put(stageIn(folder), restored);
  return folder;
};

/** Fails the n-th call that changes the disk, as a power cut or a disk that is gone would. @returns whether there were so many. */
const cutAt = (at: number, work: () => void): boolean => {
  const names = ['renameSync', 'mkdirSync', 'rmSync', 'fsyncSync', 'openSync'] as const;
  const real = names.map((name) => fs[name]);
  let count = 0;
  for (const [place, name] of names.entries())
    Object.assign(fs, {
      [name]: (...given: never[]) => {
        count += 1;
        if (count === at) throw new Error('the power is gone');
        return (real[place] as (...values: never[]) => unknown)(...given);
      },
    });
  syncBuiltinESMExports();
  try {
    work();
  } catch (error) {
    expect(String(error)).toContain('the power is gone');
  } finally {
    for (const [place, name] of names.entries()) Object.assign(fs, { [name]: real[place] });
    syncBuiltinESMExports();
  }
  return count >= at;
};

describe('a restored plant that takes the place of the one that is there', () => {
  it('leaves that one beside itself, whole, and what is no part of a plant in its place', () => {
    const folder = unpacked();
    const keep = markForSwap(folder, AT);
    expect(finishSwap(folder)).toBe(keep);
    expect(filesIn(folder)).toEqual({ ...restored, ...stays, ...under(keep.slice(folder.length + 1), present) });
    // there is nothing more to do
    expect(finishSwap(folder)).toBeUndefined();
  });

  it('is there whole after the next start where the exchange was cut, at whatever moment', () => {
    let cuts = 0;
    for (let at = 1; ; at += 1) {
      const folder = unpacked();
      const keep = markForSwap(folder, AT);
      const wasCut = cutAt(at, () => void finishSwap(folder));
      finishSwap(folder);
      expect(filesIn(folder), `cut at ${at}`).toEqual({
        ...restored,
        ...stays,
        ...under(keep.slice(folder.length + 1), present),
      });
      expect(existsSync(stageIn(folder))).toBe(false);
      if (!wasCut) break;
      cuts += 1;
    }
    expect(cuts).toBeGreaterThan(12);
  });

  it.skipIf(process.platform === 'win32')('is on the disk before it is marked, and marked before anything is moved', () => {
    const folder = unpacked();
    const calls = diskCallsOf(() => markForSwap(folder, AT));
    const marked = calls.indexOf('rename restore.json');
    const unpackedNames = readdirSync(stageIn(folder), { recursive: true }).map((path) => `sync ${basename(String(path))}`);
    expect(calls.slice(0, marked - 1).toSorted()).toEqual(['sync restoring', ...unpackedNames].toSorted());
    expect(calls.slice(marked - 1)).toEqual(['sync restore.json.tmp', 'rename restore.json', `sync ${basename(folder)}`]);
    expect(filesIn(folder)).toMatchObject(present);
  });

  it('takes no place where nothing asked for it, or where it is gone: the one that is there stays, or comes back', () => {
    const unasked = unpacked();
    expect(finishSwap(unasked)).toBeUndefined();
    expect(filesIn(unasked)).toEqual({ ...present, ...stays, ...under('restoring', restored) });
    const gone = unpacked();
    markForSwap(gone, AT);
    rmSync(stageIn(gone), { recursive: true });
    expect(finishSwap(gone)).toBeUndefined();
    expect(filesIn(gone)).toEqual({ ...present, ...stays });
    const halfAside = unpacked();
    const keep = markForSwap(halfAside, AT);
    cutAt(4, () => void finishSwap(halfAside));
    expect(readdirSync(keep).length).toBeGreaterThan(0);
    rmSync(stageIn(halfAside), { recursive: true });
    expect(finishSwap(halfAside)).toBeUndefined();
    expect(filesIn(halfAside)).toEqual({ ...present, ...stays });
    expect(existsSync(keep)).toBe(false);
  });
});

describe('what a restore unpacked that was ended before its exchange', () => {
  it.each<[what: string, isLeft: boolean, change: (folder: string) => void]>([
    ['goes where it is of this plant', false, () => undefined],
    ['goes where its keys were not unpacked', false, (folder) => rmSync(join(stageIn(folder), 'keys'), { recursive: true })],
    ['goes where its keys were unpacked in part', false, (folder) => put(stageIn(folder), { 'keys/site.json': '{"si' })],
    [
      'stays where it is of another site: a lost plant that is fetched from its hub',
      true,
      (folder) => put(stageIn(folder), { 'keys/site.json': '{"site":"two"}' }),
    ],
    ['stays where the plant has no database: it is what there is', true, (folder) => rmSync(join(folder, 'headworks.db'))],
    ['stays where its exchange is marked', true, (folder) => void markForSwap(folder, AT)],
  ])('%s', (_, isLeft, change) => {
    const folder = unpacked();
    change(folder);
    const before = filesIn(folder);
    removeUnfinished(folder);
    const { plant, staged } = Object.groupBy(Object.entries(filesIn(folder)), ([path]) =>
      path.startsWith('restoring') ? 'staged' : 'plant',
    );
    expect(staged?.length ?? 0).toBe(isLeft ? Object.keys(before).filter((path) => path.startsWith('restoring')).length : 0);
    expect(existsSync(stageIn(folder))).toBe(isLeft);
    expect(plant).toEqual(Object.entries(before).filter(([path]) => !path.startsWith('restoring')));
  });

  it('is nothing to remove where there was no restore', () => {
    const folder = newFolder();
    put(folder, present);
    removeUnfinished(folder);
    expect(filesIn(folder)).toEqual(present);
  });
});
