import { crc32, createInflate } from 'node:zlib';
import { type CleanImage, checkSize, need, refuseImage } from './reader.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Samples of a pixel, by colour type, and the bit depths it may have. */
const colours = new Map([
  [0, { samples: 1, depths: [1, 2, 4, 8, 16] }],
  [2, { samples: 3, depths: [8, 16] }],
  [3, { samples: 1, depths: [1, 2, 4, 8] }],
  [4, { samples: 2, depths: [8, 16] }],
  [6, { samples: 4, depths: [8, 16] }],
]);
/** Chunks that say how pixels look; all others, such as texts, are left out. */
const kept = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'pHYs', 'IDAT', 'IEND']);
/** First column and row, and steps, of the seven passes of an interlaced picture. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

type Header = { width: number; height: number; bits: number; interlaced: boolean };
type Chunk = { name: string; data: Buffer; whole: Buffer };

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(SIGNATURE);

const chunkAt = (bytes: Buffer, at: number): Chunk => {
  need(bytes, at + 12);
  const length = bytes.readUInt32BE(at);
  need(bytes, at + 12 + length);
  const name = bytes.toString('latin1', at + 4, at + 8);
  if (!/^[A-Za-z]{4}$/.test(name)) refuseImage('is damaged: a chunk has no name');
  if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== bytes.readUInt32BE(at + 8 + length))
    refuseImage(`is damaged: the checksum of ${name} is wrong`);
  return { name, data: bytes.subarray(at + 8, at + 8 + length), whole: bytes.subarray(at, at + 12 + length) };
};

/** Size is checked before anything else of the file is looked at. */
const readHeader = (bytes: Buffer, maxSide: number): Header => {
  need(bytes, 33);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (bytes.readUInt32BE(8) !== 13 || bytes.toString('latin1', 12, 16) !== 'IHDR') refuseImage('is damaged: it has no header');
  checkSize(width, height, maxSide);
  const [depth = 0, colour = 0, compression, filter, interlace = 2] = bytes.subarray(24, 29);
  const { samples, depths } = colours.get(colour) ?? refuseImage('is damaged: its colours are of no known kind');
  if (!depths.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1)
    refuseImage('is damaged: its header is wrong');
  return { width, height, bits: samples * depth, interlaced: interlace === 1 };
};

/** Bytes of the unpacked picture: each row has a filter byte before it. */
const unpackedBytes = ({ width, height, bits, interlaced }: Header): number => {
  const rows = (columns: number, lines: number): number => (columns > 0 ? lines * (1 + Math.ceil((columns * bits) / 8)) : 0);
  if (!interlaced) return rows(width, height);
  return passes.reduce((sum, [x, y, dx, dy]) => sum + rows(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)), 0);
};

/** Unpacks without keeping anything; ends as soon as there is more than there should be. */
const countUnpacked = async (packed: readonly Buffer[], most: number): Promise<number> => {
  const inflate = createInflate();
  for (const part of packed) inflate.write(part);
  inflate.end();
  let count = 0;
  try {
    for await (const part of inflate) {
      count += part.length;
      if (count > most) break;
    }
  } catch {
    refuseImage('is damaged: its pixels do not unpack');
  }
  return count;
};

/**
 * A PNG down to its pixels: every checksum, one picture, nothing behind its end.
 * @throws Failure `badRequest` with the reason.
 */
export const readPng = async (bytes: Buffer, maxSide: number): Promise<CleanImage> => {
  const header = readHeader(bytes, maxSide);
  const parts: Buffer[] = [SIGNATURE];
  const packed: Buffer[] = [];
  let at = SIGNATURE.length;
  let name = '';
  while (name !== 'IEND') {
    const chunk = chunkAt(bytes, at);
    if (chunk.name === 'IDAT' && packed.length > 0 && name !== 'IDAT') refuseImage('is damaged: its pixels are in two places');
    name = chunk.name;
    if (name === 'IHDR' && at > SIGNATURE.length) refuseImage('is damaged: it has two headers');
    if (/^(acTL|fcTL|fdAT)$/.test(name)) refuseImage('moves: only still pictures are taken');
    // a chunk with a capital first letter must be understood to show the picture
    if (!kept.has(name) && /^[A-Z]/.test(name)) refuseImage(`has a part ${name} of no known kind`);
    if (name === 'IDAT') packed.push(chunk.data);
    if (kept.has(name)) parts.push(chunk.whole);
    at += chunk.whole.length;
  }
  if (at !== bytes.length) refuseImage('has something else behind its end');
  const expected = unpackedBytes(header);
  const found = await countUnpacked(packed, expected);
  if (found > expected) refuseImage('unpacks to more pixels than its size says');
  if (found < expected) refuseImage('is cut off: pixels are missing');
  return { type: 'png', width: header.width, height: header.height, bytes: Buffer.concat(parts) };
};
