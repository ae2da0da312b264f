import { type CleanImage, checkSize, need, refuseImage } from './reader.ts';

const [START, END, SCAN] = [0xd8, 0xd9, 0xda];
/** Start of frame: baseline, extended, progressive. */
const frames = new Set([0xc0, 0xc1, 0xc2]);
/** Start of frame of kinds that browsers do not show. */
const otherFrames = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
/** Tables, restart interval, JFIF and Adobe's colour mark; other marks, such as EXIF and comments, are left out. */
const tables = new Set([0xc4, 0xdb, 0xdd, 0xe0, 0xee]);
const MAX_SCANS = 64;

export const isJpeg = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === START && bytes[2] === 0xff;

type Segment = { mark: number; data: Buffer; whole: Buffer };

const segmentAt = (bytes: Buffer, at: number): Segment => {
  need(bytes, at + 2);
  const mark = bytes[at + 1] ?? 0;
  if (bytes[at] !== 0xff || mark < 0xc0 || (mark >= 0xd0 && mark <= START)) refuseImage('is damaged: a part has no mark');
  if (mark === END) return { mark, data: bytes.subarray(0, 0), whole: bytes.subarray(at, at + 2) };
  need(bytes, at + 4);
  const length = bytes.readUInt16BE(at + 2);
  if (length < 2) refuseImage('is damaged: a part has no length');
  need(bytes, at + 2 + length);
  return { mark, data: bytes.subarray(at + 4, at + 2 + length), whole: bytes.subarray(at, at + 2 + length) };
};

/** Where the packed pixels of a scan end: at the next mark that is neither a stuffed byte nor a restart. */
const endOfScan = (bytes: Buffer, from: number): number => {
  let at = from;
  while (true) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) refuseImage('is cut off: it ends in the middle');
    need(bytes, at + 2);
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
    at += 2;
  }
};

const sizeOf = (data: Buffer, maxSide: number): { width: number; height: number } => {
  need(data, 6);
  const [precision, components = 0] = [data[0], data[5]];
  const [height, width] = [data.readUInt16BE(1), data.readUInt16BE(3)];
  checkSize(width, height, maxSide);
  if (precision !== 8 || ![1, 3, 4].includes(components) || data.length !== 6 + 3 * components)
    refuseImage('is damaged: its header is wrong');
  return { width, height };
};

const sizeBefore = (bytes: Buffer, maxSide: number): { width: number; height: number } => {
  let at = 2;
  while (true) {
    const { mark, data, whole } = segmentAt(bytes, at);
    if (frames.has(mark)) return sizeOf(data, maxSide);
    if (mark === END || mark === SCAN) refuseImage('is damaged: it has no header');
    if (otherFrames.has(mark)) refuseImage('is a kind of JPEG that browsers do not show');
    at += whole.length;
  }
};

/**
 * A JPEG from mark to mark: one frame, nothing behind its end.
 * @throws Failure `badRequest` with the reason.
 */
export const readJpeg = (bytes: Buffer, maxSide: number): CleanImage => {
  const size = sizeBefore(bytes, maxSide);
  const parts = [bytes.subarray(0, 2)];
  let [at, scans, headers] = [2, 0, 0];
  while (true) {
    const { mark, whole } = segmentAt(bytes, at);
    at += whole.length;
    if (otherFrames.has(mark) || (frames.has(mark) && headers > 0)) refuseImage('is damaged: it has two headers');
    if (frames.has(mark)) headers += 1;
    if (frames.has(mark) || tables.has(mark) || mark === SCAN || mark === END) parts.push(whole);
    if (mark === END) break;
    if (mark !== SCAN) continue;
    scans += 1;
    if (scans > MAX_SCANS) refuseImage(`has more than ${MAX_SCANS} scans`);
    const end = endOfScan(bytes, at);
    parts.push(bytes.subarray(at, end));
    at = end;
  }
  if (scans === 0) refuseImage('is damaged: it has no pixels');
  if (at !== bytes.length) refuseImage('has something else behind its end');
  return { type: 'jpg', ...size, bytes: Buffer.concat(parts) };
};
