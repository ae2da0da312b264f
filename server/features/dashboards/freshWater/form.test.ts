import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FwiNext, FwiStored } from '../../../contract/user/fwi.ts';
import { dateOfDay, dayNumber } from '../../../core/shift.ts';
import { type RainRig, startRainRig } from '../../../test/rainRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { stepFields } from './fields.ts';
import { fwiResult } from './result.ts';
import { stepSchemas } from './steps.ts';

const FORM = '/fwi/userDataInput';
const HISTORY = '/rainfall/fwi/fetchHistoricalRainfallData';

const steps = {
  1: { siteName: 'Works', areaM2: 20_000, district: 'Pune', industryType: 'beverage', location: { lat: 18.7, lon: 73.8 } },
  2: { catchments: [{ name: 'Roof', surface: 'roof', areaM2: 2500, firstFlushMm: 2, filterEfficiency: 1 }] },
  3: { tanks: [{ name: 'Tank', capacityKL: 300 }] },
  4: {
    points: [
      { name: 'Cooling', klPerDay: 10, qualityClass: 'utility' },
      { name: 'Product', klPerDay: 40, qualityClass: 'product', rainSuitable: 'no' },
    ],
  },
  5: {
    sources: [
      { source: 'ground', klPerDay: 30, costPerKL: 12 },
      { source: 'third_party', klPerDay: 10, costPerKL: 60 },
      { source: 'recycled', klPerDay: 10, costPerKL: 18 },
    ],
    investment: 100_000,
    yearlyCost: 1000,
  },
  6: { confirmed: 'yes', gaugeUnitId: 'gauge' },
} as const;

let rig: RainRig;
beforeEach(async () => {
  const plant = new TestPlant()
    .addCategory('RAIN_CATEGORY', ['r'])
    .addUnit({ id: 'gauge', type: 'rain', subCategoryId: 'r' })
    .addUnit({ id: 'flow', type: 'flow', subCategoryId: 'r' });
  Object.assign(plant.industry('DEMO') ?? {}, {
    meta: { facts: { catchments: [{ id: 'yard', name: 'Yard', surface: 'concrete', areaM2: 900 }] } },
  });
  rig = await startRainRig({ plant, today: '2026-06-20' });
});
afterEach(() => rig.stop());

const save = async (step: number, data: object, more: object = {}) => rig.post(FORM, { step, data, ...more }, 'viewer');
const saved = async (step: number, data: object, more: object = {}): Promise<FwiNext> => {
  const reply = await save(step, data, more);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as FwiNext;
};
const fillIn = async (more: object = {}): Promise<FwiNext> => {
  for (const step of [1, 2, 3, 4, 5] as const) await saved(step, steps[step], more);
  return saved(6, steps[6], more);
};
const read = (typeId: string, who = 'viewer') => rig.ask(`${FORM}?typeId=${typeId}`, who);

describe('the stepper', () => {
  it('leads through six steps and gives the form of the next', async () => {
    const seen: unknown[] = [];
    for (const step of [1, 2, 3, 4, 5, 6] as const) {
      const { nextStep, complete, form, version, typeId } = await saved(step, steps[step]);
      seen.push([nextStep, complete, version, typeId, form.map(({ key }) => key)]);
    }
    const keys = (step: 2 | 3 | 4 | 5 | 6) => stepFields[step].map(({ key }) => key);
    expect(seen).toEqual([
      [2, false, 1, 'site', keys(2)],
      [3, false, 2, 'site', keys(3)],
      [4, false, 3, 'site', keys(4)],
      [5, false, 4, 'site', keys(5)],
      [6, false, 5, 'site', keys(6)],
      [null, true, 6, 'site', []],
    ]);
  });

  it('suggests what the plant’s configuration holds, then what was entered', async () => {
    const first = await saved(1, steps[1]);
    expect(first.form[0]?.value).toEqual([
      { name: 'Yard', surface: 'concrete', areaM2: 900, firstFlushMm: 1, filterEfficiency: 0.9 },
    ]);
    await saved(2, steps[2]);
    expect((await saved(1, steps[1])).form[0]?.value).toEqual(steps[2].catchments);
    for (const step of [3, 4] as const) await saved(step, steps[step]);
    expect((await saved(5, steps[5])).form).toContainEqual(expect.objectContaining({ key: 'gaugeUnitId', options: ['gauge'] }));
  });

  it('takes a step from the version that it was made from alone, where one is given', async () => {
    expect((await saved(1, steps[1], { version: 0 })).version).toBe(1);
    expect((await save(1, steps[1], { version: 0 })).status).toBe(409);
    await saved(2, steps[2], { version: 1 });
    const late = await save(2, { catchments: [{ name: 'Late', surface: 'roof', areaM2: 10 }] }, { version: 1 });
    expect(late.status).toBe(409);
    expect((await saved(1, steps[1], { version: 2 })).form[0]?.value).toEqual(steps[2].catchments);
  });

  it('asks for the steps before', async () => {
    expect((await save(3, steps[3])).body).toMatchObject({ code: 400, message: 'step 1 comes first' });
    await saved(1, steps[1]);
    expect((await save(4, steps[4])).body).toMatchObject({ code: 400, message: 'step 2 comes first' });
  });

  it.each([
    [1, { ...steps[1], areaM2: -4 }, 'data.areaM2', 'data.areaM2 must be more than 0'],
    [1, { ...steps[1], district: undefined }, 'data.district', 'data.district missing'],
    [1, { ...steps[1], location: { lat: 95, lon: 0 } }, 'data.location.lat', 'data.location.lat must be at most 90'],
    [1, { ...steps[1], colour: 'blue' }, 'data', 'data has unknown fields: colour'],
    [2, { catchments: [] }, 'data.catchments', 'data.catchments must have at least 1 entries'],
    [
      2,
      { catchments: [{ name: 'Roof', surface: 'sky', areaM2: 10 }] },
      'data.catchments.0.surface',
      'data.catchments.0.surface must be one of roof',
    ],
    [
      2,
      { catchments: [{ name: 'Roof', surface: 'roof', areaM2: '10' }] },
      'data.catchments.0.areaM2',
      'data.catchments.0.areaM2 must be a number',
    ],
    [3, { tanks: [{ name: 'T', capacityKL: 0 }] }, 'data.tanks.0.capacityKL', 'data.tanks.0.capacityKL must be more than 0'],
    [
      4,
      { points: [{ name: 'P', klPerDay: -1, qualityClass: 'process' }] },
      'data.points.0.klPerDay',
      'data.points.0.klPerDay must be at least 0',
    ],
    [
      5,
      { sources: [{ source: 'rain', klPerDay: 1, costPerKL: 1 }] },
      'data.sources.0.source',
      'data.sources.0.source must be one of',
    ],
    [6, { confirmed: 'maybe' }, 'data.confirmed', 'data.confirmed must be one of yes, no'],
    [6, { confirmed: 'yes', gaugeUnitId: 'flow' }, 'data.gaugeUnitId', 'data.gaugeUnitId is not a rain gauge'],
  ] as const)('refuses in step %i %j', async (step, data, path, message) => {
    for (const before of [1, 2, 3, 4, 5] as const) if (before < step) await saved(before, steps[before]);
    const reply = await save(step, data);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 400, errors: [{ path, message: expect.stringContaining(message) }] });
    const stored = await read('site');
    expect(stored.status === 404 ? 0 : (stored.body as FwiStored).version).toBe(step - 1);
  });

  it.each([
    [{ step: 7, data: {} }, 'step must be at most 6'],
    [{ step: 0, data: {} }, 'step must be at least 1'],
    [{ step: 1.5, data: {} }, 'step must be a whole number'],
    [{ data: {} }, 'step missing'],
    [{ step: 1 }, 'data missing'],
    [{ step: 1, data: {}, typeId: '../x' }, 'typeId must be letters, digits, - and _, at most 40'],
  ])('%j is 1430', async (body, message) => {
    expect((await rig.post(FORM, body, 'viewer')).body).toMatchObject({ code: 1430, message });
  });

  it('says what does not fit together, and stores it', async () => {
    await saved(1, { ...steps[1], areaM2: 2000 });
    expect((await saved(2, steps[2])).errors).toEqual([
      { path: 'catchments', message: 'catchments are 2500 m2, the whole site 2000 m2' },
    ]);
    await saved(3, steps[3]);
    await saved(4, steps[4]);
    const { errors } = await saved(5, { sources: [{ source: 'ground', klPerDay: 20, costPerKL: 12 }] });
    expect(errors).toContainEqual({ path: 'sources', message: 'sources give 20 KL a day, the demand is 50 KL' });
  });

  it('notes every step in the audit log', async () => {
    await saved(1, steps[1]);
    expect(rig.notes).toEqual([{ kind: 'fwi.input', note: { subject: 'site', after: { step: 1, version: 1 } } }]);
  });
});

describe('a stored form', () => {
  it('is kept by site, with who entered which step when', async () => {
    await fillIn();
    await saved(1, { ...steps[1], siteName: 'Second' }, { typeId: 'north-gate' });
    const stored = (await read('site')).body as FwiStored;
    expect(stored).toMatchObject({ typeId: 'site', step: 6, complete: true, version: 6 });
    expect(Object.keys(stored.steps)).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(stored.steps['3']).toEqual({
      data: { ...steps[3], pits: [], aquiferType: 'unknown' },
      savedAt: new Date(rig.clock.now()).toISOString(),
      userId: 'u2',
    });
    const other = (await read('north-gate')).body as FwiStored;
    expect(other).toMatchObject({ step: 2, complete: false, version: 1, steps: { 1: { data: { siteName: 'Second' } } } });
    expect(other.result).toBeUndefined();
  });

  it('that is not there is 1401, and nobody sees that of another industry', async () => {
    expect((await read('site')).body).toMatchObject({ code: 1401, message: 'form not found' });
    await saved(1, steps[1]);
    expect((await read('site', 'north')).body).toMatchObject({ code: 1401, message: 'form not found' });
    expect((await rig.ask(FORM)).body).toMatchObject({ code: 1403, message: 'typeId missing' });
  });

  it('is not complete until somebody has confirmed it', async () => {
    await fillIn();
    expect(await saved(6, { confirmed: 'no' })).toMatchObject({ complete: false });
    expect((await read('site')).body).toMatchObject({ complete: false });
  });
});

describe('the result', () => {
  it('is not known without rain', async () => {
    expect((await fillIn()).result).toEqual({
      freshIndex: null,
      replacedKL: null,
      saving: null,
      paybackYears: null,
      selfSufficientMonths: null,
      basis: null,
      years: null,
      currency: 'INR',
    });
  });

  it('is by daily balance where a year of rain is known', async () => {
    // 62 mm on the first of July, nothing else in the year: 127.5 KL, all of it used within 13 days
    const days = Array.from({ length: 365 }, (_, at) => dateOfDay(dayNumber('2025-01-01') + at));
    const csv = days.map((date) => `${date},${date === '2025-07-01' ? 62 : 0}`).join('\n');
    await rig.post(HISTORY, { unitId: 'gauge', source: 'csv', startDate: '01/01/2025', endDate: '31/12/2025', csv });
    // fresh: 40 KL a day of 50; mean cost (30 x 12 + 10 x 60) / 40 = 24; 127.5 x 24 - 1000
    const freshIndex = 1 - (40 * 365 - 127.5) / (50 * 365);
    expect((await fillIn()).result).toEqual({
      freshIndex: Math.round(freshIndex * 1e4) / 1e4,
      replacedKL: 127.5,
      saving: 2060,
      paybackYears: 48.54,
      selfSufficientMonths: 0,
      basis: 'days',
      years: 1,
      currency: 'INR',
    });
  });

  it('is by months from normals, and says so, where days are not known', async () => {
    await rig.post(HISTORY, {
      unitId: 'gauge',
      source: 'normals',
      district: 'Pune',
      startDate: '01/01/2026',
      endDate: '02/01/2026',
    });
    const { result } = await fillIn();
    expect(result).toMatchObject({ basis: 'normals', years: null });
    // 1015.7 mm a year on 2,500 m2 at 0.85 are 2,158 KL; July and August bring more than a month uses
    expect(result?.replacedKL).toBeGreaterThan(1500);
    expect(result?.replacedKL).toBeLessThan(2158.4);
    expect(result?.selfSufficientMonths).toBe(4);
  });

  it('never replaces more than the fresh water that is taken, and never pays back without a saving', async () => {
    const days = Array.from({ length: 730 }, (_, day) => ({ day, mm: 50, source: 'csv' }));
    const of = (supply: object) =>
      fwiResult(
        {
          2: stepSchemas[2].parse(steps[2]),
          3: stepSchemas[3].parse(steps[3]),
          4: stepSchemas[4].parse(steps[4]),
          5: stepSchemas[5].parse({ ...steps[5], ...supply }),
        },
        { days, normals: [] },
        'INR',
        { turn: async () => undefined },
      );
    const little = await of({ sources: [{ source: 'ground', klPerDay: 2, costPerKL: 12 }] });
    expect(little).toMatchObject({ replacedKL: 730, freshIndex: 1 });
    expect(await of({ yearlyCost: 1e8 })).toMatchObject({ paybackYears: null });
    expect(await of({ sources: [{ source: 'recycled', klPerDay: 50, costPerKL: 1 }] })).toMatchObject({
      replacedKL: 0,
      saving: null,
    });
  });

  it('has the keys of its steps in the form', () => {
    for (const step of [1, 2, 3, 4, 5, 6] as const)
      expect(stepFields[step].map(({ key }) => key).toSorted()).toEqual(Object.keys(stepSchemas[step].shape).toSorted());
  });
});
