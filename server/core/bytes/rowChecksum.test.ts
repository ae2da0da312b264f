import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checksumOf } from './rowChecksum.ts';

/** FNV-1a as it is published, over 32-bit words, in whole numbers of any length. */
const published = (row: readonly number[]): number => {
  const bytes = Buffer.alloc(8 * row.length);
  for (const [at, number] of row.entries()) bytes.writeDoubleLE(number, 8 * at);
  let sum = 2_166_136_261n;
  for (let at = 0; at < bytes.length; at += 4) sum = ((sum ^ BigInt(bytes.readUInt32LE(at))) * 16_777_619n) & 0xffff_ffffn;
  return Number(sum);
};
const numbers = fc.double({ noNaN: true }).map((number) => number + 0);

it('is FNV-1a over the words of the numbers', () => {
  fc.assert(
    fc.property(fc.array(numbers, { maxLength: 24 }), (row) => {
      expect(checksumOf(row)).toBe(published(row));
    }),
  );
});

it('changes with every bit of one number', () => {
  const row = [1.5, -2, 1e9];
  const sums = new Set([checksumOf(row)]);
  for (let bit = 0; bit < 62; bit += 1) {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(-2);
    bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    sums.add(checksumOf([1.5, bytes.readDoubleLE(), 1e9]));
  }
  expect(sums.size).toBe(63);
});

it('tells nothing from zero, and takes both zeros for one', () => {
  expect(checksumOf([0, null])).not.toBe(checksumOf([0, 0]));
  expect(checksumOf([-0])).toBe(checksumOf([0]));
});

it('is of as many numbers as are asked for', () => {
  expect(checksumOf([1, 2, 3], 2)).toBe(checksumOf([1, 2]));
});
