import type { IncomingMessage } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { isLoopbackHost } from '../contract/model/loopbackHost.ts';
import type { Clock } from '../core/clock.ts';

export type HostSettings = {
  /** Names and addresses besides loopback and this machine's own. */
  allowedHosts: readonly string[];
  /** Foreign origins whose pages may call the API. */
  allowedOrigins: readonly string[];
  /** Address under which clients outside reach the server, such as https://water.example. */
  publicUrl: string | undefined;
};

const REFRESH_MS = 5000;
const MOST_REMEMBERED = 100;

/** Names and addresses of this machine, as they are now. */
export const machineNames = (): string[] => {
  const name = hostname().toLowerCase();
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return [name, `${name}.local`, ...addresses.map(({ address }) => address.toLowerCase().split('%', 1)[0] ?? '')];
};

/** The name in a Host header, without port, brackets, zone and final dot. */
const nameIn = (header: string): string | undefined => {
  const found = /^(?:\[([0-9a-f:.]+)(?:%25[^\]]*)?\]|([a-z0-9._-]+))(?::\d{1,5})?$/i.exec(header);
  return (found?.[1] ?? found?.[2])?.toLowerCase().replace(/\.$/, '');
};

const urlOf = (text: string | undefined): URL | undefined =>
  text !== undefined && URL.canParse(text) ? new URL(text) : undefined;

/** Addresses of pages by their scheme, name and port; the origin of an app (capacitor://localhost, app://) as it is written. */
const originOf = (text: string): string => {
  const url = urlOf(text);
  return url && url.origin !== 'null' ? url.origin : text.toLowerCase().replace(/(?<=[^/])\/$/, '');
};

/**
 * Which Host headers and which foreign Origins are served; a name that an attacker points at this
 * machine (DNS rebinding) is not among them.
 */
export class HostPolicy {
  readonly #hosts: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;
  readonly #clock: Clock;
  readonly #ownNames: () => string[];
  #own: ReadonlySet<string> = new Set();
  /** Host headers as they came whose name is served whatever the addresses of this machine are. */
  readonly #always = new Set<string>();
  #readMs = Number.NEGATIVE_INFINITY;

  constructor(settings: HostSettings, clock: Clock, ownNames: () => string[] = machineNames) {
    const publicUrl = urlOf(settings.publicUrl);
    const publicHosts = publicUrl ? [publicUrl.hostname.replace(/^\[|\]$/g, '')] : [];
    this.#hosts = new Set([...settings.allowedHosts, ...publicHosts].map((host) => nameIn(host) ?? host.toLowerCase()));
    this.#origins = new Set([...settings.allowedOrigins, ...(publicUrl ? [publicUrl.origin] : [])].map(originOf));
    this.#clock = clock;
    this.#ownNames = ownNames;
  }

  isHostAllowed(host: string): boolean {
    if (this.#always.has(host)) return true;
    const name = nameIn(host);
    if (name === undefined) return false;
    if (isLoopbackHost(name) || this.#hosts.has(name)) {
      if (this.#always.size < MOST_REMEMBERED) this.#always.add(host);
      return true;
    }
    if (this.#own.has(name)) return true;
    // addresses change while the server runs: look again, but not for every stranger
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - this.#readMs < REFRESH_MS) return false;
    this.#readMs = nowMs;
    this.#own = new Set(this.#ownNames());
    return this.#own.has(name);
  }

  /** For an origin other than the server's own. */
  isOriginAllowed(origin: string): boolean {
    return this.#origins.has(originOf(origin));
  }
}

const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/**
 * Whether a request comes from a person or program at this machine itself: from its first loopback address, to a name of loopback,
 * and by no proxy, not even one that hides.
 */
export const isConsole = ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): boolean =>
  /^(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)$/.test(socket.remoteAddress ?? '') &&
  isLoopbackHost(nameIn(headers.host ?? '') ?? '') &&
  FORWARDED.every((name) => headers[name] === undefined);

/** Whether a page of this origin came from the host that it calls; one without an address (`null`) came from none. */
export const isSameOrigin = (origin: string, host: string): boolean => {
  const page = urlOf(origin)?.host;
  return page !== undefined && page === urlOf(`http://${host}`)?.host;
};
