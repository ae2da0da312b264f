import { type KeyObject, verify } from 'node:crypto';
import { basename } from 'node:path';
import { crc32 } from 'node:zlib';
import { canonicalJson } from '../core/bytes/canonicalJson.ts';
import { Failure, messageOf } from '../core/fail.ts';
import { FileSource } from './byteFlow.ts';
import {
  type BundleHeader,
  bundleHeader,
  FOOTER_BYTES,
  FOOTER_MAGIC,
  type Item,
  itemType,
  MOST_BODY_BYTES,
  MOST_HEADER_BYTES,
  SIGNATURE_BYTES,
  SIGNED_LINE,
} from './format.ts';
import { IndexBytes } from './indexBytes.ts';
import { publicKeyOf } from './keys.ts';

const LINE_END = 10;
const wrong = (message: string): Failure => new Failure('badRequest', message);

const readHeader = (source: FileSource): BundleHeader => {
  const line: number[] = [];
  for (let byte = source.read(1)[0]; byte !== LINE_END; byte = source.read(1)[0]) {
    if (line.length === MOST_HEADER_BYTES) throw wrong('its first line is too long');
    line.push(byte ?? 0);
  }
  const text = Buffer.from(line).toString();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong('it is no bundle, or its header is damaged');
  }
  const header = bundleHeader.safeParse(value);
  if (!header.success) throw wrong(`its header is not as it should be: ${header.error.issues[0]?.path.join('.')}`);
  if (canonicalJson(value) !== text) throw wrong('its header is not in canonical form');
  return header.data;
};

const HEAD_BYTES = 3;
const LENGTH_BYTES = 4;
const SUM_BYTES = 4;

/** The next frame where all of it has been read from the disk, as most have: one sum, and no copies. */
const frameAhead = (source: FileSource): Item | undefined => {
  const ahead = source.ahead();
  if (ahead.length < HEAD_BYTES) return undefined;
  const bodyAt = HEAD_BYTES + ahead.readUInt16LE(1) + LENGTH_BYTES;
  if (ahead.length < bodyAt) return undefined;
  const end = bodyAt + ahead.readUInt32LE(bodyAt - LENGTH_BYTES);
  if (ahead.length < end + SUM_BYTES || crc32(ahead.subarray(0, end)) !== ahead.readUInt32LE(end)) return undefined;
  source.read(end + SUM_BYTES);
  return { type: ahead[0] ?? 0, key: ahead.subarray(HEAD_BYTES, bodyAt - LENGTH_BYTES), body: ahead.subarray(bodyAt, end) };
};

/** One frame. @param name how it is named when it is damaged. */
const readFrame = (source: FileSource, name: () => string): Item => {
  const whole = frameAhead(source);
  if (whole) return whole;
  const start = source.read(HEAD_BYTES);
  const key = source.read(start.readUInt16LE(1));
  const length = source.read(LENGTH_BYTES);
  const bodyLength = length.readUInt32LE();
  if (bodyLength > MOST_BODY_BYTES) throw wrong(`${name()} is damaged: it would be ${bodyLength} bytes long`);
  const body = source.read(bodyLength);
  const sum = [start, key, length, body].reduce((before, bytes) => crc32(bytes, before), 0);
  if (source.read(SUM_BYTES).readUInt32LE() !== sum) throw wrong(`${name()} is damaged`);
  return { type: start[0] ?? 0, key, body };
};

const checkFooter = (source: FileSource, { key }: BundleHeader, items: number, indexOffset: number): void => {
  const digest = source.digest();
  const footer = source.read(FOOTER_BYTES);
  const signature = source.read(SIGNATURE_BYTES);
  if (footer.toString('latin1', 0, 4) !== FOOTER_MAGIC) throw wrong('its footer is damaged');
  if (footer.readUInt32LE(4) !== items) throw wrong(`its footer says ${footer.readUInt32LE(4)} items, and it has ${items}`);
  if (Number(footer.readBigUInt64LE(8)) !== indexOffset || !footer.subarray(16).equals(digest))
    throw wrong('its content is not what its footer says');
  const signer = publicKeyOf('ed25519', Buffer.from(key, 'base64url'));
  if (!verify(null, Buffer.concat([Buffer.from(SIGNED_LINE), footer]), signer, signature)) throw wrong('its signature is wrong');
  if (!source.isAtEnd()) throw wrong('something follows its signature');
};

/** Gives every refusal the file's name. */
const named = (path: string, error: unknown): Failure =>
  new Failure(error instanceof Failure ? error.code : 'unavailable', `${basename(path)}: ${messageOf(error)}`, { cause: error });

/**
 * A bundle, read once from its start in constant memory. Its items may be used only once the reading has ended without a failure:
 * the signature is at the end.
 */
export class BundleReader {
  readonly header: BundleHeader;
  readonly #path: string;
  readonly #source: FileSource;

  /** @throws Failure `credentials` when none of the openers opens it, `badRequest` when its start is damaged; both with its name. */
  constructor(path: string, openers: readonly KeyObject[]) {
    this.#path = path;
    let source: FileSource | undefined;
    try {
      source = new FileSource(path, openers);
      this.header = readHeader(source);
      this.#source = source;
    } catch (error) {
      source?.close();
      throw named(path, error);
    }
  }

  /** @throws Failure `badRequest` with the name of the file and of the item where a byte is not what was written. */
  *items(): Generator<Item> {
    const source = this.#source;
    const index = new IndexBytes();
    try {
      for (;;) {
        const { offset } = source;
        const item = readFrame(source, () => `item ${index.items + 1}`);
        if (item.type === itemType.index) {
          if (!index.bytes().equals(item.body)) throw wrong('its index is damaged');
          checkFooter(source, this.header, index.items, offset);
          return;
        }
        index.add(item.type, item.key, offset, item.body.length);
        yield item;
      }
    } catch (error) {
      throw named(this.#path, error);
    } finally {
      source.close();
    }
  }

  /** For a reader that was not read. */
  close(): void {
    this.#source.close();
  }
}
