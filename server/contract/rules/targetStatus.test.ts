import { describe, expect, it } from 'vitest';
import { targetStatus } from './targetStatus.ts';

describe('a figure against its target', () => {
  it('is good up to nine tenths of it, and bad above it', () => {
    expect([90, 91, 100, 101].map((value) => targetStatus(value, 100, 90))).toEqual(['good', 'watch', 'watch', 'bad']);
  });

  it('is the other way round where more is better', () => {
    expect([101, 100, 99, 90, 89].map((value) => targetStatus(value, 100, 90, 'high'))).toEqual([
      ...['good', 'good', 'watch', 'watch', 'bad'],
    ]);
  });

  it('is unknown without a value or a target, and below nine tenths of the readings', () => {
    expect([targetStatus(null, 100, 100), targetStatus(1, null, 100), targetStatus(1, 100, 89.9)]).toEqual(
      Array(3).fill('unknown'),
    );
  });
});
