import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { entryHash, NO_HASH } from './entryHash.ts';

it('an entry’s hash is that of 0x04, the hash before, its number and time as 64 bits each, the lowest byte first, and its body', () => {
  const body = '{"code":"pH über 9"}';
  const [seq, at] = [0x0102_0304_0506, 1_790_000_000_123];
  const numbers = Buffer.from('0605040302010000'.padEnd(32, '0'), 'hex');
  numbers.writeUInt32LE(at % 2 ** 32, 8);
  numbers.writeUInt32LE(Math.floor(at / 2 ** 32), 12);
  for (const before of [NO_HASH, Buffer.alloc(32, 7)]) {
    const bytes = Buffer.concat([Uint8Array.of(4), before, numbers, Buffer.from(body, 'utf8')]);
    expect(entryHash(before, seq, at, body)).toEqual(createHash('sha256').update(bytes).digest());
  }
});

it('the hash before the first entry is 32 zero bytes', () => {
  expect(NO_HASH).toEqual(Buffer.from('00'.repeat(32), 'hex'));
});
