import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../plantModel/model.ts';
import { feed } from '../../../test/alertRig.ts';
import { DATE, plantOf, repeat } from '../../../test/lineReadings.ts';
import { RuleRig } from '../../../test/ruleRig.ts';

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

  it('is reported with what a day of it would lose', () => {
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
