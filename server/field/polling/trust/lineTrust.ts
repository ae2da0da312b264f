import type { RegisterRange } from '../../../contract/model/field.ts';
import type { Clock } from '../../../core/clock.ts';
import type { LineCompany } from '../../../core/field/field.ts';
import type { FieldOperation, ReadOperation } from '../../ports/codec.ts';
import type { LooseFrame } from '../../ports/frameSniffer.ts';
import type { LineWatch } from '../../ports/port.ts';
import { AnswerLog, horizonMs } from './answerLog.ts';
import { blockOf, shapeOfFrame, shapeOfRequest } from './frameShape.ts';
import { HeldAnswer } from './heldAnswer.ts';
import { QuietGap } from './quietGap.ts';
import { memoryMs, mostRepeatMs, Sightings } from './sightings.ts';
import { StepProof } from './stepProof.ts';
import { type Flight, Unanswered } from './unanswered.ts';

/** A frame may be repeated this long after the first, until a longer time was seen. */
const leastRepeatMs = 2500;
/** A line without a surplus frame for this long, and for so many rounds, has no other master any more. */
const cleanMs = 60_000;
const cleanRounds = 10;
/** Answers that came after later ones: a line that does it again reorders by design. */
const overtakenToDistrust = 2;

const nothingYet = Number.NaN;

type Kind = 'duplicates' | 'foreign' | 'overtaken';

/**
 * Whose answers a line without transaction ids brings. An answer is kept once the next frame or a quiet gap has shown that no other
 * was on its way; a surplus or foreign frame takes back what came before it, and the line is watched closely until it has been clean.
 *
 * While it is not alone, an answer equal to that of another block is refused, two requests of one shape have a quiet gap between them,
 * and shapes that another master uses are never believed.
 */
export class LineTrust implements LineWatch {
  readonly #clock: Clock;
  readonly #log = new AnswerLog();
  readonly #gap: QuietGap;
  readonly #lastFrames = new Map<number, { bytes: string; isProven: boolean }>();
  readonly #lastSent = new Map<number, Flight>();
  readonly #contested = new Map<number, number>();
  readonly #counts: Record<Kind, number> = { duplicates: 0, foreign: 0, overtaken: 0 };
  #flight: Flight | null = null;
  readonly #unanswered = new Unanswered(cleanMs);
  #overtakenMs: number[] = [];
  /** When an answer of a shape was refused because another block's came in its place: the true one may be on its way. */
  readonly #substitutedMs = new Map<number, number>();
  readonly #sightings = new Sightings();
  readonly #step = new StepProof();
  #latest: HeldAnswer | null = null;
  #disturbedMs = Number.NEGATIVE_INFINITY;
  #provenMs = Number.NEGATIVE_INFINITY;
  #activeMs = Number.NEGATIVE_INFINITY;
  #answeredMs = Number.NEGATIVE_INFINITY;
  #sentMs = 0;
  #looseMs = Number.NEGATIVE_INFINITY;
  #round = { block: nothingYet, count: cleanRounds };
  #longestRepeatMs = 0;
  #takenBack = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#gap = new QuietGap(clock, (quietMs) => this.#wasQuiet(quietMs));
  }

  /** A request is about to leave. */
  sending(unit: number, operation: FieldOperation): void {
    const nowMs = this.#clock.monotonicMs();
    // so long a silence shows that nothing was on its way
    if (nowMs - this.#activeMs >= Math.max(leastRepeatMs, this.#longestRepeatMs)) this.#provenMs = nowMs;
    [this.#activeMs, this.#sentMs] = [nowMs, nowMs];
    this.#latest = null;
    this.#flight = { unit, shape: shapeOfRequest(unit, operation), block: blockOf(unit, operation), sentMs: nowMs };
    this.#lastSent.set(this.#flight.shape, this.#flight);
    this.#step.sending(this.#flight.shape, this.#flight.block, nowMs);
  }

  /** The answer that was taken for the last request; null after an exception. */
  get latest(): HeldAnswer | null {
    return this.#latest;
  }

  /** The request in flight went unanswered, or its answer came damaged. */
  failed(): void {
    const nowMs = this.#clock.monotonicMs();
    if (this.#flight) this.#unanswered.add(this.#flight, nowMs);
    this.#flight = null;
  }

  /** The connection ended: what was not shown by now never will be. */
  ended(): void {
    this.#flight = null;
    this.#log.refuseHeld();
  }

  stop(): void {
    this.#gap.stop();
    this.ended();
  }

  answered(frame: Buffer): void {
    const flight = this.#flight;
    if (!flight) return;
    this.#flight = null;
    const nowMs = this.#clock.monotonicMs();
    this.#activeMs = nowMs;
    this.#answeredMs = nowMs;
    this.#gap.answered(nowMs - flight.sentMs);
    this.#unanswered.overtake();
    for (const other of this.#log.heldShapes) if (other !== flight.shape) this.#log.keep(other);
    if (((frame[1] ?? 0) & 0x80) !== 0) return;
    this.#step.answered(flight.unit, flight.shape, nowMs);
    const bytes = frame.toString('latin1');
    const { block, shape } = flight;
    const answer = new HeldAnswer({ block, shape, bytes, atMs: nowMs, isDoubtful: this.#isDoubtful(block, bytes, nowMs) });
    this.#latest = answer;
    this.#countRound(block);
    if (answer.isDoubtful) this.#sightings.noteAnswer(bytes, nowMs);
    if (answer.isDoubtful && this.isStrict) {
      this.#unanswered.add(flight, nowMs);
      this.#substitutedMs.set(shape, nowMs);
    }
    if (this.isStrict && (this.#isDistrusted || this.#isContested(shape))) answer.withdraw();
    this.#log.add(answer);
    this.#gap.arm(this.#log.oldestHeldMs);
  }

  loose(frame: LooseFrame, isInstead: boolean): void {
    const nowMs = this.#clock.monotonicMs();
    [this.#activeMs, this.#looseMs] = [nowMs, nowMs];
    const shape = shapeOfFrame(frame);
    const bytes = frame.bytes.toString('latin1');
    const isRepeat = this.#sightings.isRepeat(bytes, nowMs) || this.#unanswered.takeRepeat(bytes, nowMs);
    this.#sightings.note(bytes, nowMs);
    if (!frame.isRequest && this.#unanswered.take(shape, bytes, nowMs)) return;
    const isOurs = !frame.isRequest && !this.#isForeigner(bytes);
    const twin = isOurs ? this.#recentTwin(bytes, nowMs) : undefined;
    const kind = isRepeat && isOurs ? 'duplicates' : this.#kindOf(frame, shape, twin);
    this.#counts[kind] += 1;
    if (twin && twin === this.#log.latest(shape)) this.#gap.repeated(nowMs - twin.atMs);
    if (twin) this.#longestRepeatMs = Math.min(mostRepeatMs, Math.max(this.#longestRepeatMs, nowMs - twin.atMs));
    const wasStrict = this.isStrict;
    this.#disturbedMs = nowMs;
    this.#round = { block: nothingYet, count: 0 };
    if (kind === 'overtaken') this.#overtakenMs.push(nowMs);
    if (kind !== 'duplicates' && !isInstead) this.#contested.set(shape, nowMs);
    // a silence shows that no repetition was on its way, and nothing of answers that came instead of others
    const provenMs = kind === 'duplicates' ? Math.max(this.#provenMs, nowMs - horizonMs) : nowMs - horizonMs;
    if (!wasStrict) this.#withdraw(provenMs, () => true);
    else if (twin) this.#withdraw(twin.atMs, ({ block, atMs }) => block === twin.block && atMs > twin.atMs);
    else if (kind === 'duplicates') this.#withdraw(nowMs - memoryMs, (answer) => answer === this.#log.latest(shape));
    else if (!isInstead) this.#withdraw(provenMs, (answer) => answer.shape === shape);
  }

  /** Reads that have to agree with an answer that may be another block's: its parts, in another shape, or itself twice more. */
  proofsOf({ awaitsReads, state }: HeldAnswer, operation: FieldOperation): ReadOperation[] {
    if (!awaitsReads || state !== 'held' || operation.kind !== 'read') return [];
    const { space, address, count } = operation;
    if (space === 'coil' || space === 'discrete' || count < 2) return [operation, operation];
    return [0, 1].map((from) => ({ ...operation, address: address + from, count: count - 1 }));
  }

  /** A doubtful answer agrees with its proofs, or does not. */
  decide(answer: HeldAnswer, isProven: boolean): void {
    if (!answer.awaitsReads || answer.state !== 'held') return;
    if (!isProven) {
      if (!answer.isDoubtful) this.#lastFrames.delete(answer.block);
      this.#log.withdrawOne(answer);
      return;
    }
    this.#lastFrames.set(answer.block, { bytes: answer.bytes, isProven });
    this.#log.believe(answer);
    this.#unanswered.answered(answer.block, answer.atMs);
    this.#substitutedMs.delete(answer.shape);
  }

  /** What to read before a request, to show that the line is in step. */
  stepProofBefore(unit: number, operation: FieldOperation, barred: readonly RegisterRange[] = []): ReadOperation | null {
    const shape = shapeOfRequest(unit, operation);
    return this.#step.before(unit, operation, { shape, nowMs: this.#clock.monotonicMs(), barred });
  }

  /** It was answered with an exception, which is no other request's answer; or not at all. */
  stepProofEnded(unit: number, isException: boolean): void {
    if (isException) this.#step.proven(unit, this.#clock.monotonicMs());
    // a frame that came instead says more than silence: asked again with the next request
    else if (this.#looseMs < this.#sentMs) this.#step.failed(unit, this.#clock.monotonicMs());
  }

  /** Ms to wait before a request, so that an answer on its way to an earlier one of its shape is seen as surplus. */
  pauseBefore(unit: number, operation: FieldOperation): number {
    const nowMs = this.#clock.monotonicMs();
    const shape = shapeOfRequest(unit, operation);
    const awaitedMs = (this.#substitutedMs.get(shape) ?? Number.NEGATIVE_INFINITY) + this.#gap.ms - nowMs;
    if (awaitedMs > 0) return Math.max(1, awaitedMs);
    const oldestMs = this.#log.oldestHeldMs;
    if (oldestMs === null) return 0;
    if (!(this.#log.hasHeld(shape) && this.isStrict) && nowMs - oldestMs < this.#gap.longestHoldMs) return 0;
    return Math.max(1, this.#answeredMs + this.#gap.ms - nowMs);
  }

  /** The same before a proof: until the last answer of its shape has come twice, where answers do. */
  pauseBeforeProof(unit: number, operation: FieldOperation): number {
    const last = this.#lastSent.get(shapeOfRequest(unit, operation));
    const repeatedMs = last && this.isStrict ? last.sentMs + this.#gap.repeatMs - this.#clock.monotonicMs() : 0;
    return Math.max(this.pauseBefore(unit, operation), repeatedMs);
  }

  /** The pause was made, and what came meanwhile has been looked at. */
  paused(): void {
    this.#wasQuiet(0);
  }

  /** Whether a request of this shape could be given the answer of another one, or of another master. */
  isTaken(unit: number, operation: FieldOperation): boolean {
    if (!this.isStrict) return false;
    const shape = shapeOfRequest(unit, operation);
    if (this.#isContested(shape)) return true;
    const last = this.#lastSent.get(shape);
    const repeatMs = Math.max(leastRepeatMs, 1.25 * this.#longestRepeatMs);
    return last !== undefined && last.block !== blockOf(unit, operation) && this.#clock.monotonicMs() - last.sentMs < repeatMs;
  }

  state(): LineCompany {
    const isUntrustworthy =
      this.isStrict && (this.#isDistrusted || [...this.#contested.keys()].some((shape) => this.#isContested(shape)));
    return {
      state: isUntrustworthy ? 'untrustworthy' : this.isStrict ? 'notAlone' : 'alone',
      ...this.#counts,
      longestRepeatMs: Math.round(this.#longestRepeatMs),
      takenBack: this.#takenBack,
    };
  }

  /** Others were seen on the line not long ago. */
  get isStrict(): boolean {
    return this.#clock.monotonicMs() - this.#disturbedMs < cleanMs || this.#round.count < cleanRounds;
  }

  get #isDistrusted(): boolean {
    const sinceMs = this.#clock.monotonicMs() - cleanMs;
    this.#overtakenMs = this.#overtakenMs.filter((atMs) => atMs > sinceMs);
    return this.#overtakenMs.length >= overtakenToDistrust;
  }

  #isContested(shape: number): boolean {
    return this.#clock.monotonicMs() - (this.#contested.get(shape) ?? Number.NEGATIVE_INFINITY) < cleanMs;
  }

  /** The frame that another block gave just now, while this block gave something else until now. */
  #isDoubtful(block: number, bytes: string, nowMs: number): boolean {
    const last = this.#lastFrames.get(block);
    const isProven = last?.bytes === bytes && last.isProven;
    const twin = this.#recentTwin(bytes, nowMs);
    const wasLoose = twin === undefined && this.#sightings.isRecent(bytes, nowMs);
    if (!isProven && (wasLoose || (twin !== undefined && twin.block !== block))) return true;
    this.#lastFrames.set(block, { bytes, isProven });
    return false;
  }

  /** It comes again and again, and is not what the block gives that once gave it. */
  #isForeigner(bytes: string): boolean {
    const giver = this.#log.twinOf(bytes);
    return giver !== undefined && this.#sightings.isLasting(bytes) && this.#lastFrames.get(giver.block)?.bytes !== bytes;
  }

  #recentTwin(bytes: string, nowMs: number): HeldAnswer | undefined {
    const twin = this.#log.twinOf(bytes);
    return twin && nowMs - twin.atMs <= memoryMs ? twin : undefined;
  }

  #kindOf({ isRequest }: LooseFrame, shape: number, twin: HeldAnswer | undefined): Kind {
    if (isRequest) return 'foreign';
    if (twin || this.#isReplacement(this.#log.latest(shape))) return 'duplicates';
    return this.#unanswered.has(shape) ? 'overtaken' : 'foreign';
  }

  /** What was taken just now repeats an earlier frame, so that the surplus one is the true answer. */
  #isReplacement(latest: HeldAnswer | undefined): boolean {
    if (!latest || this.#clock.monotonicMs() - latest.atMs > 2 * this.#gap.ms) return false;
    return latest.isDoubtful || this.#sightings.isRepeat(latest.bytes, this.#clock.monotonicMs());
  }

  #withdraw(sinceMs: number, isMeant: (answer: HeldAnswer) => boolean): void {
    this.#takenBack += this.#log.withdraw(sinceMs, isMeant);
  }

  #countRound(block: number): void {
    if (Number.isNaN(this.#round.block)) this.#round.block = block;
    else if (this.#round.block === block) this.#round.count += 1;
  }

  #wasQuiet(quietMs: number): void {
    const nowMs = this.#clock.monotonicMs();
    for (const shape of this.#log.heldShapes) {
      const lastMs = this.#log.latest(shape)?.atMs ?? nowMs;
      if (this.#flight?.shape !== shape && nowMs - lastMs >= quietMs) this.#log.keep(shape);
    }
    this.#gap.arm(this.#log.oldestHeldMs);
  }
}
