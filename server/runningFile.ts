import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RUNNING_SERVER_FILE, type RunningServer } from './contract/process/shell.ts';
import { syncFolder } from './core/files/durable.ts';

const writeAside = (path: string, text: string, mode: number): void => {
  mkdirSync(dirname(path), { recursive: true });
  const aside = `${path}.${process.pid}`;
  writeFileSync(aside, text, { mode });
  // the service's umask takes the others' rights from what it makes
  chmodSync(aside, mode);
  renameSync(aside, path);
};

const takeAway = (path: string): void => {
  try {
    rmSync(path, { force: true });
    // after a power cut it would say that this run did not end by itself
    syncFolder(dirname(path));
  } catch {
    // a disk that fails, or is gone: the stop goes on, and who reads the file asks whether that server answers
  }
};

/**
 * Says in the data folder, and in the folder that systemd gives a service for such files, who serves the plant. The desktop reads it to
 * show a running server instead of starting a second one.
 * @returns the function that takes it away again.
 */
export const announceRunning = (dataFolder: string, runtimeFolder: string | undefined, server: RunningServer): (() => void) => {
  const text = `${JSON.stringify(server)}\n`;
  const own = join(dataFolder, RUNNING_SERVER_FILE);
  writeAside(own, text, 0o600);
  // people may not read a service's data folder; the address of its panel is no secret to them
  const shown = runtimeFolder ? join(runtimeFolder, RUNNING_SERVER_FILE) : undefined;
  if (shown) writeAside(shown, text, 0o644);
  return () => {
    takeAway(own);
    if (shown) takeAway(shown);
  };
};
