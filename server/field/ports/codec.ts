import { EventEmitter } from 'node:events';
import modbus from 'modbus-serial';
import { sayRemark } from '../../contract/model/commandRemarks.ts';
import { Failure, isFailure, messageOf } from '../../core/fail.ts';
import type { FieldRead, FieldWrite } from '../../core/field/command.ts';
import { functionOfSpace, isBits, wordAt } from '../pdu.ts';
import { crc16 } from './crc.ts';
import type { ExchangeOptions, StrictPort } from './port.ts';

const ModbusRTU = modbus.default;

export type ReadOperation = { kind: 'read' } & FieldRead;

type Question =
  /** Function 17. */
  | { kind: 'reportServerId' }
  /** Function 43/14: the basic objects from this one on. */
  | { kind: 'deviceIdentification'; fromObject: number };

export type FieldOperation = ReadOperation | FieldWrite | Question;

/** modbus-serial's view of a port: it writes one frame and gets one answer back, already checked. */
class Bridge extends EventEmitter {
  isOpen = true;
  send: (frame: Buffer) => void = () => {};

  open(done: (error: null) => void): void {
    done(null);
  }

  write(frame: Buffer): void {
    this.send(frame);
  }
}

type Done = (error: unknown, reply?: unknown) => void;

/**
 * Words of requests and answers; those of writes by modbus-serial. It never sees the wire: the strict port below owns time, transaction
 * ids and the check that an answer belongs to its request; modbus-serial's own of these let wrong values through.
 */
export class ModbusCodec {
  readonly #port: StrictPort;
  readonly #bridge = new Bridge();
  readonly #client = new ModbusRTU(this.#bridge);
  #isBusy = false;

  constructor(port: StrictPort) {
    this.#port = port;
    this.#client.open(() => {});
  }

  /**
   * One request to one unit. Reads answer with registers 0..65535, or 0/1 per bit; writes with nothing, once the device
   * has echoed them; identifications with their bytes behind the function code. Fails as `StrictPort.exchange`, and with `exception` and its code where the device refused.
   */
  execute(unit: number, operation: FieldOperation, options: ExchangeOptions): Promise<readonly number[]> {
    if (operation.kind === 'read') return this.#read(unit, operation, options);
    return isQuestion(operation) ? this.#ask(unit, operation, options) : this.#write(unit, operation, options);
  }

  /** What is done all the time: nothing of it is kept once it is answered. */
  async #read(unit: number, { space, address, count }: ReadOperation, options: ExchangeOptions): Promise<readonly number[]> {
    const frame = Buffer.allocUnsafe(8);
    frame[0] = unit;
    frame[1] = functionOfSpace[space];
    frame.writeUInt16BE(address, 2);
    frame.writeUInt16BE(count, 4);
    frame.writeUInt16LE(crc16(frame, 0, 6), 6);
    const answer = await this.#port.exchange(frame, options);
    if (answer[1] !== frame[1]) throw refusal(answer);
    const words = new Array<number>(count);
    for (let at = 0; at < count; at += 1)
      words[at] = isBits(space) ? ((answer[3 + (at >> 3)] ?? 0) >> (at & 7)) & 1 : wordAt(answer, 3 + 2 * at);
    return words;
  }

  /** What modbus-serial does not serve well: its own answer shapes are too narrow for it. */
  async #ask(unit: number, question: Question, options: ExchangeOptions): Promise<readonly number[]> {
    const pdu = question.kind === 'reportServerId' ? [17] : [43, 14, 1, question.fromObject];
    const frame = Buffer.from([unit, ...pdu, 0, 0]);
    frame.writeUInt16LE(crc16(frame, 0, frame.length - 2), frame.length - 2);
    const answer = await this.#port.exchange(frame, options);
    if (answer[1] === pdu[0]) return [...answer.subarray(2, answer.length - 2)];
    throw refusal(answer);
  }

  async #write(unit: number, operation: FieldWrite, options: ExchangeOptions): Promise<readonly number[]> {
    // modbus-serial would hand the first one's answer to the second
    if (this.#isBusy) throw new Failure('busy', 'a request is already in flight on this line');
    this.#isBusy = true;
    const { promise, resolve, reject } = Promise.withResolvers<readonly number[]>();
    this.#bridge.send = (frame) => {
      this.#port.exchange(frame, options).then((answer) => this.#bridge.emit('data', answer), reject);
    };
    try {
      this.#send(unit, operation, (error) => {
        if (error) reject(toFailure(error));
        else resolve([]);
      });
      return await promise;
    } catch (error) {
      throw isFailure(error) ? error : toFailure(error);
    } finally {
      this.#isBusy = false;
    }
  }

  #send(unit: number, operation: FieldWrite, done: Done): void {
    const client = this.#client;
    switch (operation.kind) {
      case 'writeCoil':
        client.writeFC5(unit, operation.address, operation.value, done);
        break;
      case 'writeRegister':
        client.writeFC6(unit, operation.address, operation.value, done);
        break;
      case 'writeCoils':
        client.writeFC15(unit, operation.address, operation.values, done);
        break;
      case 'writeRegisters':
        client.writeFC16(unit, operation.address, operation.values, done);
        break;
      case 'maskRegister':
        client.writeFC22(unit, operation.address, operation.andMask, operation.orMask, done);
        break;
    }
  }
}

const isQuestion = (operation: FieldOperation): operation is Question =>
  operation.kind === 'reportServerId' || operation.kind === 'deviceIdentification';

/** Names of the standard, section 7; modbus-serial's own differ from them. */
const exceptionNames: Readonly<Record<number, string>> = {
  1: 'illegal function',
  2: 'illegal data address',
  3: 'illegal data value',
  4: 'device failure',
  5: 'acknowledged, still at work',
  6: 'device busy',
  7: 'negative acknowledge',
  8: 'memory parity error',
  10: 'gateway path unavailable',
  11: 'gateway target gave no answer',
};

const refused = (exception: number): Failure => {
  const name = exceptionNames[exception];
  const said = sayRemark('exception', { exception });
  return new Failure('exception', name ? `${said}: ${name}` : said, { exception });
};

const refusal = (answer: Buffer): Failure => refused(answer[2] ?? 0);

const toFailure = (error: unknown): Failure => {
  const exception = (error as { modbusCode?: number }).modbusCode;
  if (exception !== undefined) return refused(exception);
  return new Failure('badAnswer', messageOf(error), { cause: error });
};
