import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../plantModel/model.ts';
import { DATE, plantOf, repeat } from '../../../test/lineReadings.ts';
import { RuleRig } from '../../../test/ruleRig.ts';
import type { TestPlant } from '../../../test/testPlant.ts';

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

  it('is reported with its excess over a day', () => {
    const finding = found([...usual, 16, 16]);
    expect(finding?.value).toBeCloseTo(16.17, 1);
    expect(Number(finding?.facts.lossKLD) / 24).toBeCloseTo(6, 0);
  });

  it('that was found to be normal use is held against the nights since then', () => {
    const nights = [...usual, ...repeat(16, 9)];
    expect(found(nights)?.isMet).toBe(true);
    expect(found(nights, { baselineFrom: day(8) })?.isMet).toBe(false);
  });

  it('is evaluated once, at the end of the night', () => {
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
