import { expect, it } from 'vitest';
import { DAY_MS } from '../../core/time.ts';
import { forecastOf } from './forecast.ts';

const now = Date.parse('2026-11-22T10:00:00Z');
const [kilobyte, gigabyte] = [1e3, 1e9];

it('says when the disk is full by the growth since the first day', () => {
  const tenDays = forecastOf(100 * gigabyte, gigabyte, now - 10 * DAY_MS, now);
  expect(tenDays).toEqual({ fullOn: new Date(now + 1000 * DAY_MS).toISOString().slice(0, 10), isGrowthKnown: true });
  expect(forecastOf(100 * gigabyte, kilobyte, now - 10 * DAY_MS, now)).toEqual({ fullOn: null, isGrowthKnown: true });
});

it('says nothing of the growth of a plant without a whole day, be it measured or not', () => {
  const unknown = { fullOn: null, isGrowthKnown: false };
  for (const since of [null, now, now - DAY_MS / 2])
    for (const size of [kilobyte, gigabyte]) expect(forecastOf(100 * gigabyte, size, since, now)).toEqual(unknown);
});
