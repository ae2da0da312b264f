import { hash, sign, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { publicKeyOf } from '../../bundle/keys.ts';
import { hubErrors } from '../../contract/hub/errors.ts';
import { pairRequest } from '../../contract/hub/pairing.ts';
import { type ReplaceAnswer, replaceRequest } from '../../contract/hub/replacement.ts';
import {
  answerText,
  bodyHeader,
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
import type { HubKey, HubKeys } from '../keys/hubKeys.ts';
import type { HubService } from './hubService.ts';
import { pairPlant } from './pairPlant.ts';
import { type KnownPlant, keysOf, type PlantStore } from './plantStore.ts';
import { readTyped, receiveBody } from './readBody.ts';
import type { Replacements } from './replacements.ts';
import { RETRY_SECONDS, storeRefusal, WireRefusal } from './wireRefusal.ts';

export type HubWireParts = {
  service: HubService;
  plants: PlantStore;
  replacements: Replacements;
  name: string;
  keys: HubKeys;
  /** X25519 key for which sticks are sealed, 32 bytes. */
  openingKey: Uint8Array;
  clock: Clock;
  log: Log;
};

const MOST_BODY_BYTES = 8 * 1_048_576;
/** Of a plant of an earlier version, which does not say the hash of its body before it. */
const MOST_UNSAID_BYTES = 1_048_576;
/** Of who is not paired: nothing but a pairing has to be read to answer them. */
const MOST_STRANGER_BYTES = 65_536;
/** Requests of one plant that are under way: it sends one after the other, and waits for live values and proposals besides. */
const MOST_AT_ONCE = 32;

type Head = { method: string; target: string; site: string; seq: number; signature: Buffer };
/** A request with the hash of its body, which is what its signature is over. */
type Signed = Head & { bodySha256: string };
/** The key of the hub that a request was made for, once that is known. */
type Reply = { by: HubKey };

const notSigned = (): WireRefusal => new WireRefusal('badSignature', 'the request is not signed by the key of its site');
const replayOf = (seq: number, { lastSeq }: Pick<KnownPlant, 'lastSeq'>): WireRefusal =>
  new WireRefusal('replay', `request ${seq} comes after number ${lastSeq}`, { lastSeq });
const headerOf = (request: IncomingMessage, name: string): string => String(request.headers[name.toLowerCase()] ?? '');

/** HTTP endpoint for plants. A plant is identified by its signature over method, path, headers and body; every answer is signed. */
export class HubWire {
  readonly #parts: HubWireParts;
  /** Number of requests that are under way, by plant and whether it is known that they are its own. */
  readonly #underWay = new Map<string, number>();

  constructor(parts: HubWireParts) {
    this.#parts = parts;
  }

  /** Whether a request is for plants. */
  static serves(target: string): boolean {
    return target.startsWith(`${HUB_BASE}/`);
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let [status, body]: [number, object | Buffer] = [200, {}];
    const reply: Reply = { by: this.#parts.keys.current };
    try {
      body = await this.#answer(request, reply);
    } catch (error) {
      const refusal = this.#refusalOf(error, request);
      status = hubErrors[refusal.code];
      body = { status: 'error', code: refusal.code, message: refusal.message, ...refusal.more };
    }
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
    const [site, seq] = [headerOf(request, siteHeader), Number(headerOf(request, seqHeader)) || 0];
    const text = answerText({ status, site, seq, bodySha256: hash('sha256', bytes) });
    response.writeHead(status, {
      'Content-Type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json',
      'Content-Length': bytes.length,
      'Cache-Control': 'no-store',
      [hubSignatureHeader]: sign(null, Buffer.from(text), reply.by.signing).toString('base64url'),
      ...(status >= 500 && { 'Retry-After': String(RETRY_SECONDS) }),
      // what was not read is not waited for
      ...(request.complete ? {} : { Connection: 'close' }),
    });
    response.end(bytes);
  }

  async #answer(request: IncomingMessage, reply: Reply): Promise<object | Buffer> {
    const target = request.url ?? '';
    const { pathname, searchParams } = new URL(target, 'http://hub');
    const path = pathname.slice(HUB_BASE.length);
    const isNew = path === '/pair' || path === '/replace';
    const named = isNew ? undefined : await this.#named(headerOf(request, siteHeader));
    const head: Head = {
      method: request.method ?? '',
      target,
      site: headerOf(request, siteHeader),
      seq: Number(headerOf(request, seqHeader)),
      signature: Buffer.from(headerOf(request, signatureHeader), 'base64url'),
    };
    if (!Number.isSafeInteger(head.seq) || head.seq < 1) throw new WireRefusal('badRequest', `${seqHeader} is missing`);
    if (!named) return this.#answerNew(request, head, path === '/pair', reply);
    const said = headerOf(request, bodyHeader);
    // who it is of is known before any of it is read, where the request says what its body will be
    if (said !== '') {
      await this.#known({ ...head, bodySha256: said }, named, reply);
      // a copy of what somebody saw on the line
      if (head.seq <= named.lastSeq) throw replayOf(head.seq, named);
    }
    // whoever knows the site can send what is not known to be its plant's: that takes no room from what is
    const kind = `${named.plantId} ${said === '' ? 'of anybody' : 'signed'}`;
    const atOnce = this.#underWay.get(kind) ?? 0;
    if (atOnce >= MOST_AT_ONCE)
      throw new WireRefusal('busy', `${atOnce} requests of this plant are under way`, { retryAfterSeconds: RETRY_SECONDS });
    this.#underWay.set(kind, atOnce + 1);
    try {
      return await this.#answerPlant(request, named, { head, said, path, query: searchParams }, reply);
    } finally {
      const left = (this.#underWay.get(kind) ?? 1) - 1;
      if (left > 0) this.#underWay.set(kind, left);
      else this.#underWay.delete(kind);
    }
  }

  async #answerNew(request: IncomingMessage, head: Head, isPairing: boolean, reply: Reply): Promise<object> {
    const body = await receiveBody(request, MOST_STRANGER_BYTES);
    const asked: Signed = { ...head, bodySha256: hash('sha256', body) };
    return isPairing ? this.#pair(asked, body, reply) : this.#replace(asked, body, reply);
  }

  async #answerPlant(
    request: IncomingMessage,
    named: KnownPlant,
    { head, said, path, query }: { head: Head; said: string; path: string; query: URLSearchParams },
    reply: Reply,
  ): Promise<object | Buffer> {
    const { service, plants, clock } = this.#parts;
    const mostBytes = named.state !== 'paired' ? MOST_STRANGER_BYTES : said === '' ? MOST_UNSAID_BYTES : MOST_BODY_BYTES;
    const body = await receiveBody(request, mostBytes);
    const asked: Signed = { ...head, bodySha256: hash('sha256', body) };
    if (said !== '' && said !== asked.bodySha256) throw notSigned();
    const plant = said === '' ? await this.#known(asked, named, reply) : named;
    if (!(await plants.advance(plant.plantId, asked.seq, clock.now())))
      throw replayOf(asked.seq, (await plants.bySite(plant.site)) ?? plant);
    try {
      return await service.answer(plant, { method: asked.method, path, query, body }, reply.by);
    } catch (error) {
      if (error instanceof WireRefusal && error.code === 'forked') await plants.setState(plant.plantId, 'forked', clock.now());
      throw error;
    }
  }

  async #pair(asked: Signed, body: Buffer, reply: Reply): Promise<object> {
    const { plants, name, openingKey, clock } = this.#parts;
    const sent = readTyped(body, pairRequest);
    this.#check(asked, [Buffer.from(sent.facts.key, 'base64url')], reply);
    if (sent.facts.site !== asked.site) throw new WireRefusal('badSignature', 'the request is of another site');
    const state = await pairPlant(plants, sent, clock.now());
    const pastEpoch = await plants.pastEpoch(asked.site, sent.facts.epoch);
    const hub = { name, openingKey: Buffer.from(openingKey).toString('base64url') };
    return { state, hub, ...(pastEpoch !== undefined && { pastEpoch }) };
  }

  async #replace(asked: Signed, body: Buffer, reply: Reply): Promise<ReplaceAnswer> {
    const { plants, replacements, name, openingKey, clock } = this.#parts;
    const sent = readTyped(body, replaceRequest);
    this.#check(asked, [Buffer.from(sent.facts.key, 'base64url')], reply);
    if (sent.facts.site !== asked.site) throw new WireRefusal('badSignature', 'the request is of another site');
    const signed = await replacements.ask(sent, clock.now());
    return {
      state: signed ? 'replaced' : 'waiting',
      hub: { name, openingKey: Buffer.from(openingKey).toString('base64url') },
      name: (await plants.bySite(asked.site))?.name ?? '',
      replacement: signed ?? null,
    };
  }

  /** Whom a request says it is of. */
  async #named(site: string): Promise<KnownPlant> {
    const plant = z.uuid().safeParse(site).success ? await this.#parts.plants.bySite(site) : undefined;
    if (!plant) throw new WireRefusal('unknownSite', 'the hub knows no such site');
    return plant;
  }

  async #known(asked: Signed, plant: KnownPlant, reply: Reply): Promise<KnownPlant> {
    const by = this.#addressed(asked, keysOf(plant));
    if (by) reply.by = by;
    else await this.#refuseReplaced(asked, plant, reply);
    if (plant.state === 'waiting') throw new WireRefusal('waiting', 'nobody at the hub has confirmed this plant yet');
    if (plant.state === 'unpaired') throw new WireRefusal('revoked', 'the pairing has ended');
    if (plant.state === 'forked')
      throw new WireRefusal('forked', 'two copies of this site were seen: a person at the hub has to decide');
    return plant;
  }

  /** A lost PC that comes back is another copy of its plant. */
  async #refuseReplaced(asked: Signed, plant: KnownPlant, reply: Reply): Promise<never> {
    const closed = (await this.#parts.replacements.closedKeys(plant)).find(({ key }) => this.#addressed(asked, [key]));
    if (!closed) throw notSigned();
    this.#check(asked, [closed.key], reply);
    const date = closed.closedAt.toISOString().slice(0, 10);
    throw new WireRefusal('epochOld', `another PC took the place of this one on ${date}: nothing more is taken from it`);
  }

  #check(asked: Signed, keys: readonly Uint8Array[], reply: Reply): void {
    const by = this.#addressed(asked, keys);
    if (!by) throw notSigned();
    reply.by = by;
  }

  /** The key of the hub for which one of these signed the request. @throws WireRefusal `hubKeyChanged` where it is taken no longer. */
  #addressed({ method, target, seq, bodySha256, signature }: Signed, keys: readonly Uint8Array[]): HubKey | undefined {
    const signers = keys.map((key) => publicKeyOf('ed25519', key));
    return this.#parts.keys.addressed((hub) => {
      const text = Buffer.from(requestText({ method, path: target, seq, bodySha256, hub }));
      return signers.some((signer) => verify(null, text, signer, signature));
    });
  }

  #refusalOf(error: unknown, request: IncomingMessage): WireRefusal {
    if (error instanceof WireRefusal) return error;
    const { log } = this.#parts;
    const again = { retryAfterSeconds: RETRY_SECONDS };
    const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
    if (code === 'ECONNRESET' && !request.complete) {
      log.debug({ method: request.method }, 'the line broke before a request of a plant was there');
      return new WireRefusal('busy', 'the line broke', again);
    }
    log.error({ err: error, method: request.method }, 'a request of a plant failed');
    const ofStore = storeRefusal(error);
    if (ofStore) return ofStore;
    if (isFailure(error, 'unavailable')) return new WireRefusal('busy', 'the store of the hub does not answer', again);
    return new WireRefusal('server', 'the hub failed', again);
  }
}
