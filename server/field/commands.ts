import type { DecodeSpec } from '../contract/field.ts';
import type { FieldCommands, FieldRead, FieldWrite, ReadResult, WriteResult } from '../core/command.ts';
import { isFailure, messageOf } from '../core/fail.ts';
import { compileDecoder } from './decode.ts';
import { encodeValue } from './encode.ts';
import type { ModbusGateway } from './gateway.ts';
import { spanOf } from './span.ts';

/** Over TCP some gateways take unit 0 as their own; a write there would reach every device of a serial line. */
const BROADCAST = 0;

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
    try {
      const { words } = await this.#gateway.command(deviceId, { kind: 'read', ...read }, withinMs, () => undefined);
      return { kind: 'answered', words };
    } catch (error) {
      if (isFailure(error, 'exception'))
        return { kind: 'refused', exception: error.details.exception ?? 0, reason: error.message };
      return { kind: 'failed', reason: messageOf(error) };
    }
  }

  async write(deviceId: string, write: FieldWrite, withinMs: number): Promise<WriteResult> {
    const device = this.#gateway.device(deviceId);
    if (!device) return { kind: 'unsent', reason: 'the device is not in service' };
    if (device.slaveId === BROADCAST) return { kind: 'unsent', reason: 'unit 0 is never written' };
    let isSent = false;
    const onTurn = (): void => {
      isSent = true;
    };
    try {
      await this.#gateway.command(deviceId, write, withinMs, onTurn);
      return { kind: 'answered' };
    } catch (error) {
      const reason = messageOf(error);
      if (isFailure(error, 'exception')) return { kind: 'refused', exception: error.details.exception ?? 0, reason };
      // the port refuses before a byte leaves
      if (!isSent || isFailure(error, 'readOnly')) return { kind: 'unsent', reason };
      return { kind: 'unknown', reason };
    }
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
