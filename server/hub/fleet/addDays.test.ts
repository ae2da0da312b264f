import { expect, it } from 'vitest';
import { hasEveryDay, measuredPercent, type UnitDay, waterOf } from './addDays.ts';

it('adds up two years of a plant of hundreds of meters', () => {
  const [meters, days] = [300, 732];
  const units = Array.from({ length: meters }, (_, at) => ({ unitId: `U${at}`, isByHand: false }));
  const all: UnitDay[] = units.flatMap(({ unitId }) =>
    Array.from({ length: days }, (_, day) => ({ unitId, day, sum: 1000, complete: 144, expected: 288 })),
  );
  const window = { fromDay: 366, toDay: 731 };
  expect(waterOf(all, units, window)).toEqual({ kl: meters * 366, days: 366 });
  expect(measuredPercent(all, units, { window, leftOut: new Set() })).toBe(50);
  expect(hasEveryDay(all, units, { fromDay: 700, toDay: 730 })).toBe(true);
  expect(hasEveryDay(all.slice(0, -5), units, { fromDay: 700, toDay: 730 })).toBe(false);
});
