import { hash } from 'node:crypto';

const ENTRY_BYTE = 4;

/** What the first entry of a stream follows. */
export const NO_HASH = Buffer.alloc(32);

/** SHA-256(0x04 | hash before | seq u64 | at u64 | body); numbers little-endian, 32 zero bytes before the first. */
export const entryHash = (before: Uint8Array, seq: number, at: number, body: string): Buffer => {
  const numbers = Buffer.alloc(16);
  numbers.writeBigUInt64LE(BigInt(seq), 0);
  numbers.writeBigUInt64LE(BigInt(at), 8);
  return hash('sha256', Buffer.concat([Uint8Array.of(ENTRY_BYTE), before, numbers, Buffer.from(body)]), 'buffer');
};
