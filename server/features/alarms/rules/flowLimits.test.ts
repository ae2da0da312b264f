import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../plantModel/model.ts';
import { feed } from '../../../test/alertRig.ts';
import { RuleRig } from '../../../test/ruleRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { wordAlarm } from '../lifecycle/texts.ts';

const DATE = '2026-03-10';
const meter = { modulus: 1e6, basePerCount: 10, maxPerHour: 10_000 };
const repeat = (value: number, count: number): number[] => Array.from({ length: count }, () => value);

const plantOf = (meta: Unit['meta'], fields: Partial<Unit> = {}): TestPlant =>
  new TestPlant({ timezone: 'Asia/Kolkata', startAt: '06:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'line', name: 'Line', type: 'flow', subCategoryId: 's', meta: { meter, ...meta }, ...fields });

describe('the flow of a line', () => {
  /** 480 KL a day: 20 m3/h at most. */
  const lines = (flows: number[], meta: Unit['meta'], letters = 'G', maxCapacity: number | null = 480): string[] =>
    new RuleRig(plantOf(meta, { maxCapacity }).write('line', 'flow', DATE, 0, flows, letters)).lines(
      'line',
      'flow_rate',
      DATE,
      0,
      flows.length,
    );

  it.each<[string, number[], string, string[]]>([
    [
      'over its limit for two slots is high, until it is 5 % under it for two',
      [9, 11, 11, 9.6, 9.6, 9.4, 9.4],
      'G',
      ['2 raised Line flow high', '6 cleared Line flow high'],
    ],
    ['over its limit for one slot only is a spike', [9, 60, 9, 60, 9], 'G', []],
    ['at its limit is not over it', [9, 10, 10, 10, 10], 'G', []],
    ['that is not measured waits', [9, 11, 11, 11, 11], 'GGMMG', ['4 raised Line flow high']],
    ['that is estimated raises nothing', [9, 11, 11, 11, 11], 'GEEFF', []],
    [
      'under its low limit while it runs is low',
      [5, 1.5, 1.5, 2.05, 2.05, 2.2, 2.2],
      'G',
      ['2 raised Line flow low', '6 cleared Line flow low'],
    ],
    ['that stands is not low', [5, 0, 0, 0, 0.1], 'G', []],
  ])('%s', (_, flows, letters, told) => {
    expect(lines(flows, { flowHigh: 10, flowLow: 2 }, letters)).toEqual(told);
  });

  it('has at least 1 % of what the line may pass as a deadband', () => {
    // 100 m3/h by its meter: 1 m3/h
    expect(lines([11, 11, 9.2, 9.2, 8.9, 8.9], { flowHigh: 10 }, 'G', null)).toEqual([
      '1 raised Line flow high',
      '5 cleared Line flow high',
    ]);
  });

  it('is told with its value and its limit', () => {
    const plant = plantOf({ flowHigh: 10 }).write('line', 'flow', DATE, 0, repeat(12.5, 3));
    const finding = new RuleRig(plant).finding('line', 'flow_rate', plant.calendar.window(DATE).firstSlot + 1, 'flow');
    expect(finding).toMatchObject({ value: 12.5, threshold: 10 });
    expect(wordAlarm('flowHigh', finding?.facts ?? {}).body).toBe('12.5 m3/h for 10 min, limit 10 m3/h.');
  });

  it('is that of the volume where there is no flow register', () => {
    const plant = plantOf({ flowHigh: 10 }, { type: 'manual', maxCapacity: 480 }).write(
      'line',
      'volume',
      DATE,
      0,
      repeat(1000, 3),
    );
    expect(new RuleRig(plant).lines('line', 'flow_rate', DATE, 0, 3)).toEqual(['1 raised Line flow high']);
  });

  it('is low at nothing in the hours in which it is supposed to run', () => {
    const meta = { flowLow: 2, alertParams: { flow_rate: { runFrom: '06:30', runTo: '07:00' } } };
    expect(lines(repeat(0, 24), meta)).toEqual(['7 raised Line flow low', '13 cleared Line flow low']);
  });

  it('is low at nothing while its pump has power, and waits while that is not known', () => {
    const plant = plantOf({ flowLow: 2 });
    plant
      .addUnit({ id: 'pump', type: 'energy', subCategoryId: 's', meta: { meter, flowUnitId: 'line', ratedKW: 12 } })
      .write('line', 'flow', DATE, 0, repeat(0, 20))
      .write(
        'pump',
        'energy',
        DATE,
        0,
        [...repeat(0, 5), ...repeat(900, 10), ...repeat(0, 5)],
        `${'G'.repeat(5)}GMGGGGGGGG${'G'.repeat(5)}`,
      );
    expect(new RuleRig(plant).lines('line', 'flow_rate', DATE, 0, 20)).toEqual([
      '7 raised Line flow low',
      '16 cleared Line flow low',
    ]);
  });

  it.each([
    // 12 kW rated: 100 Wh in five minutes are 1.2 kW, a tenth of it
    [0, false],
    [99, false],
    [100, false],
    [101, true],
    [300, true],
    [1000, true],
  ])('is low at nothing while its pump of 12 kW takes %d Wh in five minutes: %s', (wattHours, isLow) => {
    const plant = plantOf({ flowLow: 2 });
    plant
      .addUnit({ id: 'pump', type: 'energy', subCategoryId: 's', meta: { meter, flowUnitId: 'line', ratedKW: 12 } })
      .write('line', 'flow', DATE, 0, repeat(0, 4))
      .write('pump', 'energy', DATE, 0, repeat(wattHours, 4));
    expect(new RuleRig(plant).lines('line', 'flow_rate', DATE, 0, 4)).toEqual(isLow ? ['1 raised Line flow low'] : []);
  });

  it('without limits is not watched', () => {
    expect(new RuleRig(plantOf({})).watches('line')).not.toContain('flow_rate');
  });
});

describe('a steady flow in quiet time', () => {
  const on = { stable_flow: true };
  /** Litres per slot from 06:00 on. */
  const lines = (
    volumes: number[],
    params: NonNullable<Unit['meta']['alertParams']>['stable_flow'] = {},
    letters = 'G',
  ): string[] => {
    const plant = plantOf({ alertEnabled: on, alertParams: { stable_flow: params } });
    plant.write('line', 'volume', DATE, 0, volumes, letters);
    return new RuleRig(plant).lines('line', 'stable_flow', DATE, 0, volumes.length);
  };
  // 23:00 is slot 204 of a day that begins at 06:00, 05:00 is slot 276; Q >= 2 m3/h by the meter's Qmax of 100
  const night = (slots: (at: number) => number): number[] => Array.from({ length: 288 }, (_, at) => slots(at));

  it.each<[string, number[], string[]]>([
    [
      'is told after two hours, and not over by day while the line never comes back to nothing',
      night((at) => (at < 276 ? 300 : 900)),
      ['227 raised Possible leak at Line'],
    ],
    [
      'ends when the flow does for two slots',
      night((at) => (at < 240 ? 300 : 0)),
      ['227 raised Possible leak at Line', '241 cleared Possible leak at Line'],
    ],
    ['may swing by a fifth of its mean', night((at) => (at % 2 ? 300 : 355)), ['227 raised Possible leak at Line']],
    ['is none when it swings by more', night((at) => (at % 2 ? 300 : 375)), []],
    ['is none when it comes back to nothing once in two hours', night((at) => (at % 23 ? 300 : 0)), []],
    ['is none below the least flow', night(() => 160), []],
    ['is none by day', night((at) => (at < 204 || at >= 276 ? 300 : 0)), []],
  ])('%s', (_, volumes, told) => {
    expect(lines(volumes)).toEqual(told);
  });

  it('needs nine slots of ten measured', () => {
    const holes = (every: number): string => Array.from({ length: 288 }, (_, at) => (at % every === 0 ? 'M' : 'G')).join('');
    expect(
      lines(
        night(() => 300),
        {},
        holes(12),
      )[0],
    ).toBe('227 raised Possible leak at Line');
    expect(
      lines(
        night(() => 300),
        {},
        holes(6),
      ),
    ).toEqual([]);
    expect(
      lines(
        night(() => 300),
        {},
        'E',
      ),
    ).toEqual([]);
  });

  it('is told with what a day of it would lose', () => {
    const plant = plantOf({ alertEnabled: on }).write('line', 'volume', DATE, 0, repeat(300, 288));
    const finding = new RuleRig(plant).finding('line', 'stable_flow', plant.calendar.window(DATE).firstSlot + 230, 'flow');
    expect(finding).toMatchObject({ threshold: 2, facts: { lossKLD: expect.closeTo(86.4, 6) } });
    expect(finding?.value).toBeCloseTo(3.6, 9);
  });

  it('is looked for in the quiet time and from the least flow that the unit has of its own, and on its day off', () => {
    expect(lines(repeat(300, 100), { quietFrom: '06:00', quietTo: '09:00' })[0]).toBe('23 raised Possible leak at Line');
    expect(lines(repeat(160, 288), { qMinM3h: 1.9 })[0]).toBe('227 raised Possible leak at Line');
    // 10 March 2026 is a Tuesday
    // nothing is known of the night before: two slots of the first 24 may be missing
    expect(lines(repeat(300, 100), { weeklyOffDay: 2 })[0]).toBe('21 raised Possible leak at Line');
    expect(lines(repeat(300, 100), { weeklyOffDay: 3 })).toEqual([]);
  });

  it('of a line that must come back to nothing counts whatever is used besides', () => {
    const used = Array.from({ length: 100 }, (_, at) => (at % 3 ? 20 : 900));
    expect(lines(used, { quietFrom: 'always', qMinM3h: 0.2 })).toEqual(['21 raised Possible leak at Line']);
  });

  it('is found where a meter gives flow alone, whose volume is never measured', () => {
    const told = (feeds: Unit['feeds']): string[] => {
      const plant = plantOf({ alertEnabled: on }, { feeds });
      plant.write('line', 'flow', DATE, 0, repeat(3.6, 288)).write('line', 'volume', DATE, 0, repeat(300, 288), 'F'.repeat(288));
      return new RuleRig(plant).lines('line', 'stable_flow', DATE, 0, 288);
    };
    expect(told([feed('line', 'flow')])).toEqual(['227 raised Possible leak at Line']);
    // beside a counter the flow register says nothing: it may be cut off
    expect(told([feed('line', 'flow'), feed('line', 'volume')])).toEqual([]);
  });

  it('is looked for only where it is switched on', () => {
    expect(new RuleRig(plantOf({})).watches('line')).not.toContain('stable_flow');
  });
});

describe('the least flow of the night', () => {
  const day = (ago: number): string => new Date(Date.parse(DATE) - ago * 86_400_000).toISOString().slice(0, 10);
  /** Nights of the shift days that end with DATE, oldest first, m3/h; 00:00 to 06:00 are the last 72 slots of a day from 06:00. */
  const plantWith = (nights: number[], params: NonNullable<Unit['meta']['alertParams']>['stable_flow'] = {}): TestPlant => {
    const plant = plantOf({ alertEnabled: { stable_flow: true }, alertParams: { stable_flow: { mode: 'night', ...params } } });
    nights.forEach((flowM3h, at) => {
      const litres = Array.from({ length: 288 }, (_, slot) =>
        slot < 216 ? 5000 : ((flowM3h + (slot % 5 === 0 ? 1 : 0)) * 1000) / 12,
      );
      plant.write('line', 'volume', day(nights.length - 1 - at), 0, litres);
    });
    return plant;
  };
  const found = (nights: number[], params = {}) => {
    const plant = plantWith(nights, params);
    return new RuleRig(plant).finding('line', 'stable_flow', plant.calendar.window(DATE).firstSlot + 287, 'night');
  };
  const usual = [10, 11, 9.5, 10.5, 10, 10.2, 9.8, 10.4, 10, 9.9, 10.1, 10.3];

  it.each<[string, number[], boolean]>([
    ['as usual', [...usual, 10, 10], false],
    ['high for one night', [...usual, 10, 16], false],
    ['high for two nights running', [...usual, 16, 16], true],
    ['high, then as usual', [...usual, 16, 10], false],
    ['high by less than the spread of the nights', [...usual, 11, 11], false],
    ['high with too few nights before', [10, 10, 10, 16, 16], false],
    ['high for ten nights: those before never become usual', [...usual, ...repeat(16, 10)], true],
    ['high for forty nights', [...usual, ...repeat(16, 40)], true],
    ['high, with one night as usual among them', [...usual, 16, 16, 16, 10, 16], true],
    ['high, and as usual since yesterday', [...usual, 16, 16, 16, 10], true],
    ['high, and as usual for two nights', [...usual, 16, 16, 16, 10, 10], false],
    [
      'high for a month, every third night a little less so',
      [...usual, ...repeat(0, 30).map((_, at) => (at % 3 === 2 ? 12 : 16))],
      true,
    ],
  ])('%s', (_, nights, isMet) => {
    expect(found(nights)).toMatchObject({ isMet, isOver: !isMet });
  });

  it('is told with its excess over a day', () => {
    const finding = found([...usual, 16, 16]);
    expect(finding?.value).toBeCloseTo(16.17, 1);
    expect(Number(finding?.facts.lossKLD) / 24).toBeCloseTo(6, 0);
  });

  it('that was found to be normal use is held against the nights since then', () => {
    const nights = [...usual, ...repeat(16, 9)];
    expect(found(nights)?.isMet).toBe(true);
    expect(found(nights, { baselineFrom: day(8) })?.isMet).toBe(false);
  });

  it('is judged once, at the end of the night', () => {
    const plant = plantWith([...usual, 16, 16]);
    expect(new RuleRig(plant).run('line', 'stable_flow', DATE, 0, 288)).toMatchObject([
      { kind: 'raised', title: 'Possible leak at Line' },
    ]);
  });

  it('holds days off against days off', () => {
    // all Tuesdays rest: DATE and a week before
    const nights = Array.from({ length: 22 }, (_, at): number => ((21 - at) % 7 === 0 ? 3 : 10));
    nights[20] = 16;
    expect(found(nights, { weeklyOffDay: 2 })?.isMet).not.toBe(true);
  });

  it('of a line with a tank is what its users draw: what fills the tank at night is no leak', () => {
    const tankUnitId = 'tank';
    const tank = { shape: 'vertical_cylinder', diameter: 10, height: 10 } as const;
    const withTank = (nights: number[], fillM3h: (night: number) => number, params = {}): boolean | null | undefined => {
      const plant = plantWith(nights, params)
        .addCategory('STOCK_CATEGORY', ['t'])
        .addUnit({ id: 'tank', type: 'stock', subCategoryId: 't', maxCapacity: 700, meta: { tank } });
      nights.forEach((_, at) => {
        const fill = (fillM3h(at) * 1000) / 12;
        const levels = Array.from({ length: 288 }, (_, slot) => 100_000 + Math.max(0, slot - 215) * fill);
        plant.write('tank', 'volume', day(nights.length - 1 - at), 0, levels);
      });
      return new RuleRig(plant).finding('line', 'stable_flow', plant.calendar.window(DATE).firstSlot + 287, 'night')?.isMet;
    };
    const filling = [...usual, 16, 16];
    const fill = (night: number): number => (night >= usual.length ? 6 : 0);
    expect(withTank(filling, fill)).toBe(true);
    expect(withTank(filling, fill, { tankUnitId })).toBe(false);
    // the tank stands and the line passes more
    expect(withTank(filling, () => 0, { tankUnitId })).toBe(true);
    // what the tank gives besides is drawn too
    expect(withTank([...usual, 10, 10], (night) => -fill(night), { tankUnitId })).toBe(true);
  });
});
