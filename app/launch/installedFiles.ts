import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RootKeys } from '../updates/manifest.ts';
import { BundleRefused } from '../updates/refusal.ts';
import { signersOf } from '../updates/signatures.ts';
import { releaseKeysIn } from '../updates/verifyBundle.ts';

const PURPOSE = 'headworks-files-1';

const LINE = /^([0-9a-f]{64}) {2}(app\.asar(?:\.unpacked\/[\w@./+-]+)?)$/;

const hashOf = async (path: string): Promise<string | undefined> => {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
};

const isSigned = (resources: string, list: Buffer, roots: RootKeys): boolean => {
  try {
    const { keys } = releaseKeysIn(resources, roots);
    return signersOf(PURPOSE, list, readFileSync(join(resources, 'files.sig'), 'utf8'), keys).length > 0;
  } catch (error) {
    if (error instanceof BundleRefused || (error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
};

/**
 * The first file of the installation that is not what was packed, by the list that packing left beside it. Electron checks its archive on
 * Windows and macOS only. A release carries roots: its list has to be signed by a release key that they name. Undefined where all is as it was.
 */
export const findAlteredFile = async (resources: string, roots: RootKeys): Promise<string | undefined> => {
  let list: Buffer;
  try {
    list = readFileSync(join(resources, 'files.sha256'));
  } catch {
    return 'files.sha256';
  }
  if (roots.keys.length > 0 && !isSigned(resources, list, roots)) return 'files.sig';
  const lines = list.toString('utf8').trimEnd().split('\n');
  for (const line of lines) {
    const [, expected, name] = LINE.exec(line) ?? [];
    if (!name || name.includes('..')) return 'files.sha256';
    if ((await hashOf(join(resources, name))) !== expected) return name;
  }
  return lines.some((line) => line.endsWith('  app.asar')) ? undefined : 'files.sha256';
};
