import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseChecked } from '../../core/bytes/checkedJson.ts';
import { Failure } from '../../core/fail.ts';
import { writeJsonFile } from '../../core/files/wholeFile.ts';

/** Signing keys by their id; new tokens are signed with the current one. */
export type TokenKeys = { current: string; byId: ReadonlyMap<string, KeyObject> };

const KEY_BYTES = 32;
const keyFile = z.object({
  current: z.string().min(1),
  keys: z
    .array(
      z.object({
        kid: z.string().min(1),
        secret: z.base64url().refine((text) => Buffer.from(text, 'base64url').length >= KEY_BYTES),
        /** When a newer key took over. */
        retiredAtMs: z.number().int().optional(),
      }),
    )
    .min(1),
});

type KeyFile = z.infer<typeof keyFile>;

const damaged = (path: string, cause: unknown): Failure =>
  new Failure(
    'unavailable',
    `key file ${path} is damaged: put the file of a backup back, or remove it; then everybody has to log in again`,
    {
      cause,
    },
  );

const readFile = (path: string): KeyFile => {
  try {
    const file = keyFile.parse(parseChecked(readFileSync(path, 'utf8')));
    if (!file.keys.some(({ kid }) => kid === file.current)) throw new Failure('unavailable', 'the current key is missing');
    return file;
  } catch (error) {
    throw damaged(path, error);
  }
};

const freshKey = () => ({ kid: randomUUID(), secret: randomBytes(KEY_BYTES).toString('base64url') });
const toKeys = ({ current, keys }: KeyFile): TokenKeys => ({
  current,
  byId: new Map(keys.map(({ kid, secret }) => [kid, createSecretKey(secret, 'base64url')])),
});

/**
 * Reads the keys, or makes them where there are none yet.
 * @throws Failure `unavailable` when the file is there but damaged: new keys would end every session without a word.
 */
export const loadTokenKeys = (path: string): TokenKeys => {
  if (!existsSync(path)) {
    const key = freshKey();
    writeJsonFile(path, { current: key.kid, keys: [key] });
  }
  return toKeys(readFile(path));
};

/**
 * What the keys become when a new one signs; older ones stay for as long as a token signed with them can live.
 * @returns the keys, and what stores them.
 * @throws Failure `unavailable` when the file is damaged.
 */
export const nextTokenKeys = (path: string, nowMs: number, keepMs: number): { keys: TokenKeys; save(): void } => {
  const kept = readFile(path)
    .keys.map((key) => ({ ...key, retiredAtMs: key.retiredAtMs ?? nowMs }))
    .filter(({ retiredAtMs }) => retiredAtMs + keepMs > nowMs);
  const fresh = freshKey();
  const file = { current: fresh.kid, keys: [...kept, fresh] };
  return { keys: toKeys(file), save: () => writeJsonFile(path, file) };
};

/**
 * A key of one purpose, made where there is none yet.
 * @throws Failure `unavailable` when the file is damaged.
 */
export const loadSecret = (path: string): KeyObject => {
  const { current, byId } = loadTokenKeys(path);
  const key = byId.get(current);
  if (!key) throw damaged(path, undefined);
  return key;
};
