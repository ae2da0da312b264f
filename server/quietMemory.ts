import { setFlagsFromString } from 'node:v8';
import type { Clock } from './core/clock.ts';

const EVERY_MS = 5000;
/** Of a core: 200 devices that are polled take half of it. */
const QUIET_PART = 0.15;
const GROWN_BYTES = 16 * 1_048_576;
/** V8 looks every 8 s whether it should begin, and collects twice. */
const RELIEF_MS = 25_000;
const LEAST_BETWEEN_MS = 60_000;

export type QuietMemoryParts = {
  clock: Clock;
  /** Lets go of what is kept for nobody; answers how many bytes that was. */
  forget(): number;
  /** Of the process so far. */
  cpuMs?: () => number;
  residentBytes?: () => number;
  /** Whether V8 shall give memory back rather than be quick. */
  favourMemory?: (isFavoured: boolean) => void;
};

const cpuMsOfProcess = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * Gives memory back once a burst of work is over. V8 gives the pages of a whole collection back when nothing allocates, and a server that polls
 * always allocates ("high alloc" in --trace-memory-reducer). While it is told to save memory it does so all the same, in short steps; it
 * is told so only for seconds in which little is done, because it also compiles less then.
 */
export class QuietMemory {
  readonly #parts: Required<QuietMemoryParts>;
  #timer: NodeJS.Timeout | undefined;
  #looked = { atMs: 0, cpuMs: 0 };
  #beganMs: number | undefined;
  #endedMs = Number.NEGATIVE_INFINITY;
  /** What was resident after the last relief, or what has been let go since is taken from it. */
  #restBytes = 0;

  constructor(parts: QuietMemoryParts) {
    this.#parts = {
      cpuMs: cpuMsOfProcess,
      residentBytes: () => process.memoryUsage.rss(),
      favourMemory: (isFavoured) => setFlagsFromString(isFavoured ? '--optimize-for-size' : '--no-optimize-for-size'),
      ...parts,
    };
  }

  start(): void {
    if (this.#timer) return;
    this.#isQuiet();
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
    this.#restBytes -= this.#parts.forget();
    if (this.#beganMs !== undefined) {
      if (!isQuiet || nowMs - this.#beganMs >= RELIEF_MS) this.#end();
      return;
    }
    const hasGrown = this.#parts.residentBytes() - this.#restBytes > GROWN_BYTES;
    if (!isQuiet || !hasGrown || nowMs - this.#endedMs < LEAST_BETWEEN_MS) return;
    this.#beganMs = nowMs;
    this.#parts.favourMemory(true);
  }

  #end(): void {
    if (this.#beganMs === undefined) return;
    this.#beganMs = undefined;
    this.#endedMs = this.#parts.clock.monotonicMs();
    this.#restBytes = this.#parts.residentBytes();
    this.#parts.favourMemory(false);
  }

  /** Since the look before. */
  #isQuiet(): boolean {
    const [atMs, cpuMs] = [this.#parts.clock.monotonicMs(), this.#parts.cpuMs()];
    const part = (cpuMs - this.#looked.cpuMs) / (atMs - this.#looked.atMs);
    this.#looked = { atMs, cpuMs };
    return part < QUIET_PART;
  }
}
