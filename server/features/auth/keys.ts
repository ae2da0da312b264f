import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { Failure } from '../../core/fail.ts';

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
      }),
    )
    .min(1),
});

/** Whole or not at all, readable by the owner only. */
const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(`${path}.tmp`, 'w', 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.tmp`, path);
};

/**
 * Reads the keys, or makes them where there are none yet.
 * @throws Failure `unavailable` when the file is there but damaged: new keys would end every session without a word.
 */
export const loadTokenKeys = (path: string): TokenKeys => {
  if (!existsSync(path)) {
    const kid = randomUUID();
    write(path, JSON.stringify({ current: kid, keys: [{ kid, secret: randomBytes(KEY_BYTES).toString('base64url') }] }));
  }
  try {
    const { current, keys } = keyFile.parse(JSON.parse(readFileSync(path, 'utf8')));
    const byId = new Map(keys.map(({ kid, secret }) => [kid, createSecretKey(secret, 'base64url')]));
    if (!byId.has(current)) throw new Failure('unavailable', 'the current key is missing');
    return { current, byId };
  } catch (error) {
    throw new Failure(
      'unavailable',
      `key file ${path} is damaged: restore it, or delete it to end every session and start anew`,
      {
        cause: error,
      },
    );
  }
};
