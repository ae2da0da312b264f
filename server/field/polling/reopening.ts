/** A connection that had been answering and broke is opened anew at once; so many times in a row, and again after a time for each. */
const reopens = { most: 10, everyMs: 300 };
/** Connections in a row that end with their first answer: such a gateway closes after each. */
const closingsToExpect = 3;
/** So long it is given for that. */
export const closesWithinMs = 100;

/** `wasAsked`: a request was sent over it. */
type EndedConnection = { answers: number; wasOpen: boolean; wasAsked: boolean };

/** Whether a line's connections are opened anew at once, by how they ended. */
export class Reopening {
  #left = reopens.most;
  #atMs = 0;
  #closings = 0;
  /** The line has answered since it was away last. */
  #isAnswering = false;
  /** A connection was closed on a request since the last answer. */
  #hasLost = false;

  /** The device is about to close its connection: what is sent into it would be lost. */
  get isToClose(): boolean {
    return this.#closings >= closingsToExpect;
  }

  stayedOpen(): void {
    this.#closings = 0;
  }

  /** One that was closed by its device is opened as often as it answers; one that broke, or was closed without an answer, is not for ever. */
  ended(connection: EndedConnection, isClosed: boolean, nowMs: number): boolean {
    const { answers } = connection;
    this.#closings = isClosed && answers === 1 ? this.#closings + 1 : 0;
    this.#isAnswering = answers > 0 || (this.#isAnswering && isClosed && this.#wasIdle(connection));
    if (answers > 0) this.#hasLost = false;
    if (!this.#isAnswering) return false;
    return (isClosed && answers > 0) || this.#takeOne(nowMs);
  }

  /** Many gateways close what is left idle, be it while the next request is on its way to them. */
  #wasIdle({ wasOpen, wasAsked }: EndedConnection): boolean {
    const isSecondLoss = wasAsked && this.#hasLost;
    this.#hasLost ||= wasAsked;
    return wasOpen && !isSecondLoss;
  }

  #takeOne(nowMs: number): boolean {
    const regained = Math.floor((nowMs - this.#atMs) / reopens.everyMs);
    if (regained > 0) {
      this.#left = Math.min(reopens.most, this.#left + regained);
      this.#atMs = nowMs;
    }
    this.#left -= 1;
    return this.#left >= 0;
  }
}
