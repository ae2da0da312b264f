import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const sync = (path: string, flags: 'r' | 'r+'): void => {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/** What was written to a file survives a power cut when this returns; its name does where `syncFolder` was called too. */
export const syncFile = (path: string): void => sync(path, 'r+');

/** Names that came to a folder, or went, survive a power cut when this returns; Windows keeps them by itself, and has no such call. */
export const syncFolder = (folder: string): void => {
  if (process.platform !== 'win32') sync(folder, 'r');
};

/** A folder with all that is below it. */
export const everyPathIn = (folder: string): { files: string[]; folders: string[] } => {
  const below = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = (isFolder: boolean): string[] =>
    below.filter((one) => one.isDirectory() === isFolder).map((one) => join(one.parentPath, one.name));
  return { files: paths(false), folders: [folder, ...paths(true)] };
};

/** All of a folder survives a power cut when this returns, but for its own name. */
export const syncTree = (folder: string): void => {
  const { files, folders } = everyPathIn(folder);
  for (const path of files) syncFile(path);
  for (const path of folders) syncFolder(path);
};
