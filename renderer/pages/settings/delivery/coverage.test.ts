import { describe, expect, it } from 'vitest';
import { uncoveredHours } from './coverage.ts';

const every = [0, 1, 2, 3, 4, 5, 6];

describe('hours that nobody covers', () => {
  it.each([
    [
      'none of three shifts',
      [
        ['06:00', '14:00'],
        ['14:00', '22:00'],
        ['22:00', '06:00'],
      ],
      0,
    ],
    [
      'those between two turns',
      [
        ['06:00', '14:00'],
        ['22:00', '06:00'],
      ],
      56,
    ],
    ['none of a day that ends when it begins', [['08:00', '08:00']], 0],
    ['all where a time cannot be read', [['8', '16:00']], 168],
  ] as const)('%s', (_, turns, hours) => {
    expect(uncoveredHours(turns.map(([from, to]) => ({ days: every, from, to })))).toBe(hours);
  });

  it('a night of Saturday reaches into Sunday', () => {
    expect(uncoveredHours([{ days: [6], from: '22:00', to: '06:00' }])).toBe(160);
  });
});
