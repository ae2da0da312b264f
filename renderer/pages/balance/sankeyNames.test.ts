import { describe, expect, it } from 'vitest';
import { nameLines, roomBetween } from './sankeyNames.ts';

const writing = { widthPx: 80, measure: (words: string) => 7 * words.length };

describe('a name of the Sankey', () => {
  it('breaks between words where it is longer than its room', () => {
    expect(nameLines('Cooling tower', '30.9', writing).lines).toEqual(['Cooling', 'tower']);
    expect(nameLines('Evaporation', '22.3', writing).lines).toEqual(['Evaporation']);
  });

  it('has its number behind it only where there is room', () => {
    expect(nameLines('Boiler', '16.9', writing).isBeside).toBe(true);
    expect(nameLines('Evaporation', '~22.3', writing).isBeside).toBe(false);
    expect(nameLines('Sewage plant', '14.9', writing)).toEqual({ lines: ['Sewage', 'plant'], isBeside: true });
  });
});

describe('the room between bars', () => {
  const size = { heightPx: 600, linePx: 17, leastPx: 24 };

  it('is the least where every bar is as high as its words', () => {
    const high = [1, 2, 3].map((value) => ({ depth: 0, value, lines: 2 }));
    expect(roomBetween(high, size)).toBe(24);
  });

  it('is that of the words beside the lowest bar', () => {
    const low = [...[100, 100].map((value) => ({ depth: 0, value, lines: 2 })), { depth: 0, value: 0, lines: 3 }];
    expect(roomBetween(low, size)).toBe(51);
  });

  it('leaves a bar alone that has its column to itself', () => {
    expect(
      roomBetween(
        [
          { depth: 0, value: 1, lines: 9 },
          { depth: 1, value: 1, lines: 1 },
        ],
        { ...size, heightPx: 100 },
      ),
    ).toBe(24);
  });

  it('leaves the bars half of the height', () => {
    const many = Array.from({ length: 10 }, () => ({ depth: 0, value: 1, lines: 9 }));
    expect(roomBetween(many, size)).toBe(30);
  });
});
