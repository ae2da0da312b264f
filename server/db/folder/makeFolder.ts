import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** @throws Error where something else has its name. */
const isFolder = (path: string): boolean => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new Error(`${path} is a file`);
  return found !== undefined;
};

/**
 * A folder that a person named, with those above it, closed to others. The library's own way never ends where the folder above is there and
 * says that it is not, as below /proc.
 * @throws the system's error, or one that names the file in its place.
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
