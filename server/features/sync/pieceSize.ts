/** What one request is to take on the line; a hub gives its body half a minute and more. */
const WANTED_MS = 8000;
const FIRST_BYTES = 65_536;
const LEAST_BYTES = 4096;
const MOST_BYTES = 262_144;

/** How much is sent in one request, by what the line carried last: what has come over a slow line is not sent again for its end. */
export class PieceSize {
  #bytes = FIRST_BYTES;

  get bytes(): number {
    return this.#bytes;
  }

  /** @param ms from the first byte of the request to its answer */
  carried(bytes: number, ms: number): void {
    // small requests say how long the way is, not how much it carries
    if (bytes < this.#bytes / 2) return;
    const factor = WANTED_MS / Math.max(1, ms);
    this.#set(bytes * Math.min(2, Math.max(0.25, factor)));
  }

  /** No answer came to a request of so many bytes. */
  lost(bytes: number): void {
    if (bytes > LEAST_BYTES) this.#set(Math.min(this.#bytes, bytes / 2));
  }

  #set(bytes: number): void {
    this.#bytes = Math.round(Math.min(MOST_BYTES, Math.max(LEAST_BYTES, bytes)));
  }
}
