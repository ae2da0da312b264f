import { type CleanImage, checkSize, need, refuseImage } from './reader.ts';

const HEAD = 12;
/** Bits of the extended header for parts that are left out: ICC profile, EXIF, XMP. */
const LEFT_OUT_BITS = 0x20 | 0x08 | 0x04;
const ANIMATED_BIT = 0x02;

export const isWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';

type Size = { width: number; height: number };
type Chunk = { name: string; data: Buffer; whole: Buffer };

const chunksOf = (bytes: Buffer): Chunk[] => {
  const chunks: Chunk[] = [];
  for (let at = HEAD; at < bytes.length; ) {
    need(bytes, at + 8);
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    need(bytes, end);
    const name = bytes.toString('latin1', at, at + 4);
    chunks.push({ name, data: bytes.subarray(at + 8, at + 8 + length), whole: bytes.subarray(at, end) });
    at = end;
  }
  return chunks;
};

/** Of a lossy picture: a key frame, its start code, two times 14 bits. */
const lossySize = (data: Buffer): Size => {
  need(data, 10);
  const tag = data.readUIntLE(0, 3);
  if ((tag & 1) !== 0 || data.readUIntBE(3, 3) !== 0x9d012a) refuseImage('is damaged: its header is wrong');
  need(data, 10 + (tag >> 5));
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
};

/** Of a lossless one: a mark, then two times 14 bits, one less than the sides. */
const losslessSize = (data: Buffer): Size => {
  need(data, 6);
  const bits = data.readUInt32LE(1);
  if (data[0] !== 0x2f || bits >>> 29 !== 0) refuseImage('is damaged: its header is wrong');
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
};

const canvasSize = (data: Buffer): Size => {
  need(data, 10);
  return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
};

const pictureSize = ({ name, data }: Chunk): Size => (name === 'VP8 ' ? lossySize(data) : losslessSize(data));

const extendedHeader = ({ whole }: Chunk): Buffer => {
  const header = Buffer.from(whole);
  header.writeUInt8(header.readUInt8(8) & ~LEFT_OUT_BITS, 8);
  return header;
};

/**
 * A still WebP: one picture of the size it says, nothing behind its end.
 * @throws Failure `badRequest` with the reason.
 */
export const readWebp = (bytes: Buffer, maxSide: number): CleanImage => {
  need(bytes, HEAD + 8);
  const length = bytes.readUInt32LE(4) + 8;
  need(bytes, length);
  if (length !== bytes.length) refuseImage('has something else behind its end');
  const chunks = chunksOf(bytes);
  const [first] = chunks;
  if (!first || !['VP8 ', 'VP8L', 'VP8X'].includes(first.name)) return refuseImage('is damaged: it has no header');
  const size = first.name === 'VP8X' ? canvasSize(first.data) : pictureSize(first);
  checkSize(size.width, size.height, maxSide);
  const moves = chunks.some(({ name }) => name === 'ANIM' || name === 'ANMF');
  if (moves || (first.name === 'VP8X' && ((first.data[0] ?? 0) & ANIMATED_BIT) !== 0))
    refuseImage('moves: only still pictures are taken');
  const pictures = chunks.filter(({ name }) => name === 'VP8 ' || name === 'VP8L');
  const [picture] = pictures;
  if (!picture || pictures.length > 1) return refuseImage('is damaged: it must have one picture');
  const own = pictureSize(picture);
  if (own.width !== size.width || own.height !== size.height) refuseImage('is damaged: it has two sizes');
  const alpha = chunks.filter(({ name }) => name === 'ALPH').slice(0, 1);
  const parts =
    first.name === 'VP8X' ? [extendedHeader(first), ...alpha.map(({ whole }) => whole), picture.whole] : [picture.whole];
  const body = Buffer.concat(parts);
  const head = Buffer.from(bytes.subarray(0, HEAD));
  head.writeUInt32LE(body.length + 4, 4);
  return { type: 'webp', ...size, bytes: Buffer.concat([head, body]) };
};
