import { X509Certificate } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { isLoopbackHost } from './contract/model/loopbackHost.ts';
import type { Clock } from './core/clock.ts';
import type { Log } from './core/log.ts';
import type { PhonePairingFacts } from './features/auth/index.ts';
import { type NetworkParts, pinOf } from './features/network/index.ts';
import { Announcement } from './http/announcement.ts';
import { FirewallWatch } from './http/firewall.ts';
import { machineNames } from './http/hosts.ts';
import { HttpServer } from './http/server.ts';
import { PlantTls } from './http/tls/plantTls.ts';

export type SecureServerParts = { config: Config; site: string; serve: RequestListener; clock: Clock; log: Log };

/** Where other machines find this one, best first: IPv4 addresses, the name in the local network, IPv6 addresses. */
const reachable = (names: readonly string[]): string[] => {
  const others = names.filter((name) => !isLoopbackHost(name) && !name.startsWith('fe80:'));
  return [
    ...others.filter((name) => isIPv4(name)),
    ...others.filter((name) => name.endsWith('.local')),
    ...others.filter((name) => isIPv6(name)).map((name) => `[${name}]`),
  ];
};

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
  readonly #announcement: Announcement;
  readonly #firewall: FirewallWatch;
  #port: number | null = null;

  constructor(parts: SecureServerParts) {
    this.#parts = parts;
    const { config, site, clock, log } = parts;
    this.#tls = config.tls.enabled ? plantTls(config, site, clock, log) : undefined;
    this.#announcement = new Announcement(log);
    this.#firewall = new FirewallWatch(clock);
  }

  /** @returns the server, for its upgrades; undefined where HTTPS is not served. @throws Failure `unavailable` for damaged files. */
  async start(): Promise<HttpServer | undefined> {
    const { config, serve, log } = this.#parts;
    if (!this.#tls) return undefined;
    await this.#tls.start();
    const { host, trustedProxies } = config;
    const behindProxy = trustedProxies.length > 0;
    const portSetting = 'tls.port of headworks.json';
    const options = { host, port: config.tls.port, portSetting, tls: this.#tls.served, behindProxy };
    const server = new HttpServer(serve, options);
    try {
      const { port, url } = await server.start();
      this.#port = port;
      this.#server = server;
      this.#tls.onChange((shown) => server.show(shown));
      log.info({}, `HTTPS on ${url}`);
      if (config.announce && !isLoopbackHost(config.host)) this.#announcement.start({ site: this.#parts.site, port });
      return server;
    } catch (error) {
      log.error({ err: error }, 'HTTPS is not served');
      return undefined;
    }
  }

  async stop(): Promise<void> {
    await this.#announcement.stop();
    this.#tls?.stop();
    await this.#server?.stop();
  }

  /** What the QR code of a phone says; undefined while HTTPS is not served. */
  get pairing(): PhonePairingFacts | undefined {
    const { config, site } = this.#parts;
    if (!this.#tls || this.#port === null) return undefined;
    const shown = this.#tls.isOwn ? this.#tls.served.certificate : this.#tls.authority;
    const isLoopback = isLoopbackHost(config.host);
    const addresses = (isLoopback ? [config.host] : reachable(machineNames())).map((host) => `${host}:${this.#port}`);
    return { pin: pinOf(new X509Certificate(shown)), authority: shown, addresses, site };
  }

  /** What the endpoints about the network show and change. */
  get network(): NetworkParts {
    const { config, clock } = this.#parts;
    const httpOnNetwork = config.tls.http === 'network' && !isLoopbackHost(config.host);
    return {
      ...{ tls: this.#tls, tlsPort: () => this.#port, httpOnNetwork, clock },
      addresses: () => (isLoopbackHost(config.host) ? [] : (this.pairing?.addresses ?? [])),
      publicUrl: config.publicUrl,
      firewall: () => this.#firewall.state(this.#port),
      clients: () => this.#server?.clients() ?? [],
    };
  }
}
