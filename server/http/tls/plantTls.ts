import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { z } from 'zod';
import { parseChecked } from '../../core/bytes/checkedJson.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { syncFolder } from '../../core/files/durable.ts';
import { writeJsonFile } from '../../core/files/wholeFile.ts';
import type { Log } from '../../core/log.ts';
import type { KeyedCertificate } from './certificates.ts';
import { maySign } from './localHosts.ts';
import { refuseUnservable } from './ownCertificate.ts';

export type PlantTlsParts = {
  /** Holds keys: readable by its owner alone. */
  folder: string;
  /** Name of the site in the authority's certificate. */
  site: string;
  /** Names and addresses of this machine, as they are now, and those that are configured. */
  hosts(): string[];
  clock: Clock;
  log: Log;
};

const CHECK_MS = 60_000;
/** A certificate is renewed when so much of its life is over. */
const RENEW_AFTER = 0.6;

const stored = z.object({ certificate: z.string().min(1), key: z.string().min(1), names: z.array(z.string()).default([]) });
type Stored = z.infer<typeof stored>;
type Kept = 'authority' | 'server' | 'own';

/** The certificates of the server: those of the plant's own authority, renewed by themselves, or the owner's. */
export class PlantTls {
  readonly #parts: PlantTlsParts;
  readonly #listeners: ((served: KeyedCertificate) => void)[] = [];
  #authority: Stored | undefined;
  #server: Stored | undefined;
  #own: Stored | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: PlantTlsParts) {
    this.#parts = parts;
  }

  /** Reads the certificates, and makes those that are missing. @throws Failure `unavailable` when a file is damaged. */
  async start(): Promise<void> {
    this.#authority = this.#read('authority') ?? (await this.#newAuthority());
    this.#server = this.#read('server');
    this.#own = this.#read('own');
    await this.renewWhereDue();
    this.#timer = setInterval(() => void this.#check(), CHECK_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** What is shown to clients: the server's certificate and its chain. The plant's authority is part of it, so that phones find its pin. */
  get served(): KeyedCertificate {
    if (this.#own) return this.#own;
    if (!this.#server) throw new Failure('server', 'TLS is not started');
    return { certificate: this.#server.certificate + this.authority, key: this.#server.key };
  }

  get isOwn(): boolean {
    return this.#own !== undefined;
  }

  /** PEM of the authority, for clients to trust; its key stays here. */
  get authority(): string {
    if (!this.#authority) throw new Failure('server', 'TLS is not started');
    return this.#authority.certificate;
  }

  /** Hosts of this machine that the authority may not sign for: addresses of the internet, and names that it was not made for. */
  get unsigned(): string[] {
    return this.#parts.hosts().filter((host) => !this.#isSignable(host));
  }

  /** Called with every certificate that takes the place of the one before. */
  onChange(listener: (served: KeyedCertificate) => void): void {
    this.#listeners.push(listener);
  }

  /** A new certificate where 60 % of the life of the present one is over, or names or addresses have changed. */
  async renewWhereDue(): Promise<boolean> {
    const { clock } = this.#parts;
    const hosts = this.#signable();
    const present = this.#server;
    if (present) {
      const { validFrom, validTo } = new X509Certificate(present.certificate);
      const [from, to] = [Date.parse(validFrom), Date.parse(validTo)];
      const dueMs = from + (to - from) * RENEW_AFTER;
      // a clock that was set back makes a certificate of the future
      const isGood = clock.now() < dueMs && clock.now() >= from;
      if (isGood && present.names.join() === hosts.join()) return false;
    }
    await this.renew();
    return true;
  }

  /** A new certificate of the server; of a new authority too where it is asked for, whom all clients have to trust anew. */
  async renew(withAuthority = false): Promise<void> {
    const { clock, log } = this.#parts;
    const { makeLeaf } = await import('./certificates.ts');
    if (withAuthority || !this.#authority) this.#authority = await this.#newAuthority();
    const names = this.#signable();
    const made = { ...(await makeLeaf(this.#authority, names, clock.now())), names };
    this.#write('server', made);
    this.#server = made;
    log.info({ names }, 'new certificate of the server');
    this.#publish();
  }

  /**
   * Takes the owner's own certificate, with its chain, in place of the plant's.
   * @throws Failure `badRequest` when it cannot be served: not readable, key of another, not valid now.
   */
  adopt(certificate: string, key: string): void {
    refuseUnservable(certificate, key, this.#parts.clock.now());
    const own = { certificate, key, names: [] };
    this.#write('own', own);
    this.#own = own;
    this.#publish();
  }

  /** Goes back to the plant's own authority. */
  release(): void {
    rmSync(this.#path('own'), { force: true });
    syncFolder(this.#parts.folder);
    this.#own = undefined;
    this.#publish();
  }

  async #check(): Promise<void> {
    try {
      await this.renewWhereDue();
    } catch (error) {
      this.#parts.log.error({ err: error }, 'the certificate of the server could not be renewed');
    }
  }

  async #newAuthority(): Promise<Stored> {
    const { site, hosts, clock } = this.#parts;
    const { makeAuthority } = await import('./certificates.ts');
    const names = hosts().filter((host) => /[a-z]/i.test(host) && !host.includes(':') && !maySign(host, []));
    const made = { ...(await makeAuthority(site, names, clock.now())), names };
    this.#write('authority', made);
    return made;
  }

  #isSignable(host: string): boolean {
    return maySign(host, this.#authority?.names ?? []);
  }

  #signable(): string[] {
    return [
      ...new Set([...this.#parts.hosts().filter((host) => this.#isSignable(host)), 'localhost', '127.0.0.1', '::1']),
    ].sort();
  }

  #publish(): void {
    for (const listener of this.#listeners) listener(this.served);
  }

  #path(kept: Kept): string {
    return join(this.#parts.folder, `${kept}.json`);
  }

  #read(kept: Kept): Stored | undefined {
    const path = this.#path(kept);
    if (!existsSync(path)) return undefined;
    try {
      const found = stored.parse(parseChecked(readFileSync(path, 'utf8')));
      createSecureContext({ cert: found.certificate, key: found.key });
      return found;
    } catch (error) {
      throw new Failure('unavailable', `${path} is damaged: restore it, or delete it and let clients trust a new one`, {
        cause: error,
      });
    }
  }

  #write(kept: Kept, content: Stored): void {
    writeJsonFile(this.#path(kept), content);
  }
}
