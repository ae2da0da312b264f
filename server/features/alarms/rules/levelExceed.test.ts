import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../plantModel/model.ts';
import { RuleRig } from '../../../test/ruleRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { wordAlarm } from '../lifecycle/texts.ts';

const DATE = '2026-03-10';
/** 100 KL in 5 m: 20 KL a metre, 1 KL a percent. */
const tank = { shape: 'rectangular', length: 5, width: 4, height: 5, compartments: 1 } as const;
const alertEnabled = { level_exceed: true };

const tankOf = (meta: Unit['meta'] = {}): TestPlant =>
  new TestPlant({ timezone: 'UTC', startAt: '00:00:00' }).addCategory('STOCK_CATEGORY', ['s']).addUnit({
    id: 'tank',
    name: 'Tank',
    type: 'stock',
    subCategoryId: 's',
    maxCapacity: 100,
    meta: { tank, alertEnabled, highThreshold: 95, lowThreshold: 15, ...meta },
  });
const levelOf = (meta: Unit['meta'] = {}): TestPlant =>
  new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('STOCK_CATEGORY', ['s'])
    .addUnit({ id: 'tank', name: 'Sump', type: 'level', subCategoryId: 's', meta: { alertEnabled, ...meta } });

const alarms = (plant: TestPlant, count: number): string[] =>
  new RuleRig(plant).lines('tank', 'level_exceed', DATE, 0, count).filter((line) => !line.includes('insight'));
/** A tank filled to these percents. */
const filled = (percents: number[], meta: Unit['meta'] = {}, letters = 'G'): string[] =>
  alarms(
    tankOf(meta).write(
      'tank',
      'volume',
      DATE,
      0,
      percents.map((percent) => percent * 1000),
      letters,
    ),
    percents.length,
  );

describe('a tank', () => {
  it.each<[string, number[], string[]]>([
    [
      'at its high limit is told at once, until it is 2 % of its span under it for two slots',
      [94, 95, 94, 93.1, 92.9, 92.9],
      ['1 raised Tank level high', '5 cleared Tank level high'],
    ],
    [
      'at its low limit is told at once, until it is 2 % over it for two slots',
      [16, 15, 16, 17, 17.1, 17.1],
      ['1 raised Tank level low', '5 cleared Tank level low'],
    ],
    [
      'may be low and high in one day',
      [15, 60, 60, 95],
      ['0 raised Tank level low', '2 cleared Tank level low', '3 raised Tank level high'],
    ],
    ['between its limits is well', [16, 50, 94], []],
  ])('%s', (_, percents, told) => {
    expect(filled(percents)).toEqual(told);
  });

  it('of which nothing is measured raises nothing', () => {
    expect(filled([94, 96, 96, 96], {}, 'GMEF')).toEqual([]);
  });

  it('that is out of service is not low, and may be high', () => {
    expect(filled([0, 0, 96], { alertParams: { level_exceed: { outOfService: true } } })).toEqual(['2 raised Tank level high']);
  });

  it('with a sensor that swings has three of its standard deviations as a deadband', () => {
    // 0.1 m are 2 %: 6 % instead of 2
    expect(filled([95, 92, 92, 92, 88.9, 88.9], { levelSigmaM: 0.1 })).toEqual([
      '0 raised Tank level high',
      '5 cleared Tank level high',
    ]);
  });

  it('without limits, or with its alarm off, is not watched', () => {
    const bare = new TestPlant()
      .addCategory('STOCK_CATEGORY', ['s'])
      .addUnit({ id: 'tank', type: 'stock', subCategoryId: 's', maxCapacity: 100, meta: { tank, alertEnabled } });
    expect(new RuleRig(bare).watches('tank')).not.toContain('level_exceed');
    expect(new RuleRig(tankOf({ alertEnabled: {} })).watches('tank')).not.toContain('level_exceed');
    expect(new RuleRig(tankOf()).watches('tank')).toContain('level_exceed');
  });
});

describe('a tank that fills', () => {
  /** Half an hour at a rate in percent a slot, ending at a percent. */
  const rising = (end: number, perSlot: number): TestPlant =>
    tankOf().write(
      'tank',
      'volume',
      DATE,
      0,
      Array.from({ length: 7 }, (_, at) => (end - (6 - at) * perSlot) * 1000),
    );
  const slot = tankOf().calendar.window(DATE).firstSlot + 6;
  const soon = (plant: TestPlant) => new RuleRig(plant).finding('tank', 'level_exceed', slot, 'level:warn');

  it('is reported beforehand, when it overflows within half an hour', () => {
    // 2 % a slot from 90 %: full in 25 minutes
    expect(soon(rising(90, 2))).toMatchObject({
      isMet: true,
      insight: true,
      facts: { min: expect.closeTo(25, 9), q: expect.closeTo(24, 9) },
    });
    expect(wordAlarm('levelHighSoon', soon(rising(90, 2))?.facts ?? {}).body).toBe(
      '90 KL (90 %). Full in about 25 min at 24 m3/h.',
    );
    expect(soon(rising(90, 1))).toMatchObject({ isMet: false });
    expect(soon(rising(90, -2))).toMatchObject({ isMet: false });
  });

  it('is high and no longer soon high once it is', () => {
    expect(soon(rising(96, 2))).toMatchObject({ isMet: false });
    const high = new RuleRig(rising(96, 2)).finding('tank', 'level_exceed', slot, 'level', 'high');
    expect(high).toMatchObject({ isMet: true, value: 96, threshold: 95 });
    expect(wordAlarm('levelHigh', high?.facts ?? {}).body).toBe('96 KL (96 %), limit 95 %. Full in about 10 min at 24 m3/h.');
  });

  it('about as far as it did in the days before is just being filled', () => {
    const cycle = [...Array.from({ length: 50 }, (_, at) => 42 + at), ...Array.from({ length: 50 }, (_, at) => 91 - at)];
    const tank = tankOf().write(
      'tank',
      'volume',
      DATE,
      0,
      [...cycle, ...cycle.slice(0, 50), 93.5, 95, 96].map((percent) => percent * 1000),
    );
    const told = new RuleRig(tank).lines('tank', 'level_exceed', DATE, 60, 153);
    // the second filling passes 91 % and goes on: 93.5 %, and at 1.2 % a slot full in less than half an hour
    expect(told).toEqual(['150 raised Tank filling (insight)', '151 raised Tank level high']);
  });

  it('is held against each slot of two days before, but for the half hour that it has been filling', () => {
    const now = 100;
    const isDue = (peakAgo: number) => {
      const plant = tankOf().write(
        'tank',
        'volume',
        DATE,
        now - 5,
        [80, 82, 84, 86, 88, 90].map((percent) => percent * 1000),
      );
      // one slot in which it was at 94 %
      const day = Math.floor((now - peakAgo) / 288);
      const date = new Date(Date.parse(DATE) + day * 86_400_000).toISOString().slice(0, 10);
      plant.write('tank', 'volume', date, now - peakAgo - day * 288, [94_000]);
      const at = plant.calendar.window(DATE).firstSlot + now;
      return new RuleRig(plant).finding('tank', 'level_exceed', at, 'level:warn')?.isMet;
    };
    expect([6, 7, 300, 301, 575, 576].map(isDue)).toEqual(Array.from({ length: 6 }, () => false));
    expect(isDue(577)).toBe(true);
  });

  it('by no more than the noise of its sensor does not fill', () => {
    // the slope of six readings swings by 0.24 of one reading's swing; three times that is 2.1 % a slot at 0.15 m, 0.03 at 2 mm
    const plantWith = (levelSigmaM?: number) =>
      tankOf(levelSigmaM === undefined ? {} : { levelSigmaM }).write(
        'tank',
        'volume',
        DATE,
        0,
        [84, 85, 86, 87, 88, 89, 94].map((percent) => percent * 1000),
      );
    expect(soon(plantWith())).toMatchObject({ isMet: true });
    expect(soon(plantWith(0.15))).toMatchObject({ isMet: false });
  });
});

describe('a level in metres', () => {
  it('has limits in metres, and a span by them where it has no tank', () => {
    const plant = levelOf({ highThreshold: 3, lowThreshold: 1 }).write(
      'tank',
      'level',
      DATE,
      0,
      [2, 3.1, 2.97, 2.97, 2.95, 2.95],
    );
    expect(alarms(plant, 6)).toEqual(['1 raised Sump level high', '5 cleared Sump level high']);
  });

  it('says no volume that it does not know', () => {
    const plant = levelOf({ highThreshold: 3 }).write('tank', 'level', DATE, 0, [3.1]);
    const { firstSlot } = plant.calendar.window(DATE);
    const finding = new RuleRig(plant).finding('tank', 'level_exceed', firstSlot, 'level', 'high');
    expect(wordAlarm('levelHigh', finding?.facts ?? {})).toMatchObject({ title: 'Sump level high', body: '3.1 m, limit 3 m.' });
  });
});
