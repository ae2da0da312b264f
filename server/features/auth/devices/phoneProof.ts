import { createHash, createHmac, createPublicKey, timingSafeEqual } from 'node:crypto';
import { Failure } from '../../../core/fail.ts';

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** All that the server keeps of a code. */
export const hashCode = (code: Uint8Array): Buffer => sha256(code);

/** A phone's proof that it read the code and saw the certificate `pin`: HMAC-SHA-256 by the hash of the code. */
export const proofOf = (codeHash: Uint8Array, publicKey: Uint8Array, pin: Uint8Array): Buffer =>
  createHmac('sha256', codeHash).update(publicKey).update(pin).digest();

/** In constant time. @param sent base64url */
export const isProof = (sent: string, proof: Buffer): boolean => {
  const bytes = Buffer.from(sent, 'base64url');
  return bytes.length === proof.length && timingSafeEqual(bytes, proof);
};

/** Six digits that the server and the phone show: the first 20 bits of a hash of all that both know, modulo one million. */
export const comparisonOf = (codeHash: Uint8Array, publicKey: Uint8Array, pin: Uint8Array): string => {
  const first = sha256(pin, publicKey, codeHash).readUIntBE(0, 3) >>> 4;
  return String(first % 1_000_000).padStart(6, '0');
};

/** The key of a phone, as it is stored. @throws Failure `badRequest` for one that is no P-256 or Ed25519 key. */
export const readPhoneKey = (text: string): Buffer => {
  const der = Buffer.from(text, 'base64url');
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey({ key: der, format: 'der', type: 'spki' });
    if (asymmetricKeyType === 'ed25519' || asymmetricKeyDetails?.namedCurve === 'prime256v1') return der;
  } catch (error) {
    throw new Failure('badRequest', 'publicKey cannot be read', { cause: error });
  }
  throw new Failure('badRequest', 'publicKey must be of P-256 or Ed25519');
};
