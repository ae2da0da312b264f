import type { Clock } from '../../core/clock.ts';
import type { WireFault } from './faults.ts';
import type { RequestFrame } from './frames.ts';
import { exceptionPdu } from './pdu.ts';

/** Bytes that look like nothing, the same ones in every run. */
const noise = (seed: number, length: number): Buffer => {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return Buffer.from(
    Array.from({ length }, () => {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      return state & 0xff;
    }),
  );
};

/** The faults switched on between one device and its line, at most one of a kind. */
export class WireFaults {
  readonly #clock: Clock;
  readonly #on = new Map<WireFault['kind'], { fault: WireFault; sinceMs: number; answers: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  inject(fault: WireFault): void {
    this.#on.set(fault.kind, { fault, sinceMs: this.#clock.monotonicMs(), answers: 0 });
  }

  clear(kind?: string): void {
    for (const on of [...this.#on.keys()]) if (kind === undefined || kind === on) this.#on.delete(on);
  }

  list(): WireFault[] {
    return [...this.#on.values()].map(({ fault }) => fault);
  }

  /** Whether the device would not even take the request. */
  isSilent(): boolean {
    if (this.#on.has('dead')) return true;
    const flapping = this.#on.get('flapping');
    if (flapping?.fault.kind !== 'flapping') return false;
    const { upMs, downMs } = flapping.fault;
    return (this.#clock.monotonicMs() - flapping.sinceMs) % (upMs + downMs) >= upMs;
  }

  /** The exception a faulty device answers instead of doing what it was asked. */
  exceptionCode(): number | undefined {
    const fault = this.#on.get('exception')?.fault;
    return fault?.kind === 'exception' ? fault.code : undefined;
  }

  /** The bytes that leave for an answer, and when. */
  framed(request: RequestFrame, answer: Buffer): { bytes: Buffer; delayMs: number } {
    const code = this.exceptionCode();
    const pdu = code === undefined ? answer : exceptionPdu(request.pdu[0] ?? 0, code);
    const unit = this.#on.has('wrongUnit') ? (request.unit % 247) + 1 : request.unit;
    const bytes = request.wrap(unit, pdu);
    return { bytes: this.#garbled(bytes), delayMs: this.#delayMs() };
  }

  #garbled(bytes: Buffer): Buffer {
    const garbage = this.#on.get('garbage');
    if (garbage?.fault.kind !== 'garbage') return bytes;
    garbage.answers += 1;
    return garbage.answers % garbage.fault.every === 0 ? noise(garbage.answers, bytes.length) : bytes;
  }

  #delayMs(): number {
    const slow = this.#on.get('slow')?.fault;
    const delayMs = slow?.kind === 'slow' ? slow.delayMs : 0;
    const late = this.#on.get('late');
    if (late?.fault.kind !== 'late') return delayMs;
    late.answers += 1;
    return late.answers % late.fault.every === 0 ? delayMs + late.fault.delayMs : delayMs;
  }
}
