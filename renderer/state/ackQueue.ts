import { z } from 'zod';
import { ApiError } from '../api/call.ts';
import { keepIn } from '../api/keepIn.ts';
import { passes, retryDelay } from '../api/queryClient.ts';

const storageKey = 'headworks.acknowledgements';
const kept = z.array(z.object({ alarmId: z.string(), userId: z.string() }));
type Waiting = z.infer<typeof kept>[number];
type Change = (waiting: readonly Waiting[]) => readonly Waiting[];

/**
 * Acknowledgements on their way to the server. Where it cannot be reached they wait, visibly, also through a reload, and go when
 * the link is back; until then they can be taken back. Nobody else's are sent. What is stored is that of all tabs: none of them forgets
 * what another one added, nor one whose browser had no room for a while.
 */
export class AckQueue {
  readonly #storage: Storage;
  readonly #send: (alarmId: string) => Promise<unknown>;
  readonly #userId: () => string | null;
  readonly #listeners = new Set<() => void>();
  #waiting: readonly Waiting[];
  /** What this page added and took back while the browser had no room for it, in order. */
  #notStored: readonly Change[] = [];
  #refused: string | null = null;
  #arrived: ReadonlySet<string> = new Set();
  #sending = false;
  #failures = 0;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(storage: Storage, userId: () => string | null, send: (alarmId: string) => Promise<unknown>) {
    this.#storage = storage;
    this.#send = send;
    this.#userId = userId;
    this.#waiting = read(storage);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Those that are not sent yet, of whoever was signed in. */
  readonly waiting = (): readonly Waiting[] => this.#waiting;

  /** The alarm whose acknowledgement the server refused last. */
  readonly refused = (): string | null => this.#refused;

  /** Those that the server has, while the alarms that are shown were read before. */
  readonly arrived = (): ReadonlySet<string> => this.#arrived;

  /** The alarms were read after these had arrived: from now on they are as the server says. */
  wereRead(arrived: ReadonlySet<string>): void {
    if (arrived.size === 0) return;
    this.#arrived = new Set([...this.#arrived].filter((id) => !arrived.has(id)));
    this.#publish();
  }

  add(alarmId: string): void {
    const userId = this.#userId();
    this.readStored();
    if (userId === null || this.#waiting.some((one) => one.alarmId === alarmId)) return;
    this.#refused = null;
    const isThere = (one: Waiting) => one.alarmId === alarmId;
    this.#change((waiting) => (waiting.some(isThere) ? waiting : [...waiting, { alarmId, userId }]));
    void this.flush();
  }

  takeBack(alarmId: string): void {
    this.#change((waiting) => waiting.filter((one) => one.alarmId !== alarmId));
  }

  /** Takes over what another tab of this browser has added, sent or taken back. */
  readStored(): void {
    const now = this.#withOwn();
    if (JSON.stringify(now) === JSON.stringify(this.#waiting)) return;
    this.#waiting = now;
    this.#publish();
  }

  /**
   * Sends what waits, in order; stops at the first that does not get through, and tries it again by itself: a call may fail
   * while the live connection is open.
   */
  async flush(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    clearTimeout(this.#again);
    try {
      for (;;) {
        this.readStored();
        const next = this.#waiting.find(({ userId }) => userId === this.#userId());
        if (next === undefined || !(await this.#sendOne(next))) return;
        this.takeBack(next.alarmId);
      }
    } finally {
      this.#sending = false;
    }
  }

  /** False where it must wait. */
  async #sendOne({ alarmId, userId }: Waiting): Promise<boolean> {
    try {
      await this.#send(alarmId);
      this.#failures = 0;
      this.#arrived = new Set([...this.#arrived, alarmId]);
      return true;
    } catch (error) {
      // the session ended: it goes when the same person is back
      if (this.#userId() !== userId) return false;
      if (!isRefusal(error)) {
        this.#again = setTimeout(() => void this.flush(), retryDelay(this.#failures, error));
        this.#failures += 1;
        return false;
      }
      this.#refused = alarmId;
      return true;
    }
  }

  /** What is stored, with what this page could not store yet. */
  #withOwn(): readonly Waiting[] {
    return this.#notStored.reduce((waiting, change) => change(waiting), read(this.#storage));
  }

  #change(change: Change): void {
    this.#notStored = [...this.#notStored, change];
    this.#waiting = this.#withOwn();
    if (keepIn(this.#storage, storageKey, JSON.stringify(this.#waiting))) this.#notStored = [];
    this.#publish();
  }

  #publish(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** What the server itself says no to; anything else, a page of the network on the way too, leaves open whether it arrived. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.failure.kind === 'refused' && !passes(error);

const read = (storage: Storage): readonly Waiting[] => {
  try {
    return kept.parse(JSON.parse(storage.getItem(storageKey) ?? '[]'));
  } catch {
    return [];
  }
};
