import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { OWN_CONNECTION } from '../../../contract/process/connection.ts';
import type { Clock } from '../../../core/clock.ts';
import { Failure, isMissingFile, messageOf } from '../../../core/fail.ts';
import type { Log } from '../../../core/log.ts';
import { DAY_MS, HOUR_MS } from '../../../core/time.ts';
import type { IssuerHosts } from './issuerHosts.ts';

/** Where an issuer's keys come from. */
export type KeySource = { issuer: string; jwksUrl: string | null };

const FETCH_MS = 5000;
const MAX_BYTES = 262_144;
/** How old keys may be before newer ones are asked for. */
const FRESH_MS = HOUR_MS;
/** How long after a fetch an unknown key id does not cause another. */
const PAUSE_MS = 30_000;
/** For how long keys serve while the provider cannot be reached. */
const KEPT_MS = 30 * DAY_MS;

const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });
const cacheFile = z.object({ fetchedAtMs: z.number(), keys: keySet });
const discovery = z.object({ issuer: z.string(), jwks_uri: z.url({ protocol: /^https?$/ }) });

type Cached = { fetchedAtMs: number; find: JWTVerifyGetKey };

const toCached = ({ fetchedAtMs, keys }: z.infer<typeof cacheFile>): Cached => ({
  fetchedAtMs,
  find: createLocalJWKSet(keys as JSONWebKeySet),
});

/** Signing keys of identity providers: fetched when needed, kept on disk so that a login works while the internet is away. */
export class IssuerKeys {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #mayAsk: IssuerHosts;
  readonly #cached = new Map<string, Cached>();
  readonly #fetching = new Map<string, Promise<Cached>>();
  readonly #triedMs = new Map<string, number>();

  constructor(folder: string, mayAsk: IssuerHosts, clock: Clock, log: Log) {
    this.#mayAsk = mayAsk;
    this.#folder = folder;
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * The key that a token names.
   * @throws Failure `unavailable` when there are no keys and none can be fetched; jose's error when none fits.
   */
  find(source: KeySource): JWTVerifyGetKey {
    return async (header, token) => {
      const cached = await this.#current(source);
      try {
        return await cached.find(header, token);
      } catch (error) {
        // a key that is not known may be a new one
        if (!this.#mayFetch(source)) throw error;
        const newer = await this.#fetched(source).catch((cause: unknown) => {
          this.#noteNotRenewed(source, cause);
          throw error;
        });
        return newer.find(header, token);
      }
    };
  }

  /** Forgets what was fetched for an issuer. */
  async forget(source: KeySource): Promise<void> {
    const name = nameOf(source);
    this.#cached.delete(name);
    this.#triedMs.delete(name);
    await rm(this.#path(name), { force: true });
  }

  async #current(source: KeySource): Promise<Cached> {
    const name = nameOf(source);
    const cached = this.#cached.get(name) ?? (await this.#read(name));
    const ageMs = cached ? this.#clock.now() - cached.fetchedAtMs : Number.POSITIVE_INFINITY;
    if (cached && ageMs < FRESH_MS) return cached;
    const isUsable = cached !== undefined && ageMs < KEPT_MS;
    if (isUsable && !this.#mayFetch(source)) return cached;
    try {
      return await this.#fetched(source);
    } catch (error) {
      if (!isUsable) throw error;
      this.#noteNotRenewed(source, error);
      return cached;
    }
  }

  #noteNotRenewed({ issuer }: KeySource, error: unknown): void {
    this.#log.warn({ issuer, err: error }, 'keys of an identity provider could not be renewed');
  }

  #mayFetch(source: KeySource): boolean {
    return this.#clock.monotonicMs() - (this.#triedMs.get(nameOf(source)) ?? Number.NEGATIVE_INFINITY) >= PAUSE_MS;
  }

  /** One fetch at a time for all who wait. */
  #fetched(source: KeySource): Promise<Cached> {
    const name = nameOf(source);
    const running = this.#fetching.get(name) ?? this.#fetch(source).finally(() => this.#fetching.delete(name));
    this.#fetching.set(name, running);
    return running;
  }

  async #fetch(source: KeySource): Promise<Cached> {
    const name = nameOf(source);
    this.#triedMs.set(name, this.#clock.monotonicMs());
    try {
      const url = source.jwksUrl ?? (await discover(source.issuer, this.#mayAsk));
      const file = { fetchedAtMs: this.#clock.now(), keys: keySet.parse(await fetchJson(url, this.#mayAsk)) };
      const cached = toCached(file);
      this.#cached.set(name, cached);
      await this.#write(name, JSON.stringify(file));
      return cached;
    } catch (error) {
      throw new Failure('unavailable', 'The identity provider does not answer', { cause: error });
    }
  }

  async #read(name: string): Promise<Cached | undefined> {
    try {
      const cached = toCached(cacheFile.parse(JSON.parse(await readFile(this.#path(name), 'utf8'))));
      this.#cached.set(name, cached);
      return cached;
    } catch (error) {
      if (!isMissingFile(error)) this.#log.warn({ err: error }, 'stored keys of an identity provider cannot be read');
      return undefined;
    }
  }

  /** A disk that takes nothing costs the memory of a restart, not the login. */
  async #write(name: string, text: string): Promise<void> {
    const path = this.#path(name);
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(`${path}.tmp`, text, { mode: 0o600, flush: true });
      await rename(`${path}.tmp`, path);
    } catch (error) {
      this.#log.warn({ err: error }, 'keys of an identity provider cannot be kept on disk');
    }
  }

  #path(name: string): string {
    return join(this.#folder, `${name}.json`);
  }
}

const nameOf = ({ issuer, jwksUrl }: KeySource): string =>
  createHash('sha256')
    .update(`${issuer} ${jwksUrl ?? ''}`)
    .digest('hex');

/** OpenID Connect Discovery 1.0, 4. */
const discover = async (issuer: string, mayAsk: IssuerHosts): Promise<string> => {
  const found = discovery.parse(await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, mayAsk));
  if (found.issuer !== issuer) throw new Failure('unavailable', `the provider calls itself ${found.issuer}`);
  // an https issuer does not hand its keys out over plain HTTP
  if (issuer.startsWith('https:') && !found.jwks_uri.startsWith('https:'))
    throw new Failure('unavailable', 'the provider’s keys are not at an https address');
  return found.jwks_uri;
};

/** Asked of the list each time: an issuer may be older than the list, and names its keys' address itself. */
const fetchJson = async (url: string, mayAsk: IssuerHosts): Promise<unknown> => {
  if (!mayAsk(url)) throw new Failure('unavailable', `${url} is not among ssoHosts of headworks.json`);
  const response = await fetch(url, {
    redirect: 'error',
    headers: { accept: 'application/json', ...OWN_CONNECTION },
    signal: AbortSignal.timeout(FETCH_MS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Failure('unavailable', `${url} answered ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Failure('unavailable', `${url} answered more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch (error) {
    throw new Failure('unavailable', `${url} did not answer JSON: ${messageOf(error)}`, { cause: error });
  }
};
