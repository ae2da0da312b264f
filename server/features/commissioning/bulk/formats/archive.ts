import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { ZipFile as ZipWriter } from 'yazl';
import { Failure, messageOf } from '../../../../core/fail.ts';

const MOST_ENTRIES = 500;
const PIECE_BYTES = 65_536;
/** A file of the same content is always the same: the earliest date a zip archive can hold. */
const MADE_AT = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

export type ArchiveFile = { name: string; content: Buffer };

export const damagedWorkbook = (reason: string, cause?: unknown): Failure =>
  new Failure('badRequest', `file is no workbook that can be read: ${reason}`, cause === undefined ? {} : { cause });

/** Files of an uploaded zip archive, unpacked in pieces within a bound that all of them share. */
export class ArchiveReader {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  #leftBytes: number;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, mostBytes: number) {
    this.#zip = zip;
    this.#entries = entries;
    this.#leftBytes = mostBytes;
  }

  /** @throws Failure `badRequest` for what is no archive or lists too many files. */
  static async open(bytes: Buffer, mostBytes: number): Promise<ArchiveReader> {
    const entries = new Map<string, Entry>();
    try {
      const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
      if (zip.entryCount > MOST_ENTRIES) throw damagedWorkbook(`it holds ${zip.entryCount} files`);
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      return new ArchiveReader(zip, entries, mostBytes);
    } catch (error) {
      throw error instanceof Failure ? error : damagedWorkbook(messageOf(error), error);
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * The file's content in pieces of some KiB, as it is unpacked; nothing for a file that is not there.
   * @throws Failure `badRequest` for a damaged file, one above `mostBytes`, and for more than the bound of all files.
   */
  async *read(name: string, mostBytes = this.#leftBytes): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) return;
    // the unpacked size is the archive's own claim: the pieces are counted too
    let left = Math.min(mostBytes, this.#leftBytes);
    if (entry.uncompressedSize > left) throw damagedWorkbook('it is too large unpacked');
    let checksum = 0;
    try {
      for await (const piece of await this.#zip.openReadStreamPromise(entry)) {
        const bytes = piece as Buffer;
        left -= bytes.length;
        this.#leftBytes -= bytes.length;
        if (left < 0) throw damagedWorkbook('it is too large unpacked');
        checksum = crc32(bytes, checksum);
        yield bytes;
      }
    } catch (error) {
      throw error instanceof Failure ? error : damagedWorkbook(`${name}: ${messageOf(error)}`, error);
    }
    if (checksum !== entry.crc32) throw damagedWorkbook(`${name} is damaged`);
  }
}

function* piecesOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += PIECE_BYTES) yield content.subarray(at, at + PIECE_BYTES);
}

/** A zip archive of these files; deflated off the event loop. */
export const writeArchive = async (files: readonly ArchiveFile[]): Promise<Buffer> => {
  const zip = new ZipWriter();
  // in pieces, for the checksum of a whole sheet would hold up the event loop
  for (const { name, content } of files) zip.addReadStream(Readable.from(piecesOf(content)), name, MADE_AT);
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return Buffer.concat(parts);
};
