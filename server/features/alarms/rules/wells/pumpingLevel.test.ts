import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../../plantModel/model.ts';
import { RuleRig } from '../../../../test/ruleRig.ts';
import { DATE, lines, ON, plantOf, repeat } from '../../../../test/wellReadings.ts';
import { wordAlarm } from '../../lifecycle/texts.ts';

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
