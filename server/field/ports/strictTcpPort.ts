import type { Socket } from 'node:net';
import { sayRemark } from '../../contract/model/commandRemarks.ts';
import { Failure } from '../../core/fail.ts';
import { isWrite } from '../pdu.ts';
import { exceptionCodeOf, pduLengthIn, startsLike } from './answerShape.ts';
import { connectSocket, endSocket, type SocketSettings } from './connectSocket.ts';
import { crc16 } from './crc.ts';
import { MbapReader, prefixBytes } from './mbapReader.ts';
import { PendingRequest, type RequestInFlight } from './pendingRequest.ts';
import type { ExchangeOptions, PortDeps, StrictPort } from './port.ts';

/** Unit and PDU with a CRC behind, the form in which ports and codec speak. */
const toFrame = (unit: number, bytes: Buffer, start: number, end: number): Buffer => {
  const length = end - start;
  const frame = Buffer.allocUnsafe(length + 2);
  bytes.copy(frame, 0, start, end);
  frame[0] = unit;
  frame.writeUInt16LE(crc16(frame, 0, length), length);
  return frame;
};

/** Modbus TCP: a private 16-bit transaction id distinguishes this request's answer from any other. */
export class StrictTcpPort implements StrictPort {
  readonly framing = 'mbap';
  readonly #settings: SocketSettings;
  readonly #deps: PortDeps;
  readonly #reader = new MbapReader();
  readonly #pending: PendingRequest;
  #socket: Socket | null = null;
  /** Odd, so that every id is used once before one comes again; random, so that no device runs ahead of it by counting. */
  readonly #step: number;
  #transactionId: number;
  #isOpen = false;
  #isClosed = false;

  constructor(settings: SocketSettings, deps: PortDeps) {
    this.#settings = settings;
    this.#deps = deps;
    this.#transactionId = Math.floor(deps.random() * 65_536);
    this.#step = 2 * Math.floor(deps.random() * 32_768) + 1;
    this.#pending = new PendingRequest(deps.readOnly, (flight) => this.#onTimeout(flight));
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async open(): Promise<void> {
    const { socket, connected } = connectSocket(this.#settings, (chunk) => this.#onData(chunk));
    this.#socket = socket;
    await connected;
    socket.on('end', () => this.#end(new Failure('linkDown', sayRemark('closedByDevice', {}))));
    socket.on('error', (error) =>
      this.#end(new Failure('linkDown', sayRemark('lost', { why: error.message }), { cause: error })),
    );
    socket.on('close', () => this.#end(new Failure('linkDown', sayRemark('closed', {}))));
    this.#isOpen = true;
  }

  exchange(frame: Buffer, options: ExchangeOptions): Promise<Buffer> {
    if (!this.#isOpen) return Promise.reject(new Failure('linkDown', sayRemark('notOpen', {})));
    return this.#pending.start(frame, options, ({ request }) => {
      this.#transactionId = (this.#transactionId + this.#step) & 0xffff;
      const bytes = Buffer.allocUnsafe(request.length + 4);
      bytes.writeUInt16BE(this.#transactionId, 0);
      bytes.writeUInt16BE(0, 2);
      bytes.writeUInt16BE(request.length - 2, 4);
      request.copy(bytes, 6, 0, request.length - 2);
      this.#deps.tap?.sent(bytes);
      this.#socket?.write(bytes);
    });
  }

  async drain(): Promise<void> {}

  async close(reason: Failure): Promise<void> {
    this.#end(reason);
  }

  #onData(chunk: Buffer): void {
    const intact = this.#reader.push(chunk, (id, bytes, start, end) => this.#onFrame(id, bytes, start, end));
    if (intact) return;
    this.#deps.tap?.received(chunk);
    this.#deps.tap?.ended();
    this.#breakOff('the stream from the device is out of step');
  }

  #onFrame(transactionId: number, bytes: Buffer, start: number, end: number): void {
    this.#deps.tap?.received(bytes.subarray(start - prefixBytes, end));
    this.#deps.tap?.ended();
    const flight = this.#pending.current;
    if (!flight || transactionId !== this.#transactionId) {
      this.#deps.counters.lateAnswers += 1;
      return;
    }
    const { shape } = flight;
    const isFromUnit = flight.acceptAnyUnit || bytes[start] === shape.unit;
    const isException = bytes[start + 1] === exceptionCodeOf(shape) && end - start === 3;
    const isAnswer = startsLike(shape, bytes, start + 1, end) && pduLengthIn(shape, bytes, start + 1, end) === end - start - 1;
    if (!isFromUnit || !(isAnswer || isException)) {
      flight.fail(new Failure('badAnswer', 'the answer does not fit the request'));
      return;
    }
    flight.resolve(toFrame(shape.unit, bytes, start, end));
  }

  #onTimeout({ request }: RequestInFlight): Failure {
    if (isWrite(request[1] ?? 0)) this.#end(new Failure('timeout', sayRemark('unanswered', {})));
    // half an answer would be completed by the next one's bytes
    if (this.#reader.partialBytes > 0) this.#breakOff('the device broke off within an answer');
    return new Failure('timeout', sayRemark('noAnswer', {}));
  }

  #breakOff(message: string): void {
    if (this.#isClosed) return;
    this.#deps.counters.violations += 1;
    this.#end(new Failure('badAnswer', message));
  }

  #end(reason: Failure): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#isOpen = false;
    const flight = this.#pending.current;
    endSocket(this.#socket, flight !== null && isWrite(flight.request[1] ?? 0));
    flight?.fail(reason);
    this.#deps.onClosed(reason);
  }
}
