import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { SerialPort } from 'serialport';
import type { ConnectionSettings } from '../../contract/model/field.ts';
import { Failure, isFailure, isMissingFile } from '../../core/fail.ts';
import { adapterNames } from './adapterNames.ts';
import type { ExchangeOptions, PortDeps, StrictPort } from './port.ts';
import { RtuLine } from './rtuLine.ts';

type SerialSettings = Extract<ConnectionSettings, { kind: 'serial' }>;

const closeLimitMs = 1000;
/** Timeouts in a row without a byte, after which it is checked that the adapter is still there. */
const silencesToCheck = 3;

/** Modbus RTU on a serial adapter, opened exclusively. */
export class StrictSerialPort implements StrictPort {
  readonly framing = 'rtu';
  readonly #settings: SerialSettings;
  readonly #deps: PortDeps;
  readonly #line: RtuLine;
  /** Where the adapter is now. */
  #place: string;
  #port: SerialPort | null = null;
  #silences = 0;
  #isOpen = false;
  #isClosed = false;

  constructor(settings: SerialSettings, deps: PortDeps) {
    this.#settings = settings;
    this.#place = settings.path;
    this.#deps = deps;
    this.#line = new RtuLine(settings, { ...deps, send: (bytes) => this.#port?.write(bytes) });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async open(): Promise<void> {
    const { path: line, baudRate, parity, dataBits, stopBits } = this.#settings;
    const path = await adapterNames.placeOf(line);
    if (await adapterNames.isOfAnother(line, path)) throw new Failure('linkDown', `${path} is the adapter of another line now`);
    this.#place = path;
    // loaded on first use: a plant without serial lines needs no native addon
    const { SerialPort } = await import('serialport');
    const port = new SerialPort({ path, baudRate, parity, dataBits, stopBits, lock: true, autoOpen: false });
    this.#port = port;
    await new Promise<void>((resolve, reject) => {
      port.open((error) => {
        if (error) reject(new Failure('linkDown', `cannot open ${path}: ${explain(error)}`, { cause: error }));
        else resolve();
      });
    });
    await adapterNames.opened(line, path);
    if (this.#isClosed) {
      await this.#closePort();
      throw new Failure('linkDown', `${path} was closed while it was opening`);
    }
    port.on('data', (chunk: Buffer) => {
      this.#silences = 0;
      this.#line.receive(chunk);
    });
    port.on('error', (error) => this.#end(new Failure('linkDown', `${path} failed: ${error.message}`, { cause: error })));
    port.on('end', () => this.#end(new Failure('linkDown', `${path} ended`)));
    port.on('close', () => this.#end(new Failure('linkDown', `${path} was removed`)));
    this.#isOpen = true;
  }

  exchange(frame: Buffer, options: ExchangeOptions): Promise<Buffer> {
    if (!this.#isOpen) return Promise.reject(new Failure('linkDown', `${this.#settings.path} is not open`));
    const answer = this.#line.exchange(frame, options);
    answer.catch((error) => {
      if (isFailure(error, 'timeout')) void this.#checkAdapter();
    });
    return answer;
  }

  drain(): Promise<void> {
    return this.#isOpen ? this.#line.drain() : Promise.resolve();
  }

  async close(reason: Failure): Promise<void> {
    this.#end(reason);
    await this.#closePort();
  }

  /** Not every driver says that its adapter was unplugged. */
  async #checkAdapter(): Promise<void> {
    this.#silences += 1;
    if (this.#silences < silencesToCheck) return;
    this.#silences = 0;
    const path = this.#place;
    if (!(await isPresent(path))) this.#end(new Failure('linkDown', `${path} is no longer there`));
  }

  #end(reason: Failure): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#isOpen = false;
    this.#line.lost(reason);
    void this.#closePort();
    this.#deps.onClosed(reason);
  }

  /** Drivers of unplugged adapters may never answer a close. */
  async #closePort(): Promise<void> {
    const port = this.#port;
    if (!port?.isOpen || port.closing) return;
    const closed = new Promise<void>((resolve) => port.close(() => resolve()));
    await Promise.race([closed, delay(closeLimitMs, undefined, { ref: false })]);
  }
}

/** What a person can do about it, after what the driver says. */
const explain = ({ message }: Error): string => {
  if (/permission denied|EACCES/i.test(message))
    return `${message}. The server may not use it: on Linux its user has to be in the group dialout (the service is), and to log in again`;
  if (/cannot lock|EBUSY|temporarily unavailable|access denied/i.test(message)) return `${message}. Another program has it open`;
  return message;
};

/** Whether the system still lists the adapter; true where that cannot be found out. */
const isPresent = async (path: string): Promise<boolean> => {
  try {
    // SerialPort.list() needs udevadm on Linux, without which it ends the process
    if (process.platform !== 'win32') return (await stat(path)) !== undefined;
    const { SerialPort } = await import('serialport');
    return (await SerialPort.list()).some((port) => port.path === path);
  } catch (error) {
    return !isMissingFile(error);
  }
};
