import {
  createHmac,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { Failure } from '../core/fail.ts';
import { type Aead, aead } from './aead.ts';
import { publicBytes, publicKeyOf } from './keys.ts';

/**
 * Encryption for recipients, in the format age v1 with X25519 recipients (age-encryption.org/v1), so that other programs open it too:
 * https://github.com/C2SP/C2SP/blob/main/age.md. docs/sync-format.md says how the key of a recovery kit is written for them.
 */
export const SEAL_START = 'age-encryption.org/v1\n';
const WRAP_INFO = 'age-encryption.org/v1/X25519';
const FILE_KEY_BYTES = 16;
const WRAPPED_BYTES = FILE_KEY_BYTES + 16;
const NONCE_BYTES = 16;
export const CHUNK_BYTES = 65_536;
export const SEALED_CHUNK_BYTES = CHUNK_BYTES + 16;
const LONGEST_HEADER = 65_536;
const zeroNonce = Buffer.alloc(12);

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '');
const derive = (key: Uint8Array, salt: Uint8Array, info: string): Buffer => Buffer.from(hkdfSync('sha256', key, salt, info, 32));
const macOf = (fileKey: Uint8Array, header: string): Buffer =>
  createHmac('sha256', derive(fileKey, Buffer.alloc(0), 'header'))
    .update(header)
    .digest();

/** 88 bits of count, and whether it is the last: what is cut short or put in another order does not open. */
const nonceOf = (chunk: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(chunk, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
};

const stanzaFor = (recipient: KeyObject, fileKey: Uint8Array): string => {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  const share = publicBytes(publicKey);
  const shared = diffieHellman({ privateKey, publicKey: recipient });
  const wrapping = derive(shared, Buffer.concat([share, publicBytes(recipient)]), WRAP_INFO);
  return `-> X25519 ${base64(share)}\n${base64(aead.seal(wrapping, zeroNonce, fileKey))}\n`;
};

export type Sealer = { header: Buffer; seal(chunk: Uint8Array, isLast: boolean): Uint8Array };

/** A fresh key for one file, wrapped for each recipient. */
export const createSealer = (recipients: readonly KeyObject[], cipher: Aead = aead): Sealer => {
  const fileKey = randomBytes(FILE_KEY_BYTES);
  const head = `${SEAL_START}${recipients.map((one) => stanzaFor(one, fileKey)).join('')}---`;
  const nonce = randomBytes(NONCE_BYTES);
  const payloadKey = derive(fileKey, nonce, 'payload');
  let count = 0;
  return {
    header: Buffer.concat([Buffer.from(`${head} ${base64(macOf(fileKey, head))}\n`), nonce]),
    seal: (chunk, isLast) => cipher.seal(payloadKey, nonceOf(count++, isLast), chunk),
  };
};

type Stanza = { share: Buffer; wrapped: Buffer };

const stanzasOf = (head: string): Stanza[] =>
  [...head.matchAll(/^-> X25519 ([A-Za-z0-9+/]{43})\n([A-Za-z0-9+/]{43})\n/gm)].map(([, share = '', wrapped = '']) => ({
    share: Buffer.from(share, 'base64'),
    wrapped: Buffer.from(wrapped, 'base64'),
  }));

const fileKeyFor = (opener: KeyObject, { share, wrapped }: Stanza): Uint8Array | undefined => {
  if (wrapped.length !== WRAPPED_BYTES) return undefined;
  try {
    const shared = diffieHellman({ privateKey: opener, publicKey: publicKeyOf('x25519', share) });
    return aead.open(derive(shared, Buffer.concat([share, publicBytes(opener)]), WRAP_INFO), zeroNonce, wrapped);
  } catch {
    return undefined;
  }
};

export type Opener = { headerBytes: number; open(sealed: Uint8Array, isLast: boolean): Uint8Array };

/**
 * Finds the key of a file from its first bytes, with any of the openers given.
 * @throws Failure `credentials` when none of them opens it, `badRequest` when its start is not what was written.
 */
export const createOpener = (start: Buffer, openers: readonly KeyObject[], cipher: Aead = aead): Opener => {
  const text = start.subarray(0, LONGEST_HEADER).toString('latin1');
  const found = /\n--- ([A-Za-z0-9+/]{43})\n/.exec(text);
  const damaged = (): Failure => new Failure('badRequest', 'its seal is damaged');
  if (!text.startsWith(SEAL_START) || !found) throw damaged();
  const head = text.slice(0, found.index + 4);
  const stanzas = stanzasOf(head);
  const fileKey = openers.flatMap((opener) => stanzas.map((stanza) => fileKeyFor(opener, stanza))).find((key) => key);
  if (!fileKey) throw new Failure('credentials', 'its seal is damaged, or it is sealed for another key');
  const mac = Buffer.from(found[1] ?? '', 'base64');
  if (!timingSafeEqual(mac, macOf(fileKey, head)) || base64(mac) !== found[1]) throw damaged();
  const headerBytes = found.index + found[0].length + NONCE_BYTES;
  const payloadKey = derive(fileKey, start.subarray(headerBytes - NONCE_BYTES, headerBytes), 'payload');
  let count = 0;
  return {
    headerBytes,
    open: (sealed, isLast) => {
      try {
        return cipher.open(payloadKey, nonceOf(count, isLast), sealed);
      } catch (error) {
        throw new Failure('badRequest', `it is damaged or cut short at its sealed piece ${count}`, { cause: error });
      } finally {
        count += 1;
      }
    },
  };
};
