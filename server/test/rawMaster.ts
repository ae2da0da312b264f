import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { crc16 } from '../field/ports/crc.ts';

/** Request PDUs as bytes. */
export const readRequest = (functionCode: number, address: number, count: number): Buffer =>
  Buffer.from([functionCode, address >> 8, address & 0xff, count >> 8, count & 0xff]);

export const mbap = (transaction: number, unit: number, pdu: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([transaction >> 8, transaction & 0xff, 0, 0, (pdu.length + 1) >> 8, (pdu.length + 1) & 0xff, unit]),
    pdu,
  ]);

export const rtu = (unit: number, pdu: Buffer): Buffer => {
  const frame = Buffer.concat([Buffer.from([unit]), pdu]);
  const crc = crc16(frame, 0, frame.length);
  return Buffer.concat([frame, Buffer.from([crc & 0xff, crc >> 8])]);
};

/** A socket that writes bytes as given and hands back what comes, with no opinion of either. */
export class RawMaster {
  readonly socket: Socket;
  #received = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
    });
    socket.on('error', () => undefined);
  }

  static async connect(port: number): Promise<RawMaster> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    await once(socket, 'connect');
    return new RawMaster(socket);
  }

  /** The next `length` bytes. */
  async take(length: number): Promise<Buffer> {
    while (this.#received.length < length) await once(this.socket, 'data');
    const taken = this.#received.subarray(0, length);
    this.#received = this.#received.subarray(length);
    return taken;
  }

  get waiting(): number {
    return this.#received.length;
  }

  /** The answer's unit and PDU to one Modbus TCP request. */
  async ask(unit: number, pdu: Buffer): Promise<{ unit: number; pdu: Buffer }> {
    this.socket.write(mbap(1, unit, pdu));
    const head = await this.take(7);
    return { unit: head[6] ?? 0, pdu: await this.take(head.readUInt16BE(4) - 1) };
  }

  /** Settles when the other side is gone, politely or not. */
  closed(): Promise<void> {
    return new Promise((resolve) => {
      if (this.socket.closed) resolve();
      else this.socket.once('close', () => resolve());
    });
  }

  close(): void {
    this.socket.destroy();
  }
}
