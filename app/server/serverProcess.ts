import { exitCodes } from '../../server/contract/process/exitCodes.ts';
import {
  type DesktopFile,
  type Pulse,
  type ServerToShell,
  type ShellToServer,
  type StartingStep,
  serverToShell,
} from '../../server/contract/process/shell.ts';
import { endReason } from './exitWords.ts';
import type { JobProcesses } from './jobProcesses.ts';
import { LastLines } from './lastLines.ts';
import { type Limits, silenceMs, usualLimits } from './limits.ts';

type Output = { on(event: 'data', listener: (chunk: unknown) => void): unknown } | null;

/** The part of Electron's UtilityProcess that the shell uses. */
export interface ChildProcess {
  readonly pid?: number | undefined;
  readonly stdout?: Output;
  readonly stderr?: Output;
  postMessage(message: ShellToServer): void;
  kill(): boolean;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
}

export type ServerDown = { reason: string; retryMs: number; isLoop: boolean };

export type ServerEvents = {
  onStep(step: StartingStep): void;
  onReady(url: string, addresses: readonly string[]): void;
  onPulse(pulse: Pulse): void;
  /** The server is not there: why, and when it is tried again. */
  onDown(down: ServerDown): void;
  /** Another server has the data folder. True where the shell goes on with that one and none is to be started. */
  onLocked(): Promise<boolean>;
  /** What it printed. */
  onOutput(text: string): void;
};

export type ServerParts = {
  fork: () => ChildProcess;
  events: ServerEvents;
  jobs: Pick<JobProcesses, 'receive' | 'killAll'>;
  /** What the desktop adds to the server's diagnostics. */
  desktopFiles: () => DesktopFile[];
  /** Ends a process that does not answer signals. */
  killHard: (pid: number) => void;
  limits?: Partial<Limits>;
};

/** Keeps one server process alive: waits for it, watches its pulse, starts it again with back-off, stops it gracefully. */
export class ServerProcess {
  readonly #parts: ServerParts;
  readonly #limits: Limits;
  #child: ChildProcess | undefined;
  #lines = new LastLines();
  #retryMs: number;
  #isReady = false;
  #isOnBattery = false;
  #said: string | undefined;
  #stopping: Promise<void> | undefined;
  /** Stopped for good: whatever was under way starts no other. */
  #isOver = false;
  #exited: (() => void) | undefined;
  #backup: Promise<string> | undefined;
  #backedUp: ((answer: { snapshot: string | null; reason: string | null }) => void) | undefined;
  #ends: number[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  #deadline: NodeJS.Timeout | undefined;

  constructor(parts: ServerParts) {
    this.#parts = parts;
    this.#limits = { ...usualLimits, ...parts.limits };
    this.#retryMs = this.#limits.firstRetryMs;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Undefined while none runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): void {
    if (this.#child || this.#isStopping) return;
    this.#clearTimers();
    this.#said = undefined;
    this.#lines = new LastLines();
    const child = this.#parts.fork();
    this.#child = child;
    for (const output of [child.stdout, child.stderr])
      output?.on('data', (chunk) => {
        const text = String(chunk);
        if (output === child.stderr) this.#lines.add(text);
        this.#parts.events.onOutput(text);
      });
    child.on('message', (sent) => {
      const message = serverToShell.safeParse(sent);
      if (message.success && this.#child === child) this.#receive(child, message.data);
    });
    child.on('exit', (code) => void this.#lost(code ?? exitCodes.fault));
    this.#expectWithin(this.#limits.firstMs, 'the server did not begin its start');
  }

  /** @returns the name of a backup that was made now and read back. @throws Error with the reason */
  backUp(): Promise<string> {
    const child = this.#child;
    if (!child || !this.#isReady) return Promise.reject(new Error('the server is not running'));
    this.#backup ??= new Promise<string>((resolve, reject) => {
      this.#backedUp = ({ snapshot, reason }) => {
        this.#backup = undefined;
        this.#backedUp = undefined;
        if (snapshot === null) reject(new Error(reason ?? 'the server made no backup'));
        else resolve(snapshot);
      };
      child.postMessage({ type: 'backUp' });
    });
    return this.#backup;
  }

  /** Now rather than after its wait. */
  retryNow(): void {
    this.#ends = [];
    this.#retryMs = this.#limits.firstRetryMs;
    this.start();
  }

  /** After the machine slept: what is late is not stuck. */
  renew(): void {
    if (this.#isReady) this.#expectPulse();
  }

  get isOnBattery(): boolean {
    return this.#isOnBattery;
  }

  /** Power state of the PC; it is sent to a server that starts later as well. */
  reportPower(isOnBattery: boolean): void {
    this.#isOnBattery = isOnBattery;
    if (this.#isReady) this.#child?.postMessage({ type: 'power', isOnBattery });
  }

  /** Asks the server to stop, and ends it when it has not within the limit. All callers wait for the same end. */
  stop(why: string): Promise<void> {
    this.#isOver = true;
    return this.#halt(why);
  }

  /** Stops it until `retryNow`. */
  async pause(why: string): Promise<void> {
    await this.#halt(why);
    this.#stopping = undefined;
  }

  /** Stops it and starts another, as after a change of what it serves. */
  async restart(why: string): Promise<void> {
    await this.pause(why);
    this.start();
  }

  get #isStopping(): boolean {
    return this.#isOver || this.#stopping !== undefined;
  }

  #halt(why: string): Promise<void> {
    this.#stopping ??= this.#stop(why);
    return this.#stopping;
  }

  async #stop(why: string): Promise<void> {
    this.#clearTimers();
    const child = this.#child;
    if (!child) return;
    await new Promise<void>((resolve) => {
      this.#exited = resolve;
      this.#after(this.#limits.stopMs, () => this.#end(child));
      this.#after(this.#limits.stopMs + 2 * this.#limits.forceMs, resolve);
      child.postMessage({ type: 'stop', why });
    });
    this.#clearTimers();
  }

  #receive(child: ChildProcess, message: ServerToShell): void {
    const { events, jobs } = this.#parts;
    switch (message.type) {
      case 'starting':
        this.#expectWithin(silenceMs[message.step], `the server did not get past its step "${message.step}"`);
        events.onStep(message.step);
        break;
      case 'ready':
        this.#isReady = true;
        this.#expectPulse();
        this.#after(this.#limits.healthyMs, () => {
          this.#retryMs = this.#limits.firstRetryMs;
        });
        if (this.#isOnBattery) child.postMessage({ type: 'power', isOnBattery: true });
        events.onReady(message.url, message.addresses);
        break;
      case 'alive':
        this.#expectPulse();
        events.onPulse(message.pulse);
        break;
      case 'fatal':
        this.#said = message.message;
        break;
      case 'desktopFilesAsked':
        child.postMessage({ type: 'desktopFiles', files: this.#parts.desktopFiles() });
        break;
      case 'backedUp':
        this.#backedUp?.(message);
        break;
      default:
        jobs.receive(message, (answer) => {
          if (this.#child === child) child.postMessage(answer);
        });
    }
  }

  #expectPulse(): void {
    this.#expectWithin(this.#limits.silentMs, 'the server was stuck: it said nothing');
  }

  /** A timer that comes much too late says that this process slept, not that the server did. */
  #expectWithin(ms: number, otherwise: string): void {
    if (this.#isStopping) return;
    clearTimeout(this.#deadline);
    const dueMs = Date.now() + ms;
    this.#deadline = setTimeout(() => {
      if (Date.now() - dueMs > this.#limits.forceMs * 2) return this.#expectWithin(ms, otherwise);
      this.#said = `${otherwise} for ${Math.round(ms / 1000)} s`;
      if (this.#child) this.#end(this.#child);
    }, ms);
  }

  #end(child: ChildProcess): void {
    child.kill();
    this.#after(this.#limits.forceMs, () => {
      if (this.#child === child && child.pid !== undefined) this.#parts.killHard(child.pid);
    });
  }

  async #lost(code: number): Promise<void> {
    const { events, jobs } = this.#parts;
    this.#child = undefined;
    this.#isReady = false;
    jobs.killAll();
    this.#clearTimers();
    this.#backedUp?.({ snapshot: null, reason: 'the server ended before it was made' });
    this.#exited?.();
    if (this.#isStopping) return;
    if (code === exitCodes.locked && (await events.onLocked())) return;
    if (this.#isStopping) return;
    const nowMs = Date.now();
    const { loopMs, loopEnds, nextRetryMs, longestRetryMs } = this.#limits;
    this.#ends = [...this.#ends, nowMs].filter((endedMs) => nowMs - endedMs < loopMs);
    const isLoop = this.#ends.length >= loopEnds;
    const retryMs = isLoop || code === exitCodes.configuration ? longestRetryMs : this.#retryMs;
    this.#retryMs = Math.min(Math.max(this.#retryMs * 2, nextRetryMs), longestRetryMs);
    this.#after(retryMs, () => this.start());
    events.onDown({ reason: endReason(code, this.#said, this.#lines.reason()), retryMs, isLoop });
  }

  #after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
  }

  #clearTimers(): void {
    clearTimeout(this.#deadline);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
