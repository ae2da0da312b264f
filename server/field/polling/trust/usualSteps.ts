import type { FieldOperation, ReadOperation } from '../../ports/codec.ts';
import { blockOf } from './frameShape.ts';

/** A step of more than so many of the largest of late is unusual. */
const usualTimes = 2;
/** What is left of the largest step after each answer: it halves in about 700. */
const fading = 0.999;
/** Of the registers that hold something, this share has to step unusually: a foreign frame changes nearly all. */
const leastShare = 1 / 4;
/** Unusual answers of a block that may be refused in a row while nobody else was seen; then it is believed. */
const mostRefusals = 2;
/** Proofs for nothing but unusual steps may be one request in so many, beyond a store for the start. */
const answersPerProof = 15;
const proofsInStore = 60;

type Block = { last: readonly number[]; steps: number[]; refusals: number };

/** Registers go round at 65,536, and so do the low words of counters. */
const distance = (a: number, b: number): number => Math.min(Math.abs(a - b), 65_536 - Math.abs(a - b));

/**
 * How far the registers of a block usually move between two answers. On a line without transaction ids an answer in the place of a
 * lost one looks like any other; but for its values, which are elsewhere. Such a step is asked once more before it is believed.
 */
export class UsualSteps {
  readonly #blocks = new Map<number, Block>();
  #store = proofsInStore;

  /** Whether an answer has to be shown by further reads. On a line where others were seen proofs are not rationed. */
  isUnusual(unit: number, operation: FieldOperation, words: readonly number[], isStrict: boolean): boolean {
    if (operation.kind !== 'read') return false;
    this.#store = Math.min(proofsInStore, this.#store + 1 / answersPerProof);
    const known = this.#blocks.get(keyOf(unit, operation));
    if (!known) return true;
    if (unusualIn(known, words).length === 0) return false;
    return isStrict || (known.refusals < mostRefusals && this.#store >= 1);
  }

  /** One proof was read. */
  spend(): void {
    this.#store = Math.max(0, this.#store - 1);
  }

  /** Whether a later read, of the answer's registers from its `from`-th on, speaks for an unusual answer. */
  bearsOut(
    unit: number,
    operation: ReadOperation,
    answer: { words: readonly number[]; isStrict: boolean },
    proof: { words: readonly number[]; from: number },
  ): boolean {
    const known = this.#blocks.get(keyOf(unit, operation));
    if (proof.words.length === 0) return false;
    const at = known ? unusualIn(known, answer.words) : answer.words.map((_, i) => i);
    let [like, unlike, seen] = [0, 0, 0];
    for (const i of at) {
      const [now, then] = [answer.words[i] ?? 0, known?.last[i]];
      const later = proof.words[i - proof.from];
      if (later === undefined) continue;
      seen += 1;
      const near = then === undefined ? now / 16 : Math.max(known?.steps[i] ?? 0, distance(now, then) / 4);
      if (distance(later, now) <= near) like += 1;
      else if (then === undefined || distance(later, then) <= near) unlike += 1;
    }
    if (like >= seen / 2) return true;
    // registers that never rest agree with neither: no reason for doubt where nobody else was seen
    return unlike < seen / 2 && !answer.isStrict && known !== undefined;
  }

  /** An answer was believed. */
  learn(unit: number, operation: FieldOperation, words: readonly number[]): void {
    if (operation.kind !== 'read') return;
    const key = keyOf(unit, operation);
    const known = this.#blocks.get(key);
    const steps = words.map((word, i) => {
      const [then, step = 0] = [known?.last[i], known?.steps[i]];
      return then === undefined ? step : Math.max(fading * step, distance(word, then));
    });
    this.#blocks.set(key, { last: words, steps, refusals: 0 });
  }

  refuse(unit: number, operation: FieldOperation): void {
    if (operation.kind !== 'read') return;
    const key = keyOf(unit, operation);
    const known = this.#blocks.get(key);
    if (known) known.refusals += 1;
  }
}

/** A request may be lengthened, and is for the same registers then. */
const keyOf = (unit: number, operation: ReadOperation): number => blockOf(unit, { ...operation, count: 0 });

const unusualIn = ({ last, steps }: Block, words: readonly number[]): number[] => {
  const unusual: number[] = [];
  let filled = 0;
  for (const [i, word] of words.entries()) {
    const then = last[i];
    if (then === undefined) continue;
    if (word !== 0 || then !== 0) filled += 1;
    if (distance(word, then) > usualTimes * (steps[i] ?? 0)) unusual.push(i);
  }
  return unusual.length >= leastShare * filled ? unusual : [];
};
