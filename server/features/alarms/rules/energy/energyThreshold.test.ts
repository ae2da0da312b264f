import { describe, expect, it } from 'vitest';
import { factsOf } from '../../../../plantModel/facts.ts';
import type { Unit } from '../../../../plantModel/model.ts';
import { RuleRig } from '../../../../test/ruleRig.ts';
import { TestPlant } from '../../../../test/testPlant.ts';
import { wordAlarm } from '../../lifecycle/texts.ts';

const DATE = '2026-03-10';
const meter = { modulus: 1e8, basePerCount: 1000, maxPerHour: 1000 };
const repeat = (value: number, count: number): number[] => Array.from({ length: count }, () => value);

const plantOf = (meta: Unit['meta'] = {}, timezone = 'Asia/Kolkata'): TestPlant =>
  new TestPlant({ timezone, startAt: '06:00:00' })
    .addCategory('ENERGY_CATEGORY', ['e'])
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'pump', name: 'Pump', type: 'energy', subCategoryId: 'e', meta: { meter, ...meta } })
    .addUnit({ id: 'line', type: 'flow', subCategoryId: 's', meta: { meter } });
const lines = (plant: TestPlant, count: number, date = DATE): string[] =>
  new RuleRig(plant).lines('pump', 'energy_threshold', date, 0, count);
/** Wh or VAh of a slot at a power in kW or kVA. */
const slotAt = (kilo: number): number => (kilo * 1000) / 12;

describe("an energy unit's day", () => {
  it('is reported near and over its limit in kWh, as one of its own rules', () => {
    const plant = plantOf({ unitThreshold: 100 }).write('pump', 'energy', DATE, 0, repeat(1000, 110));
    expect(lines(plant, 110)).toEqual([
      '79 raised Pump: energy near daily limit (insight)',
      '99 raised Pump: energy over daily limit',
      '99 cleared Pump: energy near daily limit (insight)',
    ]);
    expect(new RuleRig(plant).watches('pump')).not.toContain('unit_threshold');
  });

  it('is reported once a day, and not where its switch is off or the limit is 0', () => {
    const day = (meta: Unit['meta']) => {
      const plant = plantOf(meta).write('pump', 'energy', DATE, 0, repeat(1000, 110));
      return new RuleRig(plant).finding('pump', 'energy_threshold', plant.calendar.window(DATE).firstSlot + 105, 'energy');
    };
    expect(day({ unitThreshold: 100 })).toMatchObject({ isMet: true, code: 1, reAlarmMinutes: 0, value: 106, threshold: 100 });
    expect(day({ unitThreshold: 100, alertEnabled: { daily_threshold: true } })).toMatchObject({ isMet: true });
    expect(day({ unitThreshold: 100, alertEnabled: { daily_threshold: false } })).toBeUndefined();
    expect(day({ unitThreshold: 0 })).toBeUndefined();
    expect(day({})).toBeUndefined();
  });

  it('is not watched where the plant wants no energy alerts', () => {
    const facts = { ...factsOf(undefined), energyEnabled: false };
    expect(new RuleRig(plantOf({ unitThreshold: 100 }), {}, facts).watches('pump')).not.toContain('energy_threshold');
  });
});

describe('demand', () => {
  const told = (powers: number[], meta: Unit['meta'] = {}, timezone?: string): string[] => {
    const plant = plantOf({ contractKVA: 100, ...meta }, timezone).write('pump', 'apparent', DATE, 0, powers.map(slotAt));
    return lines(plant, powers.length).filter((line) => line.includes('demand'));
  };

  it('of a half hour on the clock over the contract is reported when it ends, and warned of within it', () => {
    expect(told([...repeat(50, 6), ...repeat(120, 6), ...repeat(50, 6)])).toEqual([
      '7 raised Pump: demand rising (insight)',
      '11 raised Pump: demand high',
      '11 cleared Pump: demand rising (insight)',
      '17 cleared Pump: demand high',
    ]);
  });

  it('over 90 % of the contract is only warned of, ten minutes into the half hour at the earliest', () => {
    expect(told([95, 95, 95, 95, 95, 95])).toEqual([
      '1 raised Pump: demand rising (insight)',
      '5 cleared Pump: demand rising (insight)',
    ]);
    expect(told([120, 50, 50, 50, 50, 50])).toEqual([]);
  });

  it('that is over the contract for half an hour, but in no half hour of the clock, is none', () => {
    expect(told([...repeat(80, 3), ...repeat(110, 6), ...repeat(80, 3)]).filter((line) => line.includes('high'))).toEqual([]);
  });

  it('goes when it is 2 % under the contract', () => {
    expect(told([...repeat(101, 6), ...repeat(99, 6), ...repeat(97, 6)]).filter((line) => line.includes('high'))).toEqual([
      '5 raised Pump: demand high',
      '17 cleared Pump: demand high',
    ]);
  });

  it('counts in quarters of an hour where the supplier does, and by the clock of zones that are off by a quarter', () => {
    const quarters = { alertParams: { energy_threshold: { blockMinutes: 15 as const } } };
    expect(told([...repeat(50, 3), ...repeat(120, 3)], quarters).filter((line) => line.includes('high'))).toEqual([
      '5 raised Pump: demand high',
    ]);
    // 06:00 in Kathmandu is 00:15 UTC
    expect(told(repeat(120, 6), {}, 'Asia/Kathmandu').filter((line) => line.includes('high'))).toEqual([
      '5 raised Pump: demand high',
    ]);
  });

  it.each<[string, number[], object]>([
    ['exactly at the contract is none, and not over either', repeat(12_500, 6), { isMet: false, isOver: false }],
    ['exactly 2 % under it is over', repeat(12_250, 6), { isMet: false, isOver: true }],
    ['above it is met', [...repeat(12_500, 5), 12_510], { isMet: true, isOver: false }],
  ])('%s', (_, voltAmpereHours, met) => {
    const plant = plantOf({ contractKVA: 150 }).write('pump', 'apparent', DATE, 0, voltAmpereHours);
    const slot = plant.calendar.window(DATE).firstSlot + 5;
    const finding = new RuleRig(plant).finding('pump', 'energy_threshold', slot, 'demand');
    expect(finding).toMatchObject({ ...met, code: 2, threshold: 150, facts: { u: 'kVA', thr: 150 } });
  });

  it('is warned of above 90 % of the contract, not at it, and is over with the half hour', () => {
    const warned = (voltAmpereHours: number[], at: number) => {
      const plant = plantOf({ contractKVA: 150 }).write('pump', 'apparent', DATE, 0, voltAmpereHours);
      const slot = plant.calendar.window(DATE).firstSlot + at;
      return new RuleRig(plant).finding('pump', 'energy_threshold', slot, 'demand:warn');
    };
    expect(warned([11_250, 11_250], 1)).toMatchObject({ isMet: false, isOver: false, insight: true, priority: 4 });
    expect(warned([11_250, 11_260], 1)).toMatchObject({ isMet: true, isOver: false });
    expect(warned([12_000], 0)).toMatchObject({ isMet: null, isOver: false });
    expect(warned(repeat(12_000, 6), 5)).toMatchObject({ isMet: false, isOver: true });
  });

  it('is that of the energy, in kW, where apparent energy is not metered', () => {
    const plant = new TestPlant({ timezone: 'UTC', startAt: '06:00:00' }).addCategory('ENERGY_CATEGORY', ['e']);
    plant.addUnit({ id: 'pump', name: 'Pump', type: 'energy', subCategoryId: 'e', meta: { meter, contractKVA: 150 } });
    plant.write('pump', 'energy', DATE, 0, repeat(13_000, 6));
    const slot = plant.calendar.window(DATE).firstSlot + 5;
    const unit = plant.unit('DEMO', 'pump');
    const hasApparent = unit?.series.some(({ param }) => param === 'apparent') === true;
    const finding = new RuleRig(plant).finding('pump', 'energy_threshold', slot, 'demand');
    expect(finding).toMatchObject(hasApparent ? { isMet: null } : { isMet: true, value: 156, facts: { u: 'kW' } });
  });

  it('is not known in a half hour that was not measured throughout', () => {
    const plant = plantOf({ contractKVA: 100 }).write('pump', 'apparent', DATE, 0, repeat(slotAt(120), 6), 'GGGEGG');
    expect(lines(plant, 6).filter((line) => line.includes('high'))).toEqual([]);
  });
});

describe('the power factor', () => {
  const told = (factors: number[], kVA = 50): string[] => {
    const plant = plantOf({ ratedKW: 100 });
    plant.write('pump', 'apparent', DATE, 0, repeat(slotAt(kVA), factors.length * 6));
    plant.write(
      'pump',
      'energy',
      DATE,
      0,
      factors.flatMap((factor) => repeat(slotAt(kVA * factor), 6)),
    );
    return lines(plant, factors.length * 6);
  };

  it('is low after two half hours under 0.90, until two are 2 % over it', () => {
    expect(told([0.95, 0.85, 0.85, 0.91, 0.91, 0.93, 0.93])).toEqual([
      '17 raised Pump: power factor low',
      '41 cleared Pump: power factor low',
    ]);
    expect(told([0.95, 0.85, 0.95, 0.85])).toEqual([]);
  });

  it('is that of sums, not the mean of the factors', () => {
    const plant = plantOf({ ratedKW: 100 });
    // 10 kW at 0.95, 90 kW at 0.75: 0.766
    const powers = [10, 90].flatMap((kW) => repeat(kW, 3));
    plant
      .write('pump', 'energy', DATE, 0, powers.map(slotAt))
      .write('pump', 'apparent', DATE, 0, [...repeat(10 / 0.95, 3), ...repeat(120, 3)].map(slotAt));
    const finding = new RuleRig(plant).finding('pump', 'energy_threshold', plant.calendar.window(DATE).firstSlot + 5, 'pf');
    expect(finding?.value).toBeCloseTo(0.766, 3);
  });

  it('says nothing below a tenth of the rated load', () => {
    expect(told([0.5, 0.5, 0.5], 15)).toEqual([]);
  });

  /** Of a half hour at constant Wh and VAh a slot. */
  const at = (wattHours: number, voltAmpereHours: number, meta: Unit['meta']) => {
    const plant = plantOf(meta).write('pump', 'energy', DATE, 0, repeat(wattHours, 6));
    plant.write('pump', 'apparent', DATE, 0, repeat(voltAmpereHours, 6));
    return new RuleRig(plant).finding('pump', 'energy_threshold', plant.calendar.window(DATE).firstSlot + 5, 'pf');
  };

  it('is not known up to exactly a tenth of the rating, and is above it', () => {
    // 150 kW rated: 1250 Wh in a slot are 15 kW
    expect(at(1250, 2500, { ratedKW: 150 })).toMatchObject({ isMet: null, isOver: false, code: 3 });
    expect(at(1260, 2520, { ratedKW: 150 })).toMatchObject({ isMet: true, value: 0.5, threshold: 0.9 });
  });

  it('is held against the contract where no rating is given, and known at any load without either', () => {
    expect(at(1250, 2500, { contractKVA: 150 })).toMatchObject({ isMet: null });
    expect(at(1260, 2520, { contractKVA: 150 })).toMatchObject({ isMet: true });
    // 36 W
    expect(at(3, 6, {})).toMatchObject({ isMet: true, value: 0.5 });
    expect(at(0, 0, {})).toMatchObject({ isMet: null });
  });

  it('is not known where power flowed and no apparent power was counted', () => {
    expect(at(1260, 0, { ratedKW: 150 })).toMatchObject({ isMet: null, value: 0 });
  });

  it('of exactly 0.90 is not low, and neither over', () => {
    expect(at(9000, 10_000, { ratedKW: 150 })).toMatchObject({ isMet: false, isOver: false });
    expect(at(9190, 10_000, { ratedKW: 150 })).toMatchObject({ isMet: false, isOver: true });
    expect(at(9170, 10_000, { ratedKW: 150 })).toMatchObject({ isMet: false, isOver: false });
  });
});

describe('kWh per KL', () => {
  const DAY_MS = 86_400_000;
  const dates = Array.from({ length: 31 }, (_, at) => new Date(Date.parse(DATE) - (30 - at) * DAY_MS).toISOString().slice(0, 10));
  const evaluate = (lastKWhPerKL: number, lastLitres = 1000, days = 31) => {
    const plant = plantOf({ flowUnitId: 'line' });
    for (const date of dates.slice(-days)) {
      const [litres, ratio] = date === DATE ? [lastLitres, lastKWhPerKL] : [1000, 0.5];
      plant.write('line', 'volume', date, 0, repeat(litres, 288)).write('pump', 'energy', date, 0, repeat(litres * ratio, 288));
    }
    return new RuleRig(plant).finding('pump', 'energy_threshold', plant.calendar.window(DATE).firstSlot + 287, 'sec');
  };

  it('over 115 % of the median of 30 days is high, evaluated when the day ends', () => {
    expect(evaluate(0.58)).toMatchObject({
      isMet: true,
      code: 4,
      value: expect.closeTo(0.58, 9),
      threshold: expect.closeTo(0.575, 9),
    });
    expect(wordAlarm('secHigh', evaluate(0.58)?.facts ?? {}).body).toBe('0.58 kWh/KL in the last day, usually 0.5 kWh/KL.');
    expect(evaluate(0.57)).toMatchObject({ isMet: false, isOver: false });
    expect(evaluate(0.56)).toMatchObject({ isMet: false, isOver: true });
  });

  it('is not evaluated before the day ends', () => {
    const plant = plantOf({ flowUnitId: 'line' });
    for (const date of dates)
      plant.write('line', 'volume', date, 0, repeat(1000, 288)).write('pump', 'energy', date, 0, repeat(500, 288));
    const last = plant.calendar.window(DATE).firstSlot + 287;
    const at = (slot: number) => new RuleRig(plant).finding('pump', 'energy_threshold', slot, 'sec');
    expect([at(last - 1), at(last - 144)]).toEqual([undefined, undefined]);
    expect(at(last)).toMatchObject({ isMet: false, facts: { b: 0.5, u: 'kWh/KL' } });
  });

  it('is evaluated against ten known days, not against nine', () => {
    expect(evaluate(0.9, 1000, 11)).toMatchObject({ isMet: true });
    expect(evaluate(0.9, 1000, 10)).toBeUndefined();
  });

  it('that differs from day to day must be above three of its spreads too', () => {
    const of = (last: number) => {
      const plant = plantOf({ flowUnitId: 'line' });
      for (const [at, date] of dates.entries()) {
        // a third each of 0.4, 0.5 and 0.6: the spread is 0.1, three of it by 1.4826 are 0.445
        const ratio = date === DATE ? last : ([0.4, 0.5, 0.6][at % 3] ?? 0);
        plant.write('line', 'volume', date, 0, repeat(1000, 288)).write('pump', 'energy', date, 0, repeat(1000 * ratio, 288));
      }
      return new RuleRig(plant).finding('pump', 'energy_threshold', plant.calendar.window(DATE).firstSlot + 287, 'sec');
    };
    expect(of(0.92)).toMatchObject({ isMet: false, threshold: expect.closeTo(0.5 + 3 * 1.4826 * 0.1, 3) });
    expect(of(0.96)).toMatchObject({ isMet: true });
  });

  it('compares with days of up to a third more or less water, of which there must be five', () => {
    const of = (likeDays: number, likeLitres: number) => {
      const plant = plantOf({ flowUnitId: 'line' });
      for (const [at, date] of dates.entries()) {
        const litres = date === DATE ? 1000 : at < likeDays ? likeLitres : 3000;
        const ratio = date === DATE ? 0.9 : 0.5;
        plant.write('line', 'volume', date, 0, repeat(litres, 288)).write('pump', 'energy', date, 0, repeat(litres * ratio, 288));
      }
      return new RuleRig(plant).finding('pump', 'energy_threshold', plant.calendar.window(DATE).firstSlot + 287, 'sec');
    };
    expect(of(5, 1000)).toMatchObject({ isMet: true });
    expect(of(4, 1000)).toBeUndefined();
    expect(of(10, 1320)).toMatchObject({ isMet: true });
    expect(of(10, 1340)).toBeUndefined();
    expect(of(10, 760)).toMatchObject({ isMet: true });
    expect(of(10, 740)).toBeUndefined();
  });

  it('of a day of half the water is not compared with days of twice as much: what runs at rest weighs more on it', () => {
    expect(evaluate(0.9, 500)).toBeUndefined();
    expect(evaluate(0.9, 900)).toMatchObject({ isMet: true });
  });

  it('says nothing where hardly any water flowed, or too few days are known', () => {
    expect(evaluate(5, 5)).toBeUndefined();
    expect(evaluate(5, 1000, 5)).toBeUndefined();
  });
});
