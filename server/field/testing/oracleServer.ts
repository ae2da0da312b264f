import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { crc16 } from '../ports/crc.ts';

/** A request as it came, and the one right answer to it: every register holds its own address, every bit its lowest bit. */
export type Request = {
  transactionId: number;
  unit: number;
  functionCode: number;
  address: number;
  count: number;
  /** Unit and PDU, without header and CRC. */
  body: Buffer;
  /** A whole frame around any unit and PDU, with this request's transaction id. */
  frame: (body: Buffer) => Buffer;
  answer: Buffer;
  socket: Socket;
  /** Sends in the order of the calls, after a pause, as a line does. */
  send: (bytes: Buffer, afterMs?: number) => void;
};

type AskedRegisters = Pick<Request, 'unit' | 'functionCode' | 'address' | 'count' | 'body'>;

export type Handler = (request: Request) => void;

export const answerIt: Handler = ({ send, answer }) => send(answer);

/** Unit, function code and data that answer a request truthfully, with `added` to every register. */
export const bodyOf = ({ unit, functionCode, address, count, body: request }: AskedRegisters, added = 0): Buffer => {
  if (functionCode === 3 || functionCode === 4) {
    const body = Buffer.alloc(3 + 2 * count);
    body.set([unit, functionCode, 2 * count]);
    for (let i = 0; i < count; i += 1) body.writeUInt16BE((address + i + added) & 0xffff, 3 + 2 * i);
    return body;
  }
  if (functionCode === 1 || functionCode === 2) {
    const bytes = (count + 7) >> 3;
    const body = Buffer.alloc(3 + bytes);
    body.set([unit, functionCode, bytes]);
    for (let i = 0; i < bytes * 8; i += 1)
      if ((address + i + added) & 1) body[3 + (i >> 3)] = (body[3 + (i >> 3)] ?? 0) | (1 << (i & 7));
    return body;
  }
  const echoed = Buffer.from(request.subarray(0, functionCode === 22 ? 8 : 6));
  echoed[0] = unit;
  return echoed;
};

export const exceptionBody = (unit: number, functionCode: number, code: number): Buffer =>
  Buffer.of(unit, functionCode | 0x80, code);

export const rtuFrame = (body: Buffer): Buffer => {
  const crc = crc16(body, 0, body.length);
  return Buffer.concat([body, Buffer.of(crc & 0xff, crc >> 8)]);
};

export const mbapFrame = (transactionId: number, body: Buffer): Buffer => {
  const header = Buffer.alloc(6);
  header.writeUInt16BE(transactionId, 0);
  header.writeUInt16BE(body.length, 4);
  return Buffer.concat([header, body]);
};

const rtuRequestLength = (bytes: Buffer): number => {
  const functionCode = bytes[1] ?? 0;
  if (functionCode === 15 || functionCode === 16) return 9 + (bytes[6] ?? 0);
  if (functionCode === 17) return 4;
  if (functionCode === 43) return 7;
  return functionCode === 22 ? 10 : 8;
};

/** Cuts the first request off: its length on the wire and where unit and PDU are. */
const cut = (framing: 'mbap' | 'rtu', bytes: Buffer): { length: number; body: Buffer; transactionId: number } | null => {
  if (bytes.length < (framing === 'mbap' ? 8 : 4)) return null;
  const length = framing === 'mbap' ? 6 + bytes.readUInt16BE(4) : rtuRequestLength(bytes);
  if (bytes.length < length) return null;
  if (framing === 'rtu') return { length, body: bytes.subarray(0, length - 2), transactionId: 0 };
  return { length, body: bytes.subarray(6, length), transactionId: bytes.readUInt16BE(0) };
};

/** A Modbus server made for tests: whatever the handler wants goes out, right or wrong. */
export class OracleServer {
  readonly #framing: 'mbap' | 'rtu';
  readonly #sockets = new Set<Socket>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #server: Server | null = null;
  #port = 0;
  handler: Handler;
  connections = 0;
  /** Connections over which nothing came for so long are closed; 0: none. */
  idleMs = 0;
  requests = 0;

  constructor(framing: 'mbap' | 'rtu', handler: Handler = answerIt) {
    this.#framing = framing;
    this.handler = handler;
  }

  get port(): number {
    return this.#port;
  }

  /** Listens on a free port, or again on the one it had. */
  async start(): Promise<this> {
    const server = createServer((socket) => this.#accept(socket));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port: this.#port, host: '127.0.0.1', backlog: 511 }, resolve);
    });
    this.#port = (server.address() as AddressInfo).port;
    return this;
  }

  /** As a killed process: its connections are reset. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    for (const timer of this.#timers) clearTimeout(timer);
    for (const socket of this.#sockets) socket.resetAndDestroy();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  #accept(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => {});
    if (this.idleMs > 0) socket.setTimeout(this.idleMs, () => socket.end());
    socket.on('close', () => this.#sockets.delete(socket));
    const send = this.#sender(socket);
    let rest: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (let next = cut(this.#framing, rest); next; next = cut(this.#framing, rest)) {
        rest = rest.subarray(next.length);
        this.requests += 1;
        this.handler(this.#request(next.body, next.transactionId, socket, send));
      }
    });
  }

  #request(body: Buffer, transactionId: number, socket: Socket, send: Request['send']): Request {
    const [unit, functionCode] = [body[0] ?? 0, body[1] ?? 0];
    const [address, count] = body.length < 6 ? [0, 0] : [body.readUInt16BE(2), body.readUInt16BE(4)];
    const frame = (inner: Buffer): Buffer => (this.#framing === 'rtu' ? rtuFrame(inner) : mbapFrame(transactionId, inner));
    const answer = frame(bodyOf({ unit, functionCode, address, count, body }));
    return { transactionId, unit, functionCode, address, count, body, frame, answer, socket, send };
  }

  /** One queue per connection: what was delayed delays all behind it, so that no answer overtakes another. */
  #sender(socket: Socket): Request['send'] {
    const queue: { bytes: Buffer; atMs: number }[] = [];
    let timer: NodeJS.Timeout | undefined;
    const flush = (): void => {
      if (timer) this.#timers.delete(timer);
      timer = undefined;
      for (let head = queue[0]; head && head.atMs <= performance.now(); head = queue[0]) {
        queue.shift();
        if (!socket.destroyed) socket.write(head.bytes);
      }
      if (!queue[0] || socket.destroyed) return;
      timer = setTimeout(flush, Math.max(1, queue[0].atMs - performance.now() + 1));
      this.#timers.add(timer);
    };
    return (bytes, afterMs = 0) => {
      queue.push({ bytes, atMs: performance.now() + afterMs });
      if (!timer) flush();
    };
  }
}
