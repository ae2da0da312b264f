import { constants, PerformanceObserver, performance } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import type { Clock } from '../core/clock.ts';

/** Code that was not run between two collections is let go; V8's own rule waits for five of them, which a quiet server does not reach. */
export const v8Flags = {
  favourMemory: ['--optimize-for-size', '--bytecode-old-age=1'],
  favourSpeed: ['--no-optimize-for-size', '--bytecode-old-age=5'],
};

const EVERY_MS = 5000;
/**
 * Of the time in which the event loop waits; 200 devices that are polled leave it nine tenths. Processor time would say that a server is quiet
 * which other programs keep from its work.
 */
const QUIET_PART = 0.75;
const GROWN_BYTES = 16 * 1_048_576;
/** Of a server that has long been left alone, less is worth while. */
const GROWN_SLOWLY_BYTES = 4 * 1_048_576;
const SLOWLY_MS = 180_000;
/** What is let go is garbage until V8 collects it, and a quiet server does not come to that by itself. */
const FORGOTTEN_BYTES = 1_048_576;
/** V8 looks every 8 s whether it should begin, and collects twice. */
const RELIEF_MS = 25_000;
const COLLECTIONS = 2;
/** On a PC where other programs keep it from that for longer. */
const MOST_RELIEF_MS = 90_000;
const LEAST_BETWEEN_MS = 60_000;

const youngHeapBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.physical_space_size ?? 0;

const countCollections = () => {
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as { detail?: { kind?: number } }[])
      if (detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR) count += 1;
  });
  observer.observe({ entryTypes: ['gc'] });
  return { count: () => count, end: () => observer.disconnect() };
};

export type QuietMemoryParts = {
  clock: Clock;
  /** Lets go of what is kept for nobody; answers how many bytes that was. */
  forget(): number;
  /** How long the event loop has waited so far. */
  idleMs?: () => number;
  /** What is resident and stays: without the young heap, which a server that polls fills and empties. */
  residentBytes?: () => number;
  /** Whether V8 shall give memory back rather than be quick. */
  favourMemory?: (isFavoured: boolean) => void;
  /** Counts how often V8 collects all of its heap, until it is ended. */
  countCollections?: () => { count(): number; end(): void };
  /** Gives back what is free between what is used, outside V8; once V8 has let go of what it could. */
  returnFreePages?: () => void;
};

/**
 * Gives memory back once a burst of work is over. V8 does so by itself where a program makes next to nothing new in its memory, and one that
 * polls always makes something. While it is asked to save memory it does so all the same, in short steps. It is asked so only for seconds in
 * which little is done, because it also compiles less then.
 */
export class QuietMemory {
  readonly #parts: Required<QuietMemoryParts>;
  #timer: NodeJS.Timeout | undefined;
  #looked = { atMs: 0, idleMs: 0 };
  #relief: { beganMs: number; collections: ReturnType<Required<QuietMemoryParts>['countCollections']> } | undefined;
  /** Of the relief before; of the start, which has to compile what it uses. */
  #endedMs = 0;
  /** What was resident after the last relief that came to its end. */
  #restBytes = 0;
  /** What has been let go since. */
  #forgottenBytes = 0;

  constructor(parts: QuietMemoryParts) {
    this.#parts = {
      idleMs: () => performance.eventLoopUtilization().idle,
      residentBytes: () => process.memoryUsage.rss() - youngHeapBytes(),
      favourMemory: (isFavoured) => {
        for (const flag of isFavoured ? v8Flags.favourMemory : v8Flags.favourSpeed) setFlagsFromString(flag);
      },
      countCollections,
      returnFreePages: () => undefined,
      ...parts,
    };
  }

  start(): void {
    if (this.#timer) return;
    this.#isQuiet();
    this.#endedMs = this.#parts.clock.monotonicMs();
    this.#timer = setInterval(() => this.#look(), EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#end();
  }

  #look(): void {
    const nowMs = this.#parts.clock.monotonicMs();
    const isQuiet = this.#isQuiet();
    this.#forgottenBytes += this.#parts.forget();
    if (this.#relief) {
      const reliefMs = nowMs - this.#relief.beganMs;
      const isOver = reliefMs >= (this.#relief.collections.count() >= COLLECTIONS ? RELIEF_MS : MOST_RELIEF_MS);
      if (isQuiet && isOver) this.#settle();
      if (!isQuiet || isOver) this.#end();
      return;
    }
    const restedMs = nowMs - this.#endedMs;
    if (!isQuiet || restedMs < LEAST_BETWEEN_MS || !this.#isWorthWhile(restedMs)) return;
    this.#relief = { beganMs: nowMs, collections: this.#parts.countCollections() };
    this.#parts.favourMemory(true);
  }

  #isWorthWhile(restedMs: number): boolean {
    if (this.#forgottenBytes >= FORGOTTEN_BYTES) return true;
    return this.#parts.residentBytes() - this.#restBytes > (restedMs < SLOWLY_MS ? GROWN_BYTES : GROWN_SLOWLY_BYTES);
  }

  /** Work that comes first cuts a relief short, which then has yet to be made. */
  #settle(): void {
    this.#parts.returnFreePages();
    this.#restBytes = this.#parts.residentBytes();
    this.#forgottenBytes = 0;
  }

  #end(): void {
    if (!this.#relief) return;
    this.#relief.collections.end();
    this.#relief = undefined;
    this.#endedMs = this.#parts.clock.monotonicMs();
    this.#parts.favourMemory(false);
  }

  /** Since the look before. */
  #isQuiet(): boolean {
    const [atMs, idleMs] = [this.#parts.clock.monotonicMs(), this.#parts.idleMs()];
    const part = (idleMs - this.#looked.idleMs) / (atMs - this.#looked.atMs);
    this.#looked = { atMs, idleMs };
    return part > QUIET_PART;
  }
}
