import type { HeldAnswer } from './heldAnswer.ts';

/** How long an answer can be taken back after it came: on a line that is asked seldom a foreign frame is seldom seen. */
export const horizonMs = 5 * 60_000;
const mostKept = 5000;

/** The answers of the last minutes, by order, frame and shape. */
export class AnswerLog {
  #answers: HeldAnswer[] = [];
  readonly #held = new Map<number, HeldAnswer[]>();
  readonly #byBytes = new Map<string, HeldAnswer>();
  readonly #byShape = new Map<number, HeldAnswer>();
  #prunedMs = 0;

  add(answer: HeldAnswer): void {
    this.#answers.push(answer);
    // what may be another block's frame stays that block's
    if (!answer.isDoubtful) this.#byBytes.set(answer.bytes, answer);
    this.#byShape.set(answer.shape, answer);
    if (answer.state === 'held') {
      const own = this.#held.get(answer.shape);
      if (own) own.push(answer);
      else this.#held.set(answer.shape, [answer]);
    }
    if (answer.atMs - this.#prunedMs > horizonMs / 10 || this.#answers.length > 2 * mostKept) this.#prune(answer.atMs);
  }

  /** Shapes of which answers wait for their proof. */
  get heldShapes(): Iterable<number> {
    return this.#held.keys();
  }

  hasHeld(shape: number): boolean {
    return this.#held.has(shape);
  }

  /** Monotonic ms; null when nothing waits. */
  get oldestHeldMs(): number | null {
    let oldestMs = Number.POSITIVE_INFINITY;
    for (const [first] of this.#held.values()) if (first && first.atMs < oldestMs) oldestMs = first.atMs;
    return Number.isFinite(oldestMs) ? oldestMs : null;
  }

  /** Keeps what waits of a shape, but for what further reads have to show. */
  keep(shape: number): void {
    const own = this.#held.get(shape) ?? [];
    const left = own.filter(({ awaitsReads }) => awaitsReads);
    if (left.length > 0) this.#held.set(shape, left);
    else this.#held.delete(shape);
    for (const answer of own) if (!left.includes(answer)) answer.keep();
  }

  refuseHeld(): void {
    const all = [...this.#held.values()].flat();
    this.#held.clear();
    for (const answer of all) answer.withdraw();
  }

  /** The newest answer with just these bytes. */
  twinOf(bytes: string): HeldAnswer | undefined {
    return this.#byBytes.get(bytes);
  }

  latest(shape: number): HeldAnswer | undefined {
    return this.#byShape.get(shape);
  }

  /** Refuses or takes back every matching answer that came after `sinceMs`. @returns how many of them had been kept. */
  withdraw(sinceMs: number, matches: (answer: HeldAnswer) => boolean): number {
    const matching: HeldAnswer[] = [];
    for (let i = this.#answers.length - 1; i >= 0; i -= 1) {
      const answer = this.#answers[i];
      if (!answer || answer.atMs <= sinceMs) break;
      if (answer.state !== 'refused' && matches(answer)) matching.push(answer);
    }
    const kept = matching.filter(({ state }) => state === 'kept').length;
    for (const answer of matching) answer.withdraw();
    for (const [shape, own] of this.#held) {
      const left = own.filter(({ state }) => state === 'held');
      if (left.length === 0) this.#held.delete(shape);
      else if (left.length < own.length) this.#held.set(shape, left);
    }
    return kept;
  }

  /** A doubtful answer was shown to be its block's. */
  believe(answer: HeldAnswer): void {
    answer.believe();
    this.#byBytes.set(answer.bytes, answer);
  }

  withdrawOne(answer: HeldAnswer): void {
    this.withdraw(answer.atMs - 1, (one) => one === answer);
  }

  #prune(nowMs: number): void {
    this.#prunedMs = nowMs;
    const from = this.#answers.findIndex(({ atMs }) => atMs > nowMs - horizonMs);
    const removed = this.#answers.splice(0, Math.max(from < 0 ? this.#answers.length : from, this.#answers.length - mostKept));
    for (const answer of removed) {
      if (this.#byBytes.get(answer.bytes) === answer) this.#byBytes.delete(answer.bytes);
      if (this.#byShape.get(answer.shape) === answer) this.#byShape.delete(answer.shape);
    }
  }
}
