import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** Keys of 32 bytes as RFC 8032 (Ed25519) and RFC 7748 (X25519) have them, without the wrapping that other programs put around them. */
type Curve = 'ed25519' | 'x25519';

const privatePrefix: Readonly<Record<Curve, string>> = {
  ed25519: '302e020100300506032b657004220420',
  x25519: '302e020100300506032b656e04220420',
};
const publicPrefix: Readonly<Record<Curve, string>> = {
  ed25519: '302a300506032b6570032100',
  x25519: '302a300506032b656e032100',
};
const KEY_BYTES = 32;

export const privateKeyOf = (curve: Curve, raw: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([Buffer.from(privatePrefix[curve], 'hex'), raw]), format: 'der', type: 'pkcs8' });

export const publicKeyOf = (curve: Curve, raw: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([Buffer.from(publicPrefix[curve], 'hex'), raw]), format: 'der', type: 'spki' });

/** The 32 bytes that others may know. */
export const publicBytes = (key: KeyObject): Buffer =>
  (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);
