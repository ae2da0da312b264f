import { afterEach, beforeEach, expect, it } from 'vitest';
import { addIndustry, type Plant, startPlant } from '../../test/configuredPlant.ts';
import { type Rig, sessionsOf, someCaller, startRig } from '../../test/httpRig.ts';
import { unitRoutes } from './routes.ts';

const callerOf = (userId: string) => ({
  caller: someCaller({ permissions: new Set(['COMMISSIONING']), userId }),
  panel: false,
});

let plant: Plant;
let rig: Rig;
beforeEach(async () => {
  plant = await startPlant();
  await addIndustry(plant);
  rig = await startRig(unitRoutes(plant), { sessions: sessionsOf({ asha: callerOf('asha'), ravi: callerOf('ravi') }) });
});
afterEach(async () => {
  await rig.stop();
  plant.close();
  plant.remove();
});

const ask = async (method: string, path: string, body?: object, by = 'asha') => {
  const headers = { authorization: `Bearer ${by}` };
  const reply = await rig.ask(`/api/plant/${path}`, { method, headers, ...(body && { body }) });
  return { status: reply.status, body: reply.body as { id: string } };
};
const records = {
  units: { subCategoryId: 'DEMO-sub', name: 'Main', type: 'flow', standardCategoryId: 'SOURCE_CATEGORY', siUnit: 'KL' },
  categories: { displayName: 'Tanks', standardCategoryId: 'STOCK_CATEGORY', siUnit: 'KL' },
  'sub-categories': { categoryId: 'SOURCE_CATEGORY', displayName: 'Wells', group: 'Supply' },
};
const kinds = Object.keys(records) as (keyof typeof records)[];
const numberOf = (kind: keyof typeof records): number => {
  const all = plant.directory.categories('DEMO');
  if (kind === 'units') return plant.directory.units('DEMO').length;
  return kind === 'categories' ? all.length : all.flatMap(({ subCategories }) => subCategories).length;
};
const post = (kind: keyof typeof records, more: object = {}, by = 'asha') => ask('POST', kind, { ...records[kind], ...more }, by);

it.each(kinds)(
  'the same of %s sent again by the same person, meanwhile or after a lost answer, is the one that is there',
  async (kind) => {
    const before = numberOf(kind);
    const [first, second] = await Promise.all([post(kind), post(kind)]);
    expect(first).toMatchObject({ status: 201 });
    expect(second).toEqual(first);
    expect(await post(kind)).toEqual(first);
    expect(numberOf(kind) - before).toBe(1);
  },
);

it.each(kinds)('of %s another name, another person, or what was changed or deleted meanwhile makes another one', async (kind) => {
  const before = numberOf(kind);
  const { body: first } = await post(kind);
  const nameField = kind === 'units' ? 'name' : 'displayName';
  await post(kind, { [nameField]: 'Other' });
  await post(kind, {}, 'ravi');
  expect(numberOf(kind) - before).toBe(3);
  const renamed = { enabled: true, position: 0, ...records[kind], [nameField]: 'Changed', version: 1 };
  const ofUnit = { standardCategoryIds: [], deployed: true, maxCapacity: null, meta: {} };
  const { enabled: _, ...unit } = { ...renamed, ...ofUnit };
  expect(await ask('PUT', `${kind}/${first.id}`, kind === 'units' ? unit : renamed)).toMatchObject({ status: 200 });
  const { body: fourth } = await post(kind);
  expect(numberOf(kind) - before).toBe(4);
  expect(await ask('DELETE', `${kind}/${fourth.id}`)).toMatchObject({ status: 200 });
  expect(await post(kind)).toMatchObject({ status: 201 });
  expect(numberOf(kind) - before).toBe(4);
});

it.each(kinds)('of %s the same a minute later is meant', async (kind) => {
  const before = numberOf(kind);
  await post(kind);
  plant.clock.advance(60_000);
  await post(kind);
  expect(numberOf(kind) - before).toBe(2);
});

it('what was refused can be sent again', async () => {
  const refused = { name: 'Main', subCategoryId: 'none' };
  expect((await Promise.all([post('units', refused), post('units', refused)])).map(({ status }) => status)).toEqual([400, 400]);
  expect(await post('units', refused)).toMatchObject({ status: 400 });
  expect(plant.directory.units('DEMO')).toEqual([]);
});
