import type { Clock } from '../../core/clock.ts';
import type { RequestFrame } from './frames.ts';

export type WriteEntry = { atMs: number; unit: number; functionCode: number; hex: string };

const kept = 1000;

/** Every write request that reached a line or a device, carried out or not. */
export class WriteLog {
  readonly #clock: Clock;
  readonly #entries: WriteEntry[] = [];
  #frames = 0;
  #bytes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add({ unit, pdu, bytes }: RequestFrame): void {
    this.#frames += 1;
    this.#bytes += bytes;
    this.#entries.push({ atMs: this.#clock.now(), unit, functionCode: pdu[0] ?? 0, hex: pdu.toString('hex') });
    if (this.#entries.length > kept) this.#entries.shift();
  }

  get frames(): number {
    return this.#frames;
  }

  /** Bytes on the wire, frames included. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The last 1000; `hex` is the PDU. */
  get entries(): readonly WriteEntry[] {
    return this.#entries;
  }
}
