import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, messageOf } from '../../core/fail.ts';
import { jsonLoss } from '../../core/text/jsonLoss.ts';

export const SETTINGS_FILE = 'headworks.json';
const MOST_DEPTH = 100;

const wrong = (message: string, cause?: unknown): Failure => new Failure('parameter', message, { cause });

const bytesOf = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch (error) {
    throw wrong(`${path} cannot be read: ${messageOf(error)}`, error);
  }
};

const parsed = (path: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw wrong(`${path} is not valid JSON: ${messageOf(error)}`, error);
  }
};

/**
 * What a data folder's settings say, as they were written; an empty object where there are none.
 * @throws Failure `parameter` for what cannot be read, is no JSON, or would be read as something else than was written.
 */
export const readSettingsFile = (dataFolder: string): unknown => {
  const path = join(dataFolder, SETTINGS_FILE);
  if (!existsSync(path)) return {};
  const bytes = bytesOf(path);
  // other letters than were saved would be another password
  if (!isUtf8(bytes)) throw wrong(`${path} is not UTF-8: save it in this encoding`);
  const text = bytes.toString();
  const settings = parsed(path, text);
  const loss = jsonLoss(text, MOST_DEPTH);
  if (loss) throw wrong(`${path}: ${loss.path || 'settings'} ${loss.reason}`);
  return settings;
};
