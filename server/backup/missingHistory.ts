import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readJsonFile, writeJsonFile } from '../bundle/wholeFile.ts';
import { type MissingHistory, missingHistory } from '../contract/plant/backup.ts';

const FILE = 'recovery.json';
/** `audited`: the audit log says so. */
const stored = missingHistory.extend({ audited: z.boolean().default(false) });
type Stored = z.output<typeof stored>;

/** What a damaged database cost, until somebody has decided about it. */
export const readMissing = (dataFolder: string): Stored | null => readJsonFile(join(dataFolder, FILE), stored) ?? null;

export const writeMissing = (dataFolder: string, missing: MissingHistory & { audited?: boolean }): void =>
  writeJsonFile(join(dataFolder, FILE), missing);

export const dropMissing = (dataFolder: string): void => rmSync(join(dataFolder, FILE), { force: true });
