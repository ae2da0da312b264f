import { promisify } from 'node:util';
import { crc32, deflateRaw, inflateRaw } from 'node:zlib';
import { Failure } from '../../../../core/fail.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw) as (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const LONGEST_COMMENT = 65_535;
const DEFLATED = 8;
const UTF8_NAMES = 0x0800;
/** 1 January 1980: a file of the same content is always the same. */
const DAY_ONE = 0x21;
const MOST_ENTRIES = 500;

export type ZipEntry = { name: string; content: Buffer };

const damaged = (reason: string, cause?: unknown): Failure =>
  new Failure('badRequest', `file is no workbook that can be read: ${reason}`, cause === undefined ? {} : { cause });

/** A zip archive of these files. */
export const writeZip = async (entries: readonly ZipEntry[]): Promise<Buffer> => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const packed = (await deflate(content)) as Buffer;
    const title = Buffer.from(name, 'utf8');
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(UTF8_NAMES, 2);
    common.writeUInt16LE(DEFLATED, 4);
    common.writeUInt16LE(DAY_ONE, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(title.length, 22);
    const local = Buffer.alloc(4);
    local.writeUInt32LE(LOCAL, 0);
    const central = Buffer.alloc(6);
    central.writeUInt32LE(CENTRAL, 0);
    central.writeUInt16LE(20, 4);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    parts.push(local, common, title, packed);
    directory.push(central, common, place, title);
    offset += local.length + common.length + title.length + packed.length;
  }
  const bytes = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
};

type Listed = { method: number; packedBytes: number; at: number };

/** Files of an archive, unpacked one by one within a bound that all of them share. */
export class ZipReader {
  readonly #bytes: Buffer;
  readonly #entries = new Map<string, Listed>();
  #left: number;

  /** @throws Failure `badRequest` for what is no archive. */
  constructor(bytes: Buffer, mostBytes: number) {
    this.#bytes = bytes;
    this.#left = mostBytes;
    const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
    if (end < Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT) || end + END_BYTES > bytes.length)
      throw damaged('it has no directory');
    const count = bytes.readUInt16LE(end + 10);
    if (count > MOST_ENTRIES) throw damaged(`it holds ${count} files`);
    let at = bytes.readUInt32LE(end + 16);
    for (let i = 0; i < count; i += 1) {
      if (at + CENTRAL_BYTES > bytes.length || bytes.readUInt32LE(at) !== CENTRAL) throw damaged('its directory is cut off');
      const nameBytes = bytes.readUInt16LE(at + 28);
      const name = bytes.toString('utf8', at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes);
      const [method, packedBytes, place] = [
        bytes.readUInt16LE(at + 10),
        bytes.readUInt32LE(at + 20),
        bytes.readUInt32LE(at + 42),
      ];
      this.#entries.set(name, { method, packedBytes, at: place });
      at += CENTRAL_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
  }

  /** @throws Failure `badRequest` for a damaged file, and for more than the bound. */
  async read(name: string): Promise<Buffer | undefined> {
    const entry = this.#entries.get(name);
    if (!entry) return undefined;
    const { at, method, packedBytes } = entry;
    if (at + LOCAL_BYTES > this.#bytes.length || this.#bytes.readUInt32LE(at) !== LOCAL)
      throw damaged(`${name} is not where it should be`);
    const from = at + LOCAL_BYTES + this.#bytes.readUInt16LE(at + 26) + this.#bytes.readUInt16LE(at + 28);
    const packed = this.#bytes.subarray(from, from + packedBytes);
    if (packed.length < packedBytes) throw damaged(`${name} is cut off`);
    const content = await this.#unpack(name, packed, method);
    this.#left -= content.length;
    return content;
  }

  async #unpack(name: string, packed: Buffer, method: number): Promise<Buffer> {
    if (this.#left <= 0 || (method === 0 && packed.length > this.#left)) throw damaged('it is too large unpacked');
    if (method === 0) return packed;
    if (method !== DEFLATED) throw damaged(`${name} is packed in a way that is not known`);
    try {
      return await inflate(packed, { maxOutputLength: this.#left });
    } catch (error) {
      const isTooLarge = error instanceof RangeError;
      throw damaged(isTooLarge ? 'it is too large unpacked' : `${name} is damaged`, error);
    }
  }
}
