import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { BundleWriter } from '../bundle/bundleWriter.ts';
import { type Item, itemType, MOST_BODY_BYTES } from '../bundle/format.ts';
import { Failure } from '../core/fail.ts';

const PIECE_BYTES = 1_048_576;
const HEAD_BYTES = 12;

/** One piece of a file as an item's body. */
const bodyOf = (offset: number, piece: Uint8Array): Uint8Array[] => {
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  head.writeBigUInt64LE(BigInt(offset));
  head.writeUInt32LE(piece.length, 8);
  return [head, deflateRawSync(piece, { level: 3 })];
};

export const addBytes = (writer: Pick<BundleWriter, 'add'>, name: string, bytes: Uint8Array): void =>
  writer.add(itemType.file, Buffer.from(name), ...bodyOf(0, bytes));

/** Adds a file piece by piece. @param onPiece waits between them. @returns its bytes as read. */
export const addFile = async (
  writer: () => Pick<BundleWriter, 'add'>,
  name: string,
  path: string,
  onPiece: () => Promise<void>,
): Promise<number> => {
  const handle = openSync(path, 'r');
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  try {
    for (let at = 0; ; ) {
      const length = readSync(handle, piece, 0, PIECE_BYTES, at);
      if (length === 0 && at > 0) return at;
      writer().add(itemType.file, Buffer.from(name), ...bodyOf(at, piece.subarray(0, length)));
      at += length;
      if (length === 0) return at;
      await onPiece();
    }
  } finally {
    closeSync(handle);
  }
};

export type FilePiece = { path: string; offset: number; bytes: Buffer };

/** @throws Failure `badRequest` where it is not a piece of a file. */
export const pieceOf = ({ key, body }: Item): FilePiece => {
  const length = body.length < HEAD_BYTES ? 0 : body.readUInt32LE(8);
  const bytes = inflateRawSync(body.subarray(HEAD_BYTES), { maxOutputLength: MOST_BODY_BYTES });
  if (bytes.length !== length) throw new Failure('badRequest', `${key.toString()} is not as long as it says`);
  return { path: key.toString(), offset: Number(body.readBigUInt64LE(0)), bytes };
};

/** Writes pieces below a folder; a path that would lead out of it is refused. */
export class PieceFiles {
  readonly #folder: string;
  readonly #open = new Map<string, number>();

  constructor(folder: string) {
    this.#folder = resolve(folder);
  }

  write({ path, offset, bytes }: FilePiece): void {
    const to = join(this.#folder, ...path.split('/'));
    if (!to.startsWith(this.#folder + sep) || /[\\:\0]/.test(path)) throw new Failure('badRequest', `${path} leads elsewhere`);
    let handle = this.#open.get(to);
    if (handle === undefined) {
      mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
      handle = openSync(to, 'w', 0o600);
      this.#open.set(to, handle);
      ftruncateSync(handle);
    }
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at, bytes.length - at, offset + at);
  }

  /** Everything is on the disk when it returns; may be called twice. */
  close(): void {
    for (const handle of this.#open.values()) {
      fsyncSync(handle);
      closeSync(handle);
    }
    this.#open.clear();
  }
}
