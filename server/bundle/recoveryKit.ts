import { hash, type KeyObject, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { z } from 'zod';
import { Failure } from '../core/fail.ts';
import { readJsonFile, writeJsonFile } from '../core/files/wholeFile.ts';
import { privateKeyOf, publicBytes } from './keys.ts';

/** What the server keeps of a kit: enough to encrypt for it, not to open anything. */
export type KitRecord = { id: string; publicKey: string; createdAt: string };
/** What is shown once, to be printed and locked away. */
export type ShownKit = KitRecord & {
  /** 24 English words of BIP39. */
  words: string;
  /** Text of a QR code. */
  qr: string;
};

const KIT_FILE = 'recovery-kit.json';
const SECRET_BYTES = 32;
const QR_PREFIX = 'headworks-kit-1:';
const record = z.object({ id: z.string(), publicKey: z.base64url(), createdAt: z.iso.datetime() });

const idOf = (publicKey: Uint8Array): string => hash('sha256', publicKey).slice(0, 8);

/** Makes a kit; whatever was made before is not opened by it. Only its public half is stored. */
export const makeKit = (keyFolder: string, nowMs: number): ShownKit => {
  const secret = randomBytes(SECRET_BYTES);
  const publicKey = publicBytes(privateKeyOf('x25519', secret));
  const kept = { id: idOf(publicKey), publicKey: publicKey.toString('base64url'), createdAt: new Date(nowMs).toISOString() };
  writeJsonFile(join(keyFolder, KIT_FILE), kept);
  return { ...kept, words: entropyToMnemonic(secret, wordlist), qr: QR_PREFIX + secret.toString('base64url') };
};

/** The kit for which backups are encrypted; undefined where none was made. @throws Failure `unavailable` for a damaged file. */
export const readKit = (keyFolder: string): KitRecord | undefined => readJsonFile(join(keyFolder, KIT_FILE), record);

/**
 * The key of a kit from its words or from the text of its QR code.
 * @throws Failure `parameter` for anything else, and where a word was misread.
 */
export const keyOfKit = (given: string): KeyObject => {
  const text = given.trim();
  const wrong = (cause?: unknown): Failure =>
    new Failure('parameter', 'this is no recovery kit: give its 24 words, or the text of its QR code', { cause });
  if (text.startsWith(QR_PREFIX)) {
    const secret = Buffer.from(text.slice(QR_PREFIX.length), 'base64url');
    if (secret.length !== SECRET_BYTES) throw wrong();
    return privateKeyOf('x25519', secret);
  }
  try {
    const words = text.toLowerCase().split(/\s+/);
    if (words.length !== 24) throw wrong();
    return privateKeyOf('x25519', mnemonicToEntropy(words.join(' '), wordlist));
  } catch (error) {
    throw wrong(error);
  }
};
