import type { LiveRequest } from '../../contract/hub/live.ts';
import type { Clock } from '../../core/clock.ts';
import { MINUTE_MS } from '../../core/time.ts';

/** For so long after a look the values of a plant are wanted. */
const LOOK_MS = MINUTE_MS;

export type ReceivedValues = { receivedMs: number; industries: LiveRequest['industries'] };
type Watched = { lookedMs: number; received: ReceivedValues | undefined; waiting: Set<() => void> };

/** What plants measure now, while somebody looks: in memory alone, because the days bring all of it. */
export class PlantLiveValues {
  readonly #clock: Clock;
  readonly #plants = new Map<number, Watched>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Somebody looks at a plant now. */
  look(plantId: number): void {
    const plant = this.#plant(plantId);
    plant.lookedMs = this.#clock.monotonicMs();
    for (const wake of plant.waiting) wake();
  }

  isWanted(plantId: number): boolean {
    const lookedMs = this.#plants.get(plantId)?.lookedMs;
    return lookedMs !== undefined && this.#clock.monotonicMs() - lookedMs < LOOK_MS;
  }

  /** @returns true as soon as somebody looks, false after a time without a look. */
  async whenWanted(plantId: number, waitMs: number): Promise<boolean> {
    if (this.isWanted(plantId) || waitMs === 0) return this.isWanted(plantId);
    const { waiting } = this.#plant(plantId);
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, waitMs);
    waiting.add(resolve);
    await promise;
    clearTimeout(timer);
    waiting.delete(resolve);
    return this.isWanted(plantId);
  }

  put(plantId: number, industries: LiveRequest['industries']): void {
    this.#plant(plantId).received = { receivedMs: this.#clock.now(), industries };
  }

  /** What came last; undefined where nothing did since the start, or nobody has looked for so long that it is old. */
  of(plantId: number): ReceivedValues | undefined {
    return this.isWanted(plantId) ? this.#plants.get(plantId)?.received : undefined;
  }

  /** Answers everybody who waits. */
  stop(): void {
    for (const { waiting } of this.#plants.values()) for (const wake of waiting) wake();
  }

  #plant(plantId: number): Watched {
    const known = this.#plants.get(plantId) ?? { lookedMs: Number.NEGATIVE_INFINITY, received: undefined, waiting: new Set() };
    this.#plants.set(plantId, known);
    return known;
  }
}
