import type { Clock } from '../../core/clock.ts';

export type GateLimits = { burst: number; perSecond: number };

/** Lets lines connect one after the other after a start or a switch's reboot, when all would come at once. */
export class ConnectGate {
  readonly #clock: Clock;
  readonly #limits: GateLimits;
  readonly #waiting: (() => void)[] = [];
  #tokens: number;
  #countedAtMs: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: Clock, limits: GateLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#tokens = limits.burst;
    this.#countedAtMs = clock.monotonicMs();
  }

  /** Resolves when it is the caller's turn, or at once when `signal` aborts. */
  enter(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const leave = (): void => {
      const at = this.#waiting.indexOf(resolve);
      if (at >= 0) this.#waiting.splice(at, 1);
      resolve();
    };
    signal.addEventListener('abort', leave, { once: true });
    this.#waiting.push(resolve);
    this.#serve();
    return promise.finally(() => signal.removeEventListener('abort', leave));
  }

  #serve(): void {
    const { burst, perSecond } = this.#limits;
    const nowMs = this.#clock.monotonicMs();
    this.#tokens = Math.min(burst, this.#tokens + ((nowMs - this.#countedAtMs) * perSecond) / 1000);
    this.#countedAtMs = nowMs;
    while (this.#tokens >= 1 && this.#waiting.length > 0) {
      this.#tokens -= 1;
      this.#waiting.shift()?.();
    }
    clearTimeout(this.#timer);
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#serve(), ((1 - this.#tokens) * 1000) / perSecond);
  }
}
