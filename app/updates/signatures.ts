import { createPublicKey, type KeyObject, verify } from 'node:crypto';

const SPKI_OF_ED25519 = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** A key of 32 bytes in base64, as node:crypto takes it; undefined for what is none. */
const publicKeyOf = (base64: string): KeyObject | undefined => {
  const raw = Buffer.from(base64, 'base64');
  if (raw.length !== KEY_BYTES) return undefined;
  return createPublicKey({ key: Buffer.concat([SPKI_OF_ED25519, raw]), format: 'der', type: 'spki' });
};

export type Key = { id: string; publicKey: string };

/**
 * The ids of the keys that signed these very bytes, each once. A signature file has a line for each: the key's id, a space, base64.
 * @param purpose set before the bytes, so that a signature for one thing is none for another
 */
export const signersOf = (purpose: string, bytes: Buffer, signatures: string, keys: readonly Key[]): string[] => {
  const signed = Buffer.concat([Buffer.from(`${purpose}\n`), bytes]);
  const found = new Set<string>();
  for (const line of signatures.split('\n').slice(0, 20)) {
    const [id = '', base64 = ''] = line.trim().split(' ');
    const signature = Buffer.from(base64, 'base64');
    const key = publicKeyOf(keys.find((one) => one.id === id)?.publicKey ?? '');
    if (key && signature.length === SIGNATURE_BYTES && verify(null, signed, key, signature)) found.add(id);
  }
  return [...found];
};
