import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { SerialPort } from 'serialport';
import type { Clock } from '../../core/clock.ts';
import { Failure, messageOf } from '../../core/fail.ts';
import { SimulatedDevice, type SimulatedDeviceOptions } from './device.ts';
import type { RequestFrame } from './frames.ts';
import { exceptionPdu, isWriteRequest } from './pdu.ts';
import { RequestHandler, type SimulatedAnswer } from './requestHandler.ts';
import { WriteLog } from './writeLog.ts';

export type LineOptions =
  | {
      kind: 'tcp' | 'rtuTcp';
      /** 127.0.0.1 where absent: a simulator is not for others to find. */
      host?: string;
      /** Any free one where absent or 0. */
      port?: number;
    }
  | { kind: 'serial'; path: string; baudRate?: number };

const gatewayTargetSilent = 0x0b;
const broadcast = 0;

/** A port or serial line with any number of devices on it. */
export class SimulatedLine {
  readonly writes: WriteLog;
  readonly #options: LineOptions;
  readonly #clock: Clock;
  readonly #devices = new Map<number, SimulatedDevice>();
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #serial: SerialPort | undefined;
  #port = 0;

  constructor(options: LineOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
    this.#port = options.kind === 'serial' ? 0 : (options.port ?? 0);
    this.writes = new WriteLog(clock);
  }

  /** TCP port once started; the same one after a stop and a start. */
  get port(): number {
    return this.#port;
  }

  get devices(): readonly SimulatedDevice[] {
    return [...this.#devices.values()];
  }

  get address(): string {
    return this.#options.kind === 'serial' ? this.#options.path : `${this.#options.host ?? '127.0.0.1'}:${this.#port}`;
  }

  /** A unit id that is taken or impossible fails with `parameter`. */
  addDevice(options: SimulatedDeviceOptions): SimulatedDevice {
    const { slaveId } = options;
    if (!Number.isInteger(slaveId) || slaveId < 1 || slaveId > 247)
      throw new Failure('parameter', `unit id ${slaveId} is not 1 to 247`);
    if (this.#devices.has(slaveId)) throw new Failure('parameter', `unit id ${slaveId} is taken`);
    const device = new SimulatedDevice(options, this.#clock);
    this.#devices.set(slaveId, device);
    return device;
  }

  /** A port that cannot be opened fails with `linkDown` and the reason. */
  async start(): Promise<void> {
    if (this.#server || this.#serial) return;
    try {
      await (this.#options.kind === 'serial' ? this.#openSerial(this.#options) : this.#listen(this.#options));
    } catch (error) {
      await this.stop();
      throw new Failure('linkDown', `simulated line ${this.address}: ${messageOf(error)}`, { cause: error });
    }
  }

  async stop(): Promise<void> {
    const [server, serial] = [this.#server, this.#serial];
    this.#server = undefined;
    this.#serial = undefined;
    if (server?.listening) {
      const closed = once(server, 'close');
      server.close();
      this.dropConnections();
      await closed;
    }
    if (serial?.isOpen) {
      const closed = once(serial, 'close');
      serial.close();
      await closed;
    }
  }

  /** Cuts every connection as a lost network does, with a reset; the port goes on listening. */
  dropConnections(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async #listen({ kind, host = '127.0.0.1' }: { kind: 'tcp' | 'rtuTcp'; host?: string }): Promise<void> {
    const server = createServer({ noDelay: true }, (socket) => this.#accept(socket, kind));
    this.#server = server;
    server.listen({ host, port: this.#port, backlog: 511 });
    await once(server, 'listening');
    // a connection that could not be accepted is its master's trouble; without a listener it would end the process
    server.on('error', () => undefined);
    this.#port = (server.address() as AddressInfo).port;
  }

  #accept(socket: Socket, kind: 'tcp' | 'rtuTcp'): void {
    const handler = new RequestHandler({
      framing: kind === 'tcp' ? 'mbap' : 'rtu',
      clock: this.#clock,
      respond: (request) => this.#respond(request),
      write: (bytes) => socket.write(bytes),
      abort: () => socket.destroy(),
    });
    this.#sockets.add(socket);
    socket.on('data', (chunk) => handler.receive(chunk));
    // a master that vanishes is no concern of the device; close follows
    socket.on('error', () => handler.close());
    socket.on('close', () => {
      handler.close();
      this.#sockets.delete(socket);
    });
  }

  async #openSerial({ path, baudRate = 9600 }: { path: string; baudRate?: number }): Promise<void> {
    const { SerialPort: Port } = await import('serialport');
    const serial = new Port({ path, baudRate, autoOpen: false });
    this.#serial = serial;
    const handler = new RequestHandler({
      framing: 'rtu',
      clock: this.#clock,
      respond: (request) => this.#respond(request),
      write: (bytes) => serial.write(bytes),
      abort: () => undefined,
    });
    serial.on('data', (chunk: Buffer) => handler.receive(chunk));
    serial.on('close', () => handler.close());
    const opened = once(serial, 'open');
    serial.open();
    await opened;
    // after opening, an error is followed by close; without a listener it would end the process
    serial.on('error', () => handler.close());
  }

  #respond(request: RequestFrame): SimulatedAnswer | undefined {
    if (isWriteRequest(request.pdu)) this.writes.add(request);
    const device = this.#devices.get(request.unit);
    if (device) return device.answer(request);
    if (this.#options.kind === 'tcp') {
      return { bytes: request.wrap(request.unit, exceptionPdu(request.pdu[0] ?? 0, gatewayTargetSilent)), delayMs: 0 };
    }
    if (request.unit === broadcast) for (const each of this.#devices.values()) each.answer(request);
    return undefined;
  }
}
