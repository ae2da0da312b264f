import { mostRepeatMs } from './sightings.ts';

export type Flight = { unit: number; shape: number; block: number; sentMs: number };
type Open = Flight & { isOvertaken: boolean };

/** Requests whose answer did not come, or came in place of another: it may be on its way. */
export class Unanswered {
  readonly #keptMs: number;
  #open: Open[] = [];
  /** Frames that came late for such a request, and when. */
  readonly #came = new Map<string, number>();

  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  add(flight: Flight, nowMs: number): void {
    this.#open.push({ ...flight, isOvertaken: false });
    this.#open = this.#open.filter(({ sentMs }) => nowMs - sentMs < this.#keptMs);
  }

  /** A later request was answered. */
  overtake(): void {
    for (const one of this.#open) one.isOvertaken = true;
  }

  has(shape: number): boolean {
    return this.#open.some((one) => one.shape === shape);
  }

  /** What was asked of this block until then has an answer. */
  answered(block: number, untilMs: number): void {
    this.#open = this.#open.filter((one) => one.block !== block || one.sentMs > untilMs);
  }

  /** Whether a frame is the answer to one of them, before any later request was answered. It is awaited no more. */
  take(shape: number, bytes: string, nowMs: number): boolean {
    const at = this.#open.findIndex((one) => one.shape === shape && !one.isOvertaken);
    if (at < 0) return false;
    this.#open.splice(at, 1);
    for (const [old, atMs] of this.#came) if (nowMs - atMs > mostRepeatMs) this.#came.delete(old);
    this.#came.set(bytes, nowMs);
    return true;
  }

  /** Whether a frame is such an answer once more; a third one is somebody else's. */
  takeRepeat(bytes: string, nowMs: number): boolean {
    const atMs = this.#came.get(bytes);
    this.#came.delete(bytes);
    return atMs !== undefined && nowMs - atMs <= mostRepeatMs;
  }
}
