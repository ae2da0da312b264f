import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../../plantModel/model.ts';
import { RuleRig } from '../../../../test/ruleRig.ts';
import { TestPlant } from '../../../../test/testPlant.ts';
import { built, DATE, meter, ON, repeat } from '../../../../test/wellReadings.ts';

describe('the limits of a level', () => {
  const repeatAll = (depth: number, litres: number, meta: Unit['meta'], param: string, fields: Partial<Unit> = {}) => {
    const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
      .addCategory('GROUND_WATER_LEVEL', ['w'])
      .addUnit({ id: 'well', name: 'Well', type: 'borewell', subCategoryId: 'w', meta: { meter, ...meta }, ...fields })
      .write('well', 'level', DATE, 0, repeat(depth, 60));
    if (fields.type !== 'level') plant.write('well', 'volume', DATE, 0, repeat(litres, 60));
    return new RuleRig(plant).finding('well', 'borewell_threshold', plant.calendar.window(DATE).firstSlot + 59, param);
  };
  const pumping = (depth: number, more: Unit['meta'] = {}, litres = ON) =>
    repeatAll(depth, litres, { well: built, ...more }, 'pumping');
  const own = (limits: object): Unit['meta'] => ({ alertParams: { borewell_threshold: limits } });

  it('are passed below them, not at them, and over where the level is a deadband above', () => {
    expect([pumping(47)?.isMet, pumping(47.1)?.isMet]).toEqual([false, true]);
    expect([pumping(46.9)?.isOver, pumping(46.8)?.isOver]).toEqual([false, true]);
    expect([pumping(46.6, own({ deadbandM: 0.5 }))?.isOver, pumping(46.5, own({ deadbandM: 0.5 }))?.isOver]).toEqual([
      false,
      true,
    ]);
    expect(pumping(48)).toMatchObject({ priority: 1, onSlots: 3, facts: { v: 48, thr: 47, i: 50, u: 'm bgl' } });
  });

  it('of the pumping level are not met with the pump off, but over only with the way back', () => {
    expect(pumping(48, {}, 0)).toMatchObject({ isMet: false, isOver: false });
    expect(pumping(40, {}, 0)).toMatchObject({ isMet: false, isOver: true });
  });

  it('of the pumping level are the unit’s own, else three metres over the intake, else none', () => {
    expect(pumping(44, { highThreshold: 43 })).toMatchObject({ isMet: true, threshold: 43 });
    expect(pumping(44, { well: { piezometer: false } as NonNullable<Unit['meta']['well']> })).toBeUndefined();
  });

  it('of the static level are a day’s reminder, in one slot', () => {
    const found = repeatAll(31, 0, { well: built, ...own({ staticLimitMbgl: 30 }) }, 'static');
    expect(found).toMatchObject({ isMet: true, threshold: 30, code: 2, onSlots: 1, reAlarmMinutes: 1440 });
    expect(repeatAll(31, 0, { well: built }, 'static')).toBeUndefined();
    // of a well with a pump its own limit is that of the pumping level
    expect(repeatAll(31, 0, { well: built, highThreshold: 20 }, 'static')).toBeUndefined();
    // before the monsoon, which ends with May, March has a limit of its own or the other's
    const march = repeatAll(31, 0, { well: built, ...own({ staticLimitMbgl: 30, staticLimitPreMonsoonMbgl: 35 }) }, 'static');
    expect(march).toMatchObject({ isMet: false, threshold: 35 });
  });

  it('of a piezometer are watched where it is switched on, and it has no pump', () => {
    const piezometer = (alertEnabled: Record<string, boolean>, param: string) =>
      repeatAll(21, 0, { highThreshold: 20, alertEnabled }, param, { type: 'level' });
    expect(piezometer({ borewell_threshold: true }, 'static')).toMatchObject({ isMet: true, threshold: 20 });
    expect(piezometer({ borewell_threshold: true }, 'pumping')).toBeUndefined();
    expect([piezometer({}, 'static'), piezometer({ borewell_threshold: false }, 'static')]).toEqual([undefined, undefined]);
  });
});
