import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { Updater, type UpdateSteps } from '../updater.ts';
import { verifyBundle } from '../verifyBundle.ts';
import { type BundleOptions, installed, known, nowMs, writeBundle, writePrevious } from './bundle.ts';

export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'update-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

export const bundle = (options: BundleOptions = {}): string => {
  const folder = newFolder();
  writeBundle(folder, options);
  return folder;
};

export const flip = (path: string, at: number): void => {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
};
export const verify = (folder: string, change: Partial<typeof installed> = {}) =>
  verifyBundle(folder, known, { ...installed, ...change }, { nowMs });

export const quiet = (done: string[]): UpdateSteps => ({
  freeBytes: () => 1e12,
  backUp: async () => {
    done.push('backUp');
    return 'backup-1';
  },
  stop: async () => void done.push('stop'),
  install: async (path) => void done.push(path.endsWith('/installed/1.3.2') ? 'install before' : 'install'),
  isHealthy: async () => true,
  restore: async () => void done.push('restore'),
  start: async () => void done.push('start'),
});

export const updaterIn = (folder: string, steps: UpdateSteps) =>
  new Updater({
    folder,
    roots: known,
    installed: () => installed,
    version: installed.version,
    steps,
    nowMs: () => nowMs,
    say: () => undefined,
  });
/** What the shell does, and then the one that is started anew. */
export const install = async (updater: Updater, source: string) => (await updater.prepare(source)) ?? (await updater.resume());

export const withWayBack = (): string => {
  const folder = bundle();
  writePrevious(folder);
  return folder;
};
