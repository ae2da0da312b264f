import { isJpeg, readJpeg } from './jpeg.ts';
import { isPng, readPng } from './png.ts';
import { type CleanImage, LOGO_SIDE, refuseImage } from './reader.ts';
import { isWebp, readWebp } from './webp.ts';

/**
 * A picture by its content, whatever its name says, made of its own parts only.
 * @param maxSide its longest width and height in pixels; that of a logo where absent.
 * @throws Failure `badRequest` with the reason why it is not taken.
 */
export const readImage = async (sent: Uint8Array, maxSide: number = LOGO_SIDE): Promise<CleanImage> => {
  const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
  if (isPng(bytes)) return readPng(bytes, maxSide);
  if (isJpeg(bytes)) return readJpeg(bytes, maxSide);
  if (isWebp(bytes)) return readWebp(bytes, maxSide);
  const isMarkup = /^\s*</.test(bytes.toString('latin1', 0, 256).replace(/^ï»¿/, ''));
  return refuseImage(isMarkup ? 'is SVG or another text: only PNG, JPEG and WebP are taken' : 'is neither PNG, JPEG nor WebP');
};
