import { createHash, type KeyObject } from 'node:crypto';
import { closeSync, fdatasyncSync, fsyncSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '../core/fail.ts';
import { syncFolder } from '../core/files/durable.ts';
import { CHUNK_BYTES, createOpener, createSealer, SEAL_START, SEALED_CHUNK_BYTES, type Sealer } from './seal.ts';

/** A long file goes to the disk as it grows: all of it at its end would hold up whoever writes to that disk meanwhile. */
const SYNC_EVERY_BYTES = 8 * 1_048_576;

/** What became of a file: its length, and SHA-256 of its bytes on the disk. */
export type WrittenFile = { bytes: number; sha256: string };

/**
 * Writes a file in pieces, sealed where there are recipients. Under its name it appears whole, once it is on the disk, or not at all.
 */
export class FileSink {
  readonly #path: string;
  readonly #handle: number;
  readonly #sealer: Sealer | undefined;
  readonly #hash = createHash('sha256');
  readonly #buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  #held = 0;
  #bytes = 0;
  #syncedBytes = 0;
  #isOpen = true;

  constructor(path: string, recipients: readonly KeyObject[]) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#handle = openSync(`${path}.part`, 'w', 0o600);
    this.#sealer = recipients.length > 0 ? createSealer(recipients) : undefined;
    if (!this.#sealer) return;
    try {
      this.#put(this.#sealer.header);
    } catch (error) {
      // nobody has it yet who could abandon it
      this.abandon();
      throw error;
    }
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      // a full piece waits until it is known that another follows
      if (this.#held === CHUNK_BYTES) this.#flush(false);
      const taken = Math.min(CHUNK_BYTES - this.#held, bytes.length - at);
      this.#buffer.set(bytes.subarray(at, at + taken), this.#held);
      this.#held += taken;
      at += taken;
    }
  }

  finish(): WrittenFile {
    this.#flush(true);
    fsyncSync(this.#handle);
    this.#close();
    renameSync(`${this.#path}.part`, this.#path);
    syncFolder(dirname(this.#path));
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  /** Leaves nothing behind; does nothing once it is finished. */
  abandon(): void {
    if (!this.#isOpen) return;
    this.#close();
    rmSync(`${this.#path}.part`, { force: true });
  }

  #close(): void {
    this.#isOpen = false;
    closeSync(this.#handle);
  }

  #flush(isLast: boolean): void {
    const piece = this.#buffer.subarray(0, this.#held);
    this.#put(this.#sealer ? this.#sealer.seal(piece, isLast) : piece);
    this.#held = 0;
  }

  #put(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#handle, bytes, at);
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    if (this.#bytes - this.#syncedBytes < SYNC_EVERY_BYTES) return;
    fdatasyncSync(this.#handle);
    this.#syncedBytes = this.#bytes;
  }
}

const LONGEST_START = 70_000;

/** The pieces of a file as they were before they were sealed. */
function* pieces(handle: number, openers: readonly KeyObject[]): Generator<Uint8Array> {
  const start = Buffer.allocUnsafe(LONGEST_START);
  const there = readSync(handle, start, 0, LONGEST_START, 0);
  const isSealed = start.toString('latin1', 0, SEAL_START.length) === SEAL_START;
  const opener = isSealed ? createOpener(start.subarray(0, there), openers) : undefined;
  const size = opener ? SEALED_CHUNK_BYTES : CHUNK_BYTES;
  let at = opener?.headerBytes ?? 0;
  const read = (): Buffer => {
    const buffer = Buffer.allocUnsafe(size);
    let length = 0;
    for (let got = -1; got !== 0 && length < size; length += got)
      got = readSync(handle, buffer, length, size - length, at + length);
    at += length;
    return buffer.subarray(0, length);
  };
  for (let piece = read(); ; ) {
    const next = piece.length === size ? read() : Buffer.alloc(0);
    yield opener ? opener.open(piece, next.length === 0) : piece;
    if (next.length === 0) return;
    piece = next;
  }
}

/** Reads a file from its start to its end, opened where it was sealed, and hashes what it reads. */
export class FileSource {
  readonly #handle: number;
  readonly #pieces: Generator<Uint8Array>;
  readonly #hash = createHash('sha256');
  #piece: Buffer = Buffer.alloc(0);
  #at = 0;
  #hashedTo = 0;
  /** Bytes read so far. */
  offset = 0;

  constructor(path: string, openers: readonly KeyObject[]) {
    this.#handle = openSync(path, 'r');
    this.#pieces = pieces(this.#handle, openers);
  }

  /** What is there without reading on from the disk; it stays as it is. */
  ahead(): Buffer {
    return this.#piece.subarray(this.#at);
  }

  /** @throws Failure `badRequest` when the file ends before. */
  read(count: number): Buffer {
    if (count <= this.#piece.length - this.#at) {
      this.#at += count;
      this.offset += count;
      return this.#piece.subarray(this.#at - count, this.#at);
    }
    const bytes = Buffer.allocUnsafe(count);
    for (let filled = 0; filled < count; ) {
      if (!this.#fill()) throw new Failure('badRequest', 'it ends too early');
      const taken = Math.min(count - filled, this.#piece.length - this.#at);
      bytes.set(this.#piece.subarray(this.#at, this.#at + taken), filled);
      filled += taken;
      this.#at += taken;
    }
    this.offset += count;
    return bytes;
  }

  /** SHA-256 of everything read so far. */
  digest(): Buffer {
    this.#hashUpTo();
    return this.#hash.copy().digest();
  }

  /** What was read of the present piece; a piece is hashed as a whole where it is read in many. */
  #hashUpTo(): void {
    this.#hash.update(this.#piece.subarray(this.#hashedTo, this.#at));
    this.#hashedTo = this.#at;
  }

  isAtEnd(): boolean {
    return !this.#fill();
  }

  close(): void {
    closeSync(this.#handle);
  }

  #fill(): boolean {
    while (this.#at >= this.#piece.length) {
      this.#hashUpTo();
      const { value, done } = this.#pieces.next();
      if (done) return false;
      this.#piece = Buffer.from(value.buffer, value.byteOffset, value.length);
      this.#at = 0;
      this.#hashedTo = 0;
    }
    return true;
  }
}
