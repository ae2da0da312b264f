import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Failure } from '../../../core/fail.ts';
import type { HubClient } from '../hubClient.ts';
import { PieceSize } from '../pieceSize.ts';
import { sendBundle } from './upload.ts';

it('a bundle gets over a line that carries 8 KB in all the time that a request has, and nothing of it twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slow-line-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'bundle');
  const bytes = Buffer.alloc(100_000, 'water');
  writeFileSync(path, bytes);
  const piece = new PieceSize();
  const arrived: Buffer[] = [];
  const sizes: number[] = [];
  const client = {
    piece,
    ask: async ({ path: asked, body }: { path: string; body: unknown }) => {
      if (asked === '/bundles') return { state: 'open', uploadId: 'u', offset: 0 };
      if (!Buffer.isBuffer(body)) return { accepted: 1, refused: [] };
      sizes.push(body.length);
      if (body.length > 8192) {
        piece.lost(body.length);
        throw new Failure('unavailable', 'the hub does not answer in time');
      }
      arrived.push(body);
      return { offset: Buffer.concat(arrived).length };
    },
  } as unknown as HubClient;
  const made = { path, bytes: bytes.length, sha256: 'x' } as Parameters<typeof sendBundle>[1];
  await sendBundle(client, made, 262_144, new AbortController().signal);
  expect(sizes.slice(0, 5)).toEqual([65_536, 32_768, 16_384, 8192, 8192]);
  expect(Buffer.concat(arrived).equals(bytes)).toBe(true);
});
