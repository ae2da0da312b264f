/** A connection that had been answering and broke is opened anew at once; so many times in a row, and again after a time for each. */
const reopens = { most: 10, everyMs: 300 };
/** Connections in a row that end with their first answer: such a gateway closes after each. */
const closingsToExpect = 3;
/** So long it is given for that. */
export const closesWithinMs = 100;

/** Whether a line's connections are opened anew at once, by how they ended. */
export class Reopening {
  #left = reopens.most;
  #atMs = 0;
  #closings = 0;

  /** The device is about to close its connection: what is sent into it would be lost. */
  get isToClose(): boolean {
    return this.#closings >= closingsToExpect;
  }

  stayedOpen(): void {
    this.#closings = 0;
  }

  /** After a connection with so many answers. One that was closed by its device is opened as often as it answers; one that broke is not for ever. */
  ended(answers: number, isClosed: boolean, nowMs: number): boolean {
    this.#closings = isClosed && answers === 1 ? this.#closings + 1 : 0;
    if (isClosed) return true;
    const regained = Math.floor((nowMs - this.#atMs) / reopens.everyMs);
    if (regained > 0) {
      this.#left = Math.min(reopens.most, this.#left + regained);
      this.#atMs = nowMs;
    }
    this.#left -= 1;
    return this.#left >= 0;
  }
}
