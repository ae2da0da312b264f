import { hash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Clock } from '../core/clock.ts';
import { Failure, messageOf } from '../core/fail.ts';
import type { Log } from '../core/log.ts';
import { MINUTE_MS } from '../core/time.ts';
import type { KeyedCertificate } from '../http/tls/certificates.ts';
import { refuseUnservable } from '../http/tls/ownCertificate.ts';

/** Files of the certificate with its chain, and of its key, both PEM. */
export type CertificateFiles = { certificate: string; key: string };
export type HubCertificateParts = {
  /** Paths that are not absolute begin here. */
  folder: string;
  files: CertificateFiles;
  clock: Clock;
  log: Log;
};

/** The hub's own certificate for HTTPS: another program renews its files, and what is renewed is shown without a restart. */
export class HubCertificate {
  readonly #parts: HubCertificateParts;
  #shown: KeyedCertificate | undefined;
  /** Why the files of now are not shown, so that it is said once. */
  #refused: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: HubCertificateParts) {
    this.#parts = parts;
  }

  /** @throws Failure `parameter` with the file and what is wrong with it: not there, not PEM, key of another, not valid now, without hosts. */
  read(): KeyedCertificate {
    const { folder, files, clock } = this.#parts;
    const read = (name: keyof CertificateFiles): string => {
      try {
        return readFileSync(resolve(folder, files[name]), 'utf8');
      } catch (error) {
        throw new Failure('parameter', `hub.tls.${name}: ${messageOf(error)}`, { cause: error });
      }
    };
    const [certificate, key] = [read('certificate'), read('key')];
    try {
      refuseUnservable(certificate, key, clock.now());
    } catch (error) {
      throw new Failure('parameter', `hub.tls: ${messageOf(error)}`, { cause: error });
    }
    this.#shown = { certificate, key };
    return this.#shown;
  }

  /** SHA-256 of a certificate that signed itself, for pairing codes: plants check it in the place of an authority. Empty for others. */
  get pinned(): { certificate?: string } {
    if (this.#shown === undefined) return {};
    const leaf = new X509Certificate(this.#shown.certificate);
    return leaf.checkIssued(leaf) ? { certificate: hash('sha256', leaf.raw) } : {};
  }

  /** Looks once a minute; `show` gets what was renewed. Files that cannot be served are said in the log, and what is shown stays. */
  follow(show: (renewed: KeyedCertificate) => void): void {
    this.#timer = setInterval(() => this.#look(show), MINUTE_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(show: (renewed: KeyedCertificate) => void): void {
    const { log } = this.#parts;
    const before = this.#shown;
    try {
      const now = this.read();
      this.#refused = undefined;
      if (now.certificate === before?.certificate && now.key === before.key) return;
      show(now);
      log.info({}, 'the renewed certificate of the hub is shown');
    } catch (error) {
      const message = messageOf(error);
      if (message !== this.#refused)
        log.warn({ reason: message }, 'the certificate of the hub cannot be renewed; the one before is shown');
      this.#refused = message;
    }
  }
}
