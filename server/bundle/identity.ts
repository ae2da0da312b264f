import { createCipheriv, createDecipheriv, hash, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure } from '../core/fail.ts';
import { readJsonFile, writeJsonFile } from '../core/files/wholeFile.ts';
import { privateKeyOf, publicBytes } from './keys.ts';

/** Who this plant is, for ever: a replaced PC keeps it. */
export type Identity = {
  /** UUID. */
  site: string;
  /** 1 at first; one more whenever what is stored may have forked, as after a restore. */
  epoch: number;
  createdAt: string;
  /** Ed25519: signs bundles. Another one once the plant's hub knows its next key. */
  signing: KeyObject;
  /** X25519: opens the bundles that this server made itself. */
  opening: KeyObject;
};

const SITE_FILE = 'site.json';
/** The identity with the key that comes next, until the hub knows it. */
const NEXT_FILE = 'site-next.json';
/** A hub's identity with the key before its own, while that is taken. */
const OLD_FILE = 'site-old.json';
const WRAP_FILE = 'site-wrap-key.json';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

const bytes = z.base64url();
const siteFile = z.object({
  format: z.literal('headworks-site-1'),
  site: z.uuid(),
  epoch: z.number().int().min(1),
  createdAt: z.iso.datetime(),
  publicKey: bytes,
  /** Nonce, encrypted signing and opening keys, tag: AES-256-GCM under the wrapping key, with the site's id as further data. */
  wrapped: bytes,
});
const wrapFile = z.object({ format: z.literal('headworks-wrap-1'), key: bytes });

const wrap = (secret: Uint8Array, key: Uint8Array, site: string): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(site));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]).toString('base64url');
};

const unwrap = (wrapped: string, key: Uint8Array, site: string): Buffer => {
  const all = Buffer.from(wrapped, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, all.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(site)).setAuthTag(all.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(all.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
};

type Raw = { site: string; epoch: number; createdAt: string; secrets: Buffer };

const identityOf = ({ site, epoch, createdAt, secrets }: Raw): Identity => ({
  site,
  epoch,
  createdAt,
  signing: privateKeyOf('ed25519', secrets.subarray(0, KEY_BYTES)),
  opening: privateKeyOf('x25519', secrets.subarray(KEY_BYTES, 2 * KEY_BYTES)),
});

/** The wrapping key stays the same for good, so that a cut between two writes leaves no pair of files that do not match. */
const wrappingKey = (keyFolder: string): Buffer => {
  const stored = readPart(keyFolder, WRAP_FILE, wrapFile);
  if (stored) return Buffer.from(stored.key, 'base64url');
  const key = randomBytes(KEY_BYTES);
  writeJsonFile(join(keyFolder, WRAP_FILE), { format: 'headworks-wrap-1', key: key.toString('base64url') });
  return key;
};

const write = (keyFolder: string, { site, epoch, createdAt, secrets }: Raw, name = SITE_FILE): Identity => {
  const key = wrappingKey(keyFolder);
  const identity = identityOf({ site, epoch, createdAt, secrets });
  const publicKey = publicBytes(identity.signing).toString('base64url');
  const file = { format: 'headworks-site-1', site, epoch, createdAt, publicKey, wrapped: wrap(secrets, key, site) };
  writeJsonFile(join(keyFolder, name), file);
  return identity;
};

const damaged = (keyFolder: string, cause?: unknown): Failure =>
  new Failure(
    'unavailable',
    `${join(keyFolder, SITE_FILE)}, which says who this plant is, cannot be opened with ${WRAP_FILE}. Put both files of one backup back into that folder. Where there is no backup remove both: the plant begins with a new identity then, and has to be paired with its hub again`,
    { cause },
  );

/** A file of the identity. @throws Failure `unavailable` that names both, as one is of no use without the other. */
const readPart = <S extends z.ZodType>(keyFolder: string, name: string, schema: S): z.output<S> | undefined => {
  try {
    return readJsonFile(join(keyFolder, name), schema);
  } catch (error) {
    throw damaged(keyFolder, error);
  }
};

const read = (keyFolder: string, name = SITE_FILE): Raw | undefined => {
  // the key that comes next, or was before, can be done without
  const stored = name === SITE_FILE ? readPart(keyFolder, name, siteFile) : readJsonFile(join(keyFolder, name), siteFile);
  if (!stored) return undefined;
  const wrapping = readPart(keyFolder, WRAP_FILE, wrapFile);
  if (!wrapping) throw damaged(keyFolder);
  const { site, epoch, createdAt, publicKey, wrapped } = stored;
  try {
    const raw = { site, epoch, createdAt, secrets: unwrap(wrapped, Buffer.from(wrapping.key, 'base64url'), site) };
    if (publicBytes(identityOf(raw).signing).toString('base64url') !== publicKey) throw damaged(keyFolder);
    return raw;
  } catch (error) {
    throw damaged(keyFolder, error);
  }
};

/**
 * Reads the plant's identity, or makes it where there is none yet: at the first run, and when a running plant is upgraded.
 * @throws Failure `unavailable` when its files are there but damaged: a new one would not be this plant.
 */
export const loadIdentity = (keyFolder: string, nowMs: number): Identity => {
  const raw = read(keyFolder);
  return raw ? identityOf(raw) : renewIdentity(keyFolder, nowMs);
};

/** A plant of its own from here on, as a copy for testing is. */
export const renewIdentity = (keyFolder: string, nowMs: number): Identity =>
  write(keyFolder, {
    site: randomUUID(),
    epoch: 1,
    createdAt: new Date(nowMs).toISOString(),
    secrets: randomBytes(2 * KEY_BYTES),
  });

/** New keys of a plant that is known elsewhere, for the PC that takes the place of a lost one. */
export const adoptSite = (keyFolder: string, site: string, nowMs: number): Identity =>
  write(keyFolder, { site, epoch: 1, createdAt: new Date(nowMs).toISOString(), secrets: randomBytes(2 * KEY_BYTES) });

/** The same plant, whose history may have forked: one epoch above its own and above another. @throws Failure `unavailable` without one. */
export const raiseEpoch = (keyFolder: string, above = 0): Identity => {
  const raw = read(keyFolder);
  if (!raw) throw damaged(keyFolder);
  return write(keyFolder, { ...raw, epoch: Math.max(raw.epoch, above) + 1 });
};

/**
 * Makes the signing key that the plant has next. One that was prepared before stays: it may be known at the other side already, and a plant that
 * lost it could never sign for itself again.
 * @throws Failure `unavailable` without an identity.
 */
export const prepareNextKey = (keyFolder: string): Identity => {
  const raw = read(keyFolder);
  if (!raw) throw damaged(keyFolder);
  const prepared = read(keyFolder, NEXT_FILE);
  // cut off while it was taken, one is the plant's own already
  if (prepared && !prepared.secrets.equals(raw.secrets)) return identityOf(prepared);
  return write(
    keyFolder,
    { ...raw, secrets: Buffer.concat([randomBytes(KEY_BYTES), raw.secrets.subarray(KEY_BYTES)]) },
    NEXT_FILE,
  );
};

/** The key that was prepared, while it is not the plant's own. */
export const nextKey = (keyFolder: string): KeyObject | undefined => {
  const next = read(keyFolder, NEXT_FILE);
  return next && identityOf(next).signing;
};

/** The prepared key is the plant's own from here on. @throws Failure `unavailable` without one. */
export const takeNextKey = (keyFolder: string): KeyObject => {
  const [raw, next] = [read(keyFolder), read(keyFolder, NEXT_FILE)];
  if (!raw || !next) throw damaged(keyFolder);
  const { signing } = write(keyFolder, { ...raw, secrets: next.secrets });
  rmSync(join(keyFolder, NEXT_FILE), { force: true });
  return signing;
};

/** Keeps the key of now beside the one that will take its place. @throws Failure `unavailable` without an identity. */
export const keepOldKey = (keyFolder: string): void => {
  const raw = read(keyFolder);
  if (!raw) throw damaged(keyFolder);
  write(keyFolder, raw, OLD_FILE);
};

/** The key that was kept. */
export const oldKey = (keyFolder: string): KeyObject | undefined => {
  const old = read(keyFolder, OLD_FILE);
  return old && identityOf(old).signing;
};

export const dropOldKey = (keyFolder: string): void => rmSync(join(keyFolder, OLD_FILE), { force: true });

/** Eight groups of four hexadecimal digits by which two people compare keys. */
export const fingerprintOf = (publicKey: Uint8Array): string =>
  (hash('sha256', publicKey).slice(0, 32).match(/.{4}/g) ?? []).join(' ');
