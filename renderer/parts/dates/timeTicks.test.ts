import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../server/contract/model/common.ts';
import { timeTicks } from './timeTicks.ts';

const at = Date.parse('2026-11-20T18:30:00Z');
const wanted = { timezone: 'Asia/Kolkata', most: 12, byDay: false };

it('ticks beyond a stretch are of its own kind, so that moving it shows the same ones', () => {
  for (const span of [2 * HOUR_MS, DAY_MS, 30 * DAY_MS, 200 * DAY_MS]) {
    const own = timeTicks(at, at + span, wanted);
    const wide = timeTicks(at, at + span, { ...wanted, beyondMs: span });
    expect(own.length).toBeGreaterThan(2);
    expect(wide.filter(({ ms }) => ms >= at && ms <= at + span)).toEqual(own);
    expect(wide[0]?.ms).toBeLessThan(at - span / 2);
    expect(wide.at(-1)?.ms).toBeGreaterThan(at + span * 1.5);
  }
});
