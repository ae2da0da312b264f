/** The shell imports nothing of the server but its contract, so it has these of its own; the server's are in `server/core/files/durable.ts`. */
import { closeSync, fsyncSync, openSync } from 'node:fs';

const sync = (path: string, flags: 'r' | 'r+'): void => {
  const handle = openSync(path, flags);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/** What was written to a file survives a power cut when this returns. */
export const syncFile = (path: string): void => sync(path, 'r+');

/** Names that came to a folder, or went, survive a power cut when this returns; Windows keeps them by itself, and has no such call. */
export const syncFolder = (folder: string): void => {
  if (process.platform !== 'win32') sync(folder, 'r');
};
