import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../plantModel/model.ts';
import { RuleRig } from '../../../test/ruleRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { wordAlarm } from '../lifecycle/texts.ts';

const meter = { modulus: 1e6, basePerCount: 100, maxPerHour: 1000 };
const alertEnabled = { daily_threshold: true, monthly_threshold: true };

const plantOf = (meta: Unit['meta'], fields: Partial<Unit> = {}): TestPlant =>
  new TestPlant({ timezone: 'Asia/Kolkata', startAt: '06:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'main', name: 'Main', type: 'flow', subCategoryId: 's', meta: { meter, alertEnabled, ...meta }, ...fields });
/** One KL in every slot. */
const steady = (count: number, litres = 1000): number[] => Array.from({ length: count }, () => litres);

describe("a day's consumption", () => {
  const DATE = '2026-03-10';

  it('is reported near its limit, then once over it, at the slot of the crossing', () => {
    const plant = plantOf({ unitThreshold: 100 }).write('main', 'volume', DATE, 0, steady(288));
    const told = new RuleRig(plant).run('main', 'unit_threshold', DATE, 0, 288);
    const first = plant.calendar.window(DATE).firstSlot;
    expect(told.map(({ slot, kind, finding }) => [slot - first, kind, finding.text])).toEqual([
      [79, 'raised', 'dayLimitNear'],
      [99, 'raised', 'dayLimit'],
      [99, 'cleared', 'dayLimitNear'],
    ]);
    const { text, facts, value, threshold, period } = told[1]?.finding ?? { text: '', facts: {} };
    expect({ value, threshold, period }).toEqual({ value: 100, threshold: 100, period: DATE });
    expect(wordAlarm(text, facts).body).toBe('100 KL used since 06:00, limit 100 KL (100 %).');
    // 20 KL are left, 12 KL an hour are used: 40 minutes after 12:40
    expect(told[0]?.finding.facts.at).toBe('14:15');
  });

  it('counts estimated slots, and says the slot of the crossing when it is looked at later', () => {
    const plant = plantOf({ unitThreshold: 100 }).write(
      'main',
      'volume',
      DATE,
      0,
      steady(288),
      `${'G'.repeat(50)}${'E'.repeat(238)}`,
    );
    const first = plant.calendar.window(DATE).firstSlot;
    expect(new RuleRig(plant).finding('main', 'unit_threshold', first + 287, 'volume')).toMatchObject({
      isMet: true,
      atSlot: first + 99,
    });
  });

  it('is not taken back by a backflow, and is by a limit raised above it', () => {
    const plant = plantOf({ unitThreshold: 100 })
      .write('main', 'volume', DATE, 0, steady(101))
      .write('main', 'volume', DATE, 101, [-3000], 'B')
      .write('main', 'volume', DATE, 102, steady(10, 0));
    expect(new RuleRig(plant).lines('main', 'unit_threshold', DATE, 90, 110)).toEqual([
      '90 raised Main near daily limit (insight)',
      '99 raised Main over daily limit',
      '99 cleared Main near daily limit (insight)',
    ]);
    const raised = plantOf({ unitThreshold: 200 }).write('main', 'volume', DATE, 0, steady(110));
    const first = raised.calendar.window(DATE).firstSlot;
    expect(new RuleRig(raised).finding('main', 'unit_threshold', first + 105, 'volume')).toMatchObject({
      isMet: false,
      isOver: true,
    });
  });

  it('begins anew with the shift', () => {
    const plant = plantOf({ unitThreshold: 100 }).write('main', 'volume', DATE, 0, steady(290));
    const next = plant.calendar.window('2026-03-11').firstSlot;
    expect(new RuleRig(plant).finding('main', 'unit_threshold', next + 1, 'volume')).toMatchObject({
      isMet: false,
      value: 2,
      period: '2026-03-11',
    });
  });

  it('is foreseen by what such weekdays used, once their four weeks are known', () => {
    const plant = plantOf({ unitThreshold: 150 }).write('main', 'volume', DATE, 0, steady(288, 500));
    const first = plant.calendar.window(DATE).firstSlot;
    const forecast = () => new RuleRig(plant).finding('main', 'unit_threshold', first + 47, 'volume:forecast');
    expect(forecast()).toMatchObject({ isMet: false });
    for (const date of ['2026-03-03', '2026-02-24', '2026-02-17', '2026-02-10'])
      plant.write('main', 'volume', date, 0, [...steady(144, 0), ...steady(144)]);
    // 24 KL of the first four hours; 126 more at 1 KL a slot from noon of the shift on: 270 slots into it
    expect(forecast()).toMatchObject({ isMet: true, insight: true, facts: { at: '04:30' } });
    expect(wordAlarm('dayLimitExpected', forecast()?.facts ?? {}).body).toBe(
      '24 KL used since 06:00; such a day crosses 150 KL at about 04:30.',
    );
  });

  it('near its limit is no news where such a day ends before it', () => {
    const plant = plantOf({ unitThreshold: 200 }).write('main', 'volume', DATE, 0, steady(165));
    for (const date of ['2026-03-03', '2026-02-24', '2026-02-17'])
      plant.write('main', 'volume', date, 0, [...steady(168), ...steady(120, 0)]);
    const near = () =>
      new RuleRig(plant).finding('main', 'unit_threshold', plant.calendar.window(DATE).firstSlot + 164, 'volume:warn');
    expect(near()).toMatchObject({ isMet: false });
    // and is said where such a day goes on
    for (const date of ['2026-03-03', '2026-02-24', '2026-02-17']) plant.write('main', 'volume', date, 0, steady(288));
    expect(near()).toMatchObject({ isMet: true });
  });

  it('at a rate that reaches it after the shift, or at none, is near without a time', () => {
    const near = (volumes: number[], at: number) => {
      const plant = plantOf({ unitThreshold: 100 }).write('main', 'volume', DATE, 0, volumes);
      const slot = plant.calendar.window(DATE).firstSlot + at;
      return new RuleRig(plant).finding('main', 'unit_threshold', slot, 'volume:warn');
    };
    expect(near([...steady(90), ...steady(12, 0)], 101)).toMatchObject({ isMet: true, facts: { at: '' } });
    // 10 KL are left at 50 L a slot: 200 slots
    expect(near([...steady(90), ...steady(12, 50)], 101)).toMatchObject({ isMet: true, facts: { at: '' } });
    // at 60 L a slot 9.28 KL take 155 slots, of 186: 257 slots after 06:00 are 03:25 of the next morning
    expect(near([...steady(90), ...steady(12, 60)], 101)).toMatchObject({ isMet: true, facts: { at: '03:20' } });
  });

  it('is near from its part on that the plant has set', () => {
    const near = (warnPct: number, at: number) => {
      const plant = plantOf({ unitThreshold: 100, alertParams: { unit_threshold: { warnPct } } });
      plant.write('main', 'volume', DATE, 0, steady(288));
      const slot = plant.calendar.window(DATE).firstSlot + at;
      return new RuleRig(plant).finding('main', 'unit_threshold', slot, 'volume:warn')?.isMet;
    };
    expect([near(50, 48), near(50, 49), near(90, 88), near(90, 89)]).toEqual([false, true, false, true]);
  });

  it('of a plant that sets no part is near from 80 %', () => {
    const plant = plantOf({ unitThreshold: 100 }).write('main', 'volume', DATE, 0, steady(288));
    const rig = new RuleRig(plant, { unit_threshold: { params: {} } });
    const { firstSlot } = plant.calendar.window(DATE);
    const isNear = (at: number) => rig.finding('main', 'unit_threshold', firstSlot + at, 'volume:warn')?.isMet;
    expect([isNear(78), isNear(79)]).toEqual([false, true]);
  });

  it.each([1, 0.5])('of a limit of %d KL is watched', (unitThreshold) => {
    expect(new RuleRig(plantOf({ unitThreshold })).watches('main')).toContain('unit_threshold');
  });

  it('is foreseen from two known weeks on, each of them nine tenths measured, and an hour into the shift at the earliest', () => {
    const forecast = (at: number, weeks: [date: string, slots: number][]) => {
      const plant = plantOf({ unitThreshold: 150 }).write('main', 'volume', DATE, 0, steady(288, 500));
      for (const [date, slots] of weeks) plant.write('main', 'volume', date, 0, steady(slots));
      const slot = plant.calendar.window(DATE).firstSlot + at;
      return new RuleRig(plant).finding('main', 'unit_threshold', slot, 'volume:forecast')?.isMet;
    };
    const [one, two] = ['2026-03-03', '2026-02-24'];
    expect(forecast(60, [[one, 288]])).toBe(false);
    expect(
      forecast(60, [
        [one, 288],
        [two, 288],
      ]),
    ).toBe(true);
    // 259.2 of 288 slots are nine tenths
    expect(
      forecast(60, [
        [one, 288],
        [two, 259],
      ]),
    ).toBe(false);
    expect(
      forecast(60, [
        [one, 288],
        [two, 260],
      ]),
    ).toBe(true);
    expect(
      forecast(10, [
        [one, 288],
        [two, 288],
      ]),
    ).toBe(false);
    // weeks of other weekdays, and those before the last four, say nothing
    expect(
      forecast(60, [
        ['2026-03-04', 288],
        ['2026-03-05', 288],
      ]),
    ).toBe(false);
    expect(
      forecast(60, [
        [one, 288],
        ['2026-02-03', 288],
      ]),
    ).toBe(false);
    expect(
      forecast(60, [
        [one, 288],
        ['2026-02-10', 288],
      ]),
    ).toBe(true);
  });

  it.each<[string, Unit['meta'], Partial<Unit>]>([
    ['without a limit', {}, {}],
    ['with a limit of 0', { unitThreshold: 0 }, {}],
    ['whose alarm is switched off', { unitThreshold: 5, alertEnabled: {} }, {}],
    ['that is not deployed', { unitThreshold: 5 }, { deployed: false }],
  ])('of a unit %s is not watched', (_, meta, fields) => {
    expect(new RuleRig(plantOf(meta, fields)).watches('main')).not.toContain('unit_threshold');
  });
});

describe("a month's consumption", () => {
  it('is reported at 80 %, at its limit, and as an insight at each further 10 %', () => {
    const plant = plantOf({ monthlyThreshold: 288 });
    plant.write('main', 'volume', '2026-03-01', 0, steady(288, 700)).write('main', 'volume', '2026-03-02', 0, steady(288));
    expect(new RuleRig(plant).lines('main', 'monthly_threshold', '2026-03-02', 0, 288)).toEqual([
      '28 raised Main near monthly limit (insight)',
      '86 raised Main over monthly limit',
      '86 cleared Main near monthly limit (insight)',
      '115 raised Main far over monthly limit (insight)',
      '143 raised Main far over monthly limit (insight)',
      '172 raised Main far over monthly limit (insight)',
      '201 raised Main far over monthly limit (insight)',
      '230 raised Main far over monthly limit (insight)',
      '259 raised Main far over monthly limit (insight)',
      '287 raised Main far over monthly limit (insight)',
    ]);
  });

  it('is that of the calendar month of shift days, with what it comes to by its end', () => {
    const plant = plantOf({ monthlyThreshold: 100 });
    plant.write('main', 'volume', '2026-02-28', 0, steady(288)).write('main', 'volume', '2026-03-01', 0, steady(288, 500));
    const last = plant.calendar.window('2026-03-01').firstSlot + 287;
    const finding = new RuleRig(plant).finding('main', 'monthly_threshold', last, 'volume');
    expect(finding).toMatchObject({ value: 144, isMet: true, period: '2026-03', facts: { proj: 144 * 31 } });
    expect(wordAlarm('monthLimit', finding?.facts ?? {}).body).toBe(
      '144 KL since 1 Mar, limit 100 KL; at this rate 4464 KL by month end.',
    );
  });

  const at = (litres: number, meta: Unit['meta'] = {}) => {
    const plant = plantOf({ monthlyThreshold: 100, ...meta }).write('main', 'volume', '2026-03-01', 0, [litres]);
    const rig = new RuleRig(plant);
    const first = plant.calendar.window('2026-03-01').firstSlot;
    return rig.evaluate('main', 'monthly_threshold', first).map(({ param, isMet, isOver }) => ({ param, isMet, isOver }));
  };

  it('is near from exactly 80 % to under 100 %, over from exactly 100 %, and a step further from exactly 110 %', () => {
    const told = (litres: number, meta?: Unit['meta']) => at(litres, meta).flatMap(({ param, isMet }) => (isMet ? [param] : []));
    expect(told(79_999)).toEqual([]);
    expect(told(80_000)).toEqual(['volume:warn']);
    expect(told(99_999)).toEqual(['volume:warn']);
    expect(told(100_000)).toEqual(['volume']);
    expect(told(109_999)).toEqual(['volume']);
    expect(told(110_000)).toEqual(['volume', 'volume:110']);
    expect(told(125_000)).toEqual(['volume', 'volume:120']);
    const own = { alertParams: { monthly_threshold: { warnPct: 50, stepPct: 25 } } };
    expect(told(50_000, own)).toEqual(['volume:warn']);
    expect(told(124_000, own)).toEqual(['volume']);
    expect(told(150_000, own)).toEqual(['volume', 'volume:150']);
  });

  it('of a plant that sets no part of it is near from 80 %, and a step further at each 10 %', () => {
    const plant = plantOf({ monthlyThreshold: 100 }).write('main', 'volume', '2026-03-01', 0, [79_999, 1, 30_000]);
    const rig = new RuleRig(plant, { monthly_threshold: { params: {} } });
    const first = plant.calendar.window('2026-03-01').firstSlot;
    const met = (slot: number): string[] =>
      rig.evaluate('main', 'monthly_threshold', slot).flatMap(({ param, isMet }) => (isMet ? [param] : []));
    expect([0, 1, 2].map((slot) => met(first + slot))).toEqual([[], ['volume:warn'], ['volume', 'volume:110']]);
  });

  it.each([1, 0.5])('of a limit of %d KL is watched', (monthlyThreshold) => {
    expect(new RuleRig(plantOf({ monthlyThreshold })).watches('main')).toContain('monthly_threshold');
  });

  it('has as many steps as are of any use', () => {
    expect(at(290_000).at(-1)?.param).toBe('volume:290');
    expect(at(300_000).at(-1)?.param).toBe('volume:300');
    expect(at(2_000_000).at(-1)?.param).toBe('volume:300');
  });

  it('is over where it is not met, each by itself', () => {
    expect(at(90_000)).toEqual([
      { param: 'volume', isMet: false, isOver: true },
      { param: 'volume:warn', isMet: true, isOver: false },
    ]);
    expect(at(120_000)).toEqual([
      { param: 'volume', isMet: true, isOver: false },
      { param: 'volume:warn', isMet: false, isOver: true },
      { param: 'volume:120', isMet: true, isOver: false },
    ]);
  });

  it.each<[string, Unit['meta']]>([
    ['without a limit', {}],
    ['with a limit of 0', { monthlyThreshold: 0 }],
    ['whose alarm is switched off', { monthlyThreshold: 5, alertEnabled: { daily_threshold: true } }],
  ])('of a unit %s is not watched', (_, meta) => {
    expect(new RuleRig(plantOf(meta)).watches('main')).not.toContain('monthly_threshold');
  });
});
