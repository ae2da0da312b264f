import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../../plantModel/model.ts';
import { RuleRig } from '../../../../test/ruleRig.ts';
import { TestPlant } from '../../../../test/testPlant.ts';
import { DATE, lines, ON, plantOf, repeat } from '../../../../test/wellReadings.ts';

describe('the static level of a well', () => {
  const params = (limits: object): Unit['meta'] => ({ alertParams: { borewell_threshold: limits } });
  const at = (date: string, depths: number[], pumping: number[], meta: Unit['meta']) => {
    const plant = plantOf(meta).write('well', 'level', date, 0, depths).write('well', 'volume', date, 0, pumping);
    return new RuleRig(plant).finding('well', 'borewell_threshold', plant.calendar.window(date).firstSlot + 59, 'static');
  };

  it('is evaluated when the pump was off for four hours and it moved by 2 cm at most in the last hour', () => {
    const limits = params({ staticLimitMbgl: 30 });
    expect(at(DATE, repeat(31, 60), repeat(0, 60), limits)).toMatchObject({ isMet: true, code: 2 });
    expect(at(DATE, repeat(29, 60), repeat(0, 60), limits)).toMatchObject({ isMet: false, isOver: true });
    expect(at(DATE, repeat(31, 60), [...repeat(0, 15), ON, ...repeat(0, 44)], limits)).toMatchObject({ isMet: null });
    expect(at(DATE, [...repeat(31.1, 50), ...repeat(31, 10)], repeat(0, 60), limits)).toMatchObject({ isMet: null });
  });

  it('has a limit of its own from March to May', () => {
    const limits = params({ staticLimitMbgl: 25, staticLimitPreMonsoonMbgl: 30 });
    expect(at('2026-04-10', repeat(27, 60), repeat(0, 60), limits)).toMatchObject({ isMet: false, threshold: 30 });
    expect(at('2026-09-10', repeat(27, 60), repeat(0, 60), limits)).toMatchObject({ isMet: true, threshold: 25 });
  });

  it('has that limit in March, April and May alone', () => {
    const limits = params({ staticLimitMbgl: 25, staticLimitPreMonsoonMbgl: 30 });
    const dates = Array.from({ length: 12 }, (_, at) => `2025-${String(at + 1).padStart(2, '0')}-10`);
    const thresholds = dates.map((date) => at(date, repeat(27, 60), repeat(0, 60), limits)?.threshold);
    expect(thresholds).toEqual([25, 25, 30, 30, 30, 25, 25, 25, 25, 25, 25, 25]);
  });

  it('of a piezometer, which has no pump, is held against its limit', () => {
    const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' }).addCategory('GROUND_WATER_LEVEL', ['w']).addUnit({
      id: 'well',
      name: 'Piezometer',
      type: 'level',
      subCategoryId: 'w',
      meta: { highThreshold: 20, alertEnabled: { borewell_threshold: true } },
    });
    plant.write('well', 'level', DATE, 0, [...repeat(19, 20), ...repeat(20.5, 20)]);
    expect(lines(plant, 40)).toEqual(['31 raised Piezometer static level low']);
  });
});
