import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { networkOf } from '../core/text/addressNetwork.ts';
import { AppRequest, AppResponse } from './expressMessages.ts';
import { listen } from './listen.ts';

const HEADERS_MS = 5000;
const REQUEST_MS = 30_000;
/**
 * Between two requests of a connection. Who asks every half minute keeps it, and seldom sends a request into a connection that is being closed:
 * then nobody knows whether it was done.
 */
const BETWEEN_REQUESTS_MS = 60_000;
/** A connection that stands still, or whose answer is not read. An answer that is worked out has the limit of its work. */
const SOCKET_MS = 120_000;
const CHECK_MS = 500;
const MAX_CONNECTIONS = 4000;
/** Of one address, so that no single machine keeps the others out. */
const MAX_PER_ADDRESS = 1000;
const STOP_MS = 1200;
/** A request that has only half arrived at a stop has so long for its rest: nobody was promised anything about it. */
const HALF_SENT_MS = 150;
const SWEEP_MS = 50;

/** What a TLS server shows, as PEM. */
type Shown = { certificate: string; key: string };
/** `behindProxy`: many clients share the address of a proxy. */
export type ServerOptions = {
  host: string;
  port: number;
  tls?: Shown;
  behindProxy?: boolean;
  /** Where the port is set, for who finds it taken; the command line and headworks.json where it is left out. */
  portSetting?: string;
  /** How long a request may take to arrive; half a minute where it is left out. */
  requestMs?: number;
};

/**
 * What runs on a connection: the request that is not answered yet. It is a field, and no entry of a Map that comes and goes with each
 * request: V8 keeps what such a Map held, requests and answers, until the next collection of the whole heap.
 */
type Connection = { asked: IncomingMessage | undefined; answer: ServerResponse | undefined; from: string };

const hasSamePeer = (one: Socket, other: Socket): boolean =>
  one.remotePort !== undefined && one.remotePort === other.remotePort && one.remoteAddress === other.remoteAddress;

/** The HTTP server: slow clients are cut, and stopping waits for running requests, but not for ever. */
export class HttpServer {
  /** For the WebSocket hub, which takes its upgrades. */
  readonly node: Server;
  readonly #options: ServerOptions;
  readonly #connections = new Map<Socket, Connection>();
  #stopped: Promise<void> | undefined;

  constructor(app: RequestListener, options: ServerOptions) {
    this.#options = options;
    // the default looks for slow clients only every 30 s
    const requestTimeout = options.requestMs ?? REQUEST_MS;
    const timeouts = { headersTimeout: HEADERS_MS, requestTimeout, connectionsCheckingInterval: CHECK_MS };
    // node answers a missing host, but with nothing in it
    // clients offer HTTP/2 with their first request, as Java does: who does not take it answers as if it had not been offered
    const shouldUpgradeCallback = ({ headers }: IncomingMessage): boolean =>
      headers.upgrade?.trim().toLowerCase() === 'websocket' && this.node.listenerCount('upgrade') > 0;
    const made = { IncomingMessage: AppRequest, ServerResponse: AppResponse, requireHostHeader: false, shouldUpgradeCallback };
    const unlessDoubtful: RequestListener = (request, response) => {
      const doubt = doubtOf(request);
      return doubt === undefined ? app(request, response) : refuse(response, 400, doubt);
    };
    this.node = options.tls
      ? createTlsServer({ ...timeouts, ...made, ...contextOf(options.tls), handshakeTimeout: HEADERS_MS }, unlessDoubtful)
      : createServer({ ...timeouts, ...made }, unlessDoubtful);
    this.node.timeout = SOCKET_MS;
    this.node.keepAliveTimeout = BETWEEN_REQUESTS_MS;
    this.node.maxConnections = MAX_CONNECTIONS;
    this.node.on('timeout', (socket) => {
      const { asked, answer } = this.#connections.get(socket) ?? {};
      const isWorkedOut = asked?.complete === true && answer?.headersSent === false;
      if (!isWorkedOut) socket.destroy();
    });
    this.node.on('clientError', refuseBroken);
    this.node.on('checkExpectation', (_request, response: ServerResponse) =>
      refuse(response, 417, 'Nothing but 100-continue can be expected'),
    );
    this.node.on('connection', (socket) => {
      if (this.#hasRoomFor(socket)) this.#take(socket);
      else socket.destroy();
    });
    // requests by TLS come on a socket of their own, once the handshake is over
    this.node.on('secureConnection', (secured: Socket) => {
      for (const socket of this.#connections.keys()) if (hasSamePeer(socket, secured)) this.#connections.delete(socket);
      this.#take(secured);
    });
    this.node.prependListener('request', (request, response) => {
      const connection = this.#connections.get(request.socket);
      if (!connection) return;
      connection.asked = request;
      connection.answer = response;
      response.on('close', () => {
        if (connection.asked !== request) return;
        connection.asked = undefined;
        connection.answer = undefined;
      });
    });
  }

  /**
   * Listens; port 0 takes a free one.
   * @returns the port and a URL that this machine can open.
   * @throws Failure `portInUse`, `parameter` or `unavailable` with the reason why the port is not available, and what to do.
   */
  async start(): Promise<{ port: number; url: string }> {
    const { host, port, portSetting } = this.#options;
    await listen(this.node, host, port, portSetting);
    const address = this.node.address() as AddressInfo;
    const everywhere = address.address === '0.0.0.0' || address.address === '::';
    const name = everywhere ? '127.0.0.1' : address.family === 'IPv6' ? `[${address.address}]` : address.address;
    return { port: address.port, url: `${this.#options.tls ? 'https' : 'http'}://${name}:${address.port}` };
  }

  #take(socket: Socket): void {
    this.#connections.set(socket, { asked: undefined, answer: undefined, from: networkOf(socket.remoteAddress ?? '') });
    socket.once('close', () => this.#connections.delete(socket));
  }

  #hasRoomFor({ remoteAddress = '' }: Socket): boolean {
    if (this.#options.behindProxy || this.#connections.size < MAX_PER_ADDRESS) return true;
    const network = networkOf(remoteAddress);
    let alike = 0;
    for (const { from } of this.#connections.values()) if (from === network) alike += 1;
    return alike < MAX_PER_ADDRESS;
  }

  /** Who is connected now, by address. */
  clients(): { address: string; connections: number }[] {
    const counts = new Map<string, number>();
    for (const { remoteAddress, destroyed } of this.#connections.keys())
      if (remoteAddress && !destroyed) counts.set(remoteAddress, (counts.get(remoteAddress) ?? 0) + 1);
    return [...counts].map(([address, connections]) => ({ address: address.replace(/^::ffff:/, ''), connections }));
  }

  /** New connections see this certificate; open ones go on. */
  show(shown: Shown): void {
    if (this.node instanceof TlsServer) this.node.setSecureContext(contextOf(shown));
  }

  /** Lets running requests end: those that have only half arrived are cut after 0.15 s, the others after 1.2 s. */
  stop(): Promise<void> {
    this.#stopped ??= new Promise((resolve) => {
      if (!this.node.listening) return resolve();
      const deadline = setTimeout(() => {
        for (const socket of this.#connections.keys()) socket.destroy();
      }, STOP_MS);
      const half = setTimeout(() => {
        for (const [socket, { asked }] of this.#connections) if (asked?.complete !== true) socket.destroy();
      }, HALF_SENT_MS);
      // a kept-alive connection becomes idle when its last request ends
      const sweep = setInterval(() => this.node.closeIdleConnections(), SWEEP_MS);
      this.node.close(() => {
        clearTimeout(deadline);
        clearTimeout(half);
        clearInterval(sweep);
        resolve();
      });
      this.node.closeIdleConnections();
    });
    return this.#stopped;
  }
}

/** TLS 1.2 and 1.3 with forward secrecy alone. */
const contextOf = ({ certificate, key }: Shown) => ({
  cert: certificate,
  key,
  minVersion: 'TLSv1.2' as const,
  ciphers: 'TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256:ECDHE+AESGCM:ECDHE+CHACHA20',
  honorCipherOrder: true,
});

const timesGiven = (rawHeaders: readonly string[], name: string): number => {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === name) times += 1;
  return times;
};

/** Why a request is not looked at: of two hosts or tokens a proxy may take the other one. HTTP/1.0 knows no host. */
const doubtOf = ({ rawHeaders, httpVersion }: IncomingMessage): string | undefined => {
  const hosts = timesGiven(rawHeaders, 'host');
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return 'A request has one Host header';
  return timesGiven(rawHeaders, 'authorization') > 1 ? 'Authorization given more than once' : undefined;
};

const refusalOf = (code: number, message: string): { body: string; headers: Record<string, string | number> } => {
  const body = JSON.stringify({ status: 'error', code, message, requestId: randomUUID() });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'x-service-code': code,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  return { body, headers };
};

/** Answers in place of the app; what the request still sends is not read. */
const refuse = (response: ServerResponse, code: number, message: string): void => {
  const { body, headers } = refusalOf(code, message);
  response.writeHead(code, headers).end(body);
};

/** A request that node cannot read never reaches the app: it is answered here with the error body of all others. */
const refuseBroken = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const [status, words] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'The headers are too large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request took too long']
        : ['400 Bad Request', 'The request is not HTTP that this server reads'];
  const { body, headers } = refusalOf(Number(status.slice(0, 3)), words);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
};
