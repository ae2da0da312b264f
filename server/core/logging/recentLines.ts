/** The newest lines of a log, up to so many characters of them. */
export class RecentLines {
  readonly #most: number;
  readonly #lines: string[] = [];
  #length = 0;
  #first = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(line: string): void {
    this.#lines.push(line);
    this.#length += line.length;
    while (this.#length > this.#most) {
      this.#length -= this.#lines[this.#first]?.length ?? 0;
      this.#first += 1;
    }
    if (this.#first < 1000) return;
    this.#lines.splice(0, this.#first);
    this.#first = 0;
  }

  /** Oldest first. */
  all(): string[] {
    return this.#lines.slice(this.#first);
  }
}
