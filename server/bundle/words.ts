import { hash } from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english.js';

const WORDS = 8;
const BITS = 11;

/** Eight words of the BIP39 list, from the first 88 bits of a key's SHA-256, by which two people compare it. */
export const wordsOf = (publicKey: Uint8Array): string => {
  const bits = BigInt(`0x${hash('sha256', publicKey).slice(0, (WORDS * BITS) / 4)}`);
  return Array.from({ length: WORDS }, (_, at) => {
    const index = Number((bits >> BigInt(BITS * (WORDS - 1 - at))) & 0x7ffn);
    return wordlist[index] ?? '';
  }).join(' ');
};
