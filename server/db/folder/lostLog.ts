import { existsSync, readFileSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { RUNNING_SERVER_FILE, runningServer } from '../../contract/process/shell.ts';
import { parseChecked } from '../../core/bytes/checkedJson.ts';
import { LogPair } from './logPair.ts';

const NOTE = 'log-lost.json';
const DATABASE = 'headworks.db';

/** Whether the run that left this file noted which log is of its database. */
const wasNoting = (path: string): boolean => {
  try {
    return runningServer.parse(parseChecked(readFileSync(path, 'utf8'))).notesPair === true;
  } catch {
    // cut short by a power cut: it says nothing, and nothing is refused for it
    return false;
  }
};

/**
 * Looks whether the run before left what it should: one that did not end by itself leaves its file with its address, and its write-ahead log,
 * which a clean end removes both. Without the log its database is whole, and lacks the last minutes without a trace. Call it with the
 * folder locked, and before the database is opened, which makes a new log.
 */
export const noteLostLog = (dataFolder: string): void => {
  const [running, database] = [RUNNING_SERVER_FILE, DATABASE].map((name) => join(dataFolder, name)) as [string, string];
  if (!existsSync(running)) return;
  // the logs of an earlier version are its own
  if (!wasNoting(running)) new LogPair(database).drop();
  const isLost = existsSync(database) && !existsSync(`${database}-wal`);
  if (isLost) renameSync(running, join(dataFolder, NOTE));
  // what is opened and closed from now on may remove the log
  else unlinkSync(running);
};

/** Whether the log of an earlier run was gone, and the audit log does not say so yet. */
export const isLogLost = (dataFolder: string): boolean => existsSync(join(dataFolder, NOTE));

export const dropLostLog = (dataFolder: string): void => rmSync(join(dataFolder, NOTE), { force: true });
