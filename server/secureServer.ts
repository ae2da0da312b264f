import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Clock } from './core/clock.ts';
import type { Log } from './core/log.ts';
import type { NetworkParts } from './features/network/index.ts';
import { machineNames } from './http/hosts.ts';
import { HttpServer } from './http/server.ts';
import { PlantTls } from './http/tls/plantTls.ts';

export type SecureServerParts = { config: Config; site: string; serve: RequestListener; clock: Clock; log: Log };

const LOOPBACK = /^(127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|localhost)$/;

/** The certificates of a data folder; also for `npm run tls`, which only reads them. */
export const plantTls = (config: Config, site: string, clock: Clock, log: Log): PlantTls =>
  new PlantTls({
    folder: join(config.dataFolder, 'tls'),
    site,
    hosts: () => [...machineNames(), ...config.allowedHosts.map((host) => host.toLowerCase())],
    clock,
    log,
  });

/** HTTPS beside HTTP, for the same app. A port that is taken by another program leaves the plant running, with a finding. */
export class SecureServer {
  readonly #parts: SecureServerParts;
  readonly #tls: PlantTls | undefined;
  #server: HttpServer | undefined;
  #port: number | null = null;

  constructor(parts: SecureServerParts) {
    this.#parts = parts;
    const { config, site, clock, log } = parts;
    this.#tls = config.tls.enabled ? plantTls(config, site, clock, log) : undefined;
  }

  /** @returns the server, for its upgrades; undefined where HTTPS is not served. @throws Failure `unavailable` for damaged files. */
  async start(): Promise<HttpServer | undefined> {
    const { config, serve, log } = this.#parts;
    if (!this.#tls) return undefined;
    await this.#tls.start();
    const server = new HttpServer(serve, { host: config.host, port: config.tls.port, tls: this.#tls.served });
    try {
      const { port, url } = await server.start();
      this.#port = port;
      this.#server = server;
      this.#tls.onChange((shown) => server.show(shown));
      log.info({}, `HTTPS on ${url}`);
      return server;
    } catch (error) {
      log.error({ err: error }, 'HTTPS is not served');
      return undefined;
    }
  }

  async stop(): Promise<void> {
    this.#tls?.stop();
    await this.#server?.stop();
  }

  /** What the endpoints about the network show and change. */
  get network(): NetworkParts {
    const { config, clock } = this.#parts;
    const httpOnNetwork = config.tls.http === 'network' && !LOOPBACK.test(config.host);
    return { tls: this.#tls, tlsPort: () => this.#port, httpOnNetwork, clock };
  }
}
