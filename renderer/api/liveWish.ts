import type { ClientMessage } from '../../server/contract/live/messages.ts';
import type { LiveValues, Wanted } from '../state/liveValues.ts';

/** What a page that opens wants is gathered, then asked for in one message. */
const gatherMs = 50;
/** The server takes 30 messages in 10 s; these stay far below. */
const shortestMs = 700;
/** What nobody looks at any more still comes for so long: pages are left and come back to. */
const shedMs = 10_000;
/** More than these are asked for as all: the message would grow long, and little would be saved. */
const mostUnits = 500;

const covers = (asked: Wanted | null, wanted: Wanted): boolean =>
  asked === 'all' || (asked !== null && wanted !== 'all' && [...wanted].every((unitId) => asked.has(unitId)));
const sizeOf = (wanted: Wanted | null): number =>
  wanted === 'all' ? Number.POSITIVE_INFINITY : (wanted?.size ?? Number.NEGATIVE_INFINITY);

/** Keeps the server informed of which units live values are looked at: others are not sent over a narrow line. */
export class LiveWish {
  readonly #values: LiveValues;
  readonly #send: (wish: ClientMessage) => void;
  #asked: Wanted | null = null;
  #askedAtMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueMs = Number.POSITIVE_INFINITY;
  #leave: (() => void) | undefined;

  constructor(values: LiveValues, send: (wish: ClientMessage) => void) {
    this.#values = values;
    this.#send = send;
  }

  /** A connection is open: asks at once, and again as pages come and go. */
  start(): void {
    this.stop();
    this.#leave = this.#values.onWanted(this.#look);
    this.#ask();
  }

  stop(): void {
    this.#leave?.();
    this.#leave = undefined;
    this.#asked = null;
    this.#clear();
  }

  #clear(): void {
    clearTimeout(this.#timer);
    this.#dueMs = Number.POSITIVE_INFINITY;
  }

  readonly #look = (): void => {
    const wanted = this.#wanted();
    const isCovered = covers(this.#asked, wanted);
    if (isCovered && sizeOf(this.#asked) === sizeOf(wanted)) {
      this.#clear();
      return;
    }
    const nowMs = performance.now();
    const dueMs = isCovered ? nowMs + shedMs : Math.max(nowMs + gatherMs, this.#askedAtMs + shortestMs);
    if (dueMs >= this.#dueMs) return;
    this.#clear();
    this.#dueMs = dueMs;
    this.#timer = setTimeout(() => this.#ask(), dueMs - nowMs);
  };

  #wanted(): Wanted {
    const wanted = this.#values.wanted();
    return wanted === 'all' || wanted.size > mostUnits ? 'all' : wanted;
  }

  #ask(): void {
    this.#clear();
    const wanted = this.#wanted();
    this.#asked = wanted;
    this.#askedAtMs = performance.now();
    this.#send({ type: 'subscribe', topic: 'readings', ...(wanted === 'all' ? {} : { units: [...wanted] }) });
  }
}
