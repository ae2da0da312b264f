import type { Clock } from '../../../core/clock.ts';
import type { Failure } from '../../../core/fail.ts';
import type { DeviceState } from '../../../core/field/field.ts';
import { quantile } from '../../../core/statistics.ts';

const keptRtts = 64;

type Counted = Pick<
  DeviceState,
  | 'requests'
  | 'ok'
  | 'timeouts'
  | 'crcErrors'
  | 'exceptions'
  | 'badAnswers'
  | 'rttMsP50'
  | 'rttMsP95'
  | 'lastGoodAtMs'
  | 'lastError'
>;

/** What happened to one device's requests. */
export class DeviceMetrics {
  readonly #clock: Clock;
  readonly #exceptions: Record<number, number> = {};
  readonly #rttsMs: number[] = [];
  #requests = 0;
  #ok = 0;
  #timeouts = 0;
  #crcErrors = 0;
  #badAnswers = 0;
  #lastGoodAtMs: number | null = null;
  #lastError: DeviceState['lastError'] = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  succeeded(rttMs: number, atMs: number): void {
    this.#rttsMs[this.#ok % keptRtts] = rttMs;
    this.#requests += 1;
    this.#ok += 1;
    this.#lastGoodAtMs = atMs;
  }

  /** `where` names unit and address, so that the message can be acted on. */
  failed(failure: Failure, where: string): void {
    this.#requests += 1;
    if (failure.code === 'timeout') this.#timeouts += 1;
    else if (failure.code === 'crc') this.#crcErrors += 1;
    else if (failure.code === 'badAnswer') this.#badAnswers += 1;
    else if (failure.code === 'exception') {
      const code = failure.details.exception ?? 0;
      this.#exceptions[code] = (this.#exceptions[code] ?? 0) + 1;
    }
    this.#lastError = { atMs: this.#clock.now(), message: `${where}: ${failure.message}` };
  }

  state(): Counted {
    const sorted = this.#rttsMs.toSorted((a, b) => a - b);
    return {
      requests: this.#requests,
      ok: this.#ok,
      timeouts: this.#timeouts,
      crcErrors: this.#crcErrors,
      exceptions: { ...this.#exceptions },
      badAnswers: this.#badAnswers,
      rttMsP50: quantile(sorted, 0.5),
      rttMsP95: quantile(sorted, 0.95),
      lastGoodAtMs: this.#lastGoodAtMs,
      lastError: this.#lastError,
    };
  }
}
