import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { SettingsFile } from './settings.ts';
import { ShellLog } from './shellLog.ts';

const folderOf = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'headworks-shell-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
};

/** Settings whose folder is a file, so that nothing can be stored. */
const unwritable = (): SettingsFile => {
  const folder = folderOf();
  writeFileSync(join(folder, 'file'), '');
  return new SettingsFile(join(folder, 'file', 'shell.json'));
};

it('stay what they were where a change of a person cannot be stored', () => {
  const settings = unwritable();
  expect(() => settings.change({ isReachable: true })).toThrow();
  expect(settings.value.isReachable).toBe(false);
});

it('remember for this run what the shell notes for itself and cannot store', () => {
  const settings = unwritable();
  settings.note({ closeWasExplained: true });
  expect(settings.value.closeWasExplained).toBe(true);
});

it('are there again after a start', () => {
  const path = join(folderOf(), 'shell.json');
  const settings = new SettingsFile(path);
  settings.change({ isReachable: true });
  settings.note({ closeWasExplained: true });
  expect(new SettingsFile(path).value).toMatchObject({ isReachable: true, closeWasExplained: true });
});

it('a log whose folder cannot be entered keeps no desktop from starting', () => {
  const loop = join(folderOf(), 'loop');
  symlinkSync('loop', loop);
  new ShellLog(loop, 'shell').say('started');
  expect(existsSync(loop)).toBe(false);
});
