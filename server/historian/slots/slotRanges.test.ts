import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SlotRanges, type SlotSpan } from './slotRanges.ts';

/** The same ranges without the last of them at hand. */
class PlainRanges {
  spans: SlotSpan[] = [];

  add(from: number, to: number): void {
    const last = this.spans.at(-1);
    if (last && from >= last.from && from <= last.to + 24) {
      if (to > last.to) last.to = to;
      return;
    }
    this.spans.push({ from, to });
    if (last && from < last.from) this.#join(24);
    if (this.spans.length > 64)
      this.#join(Math.min(...this.spans.slice(1).map(({ from: next }, at) => next - (this.spans[at]?.to ?? next))));
  }

  #join(apart: number): void {
    const joined: SlotSpan[] = [];
    for (const span of this.spans.sort((a, b) => a.from - b.from)) {
      const last = joined.at(-1);
      if (last && span.from <= last.to + apart) last.to = Math.max(last.to, span.to);
      else joined.push({ ...span });
    }
    this.spans = joined;
  }
}

const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ from: fc.integer({ min: -40, max: 3000 }), slots: fc.integer({ min: 0, max: 30 }) }) },
  // the same slot again and again, as samples come
  { weight: 12, arbitrary: fc.record({ from: fc.integer({ min: 0, max: 3 }), slots: fc.constant(0) }) },
  { weight: 1, arbitrary: fc.constant('clear' as const) },
);

describe('ranges of slots', () => {
  it('are those that adding every one of them would give', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const [ranges, plain] = [new SlotRanges(), new PlainRanges()];
        for (const one of steps) {
          if (one === 'clear') {
            ranges.clear();
            plain.spans = [];
          } else {
            ranges.add(one.from, one.from + one.slots);
            plain.add(one.from, one.from + one.slots);
          }
          expect([...ranges]).toEqual(plain.spans);
          expect(ranges.isEmpty).toBe(plain.spans.length === 0);
        }
      }),
    );
  });

  it('that others give out are not changed by what comes later', () => {
    const ranges = new SlotRanges();
    ranges.add(5, 5);
    const taken = [...ranges];
    ranges.clear();
    ranges.add(5, 5);
    ranges.add(5, 9);
    expect(taken).toEqual([{ from: 5, to: 5 }]);
    expect([...ranges]).toEqual([{ from: 5, to: 9 }]);
  });
});
