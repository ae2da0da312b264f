import { createHmac, hash, sign, verify } from 'node:crypto';
import { request } from 'node:http';
import type { Identity } from '../../bundle/identity.ts';
import { publicBytes, publicKeyOf } from '../../bundle/keys.ts';
import type { HubErrorBody } from '../../contract/hub/errors.ts';
import { PAIR_CODE_PREFIX, pairCode } from '../../contract/hub/pairing.ts';
import {
  answerText,
  bodyHeader,
  HUB_BASE,
  hubSignatureHeader,
  requestText,
  seqHeader,
  signatureHeader,
  signedLine,
  siteHeader,
} from '../../contract/hub/signing.ts';
import type { Statement } from '../../contract/hub/statement.ts';
import { canonicalJson } from '../../core/bytes/canonicalJson.ts';

export type WireAnswer = { status: number; body: Record<string, unknown> & Partial<Omit<HubErrorBody, 'status'>> };

const share = { industries: ['DEMO'], alarms: true, audit: true, commands: true, people: false, ticks: false, live: false };

/** The end of a plant on the wire, request by request, so that each can be wrong in its own way. */
export class WirePlant {
  readonly identity: Identity;
  readonly #code: ReturnType<typeof pairCode.parse>;
  seq = 0;

  constructor(identity: Identity, code: string) {
    this.identity = identity;
    this.#code = pairCode.parse(JSON.parse(Buffer.from(code.slice(PAIR_CODE_PREFIX.length), 'base64url').toString()));
  }

  /** @param change what of the request is other than what was signed. */
  async ask(
    method: string,
    path: string,
    body: object | Buffer = {},
    change: { seq?: number; body?: Buffer; path?: string } = {},
  ): Promise<WireAnswer> {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const seq = change.seq ?? ++this.seq;
    const hubKey = Buffer.from(this.#code.key, 'base64url');
    const { site } = this.identity;
    const response = await fetch(this.#code.url + HUB_BASE + (change.path ?? path), {
      method,
      body: method === 'GET' ? null : new Uint8Array(change.body ?? bytes),
      headers: this.#headers(method, path, bytes, seq),
    });
    const answer = Buffer.from(await response.arrayBuffer());
    const answered = answerText({ status: response.status, site, seq, bodySha256: hash('sha256', answer) });
    const signature = Buffer.from(response.headers.get(hubSignatureHeader) ?? '', 'base64url');
    if (!verify(null, Buffer.from(answered), publicKeyOf('ed25519', hubKey), signature)) throw new Error('not signed by the hub');
    return { status: response.status, body: JSON.parse(answer.toString()) };
  }

  /** Begins a request, and lets the line break once so many bytes of its body have left. */
  async cut(method: string, path: string, body: Buffer, bytes: number): Promise<void> {
    const headers = { ...this.#headers(method, path, body, ++this.seq), 'content-length': body.length };
    const call = request(this.#code.url + HUB_BASE + path, { method, headers, agent: false });
    const gone = new Promise<void>((resolve) => call.once('close', resolve));
    call.on('error', () => undefined);
    call.write(body.subarray(0, bytes), () => call.destroy());
    await gone;
  }

  /** What a request of now has before its body, as somebody on the line may copy it. */
  copied(method: string, path: string, body: Buffer): Record<string, string> {
    return this.#headers(method, path, body, ++this.seq);
  }

  #headers(method: string, path: string, bytes: Buffer, seq: number): Record<string, string> {
    const { site, signing } = this.identity;
    const hub = hash('sha256', Buffer.from(this.#code.key, 'base64url'));
    const text = requestText({ method, path: HUB_BASE + path, seq, bodySha256: hash('sha256', bytes), hub });
    return {
      [siteHeader]: site,
      [seqHeader]: String(seq),
      [bodyHeader]: hash('sha256', bytes),
      [signatureHeader]: sign(null, Buffer.from(text), signing).toString('base64url'),
    };
  }

  pair(name = 'A plant'): Promise<WireAnswer> {
    const secret = Buffer.from(this.#code.secret, 'base64url');
    const { site, epoch, signing } = this.identity;
    const key = publicBytes(signing).toString('base64url');
    const facts = { code: hash('sha256', secret).slice(0, 16), site, epoch, key, name, program: '1', schema: 1, share };
    return this.ask('POST', '/pair', { facts, mac: createHmac('sha256', secret).update(canonicalJson(facts)).digest('hex') });
  }

  /** Asks for the place of a lost PC. */
  replace(): Promise<WireAnswer> {
    const secret = Buffer.from(this.#code.secret, 'base64url');
    const key = publicBytes(this.identity.signing).toString('base64url');
    const facts = { code: hash('sha256', secret).slice(0, 16), site: this.identity.site, key, program: '1' };
    return this.ask('POST', '/replace', { facts, mac: createHmac('sha256', secret).update(canonicalJson(facts)).digest('hex') });
  }

  hello(stated: Pick<Statement, 'seq' | 'industries'> & Partial<Statement>): Promise<WireAnswer> {
    const { site, epoch, signing } = this.identity;
    const text = canonicalJson({
      ...{ format: 'headworks-statement-1', site, epoch, at: new Date(0).toISOString(), clockOffsetMs: null },
      ...{ streams: [], documents: [], program: '1', schema: 1 },
      ...stated,
    });
    const signature = sign(null, Buffer.from(signedLine.statement + text), signing).toString('base64url');
    return this.ask('POST', '/hello', { statement: { text, signature }, share, capabilities: [] });
  }

  /** In pieces; @returns the answer of the commit. */
  async upload(bundle: Buffer, pieceBytes = 100_000): Promise<WireAnswer> {
    const { body } = await this.ask('POST', '/bundles', { sha256: hash('sha256', bundle), bytes: bundle.length });
    for (let offset = Number(body.offset); offset < bundle.length; ) {
      const piece = bundle.subarray(offset, offset + pieceBytes);
      const answer = await this.ask('PATCH', `/bundles/${String(body.uploadId)}?offset=${offset}`, piece);
      if (answer.status !== 200) return answer;
      offset = Number(answer.body.offset);
    }
    return this.ask('POST', `/bundles/${String(body.uploadId)}/commit`);
  }
}
