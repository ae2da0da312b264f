import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../plantModel/model.ts';
import { DATE, meter, plantOf, repeat } from '../../../test/lineReadings.ts';
import { RuleRig } from '../../../test/ruleRig.ts';
import { wordAlarm } from '../lifecycle/texts.ts';

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

  it('is reported with its value and its limit', () => {
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
