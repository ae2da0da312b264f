import type { Socket } from 'node:net';
import { sayRemark } from '../../contract/model/commandRemarks.ts';
import { Failure, isFailure } from '../../core/fail.ts';
import { isWrite } from '../pdu.ts';
import { connectSocket, endSocket, type SocketSettings } from './connectSocket.ts';
import type { ExchangeOptions, PortDeps, StrictPort } from './port.ts';
import { RtuLine, type RtuLineSettings } from './rtuLine.ts';

/** RTU frames carried over TCP, as serial device servers do it. */
export class StrictRtuTcpPort implements StrictPort {
  readonly framing = 'rtu';
  readonly #settings: SocketSettings;
  readonly #deps: PortDeps;
  readonly #line: RtuLine;
  #socket: Socket | null = null;
  #isOpen = false;
  #isClosed = false;

  constructor(settings: SocketSettings & RtuLineSettings, deps: PortDeps) {
    this.#settings = settings;
    this.#deps = deps;
    this.#line = new RtuLine(settings, { ...deps, send: (bytes) => this.#socket?.write(bytes) });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async open(): Promise<void> {
    const { socket, connected } = connectSocket(this.#settings);
    this.#socket = socket;
    await connected;
    socket.on('data', (chunk: Buffer) => this.#line.receive(chunk));
    socket.on('end', () => this.#end(new Failure('linkDown', sayRemark('closedByDevice', {}))));
    socket.on('error', (error) =>
      this.#end(new Failure('linkDown', sayRemark('lost', { why: error.message }), { cause: error })),
    );
    socket.on('close', () => this.#end(new Failure('linkDown', sayRemark('closed', {}))));
    this.#isOpen = true;
  }

  exchange(frame: Buffer, options: ExchangeOptions): Promise<Buffer> {
    if (!this.#isOpen) return Promise.reject(new Failure('linkDown', sayRemark('notOpen', {})));
    return this.#line.exchange(frame, options).catch((error: unknown) => {
      if (isFailure(error, 'timeout') && isWrite(frame[1] ?? 0))
        this.#end(new Failure('timeout', sayRemark('unanswered', {})), true);
      throw error;
    });
  }

  drain(): Promise<void> {
    return this.#isOpen ? this.#line.drain() : Promise.resolve();
  }

  async close(reason: Failure): Promise<void> {
    this.#end(reason);
  }

  #end(reason: Failure, mayWait = this.#line.isWriting): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#isOpen = false;
    endSocket(this.#socket, mayWait);
    this.#line.lost(reason);
    this.#deps.onClosed(reason);
  }
}
