import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionSettings } from '../../contract/model/field.ts';
import type { Clock } from '../../core/clock.ts';
import { type Failure, isFailure } from '../../core/fail.ts';
import type { DeviceState, FieldDevice, FieldTag } from '../../core/field/field.ts';
import type { Log } from '../../core/log.ts';
import { type FailedRead, isRefusedAddress, mayBeOfSome, outcomeOf } from '../ports/outcome.ts';
import type { Channel } from './channel.ts';
import { type BlockRun, DevicePlan } from './devicePlan.ts';
import { type Area, DeviceReader, type RefusedParts } from './deviceReader.ts';
import { DeviceMetrics } from './figures/deviceMetrics.ts';
import { Health } from './health.ts';
import type { LinkAnswer } from './link.ts';
import { PollSchedule } from './pollSchedule.ts';
import { ProbeTimes } from './probeTimes.ts';
import { maxGapRegisters } from './readPlan.ts';
import { type SampleOutlet, SampleWriter } from './sampleWriter.ts';
import type { TagStates } from './tags/tagTable.ts';

/** Usual time between a request's end and the answer's begin, for the cost of a gap. */
const turnaroundMs = 20;
/** Silences in a row after which a block is held back although its device answers others. */
const silencesToHold = 3;
const unknownFunction = 1;
/** What was read this short before the line came up is not asked again at once. */
const freshMs = 250;

export type DevicePollerDeps = SampleOutlet & {
  settings: ConnectionSettings;
  channel: Channel;
  table: TagStates;
  clock: Clock;
  log: Log;
  /** 0..1, shifts this line's due times against other lines'. */
  phase: number;
  /** Whether the line serves another device that answers. */
  hasLivingNeighbour: () => boolean;
  /** What is due next may be due earlier than before. */
  onReplanned: () => void;
  /** After every request: whether the device answered. */
  onOutcome: (hasAnswered: boolean) => void;
};

/** Reads one device's tags when they are due, follows its health and turns what comes into samples. */
export class DevicePoller {
  readonly #device: FieldDevice;
  readonly #deps: DevicePollerDeps;
  readonly #plan: DevicePlan;
  readonly #health: Health;
  readonly #metrics: DeviceMetrics;
  readonly #reader: DeviceReader;
  readonly #writer: SampleWriter;
  readonly probes: ProbeTimes;
  readonly #abort = new AbortController();
  #probing: BlockRun | null = null;
  #skipped = 0;

  constructor(device: FieldDevice, tags: readonly FieldTag[], deps: DevicePollerDeps) {
    this.#device = device;
    this.#deps = deps;
    this.#metrics = new DeviceMetrics(deps.clock);
    const isStopped = (): boolean => this.#abort.signal.aborted;
    this.#reader = new DeviceReader(device, { ...deps, metrics: this.#metrics, isStopped });
    this.#writer = new SampleWriter({ ...deps, isStopped });
    this.#plan = new DevicePlan(device, tags, {
      maxGapRegisters: maxGapRegisters(deps.settings, turnaroundMs),
      gridOf: (periodMs) => new PollSchedule(periodMs, deps.phase, deps.clock.monotonicMs()),
    });
    this.#health = new Health(this.#plan.shortestPeriodMs);
    const { settings } = deps;
    const timeoutMs = device.timeoutMs ?? settings.timeoutMs;
    this.probes = new ProbeTimes(timeoutMs, settings.kind === 'tcp' ? 0 : settings.quietMs, this.#plan.shortestPeriodMs);
  }

  get device(): FieldDevice {
    return this.#device;
  }

  get isOffline(): boolean {
    return this.#health.state === 'offline';
  }

  /** Monotonic ms of the next thing to do. */
  get nextDueMs(): number {
    const { runs, nextRetryMs } = this.#plan;
    const dueMs = Math.min(...runs.map(({ grid }) => grid.nextMs));
    // what cannot be done now is no reason to wake at once, again and again
    if (!this.#deps.channel.isUp) return dueMs;
    if (!this.isOffline) return Math.min(dueMs, nextRetryMs);
    return runs.some(({ isRunning }) => isRunning) ? dueMs : Math.min(dueMs, this.probes.nextMs(this.#deps.hasLivingNeighbour()));
  }

  /** Starts what is due. A block still under way is skipped and counted, never queued twice. */
  tick(nowMs: number): void {
    for (const run of this.#plan.runs) {
      const dues = run.grid.takeDue(nowMs);
      if (dues === 0 || !this.#deps.channel.isUp || this.isOffline || run.heldUntilMs > nowMs) continue;
      this.#skipped += dues - 1;
      if (run.isRunning) this.#skipped += 1;
      else void this.#start(run, nowMs);
    }
    if (!this.#deps.channel.isUp) return;
    if (this.isOffline) this.#probe(nowMs);
    else if (this.#plan.nextRetryMs <= nowMs) void this.#retryRefused(nowMs).catch(this.#logFault);
  }

  /** The line came up: asks at once what should have been asked meanwhile; all that is not fresh where it was said to be away. */
  lineUp(nowMs: number, wasDown: boolean): void {
    for (const run of this.#plan.runs) {
      const { periodMs } = run.block;
      const isOld = nowMs - run.lastGoodMs > (wasDown ? Math.min(freshMs, periodMs / 2) : periodMs);
      if (isOld && !run.isRunning && !this.isOffline && run.heldUntilMs <= nowMs) void this.#start(run, nowMs);
    }
    if (this.isOffline) this.#probe(nowMs);
  }

  lineDown(): void {
    this.#writer.failedRuns(this.#plan.runs, 'BAD_LINK', false);
  }

  start(): void {
    this.#writer.failed(this.#plan.excluded, true);
    if (this.#deps.channel.isUp) this.lineUp(this.#deps.clock.monotonicMs(), true);
  }

  /** Nothing is published after it; requests still queued are cancelled at their turn. */
  stop(): void {
    this.#abort.abort();
  }

  state(): DeviceState {
    return {
      deviceId: this.#device.id,
      connectionId: this.#device.connectionId,
      health: this.#health.state,
      ...this.#metrics.state(),
      skippedBlocks: this.#skipped,
      ...this.#plan.state(),
    };
  }

  #probe(nowMs: number): void {
    const run = this.#plan.preferred(nowMs);
    if (this.#probing || !run || run.isRunning || nowMs < this.probes.nextMs(this.#deps.hasLivingNeighbour())) return;
    this.#probing = run;
    this.probes.began(nowMs);
    void this.#start(run, nowMs);
  }

  async #start(run: BlockRun, nowMs: number): Promise<void> {
    run.isRunning = true;
    try {
      await this.#read(run, nowMs + run.block.periodMs);
    } catch (error) {
      this.#logFault(error);
    } finally {
      run.isRunning = false;
      if (this.#probing === run) this.#probing = null;
      if (this.isOffline) this.#deps.onReplanned();
    }
  }

  readonly #logFault = (error: unknown): void =>
    this.#deps.log.error({ err: error, device: this.#device.name }, 'reading a device failed');

  async #read(run: BlockRun, deadlineMs: number): Promise<void> {
    const area = (): Area => this.#reader.areaOf(run.block, this.#plan.readableFrom(run.block));
    for (let retry = 0; !this.#abort.signal.aborted; retry += 1) {
      try {
        this.#accept(run, await this.#reader.read(area(), deadlineMs, () => this.#mayRead(run, retry > 0)));
        return;
      } catch (failure) {
        if (!isFailure(failure)) throw failure;
        const outcome = outcomeOf(failure, this.#deps.settings.kind !== 'tcp');
        if (!outcome) return;
        const mayRetry = outcome.isAlive || (!this.#health.isSilent && run.silences === 0);
        if (outcome.isAlive) this.#noteAnswer(run);
        else this.#wasSilent(run, failure);
        if (retry >= outcome.retries || !mayRetry) return this.#refused(run, failure, outcome, deadlineMs);
        await sleep(outcome.retryDelayMs(retry), undefined, { signal: this.#abort.signal }).catch(() => {});
      }
    }
  }

  /** A silent device is asked once a cycle, by the block that answered last; an offline one by its probe alone. */
  #mayRead(run: BlockRun, isRetry: boolean): boolean {
    const nowMs = this.#deps.clock.monotonicMs();
    const mayRead = this.isOffline
      ? this.#probing === run
      : this.#health.mayTry(nowMs) && (isRetry || this.#isPreferred(run, nowMs));
    if (mayRead) run.lastTriedMs = nowMs;
    return mayRead;
  }

  #isPreferred(run: BlockRun, nowMs: number): boolean {
    return !this.#health.isSilent || run === this.#plan.preferred(nowMs);
  }

  #accept(run: BlockRun, answer: LinkAnswer): void {
    if (this.#abort.signal.aborted) return;
    run.lastGoodMs = this.#deps.clock.monotonicMs();
    run.failures = 0;
    this.#noteAnswer(run);
    this.#writer.words(run, { ...answer, address: run.block.address }, () => this.#askAgain(run));
  }

  /** The answer turned out to be another request's: asked again at once, but only once a period. */
  #askAgain(run: BlockRun): void {
    const nowMs = this.#deps.clock.monotonicMs();
    if (run.isRunning || !this.#deps.channel.isUp || nowMs - run.askedAgainMs < run.block.periodMs) return;
    run.askedAgainMs = nowMs;
    void this.#start(run, nowMs);
  }

  async #refused(run: BlockRun, failure: Failure, outcome: FailedRead, deadlineMs: number): Promise<void> {
    if (this.#abort.signal.aborted) return;
    const mayLook = isRefusedAddress(failure) || run.lookAgainMs <= this.#deps.clock.monotonicMs();
    if (mayBeOfSome(failure) && mayLook) return this.#readAround(run, failure, outcome, deadlineMs);
    this.#failed(run, failure, outcome);
  }

  #failed(run: BlockRun, failure: Failure, { quality, isAlive }: FailedRead): void {
    this.#writer.failedRuns(this.isOffline ? this.#plan.runs : [run], quality, isAlive);
    if (failure.details.exception !== unknownFunction) return;
    const tagIds = run.slots.map(({ tagId }) => tagId);
    this.#plan.exclude(tagIds, quality, this.#deps.clock.monotonicMs());
  }

  /** Finds the refused registers and goes on without them, in this cycle; where the whole of a block fails it stays. */
  async #readAround(run: BlockRun, failure: Failure, outcome: FailedRead, deadlineMs: number): Promise<void> {
    let finding: RefusedParts | null;
    try {
      finding = await this.#reader.findRefused(run.block, failure, { turn: run.failures, deadlineMs });
    } catch (unanswered) {
      if (!isFailure(unanswered)) throw unanswered;
      // the block is asked again when it is due; a line that broke says so itself
      const why = outcomeOf(unanswered, this.#deps.settings.kind !== 'tcp');
      if (why?.isAlive === false) this.#wasSilent(run, unanswered);
      if (why) this.#writer.failedRuns(this.isOffline ? this.#plan.runs : [run], why.quality, why.isAlive);
      return;
    }
    if (this.#abort.signal.aborted) return;
    const nowMs = this.#deps.clock.monotonicMs();
    if (!finding) {
      this.#plan.failedWhole(run, nowMs);
      return this.#failed(run, failure, outcome);
    }
    for (const read of finding.reads) this.#writer.words(run, read, () => {});
    this.#writer.failed(this.#plan.learn(run.block, finding, nowMs), true);
    for (const next of this.#plan.runs) {
      if (next.lastTriedMs === Number.NEGATIVE_INFINITY && !next.isRunning) void this.#start(next, nowMs);
    }
  }

  async #retryRefused(nowMs: number): Promise<void> {
    if (this.#plan.forgetLimits(nowMs)) return this.#deps.onReplanned();
    const retry = this.#plan.takeRetry(nowMs);
    if (!retry) return;
    const unanswered = (error: unknown) => (isFailure(error) ? null : Promise.reject(error));
    const answer = await this.#reader.readUnlessRefused(retry.block, nowMs + retry.block.periodMs).catch(unanswered);
    if (!answer || this.#abort.signal.aborted) return;
    this.#plan.readmit(retry.block, this.#deps.clock.monotonicMs());
    for (const next of this.#plan.runs)
      if (next.lastTriedMs === Number.NEGATIVE_INFINITY && !next.isRunning) void this.#start(next, nowMs);
    this.#deps.onReplanned();
  }

  #noteAnswer(run: BlockRun): void {
    const wasOffline = this.isOffline;
    run.silences = 0;
    run.heldUntilMs = Number.NEGATIVE_INFINITY;
    this.#health.answered();
    this.#deps.onOutcome(true);
    if (!wasOffline) return;
    this.#deps.log.info({ device: this.#device.name, unit: this.#device.slaveId }, 'device answers again');
    this.probes.reset();
    const nowMs = this.#deps.clock.monotonicMs();
    for (const other of this.#plan.runs) {
      other.heldUntilMs = Number.NEGATIVE_INFINITY;
      if (other !== run && !other.isRunning) void this.#start(other, nowMs);
    }
  }

  #wasSilent(run: BlockRun, { message }: Failure): void {
    const wasOffline = this.isOffline;
    this.#deps.onOutcome(false);
    this.#health.failed(run.lastTriedMs);
    run.silences += 1;
    if (this.isOffline && !wasOffline) {
      this.#deps.log.warn({ device: this.#device.name, unit: this.#device.slaveId, reason: message }, 'device offline');
    }
    if (run.silences >= silencesToHold && !this.isOffline) run.heldUntilMs = this.#deps.clock.monotonicMs() + this.probes.longMs;
  }
}
