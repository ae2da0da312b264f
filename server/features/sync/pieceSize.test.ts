import { expect, it } from 'vitest';
import { PieceSize } from './pieceSize.ts';

/** Sends so many pieces over a line of this speed. @returns their sizes */
const over = (bytesPerSecond: number, latencyMs: number, pieces: number, size = new PieceSize()): number[] =>
  Array.from({ length: pieces }, () => {
    const { bytes } = size;
    size.carried(bytes, latencyMs + (bytes / bytesPerSecond) * 1000);
    return bytes;
  });

it('pieces begin at 64 KB, grow to 256 KB on a fast line, and stay small on a slow one', () => {
  expect(over(1_000_000, 50, 5)).toEqual([65_536, 131_072, 262_144, 262_144, 262_144]);
  for (const [speed, latencyMs] of [
    [8000, 2000],
    [1000, 2000],
    [2000, 6000],
  ] as const) {
    const last = over(speed, latencyMs, 20).at(-1) ?? 0;
    // a hub of any version takes half a minute for a request
    expect(latencyMs + (last / speed) * 1000).toBeLessThan(20_000);
    expect(last).toBeGreaterThanOrEqual(4096);
  }
});

it('a piece that was lost halves the next ones, down to 4 KB, and what is small says nothing of the line', () => {
  const size = new PieceSize();
  size.lost(65_536);
  expect(size.bytes).toBe(32_768);
  for (let at = 0; at < 9; at += 1) size.lost(size.bytes);
  expect(size.bytes).toBe(4096);
  size.carried(100, 60_000);
  size.lost(100);
  expect(size.bytes).toBe(4096);
  expect(over(1_000_000, 50, 3, size)).toEqual([4096, 8192, 16_384]);
});
