import { describe, expect, it } from 'vitest';
import { RuleRig } from '../../../../test/ruleRig.ts';
import type { TestPlant } from '../../../../test/testPlant.ts';
import { built, DATE, lines, ON, plantOf, repeat } from '../../../../test/wellReadings.ts';

const DAY_MS = 86_400_000;
const dateBefore = (days: number): string => new Date(Date.parse(DATE) - days * DAY_MS).toISOString().slice(0, 10);

describe('what a well may give', () => {
  it('in a day is reported when it is exceeded', () => {
    const noc = { number: 'N1', validTo: '2027-01-01', permittedKLD: 50, permittedKLY: null };
    const plant = plantOf({ well: { ...built, noc } }).write('well', 'volume', DATE, 0, repeat(ON, 60));
    expect(lines(plant, 60)).toEqual(['50 raised Well over permitted abstraction']);
  });

  it('in a year of the permit, April to March, is reported at 80 % and when it is exceeded', () => {
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

  it('is that of runs that are over: one that the day cuts is of the day in which it ends', () => {
    /** Pumped by night over the end of the day: 4 m of drawdown after six hours, half of it in the first. */
    const nights = (lastDrawdownM: number): TestPlant => {
      const plant = plantOf();
      for (let ago = 0; ago <= 31; ago += 1) {
        const date = new Date(Date.parse(SUNDAY) - ago * DAY_MS).toISOString().slice(0, 10);
        const drawdownM = ago === 0 ? lastDrawdownM : 4;
        const level = [...repeat(20 + drawdownM, 60), ...repeat(20, 216), ...repeat(22, 12)];
        plant.write('well', 'level', date, 0, level);
        plant.write('well', 'volume', date, 0, [...repeat(ON, 60), ...repeat(0, 216), ...repeat(ON, 12)]);
      }
      return plant;
    };
    expect(found(nights(4))).toMatchObject({ isMet: false, value: expect.closeTo(3, 3), threshold: expect.closeTo(2.4, 9) });
    expect(found(nights(5.1))).toMatchObject({ isMet: true, value: expect.closeTo(2.353, 3) });
  });

  it('is held against runs of like flow only, and twenty of them at least', () => {
    expect(found(plantWith(5.1, ON * 0.85))).toBeUndefined();
    expect(found(plantWith(5.1, ON, 15))).toBeUndefined();
  });
});
