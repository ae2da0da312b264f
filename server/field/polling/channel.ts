import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { sayRemark } from '../../contract/model/commandRemarks.ts';
import { Backoff } from '../../core/backoff.ts';
import { Failure, type FailureCode, isFailure } from '../../core/fail.ts';
import type { ChannelState, FieldConnection } from '../../core/field/field.ts';
import type { FieldOperation } from '../ports/codec.ts';
import type { PortCounters } from '../ports/port.ts';
import { ShapeGuard } from '../ports/shapeGuard.ts';
import type { ChannelDeps, ChannelEvents, FieldRequest, WaitingRequest } from './fieldRequest.ts';
import { Utilisation } from './figures/utilisation.ts';
import { Lanes } from './lanes.ts';
import { backoffOf, connectTimeoutMs, pauseMs } from './line.ts';
import { ConnectedLink, type LinkAnswer } from './link.ts';
import { closesWithinMs, Reopening } from './reopening.ts';
import { LineTrust } from './trust/lineTrust.ts';
import { UsualSteps } from './trust/usualSteps.ts';

const healthyAfterMs = 30_000;
const commandDeadlineMs = 5000;

/**
 * One physical line, serial or host and port, and everything that is sent over it: one request at a time out of three
 * lanes. Keeps the connection up by itself, with back-off.
 */
export class Channel {
  readonly #connection: FieldConnection;
  readonly #deps: ChannelDeps;
  readonly #events: ChannelEvents;
  readonly #lanes = new Lanes<WaitingRequest>();
  readonly #guard: ShapeGuard;
  readonly #trust: LineTrust | undefined;
  readonly #steps = new UsualSteps();
  readonly #reopening = new Reopening();
  readonly #backoff: Backoff;
  readonly #utilisation: Utilisation;
  readonly #counters: PortCounters = { lateAnswers: 0, bytesDropped: 0, violations: 0 };
  #state: ChannelState['state'] = 'stopped';
  #reason: string | null = null;
  #sinceMs: number;
  #lastFault: FailureCode | null = null;
  #connects = 0;
  #isOutage = true;
  #attempt = 0;
  #link: ConnectedLink | null = null;
  #life: { abort: AbortController; ended: Promise<void> } | null = null;
  #wake: (() => void) | null = null;
  #expiry: NodeJS.Timeout | undefined;

  constructor(connection: FieldConnection, deps: ChannelDeps, events: ChannelEvents) {
    this.#connection = connection;
    this.#deps = deps;
    this.#events = events;
    const isTcp = connection.settings.kind === 'tcp';
    this.#guard = new ShapeGuard(deps.clock, isTcp ? 'mbap' : 'rtu');
    this.#trust = isTcp ? undefined : new LineTrust(deps.clock);
    this.#backoff = new Backoff(backoffOf(connection.settings), deps.random);
    this.#utilisation = new Utilisation(deps.clock.monotonicMs());
    this.#sinceMs = deps.clock.now();
  }

  /** Connected, so that requests are being sent. */
  get isUp(): boolean {
    return this.#state === 'ready' || this.#state === 'busy' || this.#state === 'draining';
  }

  start(): void {
    if (this.#life) return;
    const abort = new AbortController();
    this.#life = { abort, ended: this.#live(abort.signal) };
  }

  async stop(): Promise<void> {
    const life = this.#life;
    if (!life) return;
    this.#life = null;
    const stopped = new Failure('cancelled', sayRemark('lineStopped', {}));
    life.abort.abort();
    clearTimeout(this.#expiry);
    await this.#link?.close(stopped);
    await life.ended;
    this.#trust?.stop();
    this.#lanes.clear(['command', 'poll', 'scan'], stopped);
    this.#to('stopped', null);
  }

  /**
   * Sends one request when its turn comes. Fails with the faults of `StrictPort.exchange` and `exception`; with `linkDown`
   * at once while the line is down, where it is not a command; with `busy` when too many commands wait; with `cancelled`
   * when a command was not sent in time or the request was no longer wanted.
   */
  request(request: FieldRequest): Promise<LinkAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<LinkAnswer>();
    const isCommand = request.lane === 'command';
    const deadlineMs = request.deadlineMs ?? this.#deps.clock.monotonicMs() + commandDeadlineMs;
    if (!this.isUp && !(this.#life && (isCommand || !this.#isOutage))) {
      reject(new Failure('linkDown', this.#reason ?? sayRemark('notConnected', {})));
      return promise;
    }
    try {
      this.#lanes.push({ request, lane: request.lane, deadlineMs, isWanted: request.isWanted, resolve, reject });
      if (isCommand) this.#armExpiry();
    } catch (error) {
      reject(error);
    }
    this.#wake?.();
    return promise;
  }

  state(): ChannelState {
    return {
      connectionId: this.#connection.id,
      state: this.#state,
      reason: this.#reason,
      lastFault: this.#lastFault,
      sinceMs: this.#sinceMs,
      reconnects: Math.max(0, this.#connects - 1),
      ...this.#counters,
      utilisationPct: Math.round(10 * this.#utilisation.percent(this.#deps.clock.monotonicMs())) / 10,
      queueDepth: this.#lanes.depth,
      ...(this.#trust && { company: this.#trust.state() }),
    };
  }

  /** Answers carry no number here, so that one could pass for another. */
  get mayBeTaken(): boolean {
    return this.#trust !== undefined;
  }

  /** Whether the answer to another request could pass for this one's, so that it should be asked in another shape. */
  isTaken(unit: number, operation: FieldOperation): boolean {
    return this.#trust?.isTaken(unit, operation) ?? false;
  }

  async #live(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#to('connecting', this.#reason);
      if (!this.#reopening.isToClose) await this.#deps.gate.enter(signal);
      if (signal.aborted) break;
      const link = this.#createLink(signal);
      this.#link = link;
      let reason: Failure;
      try {
        await link.open();
        reason = await this.#serve(link, signal);
      } catch (error) {
        reason = isFailure(error) ? error : new Failure('server', `the line failed: ${error}`, { cause: error });
      }
      await link.close(reason);
      this.#link = null;
      this.#trust?.ended();
      if (!signal.aborted) await this.#restAfter(link, reason, signal);
    }
  }

  /** Sends what waits until the connection ends; answers with the reason. */
  async #serve(link: ConnectedLink, signal: AbortSignal): Promise<Failure> {
    const { settings, name } = this.#connection;
    this.#connects += 1;
    if (settings.pauseAfterConnectMs > 0) {
      this.#to('settling', this.#reason);
      await pause(settings.pauseAfterConnectMs, signal);
    }
    if (link.closedBy) return link.closedBy;
    this.#to('ready', null);
    this.#deps.log[this.#isOutage ? 'info' : 'debug']({ connection: name, connects: this.#connects }, 'line up');
    this.#events.onReady(this.#isOutage);
    const pauseBetweenMs = pauseMs(settings);
    for (;;) {
      if (link.closedBy) return link.closedBy;
      const hasPerformed = await (this.#performNext(link, signal) ?? this.#untilWoken());
      if (hasPerformed && this.#reopening.isToClose) await this.#letClose(link, signal);
      if (hasPerformed && pauseBetweenMs > 0) await pause(pauseBetweenMs, signal);
    }
  }

  /** What is sent to a gateway that closes after each answer would be lost; one that does not after all is sent the next at once. */
  async #letClose(link: ConnectedLink, signal: AbortSignal): Promise<void> {
    await pause(closesWithinMs, AbortSignal.any([signal, link.ended]));
    if (!link.closedBy) this.#reopening.stayedOpen();
  }

  /** Apart from the loop, which would hold the last request with all that it brought until the next one. */
  #performNext(link: ConnectedLink, signal: AbortSignal): Promise<boolean> | undefined {
    const job = this.#lanes.take(this.#deps.clock.monotonicMs());
    return job && this.#perform(link, job, signal);
  }

  /** @returns true. */
  async #perform(link: ConnectedLink, job: WaitingRequest, signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#deps;
    const restMs = this.#trust?.pauseBefore(job.request.unit, job.request.operation) ?? 0;
    if (restMs > 0) await this.#rest(restMs, signal);
    const startedMs = clock.monotonicMs();
    this.#to('busy', null);
    await link.perform(job.request, { resolve: job.resolve, reject: (failure) => this.#unanswered(link, job, failure) });
    const endedMs = clock.monotonicMs();
    this.#utilisation.add(endedMs - startedMs, endedMs);
    if (!link.closedBy) this.#to('ready', null);
    return true;
  }

  /** A read that a device closed its connection on is asked once more over the next. */
  #unanswered({ hasAnswered }: ConnectedLink, job: WaitingRequest, failure: Failure): void {
    const isLost = failure.code === 'linkDown' && (hasAnswered || !this.#isOutage) && job.lane === 'poll';
    if (isLost && !job.isSecond) this.#lanes.push({ ...job, isSecond: true });
    else job.reject(failure);
  }

  /** Lets answers come that may still be on their way. */
  async #rest(ms: number, signal: AbortSignal): Promise<void> {
    await pause(ms, signal);
    // after a stall the timer fires before the input is read
    await nextTurn();
    this.#trust?.paused();
  }

  /** Down, then back-off; at once again where the line itself gave up a connection that had been answering, or one was left idle. */
  async #restAfter(link: ConnectedLink, reason: Failure, signal: AbortSignal): Promise<void> {
    const { log, clock } = this.#deps;
    const isSerial = this.#connection.settings.kind === 'serial';
    const isClosed = reason.code === 'linkDown' && !isSerial;
    this.#isOutage = isSerial || !this.#reopening.ended(link, isClosed, clock.monotonicMs());
    this.#attempt = this.#isOutage && !link.hasAnswered ? this.#attempt + 1 : 0;
    const isSeen = this.isUp && (this.#isOutage || !isClosed);
    log[isSeen ? 'warn' : 'debug']({ connection: this.#connection.name, reason: reason.message }, 'line down');
    this.#to('down', reason.message);
    // a host that was reached and gave no answer stays that until it cannot be reached
    this.#lastFault = reason.code;
    // where the stream broke, what waits goes over the next connection
    if (!this.#isOutage && reason.code !== 'timeout') return;
    this.#lanes.clear(['poll', 'scan'], new Failure('linkDown', reason.message, { cause: reason }));
    this.#events.onDown(reason);
    if (!this.#isOutage) return;
    if (link.hasAnswered && link.livedMs >= healthyAfterMs) this.#backoff.reset();
    else if (link.hasAnswered) this.#backoff.worked();
    this.#to('backoff', reason.message);
    await pause(this.#backoff.nextMs(), signal);
  }

  #createLink(signal: AbortSignal): ConnectedLink {
    const { random, readOnly, clock, tap } = this.#deps;
    const { settings } = this.#connection;
    const limited =
      settings.kind === 'serial' ? settings : { ...settings, connectTimeoutMs: connectTimeoutMs(settings, this.#attempt) };
    return new ConnectedLink(limited, {
      clock,
      random,
      readOnly,
      counters: this.#counters,
      guard: this.#guard,
      ...(this.#trust && { trust: this.#trust, steps: this.#steps }),
      ...(tap && { tap }),
      rest: (ms) => this.#rest(ms, signal),
      onDraining: () => this.#to('draining', null),
      onClosed: () => this.#wake?.(),
    });
  }

  /** @returns false. */
  #untilWoken(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#wake = () => {
      this.#wake = null;
      resolve(false);
    };
    return promise;
  }

  #armExpiry(): void {
    const deadlineMs = this.#lanes.earliestCommandDeadlineMs;
    clearTimeout(this.#expiry);
    if (deadlineMs === null) return;
    this.#expiry = setTimeout(
      () => {
        this.#lanes.expire(this.#deps.clock.monotonicMs());
        this.#armExpiry();
      },
      Math.max(1, deadlineMs - this.#deps.clock.monotonicMs() + 1),
    );
  }

  #to(state: ChannelState['state'], reason: string | null): void {
    const wasUp = this.isUp;
    this.#state = state;
    this.#reason = reason;
    // ready, busy and draining alternate all the time: what counts is since when the line is up
    if (!wasUp || !this.isUp) this.#sinceMs = this.#deps.clock.now();
  }
}

const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  await sleep(ms, undefined, { signal }).catch(() => {});
};
