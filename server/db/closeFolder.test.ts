import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { dataFiles, staysInPlace } from '../backup/dataFiles.ts';
import { ManualClock } from '../core/clock.ts';
import { Storage } from '../storage.ts';
import { silent } from '../test/httpRig.ts';
import { closeFolder } from './closeFolder.ts';

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'close-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const modeOf = (path: string): number => statSync(path).mode & 0o777;

it('a folder that others could read is closed with all that is in it, and what links lead to is left alone', () => {
  const [folder, outside] = [newFolder(), join(newFolder(), 'outside')];
  writeFileSync(outside, '', { mode: 0o644 });
  mkdirSync(join(folder, 'keys'));
  writeFileSync(join(folder, 'keys', 'token.json'), '{}');
  symlinkSync(outside, join(folder, 'link'));
  for (const path of [folder, join(folder, 'keys')]) chmodSync(path, 0o755);
  chmodSync(join(folder, 'keys', 'token.json'), 0o644);
  closeFolder(folder);
  expect([folder, join(folder, 'keys'), join(folder, 'keys', 'token.json')].map(modeOf)).toEqual([0o700, 0o700, 0o600]);
  expect(modeOf(outside)).toBe(0o644);
});

it('a folder that others read and that is no plant, as the home of a user, is refused and left as it is', () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'public'));
  writeFileSync(join(folder, 'public', 'page.html'), '');
  const paths = [folder, join(folder, 'public'), join(folder, 'public', 'page.html')];
  for (const path of paths) chmodSync(path, 0o755);
  for (const _ of ['the first try', 'the next, beside what it left']) {
    expect(() => new Storage(folder, new ManualClock(0), silent)).toThrow(`sudo chmod -R go-rwx '${folder}'`);
    expect(paths.map(modeOf)).toEqual([0o755, 0o755, 0o755]);
  }
  chmodSync(folder, 0o700);
  new Storage(folder, new ManualClock(0), silent).stop();
});

it('a plant started on a folder of mode 0755 has no file that others can read', () => {
  const folder = newFolder();
  // the root of a disk of its own
  mkdirSync(join(folder, 'lost+found'));
  chmodSync(folder, 0o755);
  const before = process.umask(0o022);
  onTestFinished(() => void process.umask(before));
  for (const _start of [1, 2]) {
    const storage = new Storage(folder, new ManualClock(0), silent);
    const files = ['headworks.db', 'headworks.db-wal', 'headworks.db-shm', 'server.lock', 'reserve.bin'];
    expect([folder, ...files.map((file) => join(folder, file))].map(modeOf)).toEqual([0o700, ...files.map(() => 0o600)]);
    storage.stop();
  }
});

it('what a file system keeps at its root for itself is not looked into', () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'lost+found'));
  writeFileSync(join(folder, 'lost+found', '#12'), '');
  chmodSync(join(folder, 'lost+found', '#12'), 0o644);
  closeFolder(folder);
  expect(modeOf(join(folder, 'lost+found', '#12'))).toBe(0o644);
  expect(dataFiles(folder)).toEqual([]);
  expect(staysInPlace('lost+found')).toBe(true);
});
