import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { variationPct } from './analytics.ts';
import { afterFirstFlush, type SlotRain } from './events.ts';
import { coefficientOf, harvestKL } from './potential.ts';
import { classOfDay, classOfDeparture, departurePct } from './rainClass.ts';
import { recommendedStorageKL, runStore, type StoreDay } from './storageSizing.ts';

const roof = { surface: 'roof', areaM2: 2500, firstFlushMm: 2, filterEfficiency: 1 } as const;
const pace = { turn: async () => undefined };
const whole = { fromSlot: 0, toSlot: 1_000_000 };

describe('the potential of a catchment', () => {
  it('is 127.5 KL of 62 mm on 2,500 m2 at 0.85 with a first flush of 2 mm', () => {
    const left = afterFirstFlush(
      [
        { slot: 5, mm: 40 },
        { slot: 9, mm: 22 },
      ],
      { ...whole, firstFlushMm: 2 },
    );
    expect(left).toBe(60);
    expect(harvestKL({ ...roof, coefficient: 0.85 }, left)).toBeCloseTo(127.5, 9);
    expect(harvestKL(roof, left)).toBeCloseTo(127.5, 9);
  });

  it('counts the filter, and is never below nothing', () => {
    expect(harvestKL({ ...roof, filterEfficiency: 0.9 }, 60)).toBeCloseTo(114.75, 9);
    expect(harvestKL(roof, -3)).toBe(0);
  });

  it('has the coefficient that was entered, else that of the surface', () => {
    expect(coefficientOf({ surface: 'lawn', coefficient: 0.4 })).toBe(0.4);
    const surfaces = ['roof', 'metal_sheet', 'concrete', 'asphalt', 'paver', 'gravel', 'soil', 'lawn'] as const;
    expect(surfaces.map((surface) => coefficientOf({ surface, coefficient: undefined }))).toEqual([
      0.85, 0.9, 0.7, 0.7, 0.55, 0.3, 0.2, 0.15,
    ]);
  });
});

describe('the first flush', () => {
  const left = (rain: SlotRain[], fromSlot = 0, toSlot = 1_000_000) =>
    afterFirstFlush(rain, { fromSlot, toSlot, firstFlushMm: 2 });

  it('runs off once an event, and an event ends with six dry hours', () => {
    // 71 dry slots between the two
    expect(
      left([
        { slot: 100, mm: 5 },
        { slot: 172, mm: 5 },
      ]),
    ).toBe(8);
    // 72 of them, six hours
    expect(
      left([
        { slot: 100, mm: 5 },
        { slot: 173, mm: 5 },
      ]),
    ).toBe(6);
  });

  it('takes all of a shower that is less', () => {
    expect(left([{ slot: 1, mm: 1.5 }])).toBe(0);
    expect(
      left([
        { slot: 1, mm: 1.5 },
        { slot: 2, mm: 1.5 },
      ]),
    ).toBe(1);
  });

  it('of an event that went on at the beginning of a window may be over', () => {
    const rain = [
      { slot: 90, mm: 1.5 },
      { slot: 110, mm: 4 },
    ];
    expect(left(rain, 100)).toBe(3.5);
    expect(left([{ slot: 110, mm: 4 }], 100)).toBe(2);
  });

  it('leaves as much of the parts of a window as of the whole', () => {
    const shower = fc.record({ slot: fc.integer({ min: 0, max: 2000 }), mm: fc.double({ min: 0, max: 20, noNaN: true }) });
    fc.assert(
      fc.property(fc.uniqueArray(shower, { selector: ({ slot }) => slot }), fc.integer({ min: 0, max: 2000 }), (showers, cut) => {
        const rain = showers.toSorted((a, b) => a.slot - b.slot);
        expect(left(rain, 0, cut) + left(rain, cut)).toBeCloseTo(left(rain), 9);
      }),
    );
  });
});

describe('a store', () => {
  const days = (...pairs: [number | null, number][]): StoreDay[] => pairs.map(([inKL, useKL]) => ({ inKL, useKL }));

  it('is balanced day by day: 10 KL of room, 15 in and 4 out, then 4 out twice more', () => {
    // 15 come, 4 go, 10 stay and 1 spills; 6 stay; 2 stay; then only 2 of 4 are there
    const run = runStore(days([15, 4], [0, 4], [0, 4], [0, 4]), 10);
    expect(run).toEqual({ reliabilityPct: 75, suppliedKL: 14, spilledKL: 1, endKL: 0 });
  });

  it('counts no day whose rain is not known', () => {
    expect(runStore(days([6, 4], [null, 4], [0, 4]), 10)).toEqual({ reliabilityPct: 50, suppliedKL: 6, spilledKL: 0, endKL: 0 });
    expect(runStore(days([null, 4]), 10).reliabilityPct).toBeNull();
    expect(runStore(days([5, 0]), 10).reliabilityPct).toBeNull();
  });

  it('keeps every kilolitre: in = supplied + spilled + left', () => {
    const amount = fc.double({ min: 0, max: 500, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.record({ inKL: amount, useKL: amount })), amount, (record, capacityKL) => {
        const { suppliedKL, spilledKL, endKL } = runStore(record, capacityKL);
        const came = record.reduce((sum, { inKL }) => sum + inKL, 0);
        expect(suppliedKL + spilledKL + endKL).toBeCloseTo(came, 6);
        expect(endKL).toBeLessThanOrEqual(capacityKL);
      }),
    );
  });

  it('is recommended as the smallest that supplies 95 % of what any could', async () => {
    const seasons = days(...Array.from({ length: 200 }, (_, at): [number, number] => [at % 20 === 0 ? 100 : 0, 5]));
    const size = await recommendedStorageKL(seasons, pace);
    const enough = 0.95 * runStore(seasons, Number.POSITIVE_INFINITY).suppliedKL;
    expect(runStore(seasons, size ?? 0).suppliedKL).toBeGreaterThanOrEqual(enough);
    expect(runStore(seasons, (size ?? 0) - 1).suppliedKL).toBeLessThan(enough);
    // 100 KL every 20 days for 5 KL a day: 95 are left after the first day, 90 of them supply 19 of 20 days
    expect(size).toBe(90);
    expect(await recommendedStorageKL(days([0, 5]), pace)).toBeNull();
  });
});

describe('a rain day', () => {
  it.each([
    [0, 'no rain'],
    [0.04, 'no rain'],
    [0.1, 'very light'],
    [2.4, 'very light'],
    [2.5, 'light'],
    [15.5, 'light'],
    [15.6, 'moderate'],
    [64.4, 'moderate'],
    [64.5, 'heavy'],
    [115.5, 'heavy'],
    [115.6, 'very heavy'],
    [204.4, 'very heavy'],
    [204.5, 'extremely heavy'],
  ])('of %s mm is %s', (mm, name) => {
    expect(classOfDay(mm)).toBe(name);
  });
});

describe('the departure of a season', () => {
  it.each([
    [119, 'normal'],
    [120, 'excess'],
    [81, 'normal'],
    [80, 'deficient'],
    [41, 'deficient'],
    [40, 'large deficient'],
    [0, 'no rain'],
    [160, 'large excess'],
  ])('of %s mm from 100 is %s', (mm, name) => {
    expect(classOfDeparture(departurePct(mm, 100))).toBe(name);
  });

  it('is not known without a normal', () => {
    expect(departurePct(10, null)).toBeNull();
    expect(departurePct(10, 0)).toBeNull();
    expect(classOfDeparture(null)).toBeNull();
  });
});

describe('the variation of years', () => {
  it('is the sample deviation over the mean, of three years at least', () => {
    expect(variationPct([900, 1000, 1100])).toBeCloseTo(10, 9);
    expect(variationPct([900, 1100])).toBeNull();
  });
});
