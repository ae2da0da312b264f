import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

const PIECE_BYTES = 4_194_304;

/** Length and SHA-256 of a file. @param onPiece waits between pieces. */
export const hashFile = async (path: string, onPiece: () => Promise<void>): Promise<{ bytes: number; sha256: string }> => {
  const handle = openSync(path, 'r');
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  let bytes = 0;
  try {
    for (let length = readSync(handle, piece); length > 0; length = readSync(handle, piece)) {
      hash.update(piece.subarray(0, length));
      bytes += length;
      await onPiece();
    }
  } finally {
    closeSync(handle);
  }
  return { bytes, sha256: hash.digest('hex') };
};
