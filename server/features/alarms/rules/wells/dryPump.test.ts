import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../../plantModel/model.ts';
import { RuleRig } from '../../../../test/ruleRig.ts';
import { TestPlant } from '../../../../test/testPlant.ts';
import { built, DATE, lines, meter, ON, plantOf } from '../../../../test/wellReadings.ts';

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

  it('is watched where its power and its rated flow are known: the pump’s own or the well’s, the well’s own, its yield or its meter’s', () => {
    const { ratedFlowM3h: _, ...unrated } = built;
    expect(found(500, 0, { pump: {} })).toBeUndefined();
    expect(found(51, 0, { pump: {}, well: { ...built, pumpKW: 6 } })?.isMet).toBe(true);
    expect(found(51, 0, { pump: { ratedKW: 60 }, well: { ...built, pumpKW: 6 } })?.isMet).toBe(false);
    // 100 m3/h by the meter
    expect(found(500, 800, { well: unrated as Built })).toMatchObject({ isMet: true, threshold: 10 });
    expect(found(500, 0, { well: unrated as Built, wellFields: { meta: { well: unrated } } })).toBeUndefined();
    // 30 m3/h by the tested yield of the well, as its groundwater page has it
    expect(found(500, 200, { well: { ...unrated, yieldLpm: 500 } as Built })).toMatchObject({ isMet: true, threshold: 3 });
  });
});
