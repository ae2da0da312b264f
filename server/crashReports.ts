import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hideTokens } from './contract/process/secrets.ts';

const KEPT = 10;
const SHOWN = 5;
const ENDING = '.json';

const folderOf = (dataFolder: string): string => join(dataFolder, 'crashes');
const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ENDING))
      .sort();
  } catch {
    return [];
  }
};

/** Keeps what is known of a fault that ends the server, for the diagnostics. Never throws: the server is ending. */
export const writeCrash = (dataFolder: string, error: unknown, { version, nowMs }: { version: string; nowMs: number }): void => {
  try {
    const folder = folderOf(dataFolder);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
    const at = new Date(nowMs).toISOString();
    const report = {
      at,
      version,
      node: process.version,
      uptimeSeconds: Math.round(process.uptime()),
      memory: process.memoryUsage(),
      name,
      message: hideTokens(message),
      stack: hideTokens(stack ?? ''),
    };
    writeFileSync(join(folder, `${at.replace(/[:.]/g, '-')}${ENDING}`), JSON.stringify(report, undefined, 2), { mode: 0o600 });
    for (const old of namesIn(folder).slice(0, -KEPT)) rmSync(join(folder, old), { force: true });
  } catch {
    // a disk that is full or gone: standard error has it
  }
};

/** The newest, oldest first. */
export const readCrashes = (dataFolder: string): unknown[] => {
  const folder = folderOf(dataFolder);
  return namesIn(folder)
    .slice(-SHOWN)
    .flatMap((name) => {
      try {
        return [JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown];
      } catch {
        return [];
      }
    });
};
