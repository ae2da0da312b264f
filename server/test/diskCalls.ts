import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';

/**
 * What some work does to the disk, in its order: "sync NAME" of a file or folder, "rename NAME" of what a file is called then, "remove NAME".
 * Names are without their folders; the work can add what else it does. The work is done when it returns: nothing else may touch the disk meanwhile.
 */
export const diskCallsOf = (work: (add: (call: string) => void) => void): string[] => {
  const calls: string[] = [];
  const names = new Map<number, string>();
  const { openSync, fsyncSync, renameSync, rmSync } = fs;
  Object.assign(fs, {
    openSync: (...given: Parameters<typeof openSync>) => {
      const handle = openSync(...given);
      names.set(handle, basename(String(given[0])));
      return handle;
    },
    fsyncSync: (handle: number) => {
      fsyncSync(handle);
      calls.push(`sync ${names.get(handle)}`);
    },
    renameSync: (...given: Parameters<typeof renameSync>) => {
      renameSync(...given);
      calls.push(`rename ${basename(String(given[1]))}`);
    },
    rmSync: (...given: Parameters<typeof rmSync>) => {
      rmSync(...given);
      calls.push(`remove ${basename(String(given[0]))}`);
    },
  });
  syncBuiltinESMExports();
  try {
    work((call) => calls.push(call));
  } finally {
    Object.assign(fs, { openSync, fsyncSync, renameSync, rmSync });
    syncBuiltinESMExports();
  }
  return calls;
};
