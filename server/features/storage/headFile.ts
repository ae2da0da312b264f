import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { checkedJson, parseChecked } from '../../core/bytes/checkedJson.ts';
import { Failure } from '../../core/fail.ts';
import { writeWholeFile } from '../../core/files/wholeFile.ts';
import { type DamageFinding, type Heads, headsOf } from './model.ts';

const FILE = 'chain-heads.json';
const format = z.object({
  format: z.literal('headworks-heads-1'),
  heads: headsOf,
});

/** Ends of the chained streams as they were last noted outside the database; none before the first. @throws Failure `unavailable`. */
export const readHeadFile = (dataFolder: string): Heads => {
  const path = join(dataFolder, FILE);
  if (!existsSync(path)) return {};
  try {
    return format.parse(parseChecked(readFileSync(path, 'utf8'))).heads;
  } catch (error) {
    throw new Failure('unavailable', `${path} is damaged`, { cause: error });
  }
};

/** The same; where the note is damaged none of them, and what is to be said of it. */
export const headsAsNoted = (dataFolder: string): { heads: Heads; damage: DamageFinding[] } => {
  try {
    return { heads: readHeadFile(dataFolder), damage: [] };
  } catch {
    return { heads: {}, damage: [{ part: 'stream', name: FILE, date: null, reason: 'damaged' }] };
  }
};

/** Durable when it returns. */
export const writeHeadFile = (dataFolder: string, heads: Heads): void =>
  writeWholeFile(join(dataFolder, FILE), `${checkedJson({ format: 'headworks-heads-1', heads })}\n`);
