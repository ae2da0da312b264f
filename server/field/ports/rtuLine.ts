import { sayRemark } from '../../contract/model/commandRemarks.ts';
import { Failure } from '../../core/fail.ts';
import { isWrite } from '../pdu.ts';
import { FrameSniffer } from './frameSniffer.ts';
import { PendingRequest, type RequestInFlight } from './pendingRequest.ts';
import type { ExchangeOptions, LineWatch, PortCounters, Tap } from './port.ts';
import { RtuReader } from './rtuReader.ts';

const drainLimitMs = 5000;

export type RtuLineSettings = {
  /** The adapter sends back what it was given; taken away before an answer is looked for. */
  echo: 'off' | 'strip';
  /** Silence after which the line counts as empty. */
  quietMs: number;
};

type RtuLineDeps = {
  counters: PortCounters;
  readOnly: () => boolean;
  send: (bytes: Buffer) => void;
  tap?: Tap;
  watch?: LineWatch;
};

/** RTU framing over whatever carries the bytes: one request at a time, and no byte of an earlier answer taken for it. */
export class RtuLine {
  readonly #settings: RtuLineSettings;
  readonly #deps: RtuLineDeps;
  readonly #pending: PendingRequest;
  #reader: RtuReader | null = null;
  /** Received and not yet searched, while our own echo is awaited. */
  #beforeEcho: Buffer | null = null;
  /** The adapter sent the last read back before its answer, whatever the settings say. */
  #isEchoing = false;
  #quietTimer: NodeJS.Timeout | undefined;
  #draining: { onByte: () => void; end: () => void } | null = null;
  readonly #sniffer = new FrameSniffer();
  #lastRequest: Buffer | null = null;

  constructor(settings: RtuLineSettings, deps: RtuLineDeps) {
    this.#settings = settings;
    this.#deps = deps;
    this.#pending = new PendingRequest(deps.readOnly, () => this.#endOfFlight('timeout'));
  }

  /** The request in flight changes the device. */
  get isWriting(): boolean {
    return isWrite(this.#pending.current?.request[1] ?? 0);
  }

  exchange(frame: Buffer, options: ExchangeOptions): Promise<Buffer> {
    return this.#pending.start(frame, options, ({ shape, request }) => {
      this.#reader = new RtuReader(shape);
      // a refusal comes behind the echo, which alone would be the answer of a write that was carried out
      const isEchoed = this.#settings.echo === 'strip' || (this.#isEchoing && isWrite(request[1] ?? 0));
      this.#beforeEcho = isEchoed ? Buffer.alloc(0) : null;
      this.#lastRequest = request;
      this.#deps.tap?.sent(request);
      this.#deps.send(request);
    });
  }

  receive(chunk: Buffer): void {
    this.#deps.tap?.received(chunk);
    this.#draining?.onByte();
    const flight = this.#pending.current;
    if (!flight || !this.#reader) {
      this.#deps.counters.bytesDropped += chunk.length;
      this.#look(chunk, false);
      return;
    }
    const bytes = this.#afterEcho(flight, chunk);
    const answer = bytes && this.#reader.push(bytes);
    if (answer) {
      this.#deps.tap?.ended();
      const { before, after } = this.#reader;
      this.#noteEcho(flight, before);
      this.#forgetFlight();
      this.#look(before, false);
      this.#deps.watch?.answered(answer);
      this.#look(after, false);
      flight.resolve(answer);
    } else if (this.#reader.sawBadCrc) this.#armQuiet(flight);
  }

  /** The line is lost: the request in flight fails now. */
  lost(reason: Failure): void {
    this.#draining?.end();
    this.#forgetFlight();
    this.#pending.current?.fail(reason);
  }

  /** Waits for silence, at most 5 s. What comes meanwhile is a late answer or noise, and is dropped. */
  drain(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    let chunks = 0;
    // after a stall the timer fires before the input is read, so that the end waits for a last look
    const onQuiet = (): void => {
      const before = chunks;
      setImmediate(() => {
        if (chunks === before) end();
      });
    };
    const limit = setTimeout(() => end(), drainLimitMs);
    const quiet = setTimeout(onQuiet, this.#settings.quietMs);
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(limit);
      clearTimeout(quiet);
      this.#draining = null;
      if (chunks > 0) this.#deps.counters.lateAnswers += 1;
      resolve();
    };
    const onByte = (): void => {
      chunks += 1;
      quiet.refresh();
    };
    this.#draining = { onByte, end };
    return promise;
  }

  /** What is left of the input once our own frame has come back; null while it has not. */
  #afterEcho({ request }: RequestInFlight, chunk: Buffer): Buffer | null {
    if (!this.#beforeEcho) return chunk;
    const bytes = Buffer.concat([this.#beforeEcho, chunk]);
    const at = bytes.indexOf(request);
    if (at >= 0) {
      this.#deps.counters.bytesDropped += at;
      this.#beforeEcho = null;
      return bytes.subarray(at + request.length);
    }
    // the answer to a write may equal its echo, so only a read may go on without one
    const isEchoLost = bytes.length > request.length && !isWrite(request[1] ?? 0);
    this.#beforeEcho = isEchoLost ? null : bytes;
    return isEchoLost ? bytes : null;
  }

  #noteEcho({ request }: RequestInFlight, before: Buffer): void {
    if (!isWrite(request[1] ?? 0)) this.#isEchoing = before.includes(request);
  }

  /** Shows whole frames among bytes that answered nothing; our own frame come back is no such frame. */
  #look(bytes: Buffer, isInstead: boolean): void {
    const { watch } = this.#deps;
    if (!watch || bytes.length === 0) return;
    for (const frame of this.#sniffer.push(bytes)) if (!this.#lastRequest?.equals(frame.bytes)) watch.loose(frame, isInstead);
  }

  #armQuiet(flight: RequestInFlight): void {
    clearTimeout(this.#quietTimer);
    this.#quietTimer = setTimeout(() => {
      if (this.#pending.current === flight) flight.fail(this.#endOfFlight('crc'));
    }, this.#settings.quietMs);
  }

  #endOfFlight(code: 'timeout' | 'crc'): Failure {
    const isDamaged = code === 'crc' || this.#reader?.sawBadCrc === true;
    const instead = this.#reader?.before;
    if (instead && instead.length > 0 && this.#pending.current) this.#noteEcho(this.#pending.current, instead);
    this.#forgetFlight();
    if (instead) this.#look(instead, true);
    return isDamaged ? new Failure('crc', sayRemark('damagedAnswer', {})) : new Failure('timeout', sayRemark('noAnswer', {}));
  }

  #forgetFlight(): void {
    clearTimeout(this.#quietTimer);
    this.#deps.counters.bytesDropped += (this.#reader?.droppedBytes ?? 0) + (this.#beforeEcho?.length ?? 0);
    this.#reader = null;
    this.#beforeEcho = null;
  }
}
