import { hash, type KeyObject, sign, verify } from 'node:crypto';
import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import type { z } from 'zod';
import { publicKeyOf } from '../../bundle/keys.ts';
import { type HubErrorBody, hubErrorBody } from '../../contract/hub/errors.ts';
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
import { Failure, isFailure, messageOf } from '../../core/fail.ts';
import { newestHubKey } from './hubKeyChain.ts';
import { PieceSize } from './pieceSize.ts';

/** The hub itself refused, signed by its key. */
export class HubRefusal extends Error {
  override readonly name = 'HubRefusal';
  readonly body: HubErrorBody;

  constructor(body: HubErrorBody) {
    super(`the hub refused: ${body.message}`);
    this.body = body;
  }
}

export type HubClientParts = {
  url: string;
  /** Ed25519 key of the hub. */
  hubKey: Uint8Array;
  /** SHA-256 of its certificate, where no authority vouches for it. */
  certificate: string | null;
  site: string;
  signing: KeyObject;
  /** Waits until so many bytes may be sent. */
  spend(bytes: number, signal: AbortSignal): Promise<void>;
  clock: Clock;
  /** For a request and its answer without a body; a body has a second for each KB. */
  timeoutMs?: number;
  /** Pauses before a request that was not answered is sent again, ms: all of them may be sent twice. */
  againAfterMs?: readonly number[];
};

type Answer = { status: number; body: Buffer; signature: string | undefined; retryAfter: string | undefined };
type SignedRequest = { method: Sent['method']; path: string; body: Buffer; headers: Record<string, string> };
type Sent = { method: 'GET' | 'POST' | 'PATCH'; path: string; body?: unknown };

const LONGEST_ANSWER = 32 * 1_048_576;
const HEAD_BYTES = 600;
/** Each request has a connection of its own: hello with the keys of now, and its end. */
const HANDSHAKE_BYTES = 2000;
/** TLS sends at most 16 KB in a record, and adds 22 bytes to each. */
const BODY_A_RECORD_BYTE = 512;

/** The most bytes that a body takes on the line. */
const onTheLine = (bodyBytes: number, isTls: boolean): number =>
  bodyBytes + HEAD_BYTES + (isTls ? HANDSHAKE_BYTES + Math.ceil(bodyBytes / BODY_A_RECORD_BYTE) : 0);

const MOST_RETRY_SECONDS = 3600;
/** A line that carries less, 1 KB a second, is of no use. */
const SLOWEST_BYTES_PER_MS = 1;

const unavailable = (message: string, cause?: unknown, retryAfterSeconds?: number): Failure =>
  new Failure('unavailable', message, { cause, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });

/** Requests to a hub, one after the other, each signed; no answer counts that the hub did not sign. */
export class HubClient {
  readonly #parts: HubClientParts;
  readonly #hub: string;
  readonly #key: KeyObject;
  #seq = 0;
  /** Of bodies, both ways. */
  bytes = 0;
  /** How much one request may hold, by the line as it is. */
  readonly piece = new PieceSize();

  constructor(parts: HubClientParts) {
    this.#parts = parts;
    this.#hub = hash('sha256', parts.hubKey);
    this.#key = publicKeyOf('ed25519', parts.hubKey);
  }

  /**
   * @throws HubRefusal where the hub refused; Failure `unavailable` where no answer of the hub came: no line, a proxy's page, another
   * key; the signal's reason when it was cancelled.
   */
  async ask<S extends z.ZodType>(sent: Sent, answer: S, signal: AbortSignal): Promise<z.output<S>> {
    try {
      return this.#read(await this.#persistent(sent, signal), answer);
    } catch (error) {
      // requests before a restart, or of the clock before it was set back
      if (!(error instanceof HubRefusal) || error.body.code !== 'replay' || error.body.lastSeq === undefined) throw error;
      this.#seq = Math.max(this.#seq, error.body.lastSeq);
      return this.#read(await this.#persistent(sent, signal), answer);
    }
  }

  /** The bytes of an answer that is no JSON, within the hub's signature as every other. @throws as `ask`. */
  async bytesOf(sent: Sent, signal: AbortSignal): Promise<Buffer> {
    return this.#persistent(sent, signal);
  }

  /** A short break of the line ends no round. */
  async #persistent(sent: Sent, signal: AbortSignal): Promise<Buffer> {
    for (const pauseMs of this.#parts.againAfterMs ?? [500, 2000])
      try {
        return await this.#signed(sent, signal);
      } catch (error) {
        if (!isFailure(error, 'unavailable') || error.details.retryAfterSeconds !== undefined) throw error;
        await wait(pauseMs, undefined, { signal });
      }
    return this.#signed(sent, signal);
  }

  #read<S extends z.ZodType>(body: Buffer, answer: S): z.output<S> {
    const read = answer.safeParse(JSON.parse(body.toString()));
    if (!read.success) throw unavailable('the hub speaks another version: its answer is not understood', read.error);
    return read.data;
  }

  async #signed({ method, path, body }: Sent, signal: AbortSignal): Promise<Buffer> {
    const { site, signing, clock, spend, url } = this.#parts;
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body === undefined ? '' : JSON.stringify(body));
    await spend(onTheLine(bytes.length, new URL(url).protocol === 'https:'), signal);
    signal.throwIfAborted();
    this.#seq = Math.max(this.#seq + 1, Math.floor(clock.now()));
    const seq = this.#seq;
    const full = `${HUB_BASE}${path}`;
    const bodySha256 = hash('sha256', bytes);
    const text = requestText({ method, path: full, seq, bodySha256, hub: this.#hub });
    const headers = {
      [siteHeader]: site,
      [seqHeader]: String(seq),
      [bodyHeader]: bodySha256,
      [signatureHeader]: sign(null, Buffer.from(text), signing).toString('base64url'),
      'Content-Type': Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json',
      'Content-Length': String(bytes.length),
    };
    const answer = await this.#measured({ method, path: full, body: bytes, headers }, signal);
    this.bytes += bytes.length + answer.body.length;
    this.#check(answer, seq);
    return answer.body;
  }

  async #measured(request: SignedRequest, signal: AbortSignal): Promise<Answer> {
    const { clock } = this.#parts;
    const begunMs = clock.monotonicMs();
    try {
      const answer = await this.#send(request, signal);
      this.piece.carried(request.body.length, clock.monotonicMs() - begunMs);
      return answer;
    } catch (error) {
      if (!signal.aborted) this.piece.lost(request.body.length);
      throw error;
    }
  }

  #check({ status, body, signature, retryAfter }: Answer, seq: number): void {
    const text = answerText({ status, site: this.#parts.site, seq, bodySha256: hash('sha256', body) });
    const given = Buffer.from(signature ?? '', 'base64url');
    if (!verify(null, Buffer.from(text), this.#key, given)) {
      this.#followed(body, Buffer.from(text), given);
      const seconds = Number(retryAfter);
      throw unavailable(
        `the answer (${status}) is not of the hub: a proxy or another server answered`,
        undefined,
        seconds > 0 ? Math.min(seconds, MOST_RETRY_SECONDS) : undefined,
      );
    }
    if (status === 200 || status === 201) return;
    const refusal = hubErrorBody.safeParse(JSON.parse(body.toString()));
    if (!refusal.success) throw unavailable(`the hub answered ${status}`);
    throw new HubRefusal(refusal.data);
  }

  /** @throws HubRefusal where the key of now led to the one that signed the answer, which says so. */
  #followed(body: Buffer, text: Buffer, given: Buffer): void {
    let value: unknown;
    try {
      value = JSON.parse(body.toString());
    } catch {
      return;
    }
    const { data } = hubErrorBody.safeParse(value);
    if (data?.code !== 'hubKeyChanged') return;
    const known = Buffer.from(this.#parts.hubKey).toString('base64url');
    const newest = newestHubKey(known, data.rotations ?? []);
    if (newest !== known && verify(null, text, publicKeyOf('ed25519', Buffer.from(newest, 'base64url')), given))
      throw new HubRefusal(data);
  }

  #send({ method, path, body, headers }: SignedRequest, signal: AbortSignal): Promise<Answer> {
    const { url, certificate, timeoutMs = 60_000 } = this.#parts;
    const base = new URL(url);
    const isTls = base.protocol === 'https:';
    const options: RequestOptions & { rejectUnauthorized?: boolean } = {
      method,
      headers,
      agent: false,
      signal,
      // a pinned certificate takes the place of an authority's
      ...(isTls && certificate !== null && { rejectUnauthorized: false }),
    };
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const target = new URL(`${base.pathname.replace(/\/$/, '')}${path}`, base);
    // whoever goes on byte by byte does not keep the round for ever, and a slow line that carries something is not cut
    let leftMs = timeoutMs + body.length / SLOWEST_BYTES_PER_MS;
    let timer: NodeJS.Timeout | undefined;
    const late = (): void => {
      const isLate = leftMs <= 0;
      timer = isLate ? undefined : setTimeout(late, leftMs);
      leftMs = 0;
      if (isLate) call.destroy(unavailable('the hub does not answer in time'));
    };
    const call = (isTls ? tlsRequest : plainRequest)(target, options, (response) => {
      const onBytes = (count: number): void => {
        leftMs += count / SLOWEST_BYTES_PER_MS;
      };
      readAnswer(response, onBytes).then(resolve, reject);
    });
    late();
    call.on('error', (error) => reject(error));
    call.on('socket', (socket) => {
      if (!isTls || certificate === null) return void call.end(body);
      socket.once('secureConnect', () => {
        const shown = (socket as TLSSocket).getPeerCertificate().raw;
        if (shown && hash('sha256', shown) === certificate) call.end(body);
        else call.destroy(unavailable('the hub shows another certificate than its code says'));
      });
    });
    return promise
      .catch((error: unknown) => {
        signal.throwIfAborted();
        throw error instanceof Failure ? error : unavailable(`the hub is not reached: ${messageOf(error)}`, error);
      })
      .finally(() => clearTimeout(timer));
  }
}

const readAnswer = async (response: IncomingMessage, onBytes: (count: number) => void): Promise<Answer> => {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    length += piece.length;
    onBytes(piece.length);
    if (length > LONGEST_ANSWER) throw unavailable('the answer is too long');
    pieces.push(piece);
  }
  const header = (name: string): string | undefined => [response.headers[name.toLowerCase()]].flat()[0];
  return {
    status: response.statusCode ?? 0,
    body: Buffer.concat(pieces),
    signature: header(hubSignatureHeader),
    retryAfter: header('Retry-After'),
  };
};
