import { describe, expect, it } from 'vitest';
import { industryFacts } from '../../../contract/model/industryFacts.ts';
import type { WellMonth, YearlyWell } from '../../../contract/user/gwi.ts';
import { dayNumber } from '../../../core/shift.ts';
import { permittedKL } from '../../../plantModel/index.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { aquiferRows } from './aquifers.ts';
import { referenceFlow, specificCapacity } from './months.ts';
import { seasonYear } from './seasons.ts';
import { wellsOf } from './wells.ts';

describe('a permit', () => {
  const noc = { number: 'N', validTo: '2026-06-30', permittedKLD: 100, permittedKLY: 18_250 };
  const day = dayNumber('2026-06-10');
  const permitted = (own?: typeof noc | { permittedKLD: number | null; permittedKLY: number | null }) => ({
    meta: own ? { well: { piezometer: false, noc: { ...noc, ...own } } } : {},
  });
  it('allows the lesser of the day’s limit and the year’s part of a day', () => {
    expect(permittedKL(permitted(noc), [day])).toBe(50);
    expect(permittedKL(permitted({ ...noc, permittedKLY: null }), [day])).toBe(100);
    expect(permittedKL(permitted({ ...noc, permittedKLD: null, permittedKLY: 36_600 }), [dayNumber('2023-06-10')])).toBe(100);
  });
  it('allows nothing once it has run out', () => {
    expect(permittedKL(permitted(noc), [dayNumber('2026-06-30'), dayNumber('2026-07-01')])).toBe(50);
  });
  it('without a limit gives no figures', () => {
    expect(permittedKL(permitted(), [day])).toBeNull();
    expect(permittedKL(permitted({ ...noc, permittedKLD: null, permittedKLY: null }), [day])).toBeNull();
  });
});

describe('the specific capacity', () => {
  const run = (pwlMbgl: number, flowM3h: number | null) => ({ pwlMbgl, flowM3h });
  it('is flow over drawdown, from sums over the runs of about the same flow', () => {
    const runs = [run(36, 20), run(37, 21), run(35, 19), run(50, 40), run(33, null)];
    const reference = referenceFlow(runs);
    expect(reference).toBe(20.5);
    // 19 … 22 m3/h: (20 + 21 + 19) / (6 + 7 + 5)
    expect(specificCapacity(runs, 30, reference)).toBeCloseTo(60 / 18, 12);
  });
  it('is not known without a static level, a run, or any drawdown', () => {
    expect(specificCapacity([run(36, 20)], null, 20)).toBeNull();
    expect(specificCapacity([], 30, referenceFlow([]))).toBeNull();
    expect(specificCapacity([run(29, 20)], 30, 20)).toBeNull();
  });
});

describe('a season', () => {
  const month = (year: number, number: number): number => year * 12 + number - 1;
  it('is the last one up to a month', () => {
    expect([4, 5, 12].map((number) => seasonYear('pre', month(2026, number)))).toEqual([2025, 2026, 2026]);
    expect([10, 11].map((number) => seasonYear('post', month(2026, number)))).toEqual([2025, 2026]);
  });
});

describe('the storage of an aquifer', () => {
  const plant = new TestPlant().addCategory('GROUND_WATER_LEVEL', ['w']);
  for (const id of ['a', 'b'])
    plant.addUnit({ id, type: 'borewell', subCategoryId: 'w', meta: { well: { piezometer: false, aquiferId: 'rock' } } });
  const yearly = (unitId: string, ...levels: (number | null)[]): YearlyWell => ({
    unitId,
    wellName: unitId,
    months: levels.map((swlMbgl, at) => ({ month: `0${at + 1}/2026`, swlMbgl }) as WellMonth),
    preMonsoonMbgl: null,
    preMonsoonYear: 2026,
    postMonsoonMbgl: null,
    postMonsoonYear: 2025,
    fluctuationM: null,
    trendMPerYear: null,
    trendYears: 0,
    trendP: null,
    trend: null,
    usedOfPermitPct: null,
  });
  const rock = { aquiferId: 'rock', name: 'Rock', kind: 'unconfined' as const };
  const change = (aquifer: object, ...wells: YearlyWell[]) => {
    const { aquifers } = industryFacts.parse({ aquifers: [{ ...rock, ...aquifer }] });
    const [row] = aquiferRows(aquifers, wellsOf(plant.units('DEMO')), wells);
    return [row?.storageChangeKL, row?.storageChangeFrom, row?.storageChangeTo];
  };
  const known = { specificYield: 0.02, influenceAreaM2: 400_000 };

  it('changes by Sy A dh, the mean rise of its wells', () => {
    // rises of 0.4 and 0.6 m: 0.02 x 400,000 x 0.5
    expect(change(known, yearly('a', null, 30.4, 30.2, 30), yearly('b', 33, 31.6, 31.4, 31))).toEqual([
      4000,
      '02/2026',
      '04/2026',
    ]);
  });
  it('shrinks where the water falls', () => {
    expect(change(known, yearly('a', 30, 31))).toEqual([-8000, '01/2026', '02/2026']);
  });
  it('is not given unless yield and area are entered, nor for a single month', () => {
    expect(change({ specificYield: 0.02 }, yearly('a', 30, 31))).toEqual([null, null, null]);
    expect(change({ influenceAreaM2: 400_000 }, yearly('a', 30, 31))).toEqual([null, null, null]);
    expect(change(known, yearly('a', null, 31))).toEqual([null, null, null]);
  });
});
