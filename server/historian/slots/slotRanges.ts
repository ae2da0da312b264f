/** Slots this far apart are in separate ranges. */
const APART = 24;
/** Beyond this many ranges the nearest ones grow together. */
const MOST = 64;

export type SlotSpan = { from: number; to: number };

/** Which slots something happened to, as few stretches that cover them all, in order. */
export class SlotRanges {
  #spans: SlotSpan[] = [];
  /** Both ends of the last span, kept here because most of what comes lies in it; none where the end is before the beginning. */
  #lastFrom = 0;
  #lastTo = -1;

  get isEmpty(): boolean {
    return this.#spans.length === 0;
  }

  [Symbol.iterator](): IterableIterator<SlotSpan> {
    return this.#spans.values();
  }

  add(from: number, to: number): void {
    if (from >= this.#lastFrom && from <= this.#lastTo && to <= this.#lastTo) return;
    this.#put(from, to);
    const last = this.#spans.at(-1);
    if (!last) return;
    this.#lastFrom = last.from;
    this.#lastTo = last.to;
  }

  #put(from: number, to: number): void {
    const last = this.#spans.at(-1);
    if (last && from >= last.from && from <= last.to + APART) {
      if (to > last.to) last.to = to;
      return;
    }
    this.#spans.push({ from, to });
    if (last && from < last.from) this.#join(APART);
    if (this.#spans.length > MOST) this.#join(this.#narrowestGap());
  }

  include(other: SlotRanges | undefined): void {
    for (const { from, to } of other ?? []) this.add(from, to);
  }

  clear(): void {
    if (this.#spans.length === 0) return;
    this.#spans = [];
    this.#lastFrom = 0;
    this.#lastTo = -1;
  }

  #join(apart: number): void {
    const joined: SlotSpan[] = [];
    for (const span of this.#spans.sort((a, b) => a.from - b.from)) {
      const last = joined.at(-1);
      if (last && span.from <= last.to + apart) last.to = Math.max(last.to, span.to);
      else joined.push({ ...span });
    }
    this.#spans = joined;
  }

  #narrowestGap(): number {
    return Math.min(...this.#spans.slice(1).map(({ from }, index) => from - (this.#spans[index]?.to ?? from)));
  }
}
