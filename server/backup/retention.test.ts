import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { msOfStamp, stampOf } from './manifest.ts';
import { keptTimes, newestFirst } from './retention.ts';

const hour = 3_600_000;
const start = Date.parse('2026-01-01T00:00:00Z');

describe('retention of backups', () => {
  it('keeps 24 hours, 14 days and 6 months of a year of hourly backups', () => {
    const times = Array.from({ length: 365 * 24 }, (_, at) => start + at * hour);
    const kept = [...keptTimes(times, { newest: 24, days: 14, months: 6 }, start + 365 * 24 * hour)]
      .sort((a, b) => b - a)
      .map(stampOf);
    expect(kept.slice(0, 24)).toEqual(times.slice(-24).toReversed().map(stampOf));
    expect(kept.slice(24, 37)).toEqual(
      Array.from({ length: 13 }, (_, at) => `202612${String(30 - at).padStart(2, '0')}T230000Z`),
    );
    expect(kept.slice(37)).toEqual([
      '20261130T230000Z',
      '20261031T230000Z',
      '20260930T230000Z',
      '20260831T230000Z',
      '20260731T230000Z',
    ]);
  });

  it('always keeps the newest, and never more than it says', () => {
    const count = fc.integer({ min: 1, max: 30 });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 5000 }), { minLength: 1 }),
        count,
        count,
        count,
        (at, newest, days, months) => {
          const times = at.map((hours) => start + hours * hour);
          const kept = keptTimes(times, { newest, days, months }, start + 5000 * hour);
          expect(kept.has(Math.max(...times))).toBe(true);
          expect(kept.size).toBeLessThanOrEqual(newest + days + months);
          for (const time of kept) expect(times).toContain(time);
        },
      ),
    );
  });

  it('keeps the one that was just made though the clock was ahead for a month, and those of that month by the same rule', () => {
    const year = 365 * 24 * hour;
    const ahead = Array.from({ length: 30 * 24 }, (_, at) => start + year + at * hour);
    const now = start + 100 * hour;
    const keep = { newest: 24, days: 14, months: 6 };
    const kept = keptTimes([...ahead, ...Array.from({ length: 100 }, (_, at) => start + at * hour), now], keep, now);
    expect(kept.has(now)).toBe(true);
    expect([...kept].filter((ms) => ms <= now).length).toBeGreaterThan(24);
    expect([...kept].filter((ms) => ms > now).length).toBe(keptTimes(ahead, keep, ahead.at(-1) ?? 0).size);
    const order = newestFirst(
      [...ahead, start, now].map((createdMs) => ({ createdMs })),
      now,
    );
    expect(order.slice(0, 3).map(({ createdMs }) => createdMs)).toEqual([now, start, ahead.at(-1)]);
  });

  it('names backups by their second, in a way that is read back', () => {
    expect(stampOf(start + 1234)).toBe('20260101T000001Z');
    expect(msOfStamp('20260101T000001Z.hwb')).toBe(start + 1000);
    for (const name of ['20261301T000001Z', 'x20260101T000001Z', '', '.part']) expect(msOfStamp(name)).toBeUndefined();
  });
});
