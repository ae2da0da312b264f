import { createCipheriv, createDecipheriv, getCiphers } from 'node:crypto';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';

const TAG_BYTES = 16;
const options = { authTagLength: TAG_BYTES } as const;

/** ChaCha20-Poly1305 (RFC 8439): what is sealed is the ciphertext and 16 bytes of tag. */
export type Aead = {
  seal(key: Uint8Array, nonce: Uint8Array, plain: Uint8Array): Uint8Array;
  /** @throws where a byte is not as it was. */
  open(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array): Uint8Array;
};

export const nativeAead: Aead = {
  seal: (key, nonce, plain) => {
    const cipher = createCipheriv('chacha20-poly1305', key, nonce, options);
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  },
  open: (key, nonce, sealed) => {
    const decipher = createDecipheriv('chacha20-poly1305', key, nonce, options);
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  },
};

export const scriptAead: Aead = {
  seal: (key, nonce, plain) => chacha20poly1305(key, nonce).encrypt(plain),
  open: (key, nonce, sealed) => chacha20poly1305(key, nonce).decrypt(sealed),
};

/** The desktop's runtime is built without this cipher; there the same is done in JavaScript, at a tenth of the speed. */
export const aead: Aead = getCiphers().includes('chacha20-poly1305') ? nativeAead : scriptAead;
