import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { artefactName, installed, known, nowMs } from './testing/bundle.ts';
import { bundle, install, newFolder, quiet, updaterIn, verify } from './testing/updating.ts';
import { Updater } from './updater.ts';
import { readUpdateState, writeUpdateState } from './updateState.ts';

describe('an update', () => {
  it('is backed up before the server stops, and remembers its sequence where no update overwrites it', async () => {
    const folder = newFolder();
    const done: string[] = [];
    expect(await install(updaterIn(folder, quiet(done)), bundle())).toMatchObject({ outcome: 'installed' });
    expect(done).toEqual(['backUp', 'stop', 'install', 'start']);
    expect(readUpdateState(join(folder, 'update.json'))).toMatchObject({ seen: { stable: 37 }, keysSequence: 4, current: null });
    await expect(updaterIn(folder, quiet(done)).prepare(bundle({ change: { sequence: 36 } }))).rejects.toThrow('older');
  });

  it('changes nothing where no backup can be made, or the disk is short', async () => {
    const [folder, done] = [newFolder(), [] as string[]];
    const noBackup = { ...quiet(done), backUp: () => Promise.reject(new Error('the stick is full')) };
    expect(await install(updaterIn(folder, noBackup), bundle())).toEqual({
      to: '1.4.0',
      outcome: 'abandoned',
      reason: 'no backup could be made before: the stick is full',
    });
    const noRoom = { ...quiet(done), freeBytes: () => 599_999 };
    await expect(updaterIn(newFolder(), noRoom).prepare(bundle())).rejects.toThrow('too little room');
    expect(done).toEqual([]);
  });

  it('is over where the new version runs and the one that installed it was cut short', async () => {
    const folder = newFolder();
    const parts = {
      folder,
      roots: known,
      installed: () => installed,
      steps: quiet([]),
      nowMs: () => nowMs,
      say: () => undefined,
    };
    const before = new Updater({ ...parts, version: '1.3.2' });
    await before.prepare(bundle());
    const state = readUpdateState(join(folder, 'update.json'));
    if (state.current)
      writeUpdateState(join(folder, 'update.json'), { ...state, current: { ...state.current, phase: 'checking' } });
    expect(before.settle()).toBeUndefined();
    expect(new Updater({ ...parts, version: '1.4.0' }).settle()).toMatchObject({ outcome: 'installed' });
    expect(readUpdateState(join(folder, 'update.json')).current).toBeNull();
  });

  it('does not forget what it saw when its file is damaged: it installs nothing', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'update.json'), '{"seen":');
    await expect(updaterIn(folder, quiet([])).prepare(bundle())).rejects.toThrow();
    expect(existsSync(join(folder, 'next'))).toBe(false);
  });

  it('whose stick was pulled during the copy is left, and the plant goes on', async () => {
    const folder = newFolder();
    const { artefact } = await verify(bundle());
    writeUpdateState(join(folder, 'update.json'), {
      seen: {},
      keysSequence: 0,
      current: { phase: 'copying', from: '1.3.2', to: '1.4.0', artefact, backup: null, tries: 0 },
      kept: null,
      last: null,
    });
    mkdirSync(join(folder, 'next'));
    appendFileSync(join(folder, 'next', artefactName), 'half');
    const done: string[] = [];
    expect(await updaterIn(folder, quiet(done)).resume()).toMatchObject({ outcome: 'abandoned' });
    expect([done, existsSync(join(folder, 'next', artefactName))]).toEqual([[], false]);
  });
});
