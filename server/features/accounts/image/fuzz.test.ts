import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { isFailure } from '../../../core/fail.ts';
import { uniformAt } from '../../../core/random.ts';
import { samples, somePng } from '../../../test/imageSamples.ts';
import { readImage } from './read.ts';

const CASES = 2000;
const SEED = 1729;
const MIB = 1_048_576;

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>');
const whole = [...Object.values(samples), somePng(64, 64), svg];
const edges = [0, 1, 0x7f, 0x80, 0xff, 0xfe];

/** Sums made right again, so that what is broken lies deeper than the first check of a PNG. */
const mendSums = (bytes: Buffer): Buffer => {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) break;
    bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, end)), end);
    at = end + 4;
  }
  return bytes;
};

/** The picture of a case: bytes changed, cut, doubled or put in from another picture, always the same for the same number. */
const mutated = (n: number): Buffer => {
  let draws = 0;
  const upTo = (most: number): number => Math.floor(uniformAt(SEED, n, draws++) * most);
  const from = (): Buffer => whole[upTo(whole.length)] ?? svg;
  let bytes = Buffer.from(from());
  const changes = 1 + upTo(6);
  for (let change = 0; change < changes; change += 1) {
    const at = upTo(bytes.length);
    switch (upTo(5)) {
      case 0:
        bytes[at] = upTo(256);
        break;
      case 1:
        bytes[at] = edges[upTo(edges.length)] ?? 0;
        break;
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.min(bytes.length, at + 1 + upTo(12)))]);
        break;
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at, at + upTo(64)), bytes.subarray(at)]);
        break;
      default: {
        const other = from();
        bytes = Buffer.concat([bytes.subarray(0, at), other.subarray(upTo(other.length))]);
      }
    }
    if (bytes.length === 0) bytes = Buffer.from([0]);
  }
  return n % 2 === 0 && bytes.readUInt8(0) === 0x89 ? mendSums(bytes) : bytes;
};

// CPU time of this thread, which a busy machine does not lengthen
const usedMs = (): number => process.threadCpuUsage().user / 1000;

it(`${CASES} broken pictures are read or refused, in bounded time and memory, and none is SVG`, async () => {
  let taken = 0;
  let slowestMs = 0;
  const before = process.memoryUsage.rss();
  for (let n = 0; n < CASES; n += 1) {
    const bytes = mutated(n);
    const startedMs = usedMs();
    try {
      const { bytes: clean } = await readImage(bytes);
      taken += 1;
      expect(clean.toString('latin1')).not.toMatch(/<svg|<script/);
    } catch (error) {
      if (!isFailure(error, 'badRequest')) throw new Error(`case ${n}: ${bytes.toString('base64')}`, { cause: error });
    }
    slowestMs = Math.max(slowestMs, usedMs() - startedMs);
  }
  expect(taken).toBeGreaterThan(CASES / 100);
  expect(taken).toBeLessThan(CASES / 2);
  expect(slowestMs).toBeLessThan(1000);
  expect(process.memoryUsage.rss() - before).toBeLessThan(150 * MIB);
});
