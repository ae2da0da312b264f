/** A line between plants and a hub on which everything goes wrong that goes wrong on lines, chosen by a seed. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { uniformAt } from '../../server/core/random.ts';

export const lineFaults = [
  ...['cutRequest', 'lostRequest', 'lostAnswer', 'cutAnswer', 'delayed', 'twice', 'stale'],
  ...['changedRequest', 'changedAnswer', 'changedSignature', 'portal', 'redirect', 'gatewayTimeout'],
] as const;
export type LineFault = (typeof lineFaults)[number];

type Sent = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer };
type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

const LONGEST_DELAY_MS = 60;
const page = Buffer.from('<html><title>Sign in to the network</title></html>');

const bytesOf = async (stream: IncomingMessage): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
};
const flipped = (bytes: Buffer): Buffer => {
  const changed = Buffer.from(bytes);
  const middle = Math.floor(changed.length / 2);
  changed[middle] = (changed[middle] ?? 0) ^ 1;
  return changed;
};

export class FaultyLine {
  /** How often each fault came. */
  readonly counts = new Map<LineFault, number>();
  /** Of the requests this part meets a fault. */
  share = 0;
  /** Base of the hub. */
  target = '';
  readonly #seed: number;
  readonly #server = createServer((incoming, response) => {
    void this.#serve(incoming, response).catch(() => response.destroy());
  });
  #requests = 0;
  /** A request that came before, to come again later. */
  #kept: Sent | undefined;

  constructor(seed: number) {
    this.#seed = seed;
  }

  async start(): Promise<string> {
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((closed) => this.#server.close(() => closed()));
  }

  #fault(): LineFault | undefined {
    this.#requests += 1;
    if (uniformAt(this.#seed, 1, this.#requests) >= this.share) return undefined;
    const fault = lineFaults[Math.floor(uniformAt(this.#seed, 2, this.#requests) * lineFaults.length)];
    if (fault) this.counts.set(fault, (this.counts.get(fault) ?? 0) + 1);
    return fault;
  }

  /** As a proxy that opens TLS passes it on: with headers of its own, others dropped, and the body in chunks. */
  #forward({ method, path, headers, body }: Sent, mostBytes = body.length): Promise<Answer> {
    const { host, connection, 'content-length': length, 'accept-encoding': encoding, ...rest } = headers;
    const passed = { ...rest, via: '1.1 proxy', 'x-forwarded-for': '10.1.2.3', 'content-type': 'application/octet-stream' };
    return new Promise((resolve, reject) => {
      const call = request(`${this.target}${path}`, { method, headers: passed, agent: false }, (answer) => {
        bytesOf(answer).then(
          (bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes }),
          reject,
        );
      });
      call.on('error', reject);
      call.flushHeaders();
      if (mostBytes === body.length) return void call.end(body);
      call.write(body.subarray(0, mostBytes));
      setTimeout(() => call.destroy(new Error('cut')), 5);
    });
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent: Sent = {
      ...{ method: incoming.method ?? '', path: incoming.url ?? '', headers: incoming.headers },
      body: await bytesOf(incoming),
    };
    const fault = this.#fault();
    switch (fault) {
      case 'portal':
        return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      case 'redirect':
        return void response.writeHead(302, { location: 'http://10.0.0.1/login' }).end(page);
      case 'gatewayTimeout':
        return void response.writeHead(504).end(page);
      case 'lostRequest':
        return void response.destroy();
      case 'cutRequest':
        await this.#forward(sent, Math.floor(sent.body.length / 2)).catch(() => undefined);
        return void response.destroy();
      case 'delayed':
        await wait(uniformAt(this.#seed, 3, this.#requests) * LONGEST_DELAY_MS);
        break;
      case 'twice':
        await this.#forward(sent);
        break;
      case 'stale':
        if (this.#kept) await this.#forward(this.#kept);
        break;
    }
    this.#kept = sent;
    const answer = await this.#forward(fault === 'changedRequest' ? { ...sent, body: flipped(sent.body) } : sent);
    this.#answer(response, answer, fault);
  }

  #answer(response: ServerResponse, { status, headers, body }: Answer, fault: LineFault | undefined): void {
    if (fault === 'lostAnswer') return void response.destroy();
    const signature = String(headers['headworks-hub-signature'] ?? '');
    const passed = {
      ...{ 'content-type': 'application/octet-stream', via: '1.1 proxy', 'set-cookie': 'proxy=1' },
      'headworks-hub-signature':
        fault === 'changedSignature' ? signature.replace(/^./, (one) => (one === 'A' ? 'B' : 'A')) : signature,
    };
    if (fault !== 'cutAnswer') {
      response.writeHead(status, passed).end(fault === 'changedAnswer' ? flipped(body) : body);
      return;
    }
    response.writeHead(status, { ...passed, 'content-length': body.length });
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
  }
}
