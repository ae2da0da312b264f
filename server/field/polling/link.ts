import type { ConnectionSettings, RegisterRange } from '../../contract/model/field.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure, isFailure } from '../../core/fail.ts';
import { type FieldOperation, ModbusCodec, type ReadOperation } from '../ports/codec.ts';
import { createPort } from '../ports/createPort.ts';
import type { PortDeps, StrictPort } from '../ports/port.ts';
import type { ShapeGuard } from '../ports/shapeGuard.ts';
import { wireMs } from './line.ts';
import type { HeldAnswer } from './trust/heldAnswer.ts';
import type { LineTrust } from './trust/lineTrust.ts';
import type { UsualSteps } from './trust/usualSteps.ts';

/** Timeouts in a row after which a network connection is taken for dead. */
const timeoutsToGiveUp = 3;
const probesInRow = 3;
/** Exceptions of a gateway for its target. */
const ofGateways = [10, 11];

export type UnitRequest = {
  unit: number;
  operation: FieldOperation;
  timeoutMs: number;
  acceptAnyUnit: boolean;
  /** What must not be read on the unit, be it to show that the line is in step. */
  barred?: readonly RegisterRange[];
  /** Read again and again: an answer that differs much from the last one is asked once more. */
  isPolled?: boolean;
  /** Comes when the frame is about to leave; what it throws keeps the frame from doing so. */
  onSend?: () => void;
};

/** `words` are registers 0..65535 or bits 0/1; empty after a write. */
export type LinkAnswer = {
  words: readonly number[];
  /** Epoch ms midway between request and answer. */
  atMs: number;
  rttMs: number;
  /** On a line without transaction ids: whether the words may be used is shown later. */
  held?: HeldAnswer;
};

type LinkDeps = PortDeps & {
  clock: Clock;
  guard: ShapeGuard;
  trust?: LineTrust;
  steps?: UsualSteps;
  /** Lets the line rest so long that what is still on its way has come. */
  rest?: (ms: number) => Promise<void>;
  onDraining: () => void;
};

/** One connection of a line, from connecting to its end. */
export class ConnectedLink {
  readonly #settings: ConnectionSettings;
  readonly #deps: LinkDeps;
  readonly #port: StrictPort;
  readonly #codec: ModbusCodec;
  #closedBy: Failure | null = null;
  #upSinceMs: number | null = null;
  readonly #answeredUnits = new Set<number>();
  readonly #ended = new AbortController();
  #answers = 0;
  #wasAsked = false;
  #timeoutsInRow = 0;

  constructor(settings: ConnectionSettings, deps: LinkDeps) {
    this.#settings = settings;
    this.#deps = deps;
    this.#port = createPort(settings, {
      ...deps,
      ...(deps.trust && { watch: deps.trust }),
      onClosed: (reason) => {
        this.#closedBy ??= reason;
        this.#ended.abort();
        deps.onClosed(reason);
      },
    });
    this.#codec = new ModbusCodec(this.#port);
  }

  /** Why the connection ended; null while it has not. */
  get closedBy(): Failure | null {
    return this.#closedBy;
  }

  /** Aborts once the connection has ended. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Answers over this connection, exceptions among them. */
  get answers(): number {
    return this.#answers;
  }

  get wasOpen(): boolean {
    return this.#upSinceMs !== null;
  }

  /** A request was sent over this connection. */
  get wasAsked(): boolean {
    return this.#wasAsked;
  }

  /** A device has answered over this connection, be it with an exception. */
  get hasAnswered(): boolean {
    return this.#answeredUnits.size > 0;
  }

  /** Milliseconds since it came up. */
  get livedMs(): number {
    return this.#upSinceMs === null ? 0 : this.#deps.clock.monotonicMs() - this.#upSinceMs;
  }

  async open(): Promise<void> {
    await this.#port.open();
    this.#upSinceMs = this.#deps.clock.monotonicMs();
  }

  async close(reason: Failure): Promise<void> {
    this.#closedBy ??= reason;
    await this.#port.close(reason);
  }

  /** Sends one request; a unit in doubt is probed first. `settle` gets the outcome before the line is tidied up. */
  async perform(
    request: UnitRequest,
    settle: { resolve: (answer: LinkAnswer) => void; reject: (failure: Failure) => void },
  ): Promise<void> {
    const { clock } = this.#deps;
    const isRtu = this.#port.framing === 'rtu';
    try {
      // over TCP the answer to a read is never that to a write
      if (isRtu || request.operation.kind === 'read') await this.#clearBefore(request);
      request.onSend?.();
      const sentMs = clock.monotonicMs();
      const words = await this.#exchange(request, request.operation);
      const rttMs = clock.monotonicMs() - sentMs;
      const atMs = Math.round(clock.now() - rttMs / 2);
      const held = this.#deps.trust?.latest;
      if (held) await this.#proveAnswer(request, held, words);
      settle.resolve(held ? { words, atMs, rttMs, held } : { words, atMs, rttMs });
    } catch (error) {
      settle.reject(error as Failure);
      if (isRtu && isUnanswered(error)) {
        this.#deps.onDraining();
        await this.#port.drain();
      }
    }
    if (this.#timeoutsInRow >= timeoutsToGiveUp && this.#settings.kind !== 'serial') {
      await this.close(new Failure('timeout', `${timeoutsToGiveUp} requests in a row went unanswered`));
    }
  }

  /**
   * What has to be shown before a request may leave; before a write once more, for the late answer holds up the probe's too. Not to a
   * unit that is dead: each try keeps the whole line waiting.
   */
  async #clearBefore(request: UnitRequest): Promise<void> {
    const { trust, onDraining } = this.#deps;
    const show = async (): Promise<void> => {
      await this.#clearDoubt(request);
      if (trust) await this.#proveStep(request, trust);
    };
    try {
      await show();
    } catch (error) {
      if (request.operation.kind === 'read' || !isUnanswered(error) || this.closedBy) throw error;
      if (this.#deps.guard.isDead(request.unit)) throw error;
      onDraining();
      await this.#port.drain();
      await show();
    }
  }

  /** Proves, after an unanswered request, that no answer of this unit is still to come. */
  async #clearDoubt(request: UnitRequest): Promise<void> {
    const { guard } = this.#deps;
    for (let tries = 0; ; tries += 1) {
      const probe = guard.probe(request.unit, request.operation, request.barred);
      if (!probe) return;
      if (tries === probesInRow) throw new Failure('badAnswer', 'the device answers every probe with an exception');
      let isException = false;
      try {
        await this.#exchange(request, probe);
      } catch (error) {
        isException = isFailure(error, 'exception') && !isUnanswered(error);
        if (!isException) throw error;
      }
      guard.answered(request.unit, probe, isException);
    }
  }

  /** From time to time shows, by a read of another shape, that no request is given the answer of the one before. */
  async #proveStep(request: UnitRequest, trust: LineTrust): Promise<void> {
    const proof = trust.stepProofBefore(request.unit, request.operation, request.barred);
    if (!proof) return;
    await this.#letComeBefore(request.unit, proof);
    try {
      await this.#exchange(request, proof);
    } catch (error) {
      const isException = isFailure(error, 'exception');
      trust.stepProofEnded(request.unit, isException);
      if (!isException) throw error;
    }
  }

  /** An answer like that of another request, or far from the last one, has to agree with reads of its parts. */
  async #proveAnswer(request: UnitRequest, held: HeldAnswer, words: readonly number[]): Promise<void> {
    const { trust, steps } = this.#deps;
    const { operation, unit, isPolled } = request;
    if (!trust || !steps || operation.kind !== 'read') return;
    const { isStrict } = trust;
    const isUnusual = isPolled === true && steps.isUnusual(unit, operation, words, isStrict);
    if (isUnusual) {
      held.surprise();
      // where it was taken for another answer, that one shows now
      await this.#port.drain();
    }
    for (const proof of trust.proofsOf(held, operation)) {
      const part = (await this.#part(request, proof)) ?? (isUnusual ? await this.#partAfterSilence(request, proof) : null) ?? [];
      const from = proof.address - operation.address;
      const agrees = held.isDoubtful
        ? part.length > 0 && part.every((word, i) => word === words[from + i])
        : steps.bearsOut(unit, operation, { words, isStrict }, { words: part, from });
      if (isUnusual) steps.spend();
      if (agrees) continue;
      trust.decide(held, false);
      if (!isUnusual) return;
      steps.refuse(unit, operation);
      return this.#port.drain();
    }
    trust.decide(held, true);
    if (held.state !== 'refused' && isPolled) steps.learn(unit, operation, words);
  }

  /** A further read of some of an answer's registers; null where it went unanswered. */
  async #part(request: UnitRequest, proof: ReadOperation): Promise<readonly number[] | null> {
    const { trust } = this.#deps;
    // the proofs of an answer are alike: one that came twice would be taken for the next
    await this.#letComeBefore(request.unit, proof);
    const part = await this.#exchange(request, proof).catch(() => null);
    if (trust?.latest) trust.decide(trust.latest, false);
    if (part === null) await this.#port.drain();
    return part;
  }

  /** Asked once more; what was late has come by then. */
  async #partAfterSilence(request: UnitRequest, proof: ReadOperation): Promise<readonly number[] | null> {
    try {
      await this.#clearDoubt(request);
    } catch {
      return null;
    }
    return this.#part(request, proof);
  }

  async #letComeBefore(unit: number, proof: ReadOperation): Promise<void> {
    const { trust, rest } = this.#deps;
    const restMs = trust?.pauseBeforeProof(unit, proof) ?? 0;
    if (restMs > 0) await rest?.(restMs);
  }

  async #exchange({ unit, timeoutMs, acceptAnyUnit }: UnitRequest, operation: FieldOperation): Promise<readonly number[]> {
    const { trust } = this.#deps;
    try {
      trust?.sending(unit, operation);
      const options = { timeoutMs: timeoutMs + wireMs(this.#settings, operation), acceptAnyUnit };
      this.#wasAsked = true;
      const words = await this.#codec.execute(unit, operation, options);
      this.#wasAnswered(unit);
      return words;
    } catch (error) {
      if (isFailure(error, 'exception')) this.#wasAnswered(unit);
      else trust?.failed();
      // where others answer, a unit that never did says nothing about the connection
      if (isFailure(error, 'timeout') && (!this.hasAnswered || this.#answeredUnits.has(unit))) this.#timeoutsInRow += 1;
      if (isUnanswered(error) || this.#isOfAnother(error)) this.#deps.guard.unanswered(unit, operation);
      throw error;
    }
  }

  /** With this request's transaction id: its own answer may get that of the next. */
  #isOfAnother(error: unknown): boolean {
    return this.#port.framing === 'mbap' && isFailure(error, 'badAnswer');
  }

  #wasAnswered(unit: number): void {
    this.#deps.guard.spoke(unit);
    this.#answeredUnits.add(unit);
    this.#answers += 1;
    this.#timeoutsInRow = 0;
  }
}

/** Its answer may still come: a gateway that said in its place that there is none gives it to the next request, by whose id it goes. */
const isUnanswered = (error: unknown): boolean =>
  isFailure(error, 'timeout') ||
  isFailure(error, 'crc') ||
  (isFailure(error, 'exception') && ofGateways.includes(error.details.exception ?? 0));
