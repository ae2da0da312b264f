/** The smallest stretch of slots that covers everything added to it. */
export class SlotRange {
  from: number;
  to: number;

  constructor(from = Number.POSITIVE_INFINITY, to = Number.NEGATIVE_INFINITY) {
    this.from = from;
    this.to = to;
  }

  get isEmpty(): boolean {
    return this.to < this.from;
  }

  add(from: number, to: number): void {
    if (from < this.from) this.from = from;
    if (to > this.to) this.to = to;
  }

  include(other: SlotRange | undefined): void {
    if (other && !other.isEmpty) this.add(other.from, other.to);
  }

  clear(): void {
    this.from = Number.POSITIVE_INFINITY;
    this.to = Number.NEGATIVE_INFINITY;
  }
}
