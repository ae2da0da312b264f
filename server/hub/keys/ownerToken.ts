import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../core/fail.ts';
import { writeWholeFile } from '../../core/files/wholeFile.ts';

export const OWNER_TOKEN_FILE = 'hub-owner-token';
const TOKEN_BYTES = 32;
/** Whoever sends nothing, or guesses, must not be the owner. */
const SHORTEST = 16;

/** Made at the first run; readable by the account of the server alone. @throws Failure `parameter` for a file that holds no token. */
export const ownerToken = (keyFolder: string): string => {
  const path = join(keyFolder, OWNER_TOKEN_FILE);
  if (existsSync(path)) {
    const token = readFileSync(path, 'utf8').trim();
    if (token.length >= SHORTEST && !/\s/.test(token)) return token;
    throw new Failure('parameter', `${path} holds no token: remove the file, and the next start makes a new one`);
  }
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  writeWholeFile(path, `${token}\n`);
  return token;
};
