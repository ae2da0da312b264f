import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { assertDiskMounted, noteDisk } from './mountedDisk.ts';

const rig = () => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-mount-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [mount, stateFolder] = [join(folder, 'disk'), join(folder, 'state')];
  const state = { isMounted: true };
  const diskOf = (path: string): number | undefined =>
    existsSync(path) ? (state.isMounted && `${path}/`.startsWith(`${mount}/`) ? 2 : 1) : undefined;
  const dataFolder = join(mount, 'plant');
  mkdirSync(dataFolder, { recursive: true });
  return { mount, state, dataFolder, stateFolder, parts: { dataFolder, stateFolder, diskOf } };
};

describe('the disk of a data folder', () => {
  it('is missed at a start without it, whether the folder is there or not', () => {
    const { mount, state, dataFolder, parts } = rig();
    noteDisk(parts);
    expect(assertDiskMounted(parts)).toBeUndefined();
    state.isMounted = false;
    expect(() => assertDiskMounted(parts)).toThrow(
      `the disk of data folder ${dataFolder} is not mounted at ${mount}: connect it`,
    );
    rmSync(mount, { recursive: true });
    expect(() => assertDiskMounted(parts)).toThrow(/is not mounted/);
  });

  it('is not missed where a plant was moved from it to the same path, nor once the note was removed', () => {
    const { state, dataFolder, stateFolder, parts } = rig();
    noteDisk(parts);
    state.isMounted = false;
    writeFileSync(join(dataFolder, 'headworks.db'), 'x');
    expect(assertDiskMounted(parts)).toBeUndefined();
    noteDisk(parts);
    rmSync(join(dataFolder, 'headworks.db'));
    expect(assertDiskMounted(parts)).toBeUndefined();
    expect(readdirSync(join(stateFolder, 'disks'))).toEqual([]);
  });

  it('is not asked for where a plant is on the disk of the root, or a mounted one is empty', () => {
    const { state, stateFolder, parts } = rig();
    state.isMounted = false;
    noteDisk(parts);
    expect(existsSync(join(stateFolder, 'disks'))).toBe(false);
    state.isMounted = true;
    noteDisk(parts);
    expect(assertDiskMounted(parts)).toBeUndefined();
  });

  it('hinders no start by a note that cannot be written or read', () => {
    const { state, stateFolder, parts } = rig();
    writeFileSync(stateFolder, '');
    noteDisk(parts);
    rmSync(stateFolder);
    noteDisk(parts);
    for (const name of readdirSync(join(stateFolder, 'disks'))) writeFileSync(join(stateFolder, 'disks', name), '{"half');
    state.isMounted = false;
    expect(assertDiskMounted(parts)).toBeUndefined();
  });
});
