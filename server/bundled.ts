import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where package.json is. */
const here = join(import.meta.dirname, '..');

/** Beside the installed packages, where only their owner writes: what is read faster than the sources. */
export const startCache = (installation = here): string => join(installation, 'node_modules', '.cache', 'headworks');

function* filesOf(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'test') yield* filesOf(path);
    else if (entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts')) yield path;
  }
}

/**
 * The folder of the server made of these very sources, there or not: its name holds where they are, their times and lengths, and the versions of
 * the packages. A changed, added or removed source is another name.
 */
export const bundledFolder = (installation = here): string => {
  const hash = createHash('sha256');
  for (const path of [...filesOf(join(installation, 'server')), join(installation, 'package-lock.json')]) {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path}\n${mtimeMs} ${size}\n`);
  }
  return join(startCache(installation), 'bundled', hash.digest('hex').slice(0, 16));
};

/** The server in a few files, where they were made of the sources as they are now; reading 2,000 modules one by one is half of a start. */
export const findBundled = (installation = here): string | undefined => {
  if (!existsSync(join(startCache(installation), 'bundled'))) return undefined;
  const path = join(bundledFolder(installation), 'serve.mjs');
  return existsSync(path) ? path : undefined;
};
