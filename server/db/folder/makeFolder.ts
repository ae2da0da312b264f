import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * A folder that a person named, with those above it, closed to others. The library's own way never ends where the folder above is there and
 * says that it is not, as below /proc.
 * @throws the system's error.
 */
export const makeFolder = (path: string): void => {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // another process made it meanwhile
    if (!isFolder(path)) throw error;
  }
};
