import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addIndustry, METER, type Plant, startPlant } from '../../test/configuredPlant.ts';
import { type Rig, sessionsOf, someCaller, startRig } from '../../test/httpRig.ts';
import { unitRoutes } from './routes.ts';

const caller = someCaller({ permissions: new Set(['COMMISSIONING']) });

let plant: Plant;
let rig: Rig;
beforeEach(async () => {
  plant = await startPlant();
  await addIndustry(plant);
  rig = await startRig(unitRoutes(plant), { sessions: sessionsOf({ tech: { caller, panel: false } }) });
});
afterEach(async () => {
  await rig.stop();
  plant.close();
  plant.remove();
});

const ask = async (method: string, path: string, body?: object) => {
  const headers = { authorization: 'Bearer tech' };
  const reply = await rig.ask(`/api/plant/units${path}`, { method, headers, ...(body && { body }) });
  return { status: reply.status, body: reply.body as Record<string, unknown> };
};
const spec = { subCategoryId: 'DEMO-sub', name: 'Main', type: 'flow', standardCategoryId: 'SOURCE_CATEGORY', siUnit: 'KL' };
const virtual = (name: string, ...parts: unknown[]) => ({
  ...spec,
  name,
  type: 'virtual',
  meta: { expression: parts.map((unitId) => ({ unitId, factor: 1 })) },
});
const add = async (body: object): Promise<unknown> => (await ask('POST', '', body)).body.id;

describe('a virtual unit that comes back to itself', () => {
  it('is refused with the term and the way round, and nothing of it is stored', async () => {
    const main = await add({ ...spec, meta: { meter: METER } });
    const a = await add(virtual('A', main));
    const b = await add(virtual('B', a));
    const c = await add(virtual('C', main, b));
    const before = (await ask('GET', '')).body;
    const refused = (at: number, message: string) => ({
      status: 400,
      body: {
        status: 'error',
        code: 400,
        errors: [{ path: `meta.expression.${at}.unitId`, message: expect.stringContaining(message) }],
      },
    });
    const usual = { standardCategoryIds: [], deployed: true, position: 0, maxCapacity: null };
    const change = (id: unknown, body: object) => ask('PUT', `/${id}`, { ...usual, ...body, version: 1 });
    expect(await change(a, virtual('New name', main, c))).toMatchObject(refused(1, 'makes a cycle: New name → C → B → New name'));
    expect(await change(a, virtual('A', a))).toMatchObject(refused(0, 'A cannot be a part of itself'));
    expect(await change(b, virtual('B', c, main))).toMatchObject(refused(0, 'makes a cycle: B → C → B'));
    expect(await ask('POST', '', { ...virtual('D', 'mine'), id: 'mine' })).toMatchObject(refused(0, 'unit mine does not exist'));
    expect((await ask('GET', '')).body).toEqual(before);
    expect((await change(c, virtual('C', main))).status).toBe(200);
    expect((await change(a, virtual('A', main, c))).status).toBe(200);
  });
});
