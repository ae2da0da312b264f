import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { userEndpoints } from '../contract/index.ts';
import { type Case, D, foreign, sections, smallest, unit } from './conformanceCases.ts';
import { askAt, bearer, type PolicyRig, startPolicyRig } from './policyRig.ts';

let rig: PolicyRig;
beforeAll(async () => {
  rig = await startPolicyRig();
});
afterAll(() => rig.stop());

const ask = (method: string, path: string, body?: unknown) =>
  askAt(rig.plant.url(), `/api/user/${path}`, {
    method,
    headers: bearer(rig.tokens.admin),
    ...(body !== undefined && { body: body as object }),
  });

const expectCase = async ([path, status, code, message]: Case): Promise<void> => {
  const reply = await ask('GET', path);
  expect(reply.status, reply.text).toBe(status);
  if (code === undefined) return;
  expect(reply.headers['x-service-code']).toBe(String(code));
  expect(reply.body).toMatchObject({ status: 'error', code, message });
};

describe.each(Object.entries(sections))('%s', (_section, cases) => {
  it.each(cases.map((one) => [one[0], one] as const))('%s', (_path, one) => expectCase(one));
});

describe('defaults', () => {
  it.each([
    [`deviceDataV2?date1=${D}&category=ID_SOURCE`, '&type=DAY&formattedOutput=true&divisionFactor=1000&v2=false'],
    [`deviceData?date1=${D}&category=source&type=HOUR`, '&divisionFactor=0&includeToday=true'],
    [`granular/unit?date1=${D}&unitId=${unit}`, '&divisionFactor=1000'],
    [`summaryPage?date1=${D}`, '&divisionFactor=1000'],
    [`neutrality?date1=${D}&date2=${D}`, '&divisionFactor=1000'],
  ])('%s is %s', async (path, written) => {
    const [plain, full] = [await ask('GET', path), await ask('GET', path + written)];
    const { requestId: _one, ...left } = plain.body as Record<string, unknown>;
    const { requestId: _other, ...right } = full.body as Record<string, unknown>;
    expect(left).toEqual(right);
  });

  it('a second date adds its data, and nothing without it', async () => {
    const path = `granular/unit?date1=${D}&unitId=${unit}`;
    expect(Object.keys((await ask('GET', path)).body as object)).toEqual(['siUnit', 'data1']);
    const { data1, data2 } = (await ask('GET', `${path}&date2=14/11/2026`)).body as Record<string, unknown[]>;
    expect([data1?.length, data2?.length]).toEqual([288, 288]);
  });

  it('a sub-category that nobody knows gives an empty list', async () => {
    const { body } = await ask('GET', `granular/category?date1=${D}&categoryId=source&subCategoryId=nope`);
    expect(body).toEqual({ siUnit: '', data1: [] });
  });
});

const rows = userEndpoints.filter(({ method, path }) => method === 'get' && path in smallest);
type Parameter = readonly [name: string, path: string, absent: { success: boolean; data?: unknown }];
const parameters = rows.flatMap(({ path, query }) =>
  Object.entries(query?.shape ?? {}).map(([name, schema]): Parameter => [name, path, (schema as z.ZodType).safeParse(undefined)]),
);
/** What an answer says but for the moment at which it was made. */
const lasting = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (key, value) =>
      ['requestId', 'refreshedAt', 'serverTime', 'jobId', 'durationMs'].includes(key) ? undefined : value,
    ),
  );

it('a date that is none is reported once', async () => {
  for (const path of [`deviceDataV2?date1=1/6/2026&category=ID_SOURCE`, 'gwi/data?month=6/2026'])
    expect(((await ask('GET', path)).body as { errors: unknown[] }).errors).toHaveLength(1);
});

describe('every parameter of every row', () => {
  it('is in the tables above', () => {
    expect(rows.map(({ path }) => path).toSorted()).toEqual(Object.keys(smallest).toSorted());
    const asked = Object.values(sections).flatMap((cases) => cases.map(([path]) => path.replace('/?', '?')));
    const isAsked = ([name, path]: Parameter): boolean =>
      asked.some((one) => one.startsWith(`${path.slice(1)}?`) && new RegExp(`[?&]${name}=`).test(one));
    const never = parameters.filter((one) => !isAsked(one));
    expect(never.map(([name, path]) => `${path} ${name}`)).toEqual([]);
  });

  it.each(parameters.filter(([, , absent]) => !absent.success))('%s of %s is reported when it is missing', async (name, path) => {
    const sent = new URLSearchParams(smallest[path] ?? '');
    sent.delete(name);
    for (const [other, , absent] of parameters.filter(([other, where]) => where === path && other !== name))
      if (!absent.success && !sent.has(other)) sent.set(other, other.startsWith('date') ? D : 'x');
    const { status, body } = await ask('GET', `${path.slice(1)}?${sent}`);
    expect([status, (body as { code: number }).code, (body as { message: string }).message]).toEqual([
      400,
      1403,
      `${name} missing`,
    ]);
  });

  const optional = parameters.filter(([, path, { success, data }]) => success && data !== undefined && smallest[path] !== null);
  it.each(optional)('%s of %s is its default where it is absent', async (name, path, { data }) => {
    const sent = new URLSearchParams(smallest[path] ?? '');
    const plain = await ask('GET', `${path.slice(1)}?${sent}`);
    sent.set(name, String(data));
    const full = await ask('GET', `${path.slice(1)}?${sent}`);
    expect([plain.status, full.status], full.text).toEqual([200, 200]);
    expect(lasting(full.body)).toEqual(lasting(plain.body));
  });
});

describe('a body that cannot be taken', () => {
  const node = (id: string) => ({ id, type: 'junction', label: id, unitIds: [], conserve: true, position: { x: 0, y: 0 } });
  const layout = { direction: 'LR', zoom: 1 };
  const edge = { id: 'e', source: 'a', target: 'nobody', unitIds: [] };
  it.each([
    ['an edge without its node', { nodes: [node('a')], edges: [edge], layout }],
    ['an id given twice', { nodes: [node('a'), node('a')], edges: [], layout }],
    ['a unit of another industry', { nodes: [{ ...node('a'), unitIds: [foreign] }], edges: [], layout }],
    ['10,000 nodes', { nodes: Array.from({ length: 10_000 }, (_, index) => node(`n${index}`)), edges: [], layout }],
  ])('a graph with %s is 400 and nothing is saved', async (_name, body) => {
    const before = (await ask('GET', 'waterBalance/graphEditor')).body;
    const reply = await ask('POST', 'waterBalance/graphEditor', body);
    expect(reply.status, reply.text).toBe(400);
    expect((await ask('GET', 'waterBalance/graphEditor')).body).toEqual(before);
  });

  it('a log entry for a plant that does not exist is 1401', async () => {
    const body = { plantId: 'nope', kind: 'cip', start: '2026-11-01T00:00:00Z' };
    expect((await ask('POST', 'roEfficiency/logActivities', body)).body).toMatchObject({ code: 1401 });
  });

  it('a step of the fresh-water form that breaks a rule is 400', async () => {
    expect((await ask('POST', 'fwi/userDataInput', { step: 7, data: {} })).status).toBe(400);
    expect((await ask('POST', 'fwi/userDataInput', { step: 1, data: {} })).status).toBe(400);
  });
});
