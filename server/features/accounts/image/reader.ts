import { Failure } from '../../../core/fail.ts';

/** Largest width and height of a logo. */
export const LOGO_SIDE = 2000;

/** An image that was looked through to its end: its own parts, without anything that travelled along. */
export type CleanImage = { type: 'png' | 'jpg' | 'webp'; width: number; height: number; bytes: Buffer };

export const refuseImage = (reason: string): never => {
  throw new Failure('badRequest', `The image ${reason}`);
};

/** @throws Failure `badRequest` for sides of 0 and above the longest allowed. */
export const checkSize = (width: number, height: number, maxSide: number): void => {
  if (width < 1 || height < 1) refuseImage('has no size');
  if (width > maxSide || height > maxSide) refuseImage(`is ${width} x ${height}: at most ${maxSide} x ${maxSide} pixels`);
};

/** @throws Failure `badRequest` when the file ends before. */
export const need = (bytes: Buffer, end: number): void => {
  if (end > bytes.length) refuseImage('is cut off: it ends in the middle');
};
