import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../../plantModel/model.ts';
import { RuleRig } from '../../../../test/ruleRig.ts';
import { TestPlant } from '../../../../test/testPlant.ts';
import { wordAlarm } from '../../lifecycle/texts.ts';

const DATE = '2026-03-10';
const DAY_MS = 86_400_000;
const meter = { modulus: 1e8, basePerCount: 10, maxPerHour: 10_000 };
const built = { pumpIntakeMbgl: 50, ratedFlowM3h: 12, piezometer: false };
const repeat = (value: number, count: number): number[] => Array.from({ length: count }, () => value);
const dateBefore = (days: number): string => new Date(Date.parse(DATE) - days * DAY_MS).toISOString().slice(0, 10);

const plantOf = (meta: Unit['meta'] = {}): TestPlant =>
  new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('GROUND_WATER_LEVEL', ['w'])
    .addCategory('ENERGY_CATEGORY', ['e'])
    .addUnit({ id: 'well', name: 'Well', type: 'borewell', subCategoryId: 'w', meta: { meter, well: built, ...meta } });
const lines = (plant: TestPlant, to: number, date = DATE): string[] =>
  new RuleRig(plant).lines('well', 'borewell_threshold', date, 0, to);
/** A KL a slot, 12 m3/h. */
const ON = 1000;

describe('the pumping level of a well', () => {
  const told = (depths: number[], pumping: number[], meta: Unit['meta'] = {}, letters = 'G'): string[] => {
    const plant = plantOf(meta).write('well', 'level', DATE, 0, depths, letters).write('well', 'volume', DATE, 0, pumping);
    return lines(plant, depths.length);
  };

  it.each<[string, number[], number[], string[]]>([
    [
      'within 3 m of the intake for three slots is low, until it is 0.2 m above for two',
      [46, 47.1, 47.2, 47.3, 46.9, 46.9, 46.8, 46.8],
      repeat(ON, 8),
      ['3 raised Well water level low', '7 cleared Well water level low'],
    ],
    [
      'is over once the pump stops and the water is back',
      [47.5, 47.5, 47.5, 47.5, 40, 38],
      [ON, ON, ON, ON, 0, 0],
      ['2 raised Well water level low', '5 cleared Well water level low'],
    ],
    ['is none of a pump that stands', repeat(48, 6), repeat(0, 6), []],
    ['deep for two slots is none', [46, 48, 48, 46, 48, 48], repeat(ON, 6), []],
  ])('%s', (_, depths, pumping, lines) => {
    expect(told(depths, pumping)).toEqual(lines);
  });

  it("has the unit's own limit before that of the intake", () => {
    expect(told(repeat(44, 4), repeat(ON, 4), { highThreshold: 43 })).toEqual(['2 raised Well water level low']);
  });

  it('that is estimated raises nothing', () => {
    expect(told(repeat(48, 6), repeat(ON, 6), {}, 'E')).toEqual([]);
  });

  it('is critical, and says how deep the intake is', () => {
    const plant = plantOf().write('well', 'level', DATE, 0, [48]).write('well', 'volume', DATE, 0, [ON]);
    const finding = new RuleRig(plant).finding('well', 'borewell_threshold', plant.calendar.window(DATE).firstSlot, 'pumping');
    expect(finding).toMatchObject({ priority: 1, code: 1, direction: 'high', value: 48, threshold: 47 });
    expect(wordAlarm('wellPumping', finding?.facts ?? {})).toMatchObject({
      body: 'Pumping level 48 m below ground, limit 47 m (intake 50 m).',
      action: 'Stop or throttle.',
    });
  });
});

describe('the static level of a well', () => {
  const params = (limits: object): Unit['meta'] => ({ alertParams: { borewell_threshold: limits } });
  const at = (date: string, depths: number[], pumping: number[], meta: Unit['meta']) => {
    const plant = plantOf(meta).write('well', 'level', date, 0, depths).write('well', 'volume', date, 0, pumping);
    return new RuleRig(plant).finding('well', 'borewell_threshold', plant.calendar.window(date).firstSlot + 59, 'static');
  };

  it('is judged when the pump was off for four hours and the last one changed it by 2 cm at most', () => {
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
    expect(lines(plant, 40)).toEqual(['32 raised Piezometer static level low']);
  });
});

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

describe('what a well may give', () => {
  it('in a day is told when it is passed', () => {
    const noc = { number: 'N1', validTo: '2027-01-01', permittedKLD: 50, permittedKLY: null };
    const plant = plantOf({ well: { ...built, noc } }).write('well', 'volume', DATE, 0, repeat(ON, 60));
    expect(lines(plant, 60)).toEqual(['50 raised Well over permitted abstraction']);
  });

  it('in a year of the permit, April to March, is told at 80 % and when it is passed', () => {
    const noc = { number: 'N1', validTo: '2027-01-01', permittedKLD: null, permittedKLY: 1000 };
    const plant = plantOf({ well: { ...built, noc } });
    plant
      .write('well', 'volume', '2025-03-31', 0, repeat(5 * ON, 288))
      .write('well', 'volume', '2025-04-01', 0, repeat(ON, 288))
      .write('well', 'volume', '2025-12-25', 0, repeat(ON, 288))
      .write('well', 'volume', dateBefore(1), 0, repeat(ON, 223))
      .write('well', 'volume', DATE, 0, repeat(ON, 288));
    expect(lines(plant, 288)).toEqual([
      '0 raised Well near its annual permit (insight)',
      '201 raised Well over its annual permit',
      '201 cleared Well near its annual permit (insight)',
    ]);
    const own = { alertParams: { borewell_threshold: { permitYearStartMonth: 1 } } };
    const calendarYear = plantOf({ well: { ...built, noc }, ...own }).write(
      'well',
      'volume',
      '2025-12-25',
      0,
      repeat(5 * ON, 288),
    );
    calendarYear.write('well', 'volume', DATE, 0, repeat(ON, 10));
    expect(lines(calendarYear, 10)).toEqual([]);
  });
});

describe('a pump that runs dry', () => {
  const told = (kW: number[], litres: number[], letters = 'G'): string[] => {
    const plant = plantOf();
    plant.addUnit({ id: 'pump', type: 'energy', subCategoryId: 'e', meta: { meter, flowUnitId: 'well', ratedKW: 6 } });
    plant
      .write(
        'pump',
        'energy',
        DATE,
        0,
        kW.map((one) => (one * 1000) / 12),
      )
      .write('well', 'volume', DATE, 0, litres, letters);
    return lines(plant, kW.length);
  };

  it.each<[string, number[], number[], string[]]>([
    ['for two slots is told', [5, 5, 5, 5], [ON, 50, 50, 50], ['2 raised Well runs dry']],
    ['for one slot is starting', [5, 5, 5], [0, ON, ON], []],
    ['is over when it is stopped', [5, 5, 0], [0, 0, 0], ['1 raised Well runs dry', '2 cleared Well runs dry']],
    ['is none while it stands', [0.5, 0.5, 0.5], [0, 0, 0], []],
    ['is none with a tenth of its flow', [5, 5, 5], [101, 101, 101], []],
  ])('%s', (_, kW, litres, lines) => {
    expect(told(kW, litres)).toEqual(lines);
  });

  it.each<[string, object, boolean]>([
    ['its own pump', { meta: { meter, flowUnitId: 'well', ratedKW: 6 } }, true],
    ['a pump that is not deployed', { deployed: false, meta: { meter, flowUnitId: 'well', ratedKW: 6 } }, false],
    ['the pump of another well', { meta: { meter, flowUnitId: 'other', ratedKW: 6 } }, false],
  ])('is watched by %s: %j, %s', (_, pump, isWatched) => {
    const plant = plantOf().addUnit({ id: 'pump', type: 'energy', subCategoryId: 'e', ...pump });
    const slot = plant.calendar.window(DATE).firstSlot;
    expect(new RuleRig(plant).finding('well', 'borewell_threshold', slot, 'dry') !== undefined).toBe(isWatched);
  });

  it('is not known where the flow is not', () => {
    expect(told([5, 5, 5], [0, 0, 0], 'M')).toEqual([]);
  });

  type Built = NonNullable<Unit['meta']['well']>;
  /** At one slot, of a pump of 6 kW and a rated flow of 12 m3/h unless it is said otherwise. */
  const found = (
    wattHours: number,
    litres: number,
    { pump = { ratedKW: 6 } as object, well = built as Built, wellFields = {} as object, letters = ['G', 'G'] } = {},
  ) => {
    const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
      .addCategory('GROUND_WATER_LEVEL', ['w'])
      .addCategory('ENERGY_CATEGORY', ['e'])
      .addUnit({ id: 'well', name: 'Well', type: 'borewell', subCategoryId: 'w', meta: { meter, well }, ...wellFields })
      .addUnit({ id: 'pump', type: 'energy', subCategoryId: 'e', meta: { meter, flowUnitId: 'well', ...pump } })
      .write('pump', 'energy', DATE, 0, [wattHours], letters[0])
      .write('well', 'volume', DATE, 0, [litres], letters[1]);
    return new RuleRig(plant).finding('well', 'borewell_threshold', plant.calendar.window(DATE).firstSlot, 'dry');
  };

  it('runs above a tenth of its power, and is dry under a tenth of its flow', () => {
    // 50 Wh in a slot are 0.6 kW, 100 litres 1.2 m3/h
    expect([found(50, 0)?.isMet, found(51, 0)?.isMet]).toEqual([false, true]);
    expect([found(50, 0)?.isOver, found(51, 0)?.isOver]).toEqual([true, false]);
    expect([found(500, 99)?.isMet, found(500, 101)?.isMet]).toEqual([true, false]);
    expect([found(500, 99)?.isOver, found(500, 101)?.isOver]).toEqual([false, true]);
    expect(found(500, 50)).toMatchObject({
      direction: 'low',
      code: 5,
      value: expect.closeTo(0.6, 9),
      threshold: expect.closeTo(1.2, 9),
      facts: { v: expect.closeTo(0.6, 9), u: 'm3/h' },
      priority: 1,
      onSlots: 2,
      offSlots: 1,
    });
  });

  it('is known where power and flow are measured', () => {
    for (const letters of [
      ['E', 'G'],
      ['G', 'E'],
    ])
      expect(found(500, 0, { letters })).toMatchObject({ isMet: null, isOver: false, value: 0, facts: { v: '' } });
  });

  it('is watched where its power and its rated flow are known: the pump’s own or the well’s, the well’s own or its meter’s', () => {
    const { ratedFlowM3h: _, ...unrated } = built;
    expect(found(500, 0, { pump: {} })).toBeUndefined();
    expect(found(51, 0, { pump: {}, well: { ...built, pumpKW: 6 } })?.isMet).toBe(true);
    expect(found(51, 0, { pump: { ratedKW: 60 }, well: { ...built, pumpKW: 6 } })?.isMet).toBe(false);
    // 100 m3/h by the meter
    expect(found(500, 800, { well: unrated as Built })).toMatchObject({ isMet: true, threshold: 10 });
    expect(found(500, 0, { well: unrated as Built, wellFields: { meta: { well: unrated } } })).toBeUndefined();
  });
});

describe('the specific capacity of a well', () => {
  // 8 March 2026 is a Sunday
  const SUNDAY = '2026-03-08';
  /** Two hours still, two hours of pumping with a drawdown. */
  const plantWith = (lastDrawdownM: number, litres = ON, days = 30): TestPlant => {
    const plant = plantOf();
    for (let ago = 0; ago <= days; ago += 1) {
      const date = new Date(Date.parse(SUNDAY) - ago * DAY_MS).toISOString().slice(0, 10);
      const drawdownM = ago === 0 ? lastDrawdownM : 4;
      plant.write('well', 'level', date, 0, [...repeat(20, 24), ...repeat(20 + drawdownM, 24), ...repeat(20, 240)]);
      plant.write('well', 'volume', date, 0, [...repeat(0, 24), ...repeat(ago === 0 ? litres : ON, 24), ...repeat(0, 240)]);
    }
    return plant;
  };
  const found = (plant: TestPlant) =>
    new RuleRig(plant).finding('well', 'borewell_threshold', plant.calendar.window(SUNDAY).firstSlot + 287, 'capacity');

  it('a fifth under the median of 90 days is an insight, once a week', () => {
    // 12 m3/h: 3 m3/h per m, now 2.35
    expect(found(plantWith(5.1))).toMatchObject({
      isMet: true,
      insight: true,
      code: 4,
      value: expect.closeTo(2.353, 3),
      threshold: expect.closeTo(2.4, 9),
    });
    expect(found(plantWith(4.9))).toMatchObject({ isMet: false });
    const plant = plantWith(5.1);
    expect(
      new RuleRig(plant).finding('well', 'borewell_threshold', plant.calendar.window(SUNDAY).firstSlot + 200, 'capacity'),
    ).toBeUndefined();
    expect(
      new RuleRig(plant).finding('well', 'borewell_threshold', plant.calendar.window(SUNDAY).firstSlot - 1, 'capacity'),
    ).toBeUndefined();
  });

  it('is held against runs of like flow only, and twenty of them at least', () => {
    expect(found(plantWith(5.1, ON * 0.85))).toBeUndefined();
    expect(found(plantWith(5.1, ON, 15))).toBeUndefined();
  });
});
