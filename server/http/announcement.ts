import { hostname, networkInterfaces } from 'node:os';
import createMdns, { type MulticastDNS, type QueryPacket } from 'multicast-dns';
import type { Log } from '../core/log.ts';

const SERVICE = '_headworks._tcp.local';
const ALL_SERVICES = '_services._dns-sd._udp.local';
/** Seconds that others may keep a record (RFC 6762, 10). */
const NAME_TTL = 120;
const SERVICE_TTL = 4500;
const ANNOUNCED_AGAIN_MS = 1000;

type Record =
  | { name: string; type: 'PTR' | 'A'; ttl: number; data: string }
  | { name: string; type: 'TXT'; ttl: number; data: string[] }
  | { name: string; type: 'SRV'; ttl: number; data: { port: number; target: string; priority: number; weight: number } };
/** `ANY` and types that are not known here come as text. */
type Question = { name: string; type: string };
export type Announced = { site: string; port: number };

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((list) =>
    (list ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  );

/** What is said of a server; no secret, and nothing that is trusted. */
export const recordsOf = ({ site, port }: Announced, host = hostname(), addresses = ownAddresses()) => {
  const target = `${host.split('.', 1)[0]}.local`;
  const name = `Headworks ${site.slice(0, 8)}.${SERVICE}`;
  const txt = [`v=1`, `id=${site}`, 'tls=1', 'api=/api/user'];
  const pointer: Record = { name: SERVICE, type: 'PTR', ttl: SERVICE_TTL, data: name };
  const kind: Record = { name: ALL_SERVICES, type: 'PTR', ttl: SERVICE_TTL, data: SERVICE };
  const place: Record[] = [
    { name, type: 'SRV', ttl: NAME_TTL, data: { port, target, priority: 0, weight: 0 } },
    { name, type: 'TXT', ttl: SERVICE_TTL, data: txt },
    ...addresses.map((data): Record => ({ name: target, type: 'A', ttl: NAME_TTL, data })),
  ];
  return { pointer, kind, place };
};

/** The answer to a question of somebody on the network; undefined for a question that is not about this server. */
export const answerTo = (questions: readonly Question[], of: Announced) => {
  const { pointer, kind, place } = recordsOf(of);
  const all = [pointer, kind, ...place];
  const answers = all.filter((record) =>
    questions.some(
      ({ name, type }) => name.toLowerCase() === record.name.toLowerCase() && (type === 'ANY' || type === record.type),
    ),
  );
  if (answers.length === 0) return undefined;
  return { answers, additionals: answers.includes(pointer) ? place : [] };
};

/**
 * Announces to apps on the network by mDNS (`_headworks._tcp`) where the server is, so that they find it again when addresses change.
 * Nothing that is announced is trusted: the pinned key alone decides. A network without multicast is no fault of the server.
 */
export class Announcement {
  readonly #log: Log;
  #mdns: MulticastDNS | undefined;
  #announced: Announced | undefined;
  #again: NodeJS.Timeout | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** @param port5353 another port, for tests. */
  start(announced: Announced, port5353?: number): void {
    try {
      const mdns = createMdns({ ...(port5353 !== undefined && { port: port5353 }) });
      this.#mdns = mdns;
      this.#announced = announced;
      mdns.on('error', (error) => this.#fail(error));
      // broken packets of others, and interfaces without multicast
      mdns.on('warning', () => undefined);
      mdns.on('query', (query) => this.#answer(query));
      mdns.on('ready', () => {
        this.#say(announced, 1);
        this.#again = setTimeout(() => this.#say(announced, 1), ANNOUNCED_AGAIN_MS);
      });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Says goodbye, so that nobody looks here any more, and closes the socket. */
  async stop(): Promise<void> {
    clearTimeout(this.#again);
    const mdns = this.#mdns;
    if (!mdns) return;
    if (this.#announced) this.#say(this.#announced, 0);
    this.#mdns = undefined;
    await new Promise<void>((resolve) => setImmediate(() => mdns.destroy(() => resolve())));
  }

  /** @param lives 0 takes back what was said. */
  #say(announced: Announced, lives: 0 | 1): void {
    const { pointer, place } = recordsOf(announced);
    this.#send({ answers: [pointer, ...place].map((record) => ({ ...record, ttl: record.ttl * lives })) });
  }

  #answer(query: QueryPacket): void {
    const answer = this.#announced && answerTo(query.questions ?? [], this.#announced);
    if (answer) this.#send(answer);
  }

  #send(packet: { answers: Record[]; additionals?: Record[] }): void {
    try {
      this.#mdns?.respond(packet);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#log.warn({ err: error }, 'the server is not announced on the network');
    clearTimeout(this.#again);
    const mdns = this.#mdns;
    this.#mdns = undefined;
    mdns?.destroy();
  }
}
