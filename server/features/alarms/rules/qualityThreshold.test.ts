import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../plantModel/model.ts';
import { settingsWith } from '../../../test/alertRig.ts';
import { RuleRig } from '../../../test/ruleRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { wordAlarm } from '../lifecycle/texts.ts';
import { timingOf } from './timing.ts';

const DATE = '2026-03-10';
const params = {
  ph: { name: 'pH', unit: '', lt: 5.5, ht: 9 },
  cod: { name: 'COD', unit: 'mg/L', lt: null, ht: 250, limitSource: 'EP Rules' },
  free_chlorine: { name: 'Free chlorine', unit: 'mg/L', lt: 0.2, ht: 1 },
};
const alertEnabled = { ph: true, cod: true, free_chlorine: true };

const plantOf = (meta: Unit['meta'] = {}): TestPlant =>
  new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('QUALITY_CATEGORY', ['q'])
    .addUnit({ id: 'etp', name: 'ETP', type: 'quality', subCategoryId: 'q', meta: { params, alertEnabled, ...meta } });
const lines = (param: string, values: number[], letters = 'G', meta: Unit['meta'] = {}): string[] =>
  new RuleRig(plantOf(meta).write('etp', param, DATE, 0, values, letters)).lines(
    'etp',
    'quality_threshold',
    DATE,
    0,
    values.length,
  );
const means = (...values: number[]): number[] => values.flatMap((value) => [value, value - 0.01, value + 0.01]);

describe('a parameter of a quality unit', () => {
  it('that is over its limit is not believed where it was the very same for six hours, the slot before the last too', () => {
    const isMet = (values: number[]): boolean | null | undefined => {
      const rig = new RuleRig(plantOf().write('etp', 'cod', DATE, 0, values));
      return rig.finding('etp', 'quality_threshold', rig.slot(DATE, values.length - 1), 'cod', 'high')?.isMet;
    };
    const same = Array.from({ length: 75 }, () => 300);
    expect(isMet(same)).toBeNull();
    expect(isMet(same.with(73, 301))).toBe(true);
    expect(isMet(same.with(3, 301))).toBe(true);
    expect(isMet(same.with(2, 301))).toBeNull();
  });

  it.each<[string, string, number[], string[]]>([
    [
      'over its limit as a mean of a quarter of an hour',
      'cod',
      means(240, 260, 240, 240),
      ['5 raised ETP: COD high', '11 cleared ETP: COD high'],
    ],
    [
      'over its limit for a slot, but not as a mean',
      'cod',
      [240, 700, 240, 200, 100, 300, 240, 240, 240],
      ['2 raised ETP: COD high', '8 cleared ETP: COD high'],
    ],
    ['under its low limit', 'ph', means(7, 5.4, 7, 7), ['5 raised ETP: pH low', '11 cleared ETP: pH low']],
    ['back by less than its deadband: 2 % of the limit', 'cod', means(260, 246, 246, 246), ['2 raised ETP: COD high']],
    ['back by less than its deadband: 0.1 of pH', 'ph', means(9.1, 8.95, 8.95), ['2 raised ETP: pH high']],
    [
      'back by its deadband of 0.05 mg/L of chlorine',
      'free_chlorine',
      means(1.1, 0.94, 0.94),
      ['2 raised ETP: Free chlorine high', '8 cleared ETP: Free chlorine high'],
    ],
    ['within its limits', 'ph', means(7, 8.9, 5.6), []],
    ['exactly at its limits', 'cod', means(250, 250), []],
    ['exactly at its low limit', 'ph', means(5.5, 5.5), []],
    [
      'over until it is exactly a deadband under its limit',
      'cod',
      [260, 260, 260, ...Array.from({ length: 6 }, () => 245)],
      ['2 raised ETP: COD high', '8 cleared ETP: COD high'],
    ],
    ['low again by less than its deadband', 'ph', means(5.4, 5.55), ['2 raised ETP: pH low']],
  ])('%s', (_, param, values, told) => {
    expect(lines(param, values)).toEqual(told);
  });

  it('is evaluated at each quarter of the hour, but not where only one slot of it is measured', () => {
    expect(lines('cod', means(260, 260), 'GMMGMG')).toEqual(['5 raised ETP: COD high']);
    expect(lines('cod', means(260, 260), 'E')).toEqual([]);
    expect(lines('cod', means(260, 260), 'X')).toEqual([]);
  });

  it('that shows the same value for six hours is stuck and raises nothing', () => {
    expect(lines('cod', [...Array.from({ length: 71 }, () => 240), ...Array.from({ length: 7 }, () => 260)])).toEqual([
      '74 raised ETP: COD high',
    ]);
    const still = plantOf().write(
      'etp',
      'cod',
      DATE,
      0,
      Array.from({ length: 90 }, () => 260),
    );
    expect(
      new RuleRig(still).finding('etp', 'quality_threshold', still.calendar.window(DATE).firstSlot + 89, 'cod'),
    ).toMatchObject({ isMet: null });
  });

  it('of an outlet is evaluated only while water flows', () => {
    const plant = plantOf({ flowUnitId: 'outlet' });
    const meter = { modulus: 1e6, basePerCount: 10, maxPerHour: 1000 };
    plant
      .addCategory('SOURCE_CATEGORY', ['s'])
      .addUnit({ id: 'outlet', type: 'flow', subCategoryId: 's', meta: { meter } })
      .write('etp', 'cod', DATE, 0, means(260, 260, 260))
      .write('outlet', 'flow', DATE, 0, [0, 0, 5, 0, 5, 5, 5, 5, 5]);
    const told = new RuleRig(plant).run('etp', 'quality_threshold', DATE, 0, 9);
    expect(told.map(({ slot, kind }) => [slot % 288, kind])).toEqual([[5, 'raised']]);
    const { finding } = told[0] ?? {};
    expect(wordAlarm('qualityHigh', finding?.facts ?? {}).body).toBe('15-min mean 260 mg/L, limit 250 (EP Rules). Flow 5 m3/h.');
  });

  it('under consent is critical and announced again every hour, else as its category says', () => {
    const { categories } = settingsWith();
    const timing = (meta: Unit['meta'], params: object = {}) => {
      const plant = plantOf(meta).write('etp', 'cod', DATE, 0, means(260));
      const finding = new RuleRig(plant, { quality_threshold: { params } }).finding(
        'etp',
        'quality_threshold',
        plant.calendar.window(DATE).firstSlot + 2,
        'cod',
      );
      return {
        priority: finding?.priority,
        reAlarmSlots: finding && timingOf(categories.quality_threshold, finding).reAlarmSlots,
      };
    };
    expect(timing({ underConsent: true })).toEqual({ priority: 1, reAlarmSlots: 12 });
    expect(timing({ underConsent: true }, { consentReAlarmMinutes: 30 }).reAlarmSlots).toBe(6);
    expect(timing({})).toEqual({ priority: undefined, reAlarmSlots: 96 });
  });

  it('has a deadband by the size of its limit where that is below nothing', () => {
    const orp = { orp: { name: 'ORP', unit: 'mV', lt: null, ht: -200 } };
    const own = { params: orp, alertEnabled: { orp: true } };
    expect(lines('orp', means(-150, -205, -205), 'G', own)).toEqual(['2 raised ETP: ORP high', '8 cleared ETP: ORP high']);
    expect(lines('orp', means(-150, -203, -203), 'G', own)).toEqual(['2 raised ETP: ORP high']);
  });

  it('is stuck from the six hours on in which every slot showed the same, and not before', () => {
    const isMet = (before: number): boolean | null | undefined => {
      const plant = plantOf().write('etp', 'cod', DATE, 0, [before, ...Array.from({ length: 71 }, () => 260)]);
      const slot = plant.calendar.window(DATE).firstSlot + 71;
      return new RuleRig(plant).finding('etp', 'quality_threshold', slot, 'cod')?.isMet;
    };
    expect(isMet(260)).toBeNull();
    expect(isMet(261)).toBe(true);
  });

  it('within its limits is known, however long it shows the same', () => {
    const plant = plantOf().write(
      'etp',
      'cod',
      DATE,
      0,
      Array.from({ length: 90 }, () => 200),
    );
    const slot = plant.calendar.window(DATE).firstSlot + 89;
    expect(new RuleRig(plant).finding('etp', 'quality_threshold', slot, 'cod')).toMatchObject({ isMet: false, isOver: true });
  });

  it.each([
    [1, 1, 1, 1],
    [3, 3, 1, 1],
    [4, 7, 2, 3],
  ])('with delays of %i and %i slots waits for %i and %i means', (onDelaySlots, offDelaySlots, onSlots, offSlots) => {
    const plant = plantOf().write('etp', 'cod', DATE, 0, means(260));
    const rig = new RuleRig(plant, { quality_threshold: { onDelaySlots, offDelaySlots } });
    const slot = plant.calendar.window(DATE).firstSlot + 2;
    expect(rig.finding('etp', 'quality_threshold', slot, 'cod')).toMatchObject({ onSlots, offSlots });
  });

  it('is not watched at a unit that is not deployed, nor where the plant wants none of the kind, nor without a limit', () => {
    const watches = (plant: TestPlant, categories: Record<string, object> = {}) =>
      new RuleRig(plant, categories).watches('etp').includes('quality_threshold');
    expect(watches(plantOf())).toBe(true);
    expect(watches(plantOf(), { quality_threshold: { enabled: false } })).toBe(false);
    expect(watches(plantOf({ params: { cod: { name: 'COD', unit: 'mg/L', lt: null, ht: null } } }))).toBe(false);
    const idle = new TestPlant().addCategory('QUALITY_CATEGORY', ['q']);
    idle.addUnit({ id: 'etp', type: 'quality', subCategoryId: 'q', deployed: false, meta: { params, alertEnabled } });
    expect(watches(idle)).toBe(false);
  });

  it('is watched only where it is switched on', () => {
    expect(lines('cod', means(260), 'G', { alertEnabled: { ph: true } })).toEqual([]);
    expect(new RuleRig(plantOf({ alertEnabled: {} })).watches('etp')).not.toContain('quality_threshold');
  });
});
