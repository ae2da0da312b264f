import { describe, expect, it } from 'vitest';
import type { DeviceDataV2 } from '../../../server/contract/user/deviceData.ts';
import { hoursOf } from './hours.ts';
import { sideOf } from './limits.ts';
import { scaleOf } from './scale.ts';

describe('limits', () => {
  it('tell on which side a value lies', () => {
    expect(sideOf(6, 6.5, 8.5)).toBe('low');
    expect(sideOf(8.6, 6.5, 8.5)).toBe('high');
    expect(sideOf(6.5, 6.5, 8.5)).toBe('inside');
    expect(sideOf(3, null, 5)).toBe('inside');
    expect(sideOf(null, 1, 2)).toBeNull();
    expect(sideOf(3, null, undefined)).toBeNull();
  });
});

describe('the scale of a moving bar', () => {
  it('keeps limits well inside', () => {
    expect(scaleOf({ value: 7, lt: 6, ht: 8, normal: undefined })).toEqual({ from: 5, to: 9, normal: { low: 6, high: 8 } });
  });

  it('starts at zero where there is an upper limit alone', () => {
    expect(scaleOf({ value: 20, lt: null, ht: 60, normal: undefined })).toEqual({
      from: 0,
      to: 90,
      normal: { low: 0, high: 60 },
    });
  });

  it('reaches for a value that is near, and lets a wild one stand at the end', () => {
    expect(scaleOf({ value: 10, lt: 6, ht: 8, normal: undefined })?.to).toBe(10);
    expect(scaleOf({ value: 1000, lt: 6, ht: 8, normal: undefined })?.to).toBe(11);
  });

  it('shows no negative end where nothing is negative', () => {
    expect(scaleOf({ value: 0, lt: undefined, ht: undefined, normal: { low: 1, high: 9 } })?.from).toBe(0);
  });

  it('is none where nothing is known', () => {
    expect(scaleOf({ value: 5, lt: null, ht: null, normal: undefined })).toBeNull();
  });
});

describe('the hours of a category', () => {
  const reply = (values: number[], quality: string): DeviceDataV2 => ({
    standardCategoryId: 'ID_SOURCE',
    type: 'DAY',
    siUnit: 'KL',
    window: {
      from: '2025-11-21T00:30:00Z',
      to: '2025-11-22T00:30:00Z',
      label: '',
      timezone: 'Asia/Kolkata',
      shiftStart: '06:00:00',
      open: true,
    },
    total: 0,
    completeness: 100,
    graph: [
      {
        key: 'total',
        name: 'Total',
        unit: 'KL',
        start: '2025-11-21T00:30:00Z',
        stepMinutes: 60,
        values,
        quality,
        completeness: 100,
      },
    ],
    categories: [],
  });

  it('stand beside those of yesterday, with gaps as gaps', () => {
    const { points, unit } = hoursOf(reply([4, 0, 0], 'GMG'), reply([1, 2, 0], 'GGM'), 'bars');
    expect(unit).toBe('KL');
    expect(points.map(({ value, before }) => [value, before])).toEqual([
      [4, 1],
      [null, 2],
      [0, null],
    ]);
    expect(points[1]?.startMs).toBe(Date.parse('2025-11-21T01:30:00Z'));
  });

  it('have no yesterday where none was answered', () => {
    expect(hoursOf(reply([4], 'G'), undefined, 'bars').points).toEqual([
      { startMs: Date.parse('2025-11-21T00:30:00Z'), value: 4, letter: 'G', before: null },
    ]);
  });
});
