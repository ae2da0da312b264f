import { generateKeyPairSync, hash, type KeyObject, randomUUID, sign, verify } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publicBytes, publicKeyOf } from '../../bundle/keys.ts';
import { type HubErrorCode, hubErrors } from '../../contract/hub/errors.ts';
import { uploadRequest } from '../../contract/hub/exchange.ts';
import { PAIR_CODE_PREFIX, pairRequest, rotateRequest, rotation } from '../../contract/hub/pairing.ts';
import {
  answerText,
  hubSignatureHeader,
  requestText,
  type SignedText,
  seqHeader,
  signatureHeader,
  signedLine,
  siteHeader,
} from '../../contract/hub/signing.ts';
import type { Statement } from '../../contract/hub/statement.ts';
import { canonicalJson } from '../../core/bytes/canonicalJson.ts';
import { macOf } from '../../features/sync/pairing.ts';
import { HeldState, Refused } from './heldState.ts';

type Upload = { sha256: string; bytes: number; held: Buffer; isDone: boolean };
/** What happens to a request on its way: an answer of somebody else, nothing at all, or `lostAnswer` after the hub did its work. */
export type Fault = 'cut' | 'lostAnswer' | 'twice' | 'portal' | 'wrongKey' | 429 | 503 | 507;
type Asked = { method: string; path: string; body: Buffer };

/** A hub of one plant, in memory, over real HTTP: the rules of the wire without PostgreSQL, and with every fault of a line. */
export class StandInHub extends HeldState {
  readonly #keys = generateKeyPairSync('ed25519');
  readonly #opening = generateKeyPairSync('x25519');
  readonly #secret = Buffer.from('0123456789abcdef');
  readonly #folder = mkdtempSync(join(tmpdir(), 'stand-in-hub-'));
  readonly #uploads = new Map<string, Upload>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #siteKey: Buffer | undefined;
  #lastSeq = 0;
  /** Every request with its answer's code. */
  readonly log: string[] = [];
  bytesIn = 0;
  isConfirmed = true;
  /** Of a version in which keys of plants can be changed. */
  isNewer = false;
  /** Answers every request thus. */
  refusal: HubErrorCode | undefined;
  /** Answers everything as a hub that has another key, with what is said to lead to it; signed with that key. */
  moved: { rotations: SignedText[]; signing: KeyObject } | undefined;
  /** Asked before each request. */
  faultOf: (asked: Asked, count: number) => Fault | undefined = () => undefined;
  #count = 0;

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await new Promise((resolve) => this.#server.once('listening', resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get code(): string {
    const code = {
      url: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`,
      key: publicBytes(this.#keys.publicKey).toString('base64url'),
      secret: this.#secret.toString('base64url'),
      expiresAt: '2099-01-01T00:00:00.000Z',
    };
    return PAIR_CODE_PREFIX + Buffer.from(canonicalJson(code)).toString('base64url');
  }

  /** The hub's own key. */
  get signing(): KeyObject {
    return this.#keys.privateKey;
  }

  get openingKey() {
    return this.#opening.privateKey;
  }

  receiptOf({ site, epoch, seq }: Statement) {
    const text = canonicalJson({
      ...{ format: 'headworks-receipt-1', hub: hash('sha256', publicBytes(this.#keys.publicKey)), site, epoch },
      ...{ statementSeq: seq, at: new Date(0).toISOString() },
      industries: [...this.held].map(([id, days]) => ({
        id,
        root: this.root(id, site, epoch),
        closedTo: null,
        blocks: [...days.values()].reduce((sum, { size }) => sum + size, 0),
      })),
      streams: [...this.ends].map(([name, end]) => ({ name, last: end.seq, hash: end.hash })),
      documents: this.kinds(),
    });
    return { text, signature: sign(null, Buffer.from(signedLine.receipt + text), this.#keys.privateKey).toString('base64url') };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
    } catch {
      return;
    }
    const asked = { method: request.method ?? '', path: request.url ?? '', body: Buffer.concat(pieces) };
    this.bytesIn += asked.body.length;
    this.#count += 1;
    const fault = this.faultOf(asked, this.#count);
    if (fault === 'cut') return void request.socket.destroy();
    if (fault === 'portal')
      return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Log in to the Wi-Fi</h1>');
    if (typeof fault === 'number') return void response.writeHead(fault, { 'Retry-After': '7' }).end('busy');
    const seq = Number(request.headers[seqHeader.toLowerCase()]);
    let [status, body]: [number, object] = [200, {}];
    try {
      if (this.moved) throw new Refused('hubKeyChanged', { rotations: this.moved.rotations });
      body = this.#answer(asked, request, seq);
      if (fault === 'twice') body = this.#work(asked);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      status = hubErrors[error.code];
      body = { status: 'error', code: error.code, message: `refused: ${error.code}`, ...error.more };
    }
    this.log.push(`${asked.method} ${asked.path} ${status}`);
    if (fault === 'lostAnswer') return void request.socket.destroy();
    const bytes = Buffer.from(JSON.stringify(body));
    const site = String(request.headers[siteHeader.toLowerCase()]);
    const text = answerText({ status, site, seq, bodySha256: hash('sha256', bytes) });
    const own = this.moved?.signing ?? this.#keys.privateKey;
    const key = fault === 'wrongKey' ? generateKeyPairSync('ed25519').privateKey : own;
    response.writeHead(status, { [hubSignatureHeader]: sign(null, Buffer.from(text), key).toString('base64url') }).end(bytes);
  }

  #answer(asked: Asked, request: IncomingMessage, seq: number): object {
    const { method, path, body } = asked;
    if (path.endsWith('/pair'))
      this.#siteKey ??= Buffer.from(pairRequest.parse(JSON.parse(body.toString())).facts.key, 'base64url');
    if (!this.#siteKey) throw new Refused('unknownSite');
    const hub = hash('sha256', publicBytes(this.#keys.publicKey));
    const text = requestText({ method, path, seq, bodySha256: hash('sha256', body), hub });
    const given = Buffer.from(String(request.headers[signatureHeader.toLowerCase()]), 'base64url');
    if (!verify(null, Buffer.from(text), publicKeyOf('ed25519', this.#siteKey), given)) throw new Refused('badSignature');
    if (seq <= this.#lastSeq) throw new Refused('replay', { lastSeq: this.#lastSeq });
    this.#lastSeq = seq;
    if (this.refusal) throw new Refused(this.refusal, { retryAfterSeconds: 900 });
    return this.#work(asked);
  }

  #work({ method, path, body }: Asked): object {
    const route = path.slice('/api/hub/v1'.length);
    const [, name = '', id = ''] = route.split(/[/?]/);
    if (method === 'PATCH') return this.#chunk(id, Number(new URL(path, 'http://x').searchParams.get('offset')), body);
    const sent: unknown = JSON.parse(body.toString());
    if (name === 'pair') {
      const { facts, mac } = pairRequest.parse(sent);
      if (mac !== macOf(this.#secret.toString('base64url'), facts)) throw new Refused('badSignature');
      const openingKey = publicBytes(this.#opening.publicKey).toString('base64url');
      return { state: this.isConfirmed ? 'paired' : 'waiting', hub: { name: 'Stand-in', openingKey } };
    }
    if (name === 'rotate') return this.#rotate(sent);
    if (name === 'unpair') return { state: 'revoked' };
    if (name === 'hello') return this.hello(sent, (stated) => this.receiptOf(stated));
    if (name === 'compare') return this.compare(sent);
    if (name === 'documents') return this.takeDocuments(sent);
    if (name === 'entries') return this.takeEntries(id, sent);
    if (route.endsWith('/commit')) return this.#commit(id);
    const { sha256, bytes } = uploadRequest.parse(sent);
    const known = [...this.#uploads].find(([, one]) => one.sha256 === sha256);
    const uploadId = known?.[0] ?? randomUUID();
    const upload = known?.[1] ?? { sha256, bytes, held: Buffer.alloc(0), isDone: false };
    this.#uploads.set(uploadId, upload);
    return { uploadId, offset: upload.held.length, state: upload.isDone ? 'done' : 'open' };
  }

  #rotate(sent: unknown): object {
    if (!this.isNewer || !this.#siteKey) throw new Refused('notFound');
    const { rotation: signed, proof } = rotateRequest.parse(sent);
    const said = Buffer.from(signedLine.rotation + signed.text);
    const newKey = Buffer.from(rotation.parse(JSON.parse(signed.text)).newKey, 'base64url');
    const isSigned = (signature: string, key: Uint8Array): boolean =>
      verify(null, said, publicKeyOf('ed25519', key), Buffer.from(signature, 'base64url'));
    if (!isSigned(signed.signature, this.#siteKey) || !isSigned(proof, newKey)) throw new Refused('badSignature');
    this.#siteKey = newKey;
    return { oldKeyUntil: '2099-01-01T00:00:00.000Z' };
  }

  #chunk(id: string, offset: number, body: Buffer): object {
    const upload = this.#uploads.get(id);
    if (!upload) throw new Refused('notFound');
    if (offset !== upload.held.length) throw new Refused('offset', { offset: upload.held.length });
    upload.held = Buffer.concat([upload.held, body]);
    return { offset: upload.held.length };
  }

  #commit(id: string): object {
    const upload = this.#uploads.get(id);
    if (!upload) throw new Refused('notFound');
    if (hash('sha256', upload.held) !== upload.sha256) throw new Refused('damagedBundle');
    const path = join(this.#folder, `${id}.hwb`);
    writeFileSync(path, upload.held);
    upload.isDone = true;
    return this.takeBundle(path, this.openingKey);
  }
}
