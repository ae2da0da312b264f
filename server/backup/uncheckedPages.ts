import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeWholeFile } from '../core/files/wholeFile.ts';
import { findDamage, isLarge } from '../db/transfer/findDamage.ts';
import { DATABASE } from './manifest.ts';

/** In the data folder while the pages of its database are still to be looked through. */
const MARK = 'pages-unchecked.txt';

/** Whether a run of the server ended before the pages were looked through, or met damage. */
export const arePagesUnchecked = (dataFolder: string): boolean => existsSync(join(dataFolder, MARK));

export const pagesChecked = (dataFolder: string): void => rmSync(join(dataFolder, MARK), { force: true });

/** The next start looks through the pages before it opens them. @returns whether that could be noted. */
export const leavePagesUnchecked = (dataFolder: string): boolean => {
  try {
    writeWholeFile(join(dataFolder, MARK), 'The pages of the database are looked through at the next start.\n');
    return true;
  } catch {
    // a full disk: then they are looked through at once
    return false;
  }
};

/** What is left beside the database of every plant that has run once. */
const OF_A_PLANT = ['chain-heads.json', 'keys/site.json'];

/** Without its database a plant would begin as a new one, though its backups lie beside it. */
const findLoss = (dataFolder: string, path: string): string | undefined => {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  if ((bytes ?? 0) > 0 || !OF_A_PLANT.some((name) => existsSync(join(dataFolder, name)))) return undefined;
  return bytes === undefined ? 'the file is gone' : 'the file is empty';
};

/**
 * What is wrong with the database at a start. The pages of a large one are left to a job process that works beside the service, unless the
 * last run of the server did not get that far.
 */
export const findDamageAtStart = (dataFolder: string): string | undefined => {
  const path = join(dataFolder, DATABASE);
  const loss = findLoss(dataFolder, path);
  if (loss !== undefined) return loss;
  if (!arePagesUnchecked(dataFolder)) return findDamage(path, !(isLarge(path) && leavePagesUnchecked(dataFolder)));
  const damage = findDamage(path);
  if (damage === undefined) pagesChecked(dataFolder);
  return damage;
};
