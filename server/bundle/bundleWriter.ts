import { createHash, type KeyObject, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { canonicalJson } from '../core/bytes/canonicalJson.ts';
import { FileSink, type WrittenFile } from './byteFlow.ts';
import { BUNDLE_FORMAT, type BundleHeader, FOOTER_MAGIC, itemType, type Recipient, SIGNED_LINE } from './format.ts';
import type { Identity } from './identity.ts';
import { IndexBytes } from './indexBytes.ts';
import { publicBytes } from './keys.ts';

export type SealingRecipient = Recipient & { publicKey: KeyObject };
export type BundleParts = {
  path: string;
  identity: Identity;
  recipients: readonly SealingRecipient[];
  kind: string;
  createdMs: number;
  /** Number of the signed statement that the items belong to. */
  statementSeq?: number;
  program: string;
  schema: number;
};
/** Type, lengths of key and body, and the sum. */
const FRAME_BYTES = 1 + 2 + 4 + 4;

export type WrittenBundle = WrittenFile & { items: number };

const u16 = (value: number): Buffer => {
  const bytes = Buffer.allocUnsafe(2);
  bytes.writeUInt16LE(value);
  return bytes;
};
const u32 = (value: number): Buffer => {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u64 = (value: number): Buffer => {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};

/** Writes one bundle: header, items, index, footer, signature. It appears under its name when it is finished, whole and on the disk. */
export class BundleWriter {
  readonly #parts: BundleParts;
  readonly #sink: FileSink;
  readonly #hash = createHash('sha256');
  readonly #index = new IndexBytes();
  /** Many small pieces are hashed and written as one. */
  readonly #pending = Buffer.allocUnsafe(65_536);
  #held = 0;
  #offset = 0;

  constructor(parts: BundleParts) {
    this.#parts = parts;
    const { identity, recipients, kind, createdMs, statementSeq = null, program, schema } = parts;
    this.#sink = new FileSink(
      parts.path,
      recipients.map(({ publicKey }) => publicKey),
    );
    const header: BundleHeader = {
      format: BUNDLE_FORMAT,
      site: identity.site,
      epoch: identity.epoch,
      key: publicBytes(identity.signing).toString('base64url'),
      kind,
      created: new Date(createdMs).toISOString(),
      statementSeq,
      recipients: recipients.map(({ kind: of, id }) => ({ kind: of, id })),
      program,
      schema,
    };
    this.#put(Buffer.from(`${canonicalJson(header)}\n`));
  }

  get path(): string {
    return this.#parts.path;
  }

  /** Bytes so far, before they are sealed. */
  get bytes(): number {
    return this.#offset;
  }

  /** Items so far. */
  get items(): number {
    return this.#index.items;
  }

  add(type: number, key: Uint8Array, ...body: Uint8Array[]): void {
    const bodyLength = body.reduce((sum, { length }) => sum + length, 0);
    this.#index.add(type, key, this.#offset, bodyLength);
    this.#frame(type, key, bodyLength, body);
  }

  finish(): WrittenBundle {
    const indexOffset = this.#offset;
    const index = this.#index.bytes();
    this.#frame(itemType.index, Buffer.alloc(0), index.length, [index]);
    this.#flush();
    const footer = Buffer.concat([Buffer.from(FOOTER_MAGIC), u32(this.#index.items), u64(indexOffset), this.#hash.digest()]);
    this.#sink.write(footer);
    this.#sink.write(sign(null, Buffer.concat([Buffer.from(SIGNED_LINE), footer]), this.#parts.identity.signing));
    return { ...this.#sink.finish(), items: this.#index.items };
  }

  /** Leaves nothing behind; does nothing once it is finished. */
  abandon(): void {
    this.#sink.abandon();
  }

  #frame(type: number, key: Uint8Array, bodyLength: number, body: readonly Uint8Array[]): void {
    const length = FRAME_BYTES + key.length + bodyLength;
    if (length > this.#pending.length) this.#largeFrame(type, key, bodyLength, body);
    else {
      if (this.#held + length > this.#pending.length) this.#flush();
      this.#smallFrame(type, key, bodyLength, body);
      this.#offset += length;
    }
  }

  /** Written where it is hashed from: some hundred thousand of them are in one bundle. */
  #smallFrame(type: number, key: Uint8Array, bodyLength: number, body: readonly Uint8Array[]): void {
    const [bytes, start] = [this.#pending, this.#held];
    bytes[start] = type;
    bytes.writeUInt16LE(key.length, start + 1);
    bytes.set(key, start + 3);
    let at = bytes.writeUInt32LE(bodyLength, start + 3 + key.length);
    for (const part of body) {
      bytes.set(part, at);
      at += part.length;
    }
    this.#held = bytes.writeUInt32LE(crc32(bytes.subarray(start, at)), at);
  }

  #largeFrame(type: number, key: Uint8Array, bodyLength: number, body: readonly Uint8Array[]): void {
    const head = Buffer.concat([Uint8Array.of(type), u16(key.length), key, u32(bodyLength)]);
    let sum = crc32(head);
    for (const part of body) sum = crc32(part, sum);
    this.#put(head);
    for (const part of body) this.#put(part);
    this.#put(u32(sum));
  }

  #put(bytes: Uint8Array): void {
    if (this.#held + bytes.length > this.#pending.length) this.#flush();
    if (bytes.length > this.#pending.length) this.#pass(bytes);
    else {
      this.#pending.set(bytes, this.#held);
      this.#held += bytes.length;
    }
    this.#offset += bytes.length;
  }

  #flush(): void {
    this.#pass(this.#pending.subarray(0, this.#held));
    this.#held = 0;
  }

  #pass(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#sink.write(bytes);
  }
}
