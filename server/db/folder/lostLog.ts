import { existsSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { RUNNING_SERVER_FILE } from '../../contract/process/shell.ts';

const NOTE = 'log-lost.json';
const DATABASE = 'headworks.db';

/**
 * Looks whether the run before left what it should: one that did not end by itself leaves its file with its address, and its write-ahead log,
 * which a clean end removes both. Without the log its database is whole, and lacks the last minutes without a trace. Call it with the
 * folder locked, and before the database is opened, which makes a new log.
 */
export const noteLostLog = (dataFolder: string): void => {
  const [running, database] = [RUNNING_SERVER_FILE, DATABASE].map((name) => join(dataFolder, name)) as [string, string];
  if (!existsSync(running)) return;
  const isLost = existsSync(database) && !existsSync(`${database}-wal`);
  if (isLost) renameSync(running, join(dataFolder, NOTE));
  // what is opened and closed from now on may remove the log
  else unlinkSync(running);
};

/** Whether the log of an earlier run was gone, and the audit log does not say so yet. */
export const isLogLost = (dataFolder: string): boolean => existsSync(join(dataFolder, NOTE));

export const dropLostLog = (dataFolder: string): void => rmSync(join(dataFolder, NOTE), { force: true });
