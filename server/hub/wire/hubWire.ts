import { hash, type KeyObject, sign, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { publicKeyOf } from '../../bundle/keys.ts';
import { hubErrors } from '../../contract/hub/errors.ts';
import { pairRequest } from '../../contract/hub/pairing.ts';
import {
  answerText,
  HUB_BASE,
  hubSignatureHeader,
  requestText,
  seqHeader,
  signatureHeader,
  siteHeader,
} from '../../contract/hub/signing.ts';
import type { Clock } from '../../core/clock.ts';
import { isFailure } from '../../core/fail.ts';
import type { Log } from '../../core/log.ts';
import { type HubService, readBody } from './hubService.ts';
import { pairPlant } from './pairPlant.ts';
import type { KnownPlant, PlantStore } from './plantStore.ts';
import { WireRefusal } from './wireRefusal.ts';

export type HubWireParts = {
  service: HubService;
  plants: PlantStore;
  name: string;
  signing: KeyObject;
  /** Ed25519, 32 bytes. */
  key: Uint8Array;
  /** X25519 key for which sticks are sealed, 32 bytes. */
  openingKey: Uint8Array;
  clock: Clock;
  log: Log;
};

const MOST_BODY_BYTES = 8 * 1_048_576;
/** Of who is not paired: nothing but a pairing has to be read to answer them. */
const MOST_STRANGER_BYTES = 65_536;
const RETRY_SECONDS = 30;

type Signed = { method: string; target: string; site: string; seq: number; signature: Buffer; body: Buffer };

const bodyOf = async (request: IncomingMessage, mostBytes: number): Promise<Buffer> => {
  const tooLarge = (): WireRefusal => new WireRefusal('tooLarge', `a message may have ${mostBytes} bytes`);
  // before any of it is read, where it says so itself
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > mostBytes) throw tooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
};

const headerOf = (request: IncomingMessage, name: string): string => String(request.headers[name.toLowerCase()] ?? '');

/** HTTP endpoint for plants. A plant is identified by its signature over method, path, headers and body; every answer is signed. */
export class HubWire {
  readonly #parts: HubWireParts;
  readonly #hub: string;

  constructor(parts: HubWireParts) {
    this.#parts = parts;
    this.#hub = hash('sha256', parts.key);
  }

  /** Whether a request is for plants. */
  static serves(target: string): boolean {
    return target.startsWith(`${HUB_BASE}/`);
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let [status, body]: [number, object] = [200, {}];
    try {
      body = await this.#answer(request);
    } catch (error) {
      const refusal = this.#refusalOf(error, request);
      status = hubErrors[refusal.code];
      body = { status: 'error', code: refusal.code, message: refusal.message, ...refusal.more };
    }
    const bytes = Buffer.from(JSON.stringify(body));
    const [site, seq] = [headerOf(request, siteHeader), Number(headerOf(request, seqHeader)) || 0];
    const text = answerText({ status, site, seq, bodySha256: hash('sha256', bytes) });
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'Content-Length': bytes.length,
      'Cache-Control': 'no-store',
      [hubSignatureHeader]: sign(null, Buffer.from(text), this.#parts.signing).toString('base64url'),
      ...(status >= 500 && { 'Retry-After': String(RETRY_SECONDS) }),
      // what was not read is not waited for
      ...(request.complete ? {} : { Connection: 'close' }),
    });
    response.end(bytes);
  }

  async #answer(request: IncomingMessage): Promise<object> {
    const { service, plants, clock } = this.#parts;
    const target = request.url ?? '';
    const { pathname, searchParams } = new URL(target, 'http://hub');
    const path = pathname.slice(HUB_BASE.length);
    const named = path === '/pair' ? undefined : await this.#named(headerOf(request, siteHeader));
    const asked: Signed = {
      method: request.method ?? '',
      target,
      site: headerOf(request, siteHeader),
      seq: Number(headerOf(request, seqHeader)),
      signature: Buffer.from(headerOf(request, signatureHeader), 'base64url'),
      body: await bodyOf(request, named?.state === 'paired' ? MOST_BODY_BYTES : MOST_STRANGER_BYTES),
    };
    if (!Number.isSafeInteger(asked.seq) || asked.seq < 1) throw new WireRefusal('badRequest', `${seqHeader} is missing`);
    if (!named) return this.#pair(asked);
    const plant = this.#known(asked, named);
    if (!(await plants.advance(plant.plantId, asked.seq, clock.now()))) {
      const { lastSeq } = (await plants.bySite(plant.site)) ?? plant;
      throw new WireRefusal('replay', `request ${asked.seq} comes after number ${lastSeq}`, { lastSeq });
    }
    try {
      return await service.answer(plant, { method: asked.method, path, query: searchParams, body: asked.body });
    } catch (error) {
      if (error instanceof WireRefusal && error.code === 'forked') await plants.setState(plant.plantId, 'forked', clock.now());
      throw error;
    }
  }

  async #pair(asked: Signed): Promise<object> {
    const { plants, name, openingKey, clock } = this.#parts;
    const sent = readBody(asked.body, pairRequest);
    this.#check(asked, Buffer.from(sent.facts.key, 'base64url'));
    if (sent.facts.site !== asked.site) throw new WireRefusal('badSignature', 'the request is of another site');
    const state = await pairPlant(plants, sent, clock.now());
    return { state, hub: { name, openingKey: Buffer.from(openingKey).toString('base64url') } };
  }

  /** Whom a request says it is of. */
  async #named(site: string): Promise<KnownPlant> {
    const plant = z.uuid().safeParse(site).success ? await this.#parts.plants.bySite(site) : undefined;
    if (!plant) throw new WireRefusal('unknownSite', 'the hub knows no such site');
    return plant;
  }

  #known(asked: Signed, plant: KnownPlant): KnownPlant {
    this.#check(asked, plant.key);
    if (plant.state === 'waiting') throw new WireRefusal('waiting', 'nobody at the hub has confirmed this plant yet');
    if (plant.state === 'unpaired') throw new WireRefusal('revoked', 'the pairing has ended');
    if (plant.state === 'forked')
      throw new WireRefusal('forked', 'two copies of this site were seen: a person at the hub has to decide');
    return plant;
  }

  #check({ method, target, seq, body, signature }: Signed, key: Uint8Array): void {
    const text = requestText({ method, path: target, seq, bodySha256: hash('sha256', body), hub: this.#hub });
    if (!verify(null, Buffer.from(text), publicKeyOf('ed25519', key), signature))
      throw new WireRefusal('badSignature', 'the request is not signed by the key of its site');
  }

  #refusalOf(error: unknown, request: IncomingMessage): WireRefusal {
    if (error instanceof WireRefusal) return error;
    const { log } = this.#parts;
    log.error({ err: error, method: request.method }, 'a request of a plant failed');
    const again = { retryAfterSeconds: RETRY_SECONDS };
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
    if (code === 'ENOSPC' || code === '53100') return new WireRefusal('noRoom', 'the disk of the hub is full', again);
    if (isFailure(error, 'unavailable')) return new WireRefusal('busy', 'the store of the hub does not answer', again);
    return new WireRefusal('server', 'the hub failed', again);
  }
}
