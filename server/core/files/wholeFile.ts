import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { checkedJson, parseChecked } from '../bytes/checkedJson.ts';
import { Failure, isMissingFile, messageOf } from '../fail.ts';
import { syncFolder } from './durable.ts';

/** Whole or not at all, readable by the owner only. */
export const writeWholeFile = (path: string, text: string): void => {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const part = `${path}.tmp`;
  const handle = openSync(part, 'w', 0o600);
  try {
    // as long as it takes: on a disk that is almost full a single write takes a part, and says nothing
    writeFileSync(handle, text);
    fsyncSync(handle);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
  renameSync(part, path);
  syncFolder(folder);
};

/** With a check, for files that nobody edits by hand. */
export const writeJsonFile = (path: string, value: object): void => writeWholeFile(path, checkedJson(value));

/**
 * The JSON of a file that this program wrote; undefined where there is none.
 * @throws Failure `unavailable` with the file's name where it is not what was written.
 */
export const readJsonFile = <S extends z.ZodType>(path: string, schema: S): z.output<S> | undefined => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw new Failure('unavailable', `${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  try {
    return schema.parse(parseChecked(text));
  } catch (error) {
    throw new Failure('unavailable', `${path} is damaged: put back the file of a backup, or remove it`, { cause: error });
  }
};
