import { describe, expect, it } from 'vitest';
import { pageMs, shiftAt, turnAt } from './rotation.ts';

describe('the wall', () => {
  it('shows one page after the other, each as long', () => {
    const shown = [0, 1, 2, 3].map((step) => turnAt(step * pageMs, 3, false, null).index);
    expect(shown).toEqual([0, 1, 2, 0]);
    expect(turnAt(2 * pageMs + 10_000, 3, false, null)).toEqual({ index: 2, nextIndex: 0, leftMs: 20_000 });
  });
  it('is held on its first page by an alarm, also where another page was asked for', () => {
    expect(turnAt(pageMs, 3, true, 2).index).toBe(0);
  });
  it('stays on the page that was asked for', () => {
    expect(turnAt(7 * pageMs, 3, false, 1).index).toBe(1);
  });
  it('moves by two pixels every ten minutes and comes back', () => {
    const at = [0, 1, 2, 3, 4].map((step) => shiftAt(step * 600_000));
    expect(new Set(at.map(({ x, y }) => `${x} ${y}`)).size).toBe(4);
    expect(at[4]).toEqual(at[0]);
  });
});
