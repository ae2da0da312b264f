/** Slots this far apart are in separate ranges. */
const APART = 24;
/** Beyond this many ranges the nearest ones grow together. */
const MOST = 64;

export type SlotSpan = { from: number; to: number };

/** Nothing is ever put into it. */
const noSpans: SlotSpan[] = [];

/** Which slots something happened to, as few stretches that cover them all, in order. */
export class SlotRanges {
  /** All but the last; none as a rule. */
  #earlier: SlotSpan[] = noSpans;
  /** Both ends of the last span, kept here because most of what comes lies in it. */
  #lastFrom = 0;
  #lastTo = -1;
  #isEmpty = true;

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  [Symbol.iterator](): IterableIterator<SlotSpan> {
    return this.#all().values();
  }

  add(from: number, to: number): void {
    if (from >= this.#lastFrom && from <= this.#lastTo && to <= this.#lastTo) return;
    if (this.#isEmpty) this.#setLast(from, to);
    else if (from < this.#lastFrom || from > this.#lastTo + APART) this.#append(from, to);
    else if (to > this.#lastTo) this.#lastTo = to;
  }

  include(other: SlotRanges | undefined): void {
    if (!other || other.#isEmpty) return;
    for (const { from, to } of other) this.add(from, to);
  }

  clear(): void {
    if (this.#isEmpty) return;
    this.#earlier = noSpans;
    this.#lastFrom = 0;
    this.#lastTo = -1;
    this.#isEmpty = true;
  }

  #all(): SlotSpan[] {
    return this.#isEmpty ? noSpans : [...this.#earlier, { from: this.#lastFrom, to: this.#lastTo }];
  }

  #setLast(from: number, to: number): void {
    this.#lastFrom = from;
    this.#lastTo = to;
    this.#isEmpty = false;
  }

  #append(from: number, to: number): void {
    const isBefore = from < this.#lastFrom;
    this.#earlier = this.#all();
    this.#setLast(from, to);
    if (isBefore) this.#join(APART);
    if (this.#earlier.length >= MOST) this.#join(this.#narrowestGap());
  }

  #join(apart: number): void {
    const joined: SlotSpan[] = [];
    for (const span of this.#all().sort((a, b) => a.from - b.from)) {
      const last = joined.at(-1);
      if (last && span.from <= last.to + apart) last.to = Math.max(last.to, span.to);
      else joined.push({ ...span });
    }
    const last = joined.pop();
    this.#earlier = joined;
    if (last) this.#setLast(last.from, last.to);
  }

  #narrowestGap(): number {
    const spans = this.#all();
    return Math.min(...spans.slice(1).map(({ from }, index) => from - (spans[index]?.to ?? from)));
  }
}
