import { describe, expect, it } from 'vitest';
import type { Step } from './lines.ts';
import { freeHeight, runsOf } from './marks.ts';

const plot = { y: 20, height: 300 };

describe('the name of a stretch without values', () => {
  it('is at the top where no limit is', () => {
    expect(freeHeight(plot, [], 12)).toBe(35);
    expect(freeHeight(plot, [200], 12)).toBe(35);
  });

  it('gives way to a limit and to the name above it', () => {
    const at = freeHeight(plot, [45], 12);
    expect(at).toBeGreaterThan(45 + 12);
    // two limits, one after the other
    expect(freeHeight(plot, [45, 70], 12)).toBeGreaterThan(70 + 12);
  });

  it('stays in the plot where limits leave no room', () => {
    const crowded = Array.from({ length: 30 }, (_, at) => 20 + at * 10);
    expect(freeHeight(plot, crowded, 12)).toBe(35);
  });
});

it('a band is one area as long as its steps follow each other', () => {
  const step = (fromMs: number): Step => ({
    ...{ fromMs, toMs: fromMs + 10, value: 1, low: 0, high: 2 },
    ...{ letter: 'G', cut: false, running: false },
  });
  expect(runsOf([step(0), step(10), step(30), step(40), step(50)]).map((run) => run.length)).toEqual([2, 3]);
  expect(runsOf([])).toEqual([]);
});
