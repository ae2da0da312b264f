import { sayRemark } from '../contract/model/commandRemarks.ts';
import type { DecodeSpec } from '../contract/model/field.ts';
import { Failure, isFailure, messageOf } from '../core/fail.ts';
import type { DevicePlace, FieldCommands, FieldRead, FieldWrite, ReadResult, WriteResult } from '../core/field/command.ts';
import type { FieldDevice } from '../core/field/field.ts';
import { compileDecoder } from './decode/decode.ts';
import { encodeValue } from './decode/encode.ts';
import type { ModbusGateway } from './gateway.ts';
import { spanOf } from './polling/span.ts';
import { barredBy } from './ports/barred.ts';

/** Over TCP some gateways take unit 0 as their own; a write there would reach every device of a serial line. */
const BROADCAST = 0;
/** Acknowledged and still at work; the gateway's target did not answer. Either may have been carried out. */
const UNDECIDED: readonly number[] = [5, 11];

/** Commands on the gateway's lines: one frame each, and the truth about what became of it. */
export class ModbusCommands implements FieldCommands {
  readonly #gateway: ModbusGateway;

  constructor(gateway: ModbusGateway) {
    this.#gateway = gateway;
  }

  get isReadOnly(): boolean {
    return this.#gateway.isReadOnly;
  }

  setReadOnly(isReadOnly: boolean): void {
    this.#gateway.setReadOnly(isReadOnly);
  }

  onLineUp(listener: (deviceIds: readonly string[]) => void): () => void {
    return this.#gateway.onLineUp(listener);
  }

  async read(deviceId: string, read: FieldRead, withinMs: number): Promise<ReadResult> {
    const barred = barredBy(read, this.#gateway.device(deviceId)?.limits.forbidden ?? []);
    if (barred)
      return { kind: 'failed', reason: `${barred.space} ${barred.from} to ${barred.to} must not be read on this device` };
    try {
      const { words, held } = await this.#gateway.command(deviceId, { kind: 'read', ...read }, withinMs, () => undefined);
      // on a line without transaction ids it may have been the answer to something else
      if (held && !(await held.settled)) return { kind: 'failed', reason: 'the answer was not proven to be this request’s' };
      return { kind: 'answered', words };
    } catch (error) {
      if (isFailure(error, 'exception'))
        return { kind: 'refused', exception: error.details.exception ?? 0, reason: error.message };
      return { kind: 'failed', reason: messageOf(error) };
    }
  }

  async write(deviceId: string, write: FieldWrite, withinMs: number, refusal?: () => string | null): Promise<WriteResult> {
    const device = this.#gateway.device(deviceId);
    if (!device) return { kind: 'unsent', reason: sayRemark('notInService', {}) };
    if (device.slaveId === BROADCAST) return { kind: 'unsent', reason: sayRemark('unitZero', {}) };
    let isSent = false;
    const onSend = (): void => {
      const why = this.#isAsItWas(device) ? (refusal?.() ?? null) : sayRemark('deviceChanged', {});
      if (why !== null) throw new Failure('cancelled', why);
      isSent = true;
    };
    try {
      await this.#gateway.command(deviceId, write, withinMs, onSend);
      return { kind: 'answered' };
    } catch (error) {
      const reason = messageOf(error);
      if (isFailure(error, 'exception')) {
        const { exception = 0 } = error.details;
        if (UNDECIDED.includes(exception)) return { kind: 'unknown', reason };
        return { kind: 'refused', exception, reason, ...(!this.#isNumbered(device) && { mayBeAnothers: true }) };
      }
      // the port refuses before a byte leaves
      if (!isSent || isFailure(error, 'readOnly')) return { kind: 'unsent', reason };
      return { kind: 'unknown', reason };
    }
  }

  placeOf(deviceId: string): DevicePlace | undefined {
    return this.#gateway.placeOf(deviceId);
  }

  #isNumbered({ connectionId }: FieldDevice): boolean {
    return this.#gateway.line(connectionId)?.connection.settings.kind === 'tcp';
  }

  /** What waited for its line must not reach whoever has the place by then. */
  #isAsItWas({ id, slaveId, connectionId }: FieldDevice): boolean {
    const now = this.#gateway.device(id);
    return now?.slaveId === slaveId && now.connectionId === connectionId;
  }

  encode(spec: DecodeSpec, value: number): number[] {
    return encodeValue(spec, value);
  }

  decode(spec: DecodeSpec, words: readonly number[]): number | null {
    if (words.length < spanOf(spec).count) return null;
    const { value } = compileDecoder(spec).decode([...words], 0);
    return typeof value === 'number' ? value : null;
  }
}
