import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IndustryFacts, industryFacts } from '../contract/model/industryFacts.ts';
import { unitRoutes } from '../features/units/routes.ts';
import { addIndustry, METER, type Plant, someUnit, startPlant } from '../test/configuredPlant.ts';
import { type Reply, type Rig, sessionsOf, someCaller, startRig } from '../test/httpRig.ts';
import { factsFaults, factsOf } from './facts.ts';
import type { Category, Industry, Unit } from './model.ts';

let plant: Plant;
let rig: Rig;
beforeAll(async () => {
  plant = await startPlant();
  await addIndustry(plant);
  await addIndustry(plant, 'NORTH');
  const may = { permissions: new Set(['ACCOUNT_SETTINGS'] as const) };
  const sessions = sessionsOf({
    asha: { caller: someCaller(may), panel: false },
    ravi: { caller: someCaller(), panel: false },
    north: { caller: someCaller({ ...may, industryId: 'NORTH' }), panel: false },
  });
  rig = await startRig(unitRoutes(plant), { sessions, clock: plant.clock });
});
afterAll(async () => {
  await rig.stop();
  plant.close();
  plant.remove();
});

const call = (method: string, body?: object, token = 'asha'): Promise<Reply> =>
  rig.ask('/api/plant/industry/facts', { method, headers: { authorization: `Bearer ${token}` }, ...(body && { body }) });
type Answer = { facts: IndustryFacts; version: number };
const read = async (token?: string): Promise<Answer> => (await call('GET', undefined, token)).body as Answer;
const none = industryFacts.parse({});
/** Over what a plant without facts has. */
const put = async (facts: object): Promise<Reply> =>
  call('PUT', { facts: { ...none, ...facts }, version: (await read()).version });
const errorsOf = ({ body }: Reply) => (body as { errors: { path: string; message: string }[] }).errors;

const unknown = { transmissivityM2d: null, storativity: null, specificYield: null, tds: null, influenceAreaM2: null };
const aquifer = {
  aquiferId: 'basalt',
  name: 'Deccan basalt',
  kind: 'unconfined',
  lithology: '',
  topMbgl: null,
  bottomMbgl: null,
  ...unknown,
};
const roPlant = { plantId: 'NORTH-sub', recoveryTargetPct: null, designPermeateM3h: null, membraneAreaM2: null };
const production = { month: '2026-10', product: 'Soft drinks', quantity: 9000, unit: 'KL' };
const catchment = { id: 'roof1', name: 'Roof 1', surface: 'roof', areaM2: 2500, firstFlushMm: 1, filterEfficiency: 0.9 };

describe('the facts of a plant', () => {
  it('are as the definitions have them before anything was entered', async () => {
    const { facts } = await read();
    expect(facts).toEqual(industryFacts.parse({}));
    expect(facts).toMatchObject({ production: [], energyEnabled: true, tariffs: { gridKgCO2PerKWh: 0.7 } });
  });

  it('are replaced as a whole and reach the directory', async () => {
    const before = await read();
    const answer = await put({ production: [production], catchments: [catchment], waterStressed: true });
    expect(answer.status, answer.text).toBe(200);
    const { facts, version } = answer.body as Answer;
    expect(version).toBeGreaterThan(before.version);
    expect(facts).toMatchObject({ production: [production], catchments: [{ firstFlushMm: 1, filterEfficiency: 0.9 }] });
    expect(factsOf(plant.directory.industry('DEMO'))).toEqual(facts);
    expect((await put({ aquifers: [aquifer] })).status).toBe(200);
    expect((await read()).facts).toMatchObject({ production: [], waterStressed: false, aquifers: [{ tds: null }] });
  });

  it('lose nothing that a change leaves out, however deep it is: it is refused and named', async () => {
    const sent = { production: [production], catchments: [catchment], tariffs: { ...none.tariffs, ratePerKWh: 8 } };
    await put(sent);
    const { facts, version } = await read();
    const { production: _, ...lacking } = facts;
    const { ratePerKWh: __, ...cheap } = facts.tariffs;
    const { firstFlushMm: ___, ...roof } = catchment;
    for (const [left, path] of [
      [{}, 'facts.tariffs'],
      [lacking, 'facts.production'],
      [{ ...facts, tariffs: cheap }, 'facts.tariffs.ratePerKWh'],
      [{ ...facts, catchments: [roof] }, 'facts.catchments.0.firstFlushMm'],
    ] as const) {
      const answer = await call('PUT', { facts: left, version });
      expect([answer.status, answer.body]).toMatchObject([400, { code: 1430 }]);
      expect(errorsOf(answer)).toContainEqual({ path, message: `${path} missing` });
    }
    expect(await read()).toEqual({ facts, version });
  });

  it('belong to one industry', async () => {
    await put({ turnover: [{ fiscalYear: 2026, amount: 1e9 }] });
    expect((await read('north')).facts.turnover).toEqual([]);
  });

  it('refuse a change made from another version', async () => {
    const { version, facts } = await read();
    const answer = await call('PUT', { facts, version: version - 1 });
    expect(answer.body).toMatchObject({ code: 409, errors: [{ path: 'version' }] });
    expect((await read()).facts).toEqual(facts);
  });

  it('need ACCOUNT_SETTINGS', async () => {
    for (const method of ['GET', 'PUT']) expect((await call(method, undefined, 'ravi')).body).toMatchObject({ code: 401 });
  });

  it.each<[string, object]>([
    ['facts.production.1.month', { production: [production, { ...production, quantity: 1 }] }],
    ['facts.turnover.1.fiscalYear', { turnover: [1, 2].map((amount) => ({ fiscalYear: 2026, amount })) }],
    ['facts.catchments.1.id', { catchments: [catchment, catchment] }],
    ['facts.aquifers.1.aquiferId', { aquifers: [aquifer, aquifer] }],
    ['facts.aquifers.0.bottomMbgl', { aquifers: [{ ...aquifer, topMbgl: 30, bottomMbgl: 10 }] }],
    ['facts.rainWater.usedUnitIds.0', { rainWater: { ...none.rainWater, usedUnitIds: ['nobody'] } }],
    ['facts.roPlants.0.plantId', { roPlants: [roPlant] }],
  ])('are refused as a whole for %s', async (path, facts) => {
    const before = await read();
    const answer = await put(facts);
    expect(answer).toMatchObject({ status: 400, body: { code: 400 } });
    expect(errorsOf(answer).map((one) => one.path)).toEqual([path]);
    expect(await read()).toEqual(before);
  });

  it.each<[string, object]>([
    ['facts.production.0.month', { production: [{ ...production, month: '2026-13' }] }],
    // a year that was typed wrong would count nowhere, and nobody would see it
    ['facts.production.0.month', { production: [{ ...production, month: '0026-10' }] }],
    ['facts.production.0.month', { production: [{ ...production, month: '9999-12' }] }],
    ['facts.catchments.0.areaM2', { catchments: [{ ...catchment, areaM2: -1 }] }],
    ['facts.tariffs.gridKgCO2PerKWh', { tariffs: { ...none.tariffs, gridKgCO2PerKWh: 'much' } }],
  ])('of the wrong shape are 1430 for %s', async (path, facts) => {
    const answer = await put(facts);
    expect(answer.body).toMatchObject({ code: 1430, errors: [{ path }] });
  });

  it('keep an aquifer that a well is in', async () => {
    await put({ aquifers: [aquifer] });
    await plant.units.create('DEMO', someUnit({ type: 'borewell', meta: { meter: METER, well: { aquiferId: 'basalt' } } }));
    const answer = await put({});
    expect(answer).toMatchObject({ status: 400, text: expect.stringContaining('Borewell main is in the aquifer') });
  });
});

describe('facts that name units and sub-categories', () => {
  const faultsOf = (facts: Partial<IndustryFacts>): string[] =>
    factsFaults(
      { ...none, ...facts },
      {
        before: none,
        categories: [{ subCategories: [{ id: 'ro1' }, { id: 'ro2' }] } as Category],
        units: [{ id: 'roof', meta: {} } as Unit, { id: 'pond', meta: {} } as Unit],
      },
    ).map(({ path, message }) => `${path}: ${message}`);

  it('are taken where each is there', () => {
    const rainWater = { ...none.rainWater, usedUnitIds: ['roof', 'pond'] };
    const roPlants = ['ro1', 'ro2'].map((plantId) => ({ ...roPlant, plantId }));
    expect(faultsOf({ rainWater, roPlants })).toEqual([]);
  });

  it('are refused where two slabs of a tariff hold the same hour, and taken where they meet or leave hours out', () => {
    const slabsOf = (...energy: string[]): string[] => {
      const slabs = energy.map((hours) => ({ from: hours.slice(0, 5), to: hours.slice(6), ratePerKWh: 5 }));
      return faultsOf({ tariffs: { ...none.tariffs, energy: slabs } });
    };
    const twice = (index: number, own: string, other: string): string =>
      `facts.tariffs.energy.${index}.from: ${own} and ${other} hold the same hours: each hour has one price`;
    expect([
      slabsOf('22:00-06:00', '06:00-18:00', '18:00-22:00'),
      slabsOf('18:00-22:00', '09:00-11:00'),
      slabsOf('00:00-00:00'),
      slabsOf('06:00-18:00', '17:55-22:00'),
      slabsOf('22:00-06:00', '08:00-09:00', '00:00-01:00'),
      slabsOf('22:00-06:00', '23:00-05:00'),
      slabsOf('10:00-10:00', '03:00-04:00'),
    ]).toEqual([
      ...[[], [], []],
      [twice(1, '17:55-22:00', '06:00-18:00')],
      [twice(2, '00:00-01:00', '22:00-06:00')],
      [twice(1, '23:00-05:00', '22:00-06:00')],
      [twice(1, '03:00-04:00', '10:00-10:00')],
    ]);
  });

  it('are refused where one is not, at its place', () => {
    const rainWater = { ...none.rainWater, usedUnitIds: ['roof', 'gone'] };
    const roPlants = ['ro1', 'ro3'].map((plantId) => ({ ...roPlant, plantId }));
    expect(faultsOf({ rainWater, roPlants })).toEqual([
      'facts.rainWater.usedUnitIds.1: unit gone does not exist',
      'facts.roPlants.1.plantId: sub-category ro3 does not exist',
    ]);
  });
});

describe('facts as they were stored', () => {
  const industry = (facts: unknown): Industry => ({
    id: 'OLD',
    name: 'Old',
    currency: 'INR',
    joinedAtMs: 0,
    disabled: false,
    meta: { facts },
    version: 1,
    shifts: [],
  });

  it('are read once', () => {
    const one = industry({ waterStressed: true });
    expect(factsOf(one)).toBe(factsOf(one));
  });

  it.each([null, 7, 'text', [], [1], { production: 'much' }, { tariffs: 3, __proto__: null }, undefined])(
    'never fail, even as %j',
    (facts) => {
      expect(factsOf(industry(facts))).toEqual(industryFacts.parse({}));
    },
  );

  it('keep what is right beside what is not', () => {
    const read = factsOf(industry({ production: [production, { month: 'x' }], waterStressed: true, tariffs: 'none', later: 1 }));
    expect(read).toEqual(industryFacts.parse({ production: [production], waterStressed: true }));
  });

  it('of an industry that is gone are the defaults', () => {
    expect(factsOf(undefined)).toEqual(industryFacts.parse({}));
  });
});
