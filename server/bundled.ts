import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where package.json is. */
const here = join(import.meta.dirname, '..');
/** In a folder of bundled files: what they were made of. */
const SOURCES = 'sources.json';

/** Beside the installed packages, where only their owner writes: what is read faster than the sources. */
export const startCache = (installation = here): string => join(installation, 'node_modules', '.cache', 'headworks');

function* filesOf(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'test') yield* filesOf(path);
    else if (entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts')) yield path;
  }
}

type Source = [path: string, mtimeMs: number, size: number];

/** The server's sources and the versions of the packages, as they are now. */
const sourcesOf = (installation: string): Source[] =>
  [...filesOf(join(installation, 'server')), join(installation, 'package-lock.json')].map((path) => {
    const { mtimeMs, size } = statSync(path);
    return [path, mtimeMs, size];
  });

/** Where the server made of these very sources belongs: the folder's name holds where they are, their times and lengths. */
export const bundledFolder = (installation = here): string => {
  const name = createHash('sha256')
    .update(JSON.stringify(sourcesOf(installation)))
    .digest('hex')
    .slice(0, 16);
  return join(startCache(installation), 'bundled', name);
};

/** Written beside the bundled files: only what is named in it is looked at when the server starts. */
export const writeSources = (folder: string, installation = here): void =>
  writeFileSync(join(folder, SOURCES), JSON.stringify(sourcesOf(installation)));

const isMadeOf = (sources: readonly Source[], installation: string): boolean =>
  sources.length > 0 &&
  sources.every(([path, mtimeMs, size]) => {
    const found = path.startsWith(installation) ? statSync(path, { throwIfNoEntry: false }) : undefined;
    return found !== undefined && found.mtimeMs === mtimeMs && found.size === size;
  });

/** None of a folder whose list is not there, or was cut by a failure of the power. */
const writtenSources = (folder: string): Source[] => {
  try {
    return JSON.parse(readFileSync(join(folder, SOURCES), 'utf8'));
  } catch {
    return [];
  }
};

const entriesOf = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/**
 * The server in a few files, where they were made of the sources as they are now; reading 2,000 modules one by one is half of a start. A source
 * that is new is no part of it until one that was there before is changed to import it.
 */
export const findBundled = (installation = here): string | undefined => {
  const bundled = join(startCache(installation), 'bundled');
  for (const name of entriesOf(bundled)) {
    const folder = join(bundled, name);
    if (isMadeOf(writtenSources(folder), installation)) return join(folder, 'serve.mjs');
  }
  return undefined;
};

/** The same in a packed program, which has no sources: made when it was packed. */
export const findPacked = (): string | undefined => {
  const path = join(here, 'bundled', 'serve.js');
  return existsSync(path) ? path : undefined;
};
