import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { features, savedFeatures } from '../../contract/model/featureData.ts';
import { industryFacts } from '../../contract/model/industryFacts.ts';
import { METER, someUnit } from '../../test/configuredPlant.ts';
import { type DiagramsRig, startDiagrams } from '../../test/diagramsRig.ts';
import type { Reply } from '../../test/httpRig.ts';

let rig: DiagramsRig;
beforeAll(async () => {
  rig = await startDiagrams();
  const { units, industries } = rig.plant;
  const well = { depthM: 120, aquiferId: 'basalt', piezometer: false };
  const location = { lat: 18.5, lon: 73.9 };
  await units.create('DEMO', someUnit({ type: 'borewell', name: 'Well 1', meta: { meter: METER, well, location } }), 'well');
  await units.create('DEMO', someUnit({ type: 'manual', name: 'Bottled', meta: {} }), 'bottled');
  await units.create('NORTH', someUnit({ type: 'manual', name: 'Foreign', meta: {} }, 'NORTH'), 'foreign');
  const aquifers = [{ aquiferId: 'basalt', name: 'Basalt', kind: 'unconfined' as const }];
  await industries.changeFacts('DEMO', industryFacts.parse({ aquifers, turnover: [{ fiscalYear: 2025, amount: 7 }] }));
});
afterAll(() => rig.stop());

type Answer = { featureData: string; version: number; updatedAt: string; data: Record<string, unknown> } | null;
const ask = (query: string, token = 'ravi'): Promise<Reply> => rig.call('GET', `/api/user/additionalFeature?${query}`, { token });
const read = async (feature: string, token?: string): Promise<Answer> => {
  const { status, body, text } = await ask(`featureData=${feature}`, token);
  expect(status, text).toBe(200);
  return (body as Record<string, Answer>)[feature] ?? null;
};
const save = (feature: string, data: unknown, version?: number, token = 'asha'): Promise<Reply> =>
  rig.call('PUT', `/api/plant/features/${feature}`, { body: { data, ...(version !== undefined && { version }) }, token });
const pathsOf = ({ body }: Reply) => (body as { errors: { path: string }[] }).errors.map(({ path }) => path);

const ring = [
  [73, 18],
  [74, 18],
  [74, 19],
  [73, 18],
];
const graph = {
  nodes: [
    { id: 'a', type: 'source', label: 'A', unitIds: ['well'], conserve: false, position: { x: 0, y: 0 } },
    { id: 'b', type: 'consumer', label: 'B', unitIds: [], conserve: false, position: { x: 9, y: 0 }, extra: 1 },
  ],
  edges: [{ id: 'e', source: 'a', target: 'b', unitIds: ['well'] }],
  layout: { direction: 'LR', zoom: 1 },
};
const screens = { pages: [{ id: 'p', name: 'P', tiles: [1] }], palette: { ok: '#00ff00' }, refreshSeconds: 10 };
/** Right data of every feature that is saved. */
const right: Record<(typeof savedFeatures)[number], object> = {
  waterBalanceLeakage: graph,
  executiveSummary: { industryIds: ['DEMO'], kpis: ['freshKL', 'lossPct'] },
  roEfficiencyLog: { kinds: ['cip'], chemicals: ['Citric acid'] },
  HMI_CONFIG: screens,
  webHMI: screens,
  map_view: {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [73, 18] }, properties: { name: 'Gate' } }],
  },
  water_ratio: { numerator: ['well'], denominator: ['bottled'], product: 'Soft drinks' },
  BATHY_DATA: {
    rows: [
      [0, 0, 0],
      [1, 100, 50],
    ],
  },
  LAKE_BOUNDARY: { type: 'Polygon', coordinates: [ring] },
  SATELLITE_MODEL: { bands: ['B3', 'B8'], coefficients: { a: 0.4 }, note: '' },
};

describe('additional features', () => {
  it('are one key for each that was asked for, however the list is written', async () => {
    const { body } = await ask('featureData=BATHY_DATA,%20webHMI&featureData=HMI_CONFIG');
    expect(body).toEqual({ BATHY_DATA: null, webHMI: null, HMI_CONFIG: null });
  });

  it.each(['', 'featureData=', 'featureData=,'])('without any is 1403: %s', async (query) => {
    expect(await ask(query)).toMatchObject({ status: 400, body: { code: 1403, message: 'featureData missing' } });
  });

  it.each(['nothing', '__proto__', 'constructor', 'GWI,nothing', 'gwi'])('that are not known are 1403: %s', async (name) => {
    expect(await ask(`featureData=${name}`)).toMatchObject({ status: 400, body: { code: 1403 } });
  });

  it('are answered one by one where they are saved, and 1401 before', async () => {
    const one = () => rig.call('GET', '/api/plant/features/water_ratio', { token: 'dina' });
    expect((await one()).body).toMatchObject({ code: 1401 });
    const ratio = { numerator: ['foreign'], denominator: ['foreign'] };
    await save('water_ratio', ratio, undefined, 'north');
    const kept = await rig.call('GET', '/api/plant/features/water_ratio', { token: 'north' });
    expect(kept).toMatchObject({ status: 200, body: { featureData: 'water_ratio', version: 1, data: ratio } });
    expect((await one()).body).toMatchObject({ code: 1401 });
  });

  it('are all answered at once', async () => {
    const { status, body, text } = await ask(`featureData=${features.join()}`);
    expect(status, text).toBe(200);
    expect(Object.keys(body as object).toSorted()).toEqual([...features].toSorted());
  });

  it('hold wells and aquifers of the plant, and of no other', async () => {
    expect(await read('GWI')).toMatchObject({
      featureData: 'GWI',
      version: 0,
      data: {
        wells: [{ unitId: 'well', wellName: 'Well 1', depthM: 120, location: { lat: 18.5 } }],
        aquifer: [{ aquiferId: 'basalt', tds: null }],
      },
    });
    expect((await read('GWI', 'north'))?.data).toEqual({ wells: [], aquifer: [] });
  });

  it('hold the alert settings, as they are by default and as they were saved', async () => {
    expect(await read('alerts')).toMatchObject({ version: 0, data: { email: { enabled: false }, flood: { digest: true } } });
    rig.plant.sqlite.exec(`
      insert into user (id, industry_id, username, role, permissions, created_at) values ('asha', 'DEMO', 'asha', 'admin', '[]', 0);
      insert into settings_document (industry_id, section, version, document, saved_at, saved_by)
      values ('DEMO', 'alerts', 3, '{"flood":{"digest":false}}', 1000, 'asha')`);
    expect(await read('alerts')).toMatchObject({
      version: 3,
      updatedAt: '1970-01-01T00:00:01.000Z',
      data: { flood: { digest: false, perTenMinutes: 10 } },
    });
  });

  it('show units on the map where they are, until a map is saved', async () => {
    expect(await read('map_view')).toMatchObject({
      version: 0,
      data: { features: [{ geometry: { coordinates: [73.9, 18.5] }, properties: { unitId: 'well', unitName: 'Well 1' } }] },
    });
    expect(await read('map_view', 'north')).toBeNull();
    await save('map_view', right.map_view);
    expect(await read('map_view')).toMatchObject({ version: 1, data: right.map_view });
  });

  it('offer every kind of RO activity, until a choice is saved', async () => {
    expect((await read('roEfficiencyLog', 'north'))?.data).toMatchObject({
      kinds: expect.arrayContaining(['cip', 'other']),
      chemicals: [],
    });
  });

  it('hold the diagrams that the SCADA editor saves', async () => {
    expect(await read('adminScadaWaterBalance')).toBeNull();
    await rig.call('POST', '/api/user/scada/graphEditor?docType=adminScadaWaterBalance', { body: { pages: [], theme: 'x' } });
    expect(await read('adminScadaWaterBalance')).toMatchObject({
      version: 1,
      data: { docType: 'adminScadaWaterBalance', version: 1, theme: 'x', updatedBy: 'asha' },
    });
  });

  it('show the water balance graph for leakages until they have one of their own', async () => {
    expect(await read('waterBalanceLeakage', 'north')).toBeNull();
    const documents = { kind: 'waterBalance', name: '', body: { ...graph, nodes: [], edges: [] }, userId: 'kavita' };
    await rig.plant.kysely
      .insertInto('document')
      .values({
        industry_id: 'NORTH',
        kind: documents.kind,
        name: '',
        version: 1,
        saved_at: 0,
        saved_by: 'kavita',
        body: JSON.stringify(documents.body),
      })
      .execute();
    for (const feature of ['waterBalance', 'waterBalanceLeakage'])
      expect(await read(feature, 'north')).toMatchObject({
        featureData: feature,
        version: 1,
        data: { nodes: [], updatedBy: 'kavita' },
      });
  });
});

describe('saving a feature', () => {
  it.each(savedFeatures)('%s keeps what was sent, in versions', async (feature) => {
    const before = (await read(feature))?.version ?? 0;
    const first = await save(feature, right[feature], before);
    expect(first.status, first.text).toBe(200);
    expect(first.body).toMatchObject({ featureData: feature, version: before + 1, data: right[feature] });
    expect(await read(feature)).toMatchObject({ version: before + 1, data: right[feature] });
    expect(await save(feature, right[feature], before)).toMatchObject({ status: 409, body: { code: 409 } });
    expect((await save(feature, right[feature])).body).toMatchObject({ version: before + 2 });
  });

  it('is for one industry', async () => {
    await save('BATHY_DATA', right.BATHY_DATA);
    expect(await read('BATHY_DATA', 'north')).toBeNull();
  });

  it('needs ACCOUNT_SETTINGS', async () => {
    for (const token of ['ravi', 'dina'])
      expect((await save('webHMI', right.webHMI, 0, token)).body).toMatchObject({ code: 401, reason: 'permission' });
  });

  it.each(features.filter((name) => !(savedFeatures as readonly string[]).includes(name)))(
    '%s is edited elsewhere: 1403',
    async (feature) => {
      expect(await save(feature, {})).toMatchObject({ status: 400, body: { code: 1403 } });
    },
  );

  it.each<[keyof typeof right, string, unknown]>([
    [
      'BATHY_DATA',
      'rows.1',
      {
        rows: [
          [1, 5, 5],
          [1, 6, 6],
        ],
      },
    ],
    [
      'BATHY_DATA',
      'rows.0.1',
      {
        rows: [
          [0, 'much', 0],
          [1, 1, 1],
        ],
      },
    ],
    ['LAKE_BOUNDARY', 'coordinates.0', { type: 'Polygon', coordinates: [[...ring.slice(0, 3), [1, 1]]] }],
    ['LAKE_BOUNDARY', 'coordinates.0.0.1', { type: 'Polygon', coordinates: [[[73, 91], ...ring]] }],
    ['LAKE_BOUNDARY', 'type', { type: 'Point', coordinates: [1, 2] }],
    [
      'map_view',
      'features.0.geometry.type',
      { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: { type: 'Blob' }, properties: {} }] },
    ],
    ['HMI_CONFIG', 'palette.ok', { pages: [], palette: { ok: 'red;background:url(x)' } }],
    ['webHMI', 'refreshSeconds', { pages: [], refreshSeconds: 0 }],
    ['executiveSummary', 'kpis.0', { industryIds: [], kpis: ['luck'] }],
    ['roEfficiencyLog', 'kinds', { kinds: [] }],
    ['water_ratio', 'numerator', { numerator: [] }],
    ['SATELLITE_MODEL', 'coefficients.a', { bands: ['B3'], coefficients: { a: 'x' } }],
    ['waterBalanceLeakage', 'nodes', { edges: [] }],
  ])('%s in the wrong shape is 1430 at %s', async (feature, path, data) => {
    const before = await read(feature);
    const answer = await save(feature, data);
    expect(answer).toMatchObject({ status: 400, body: { code: 1430 } });
    expect(pathsOf(answer)[0]).toBe(path);
    expect(await read(feature)).toEqual(before);
  });

  it.each<[keyof typeof right, string, object]>([
    ['water_ratio', 'data.numerator.1', { numerator: ['well', 'foreign'] }],
    ['water_ratio', 'data.denominator.0', { numerator: ['well'], denominator: ['nobody'] }],
    ['executiveSummary', 'data.industryIds.1', { industryIds: ['DEMO', 'NORTH'], kpis: [] }],
    ['waterBalanceLeakage', 'data.edges.0.target', { ...graph, edges: [{ id: 'e', source: 'a', target: 'x' }] }],
    ['waterBalanceLeakage', 'data.nodes.2.id', { ...graph, nodes: [...graph.nodes, graph.nodes[0]] }],
    [
      'waterBalanceLeakage',
      'data.edges.0.unitIds.0',
      { ...graph, edges: [{ id: 'e', source: 'a', target: 'b', unitIds: ['foreign'] }] },
    ],
  ])('%s that breaks a rule is 400 at %s', async (feature, path, data) => {
    const before = await read(feature);
    const answer = await save(feature, data);
    expect(answer).toMatchObject({ status: 400, body: { code: 400 } });
    expect(pathsOf(answer)).toEqual([path]);
    expect(await read(feature)).toEqual(before);
  });

  it('lets internal users name other industries, though not such that do not exist', async () => {
    expect((await save('executiveSummary', { industryIds: ['NORTH'], kpis: [] }, undefined, 'staff')).status).toBe(200);
    expect((await save('executiveSummary', { industryIds: ['SOUTH'], kpis: [] }, undefined, 'staff')).status).toBe(400);
  });
});

describe('versions of documents', () => {
  const versions = (path: string, token = 'asha') => rig.call('GET', `/api/plant/documents/${path}`, { token });

  it('are listed without their bodies and read one by one, so that a change can be undone', async () => {
    for (const note of ['one', 'two']) await save('SATELLITE_MODEL', { ...right.SATELLITE_MODEL, note }, undefined, 'north');
    const { body } = await versions('SATELLITE_MODEL/versions', 'north');
    const savedAt = new Date(rig.plant.clock.now()).toISOString();
    const head = { kind: 'SATELLITE_MODEL', name: '', savedAt, savedBy: 'kavita', savedByName: null };
    expect(body).toEqual({
      versions: [
        { ...head, version: 2 },
        { ...head, version: 1 },
      ],
    });
    const old = (await versions('SATELLITE_MODEL/versions/1', 'north')).body as { body: { note: string } };
    expect(old).toMatchObject({ ...head, version: 1, body: { note: 'one' } });
    expect((await save('SATELLITE_MODEL', old.body, 2, 'north')).body).toMatchObject({ version: 3, data: { note: 'one' } });
  });

  it('are found by name, of the own industry alone', async () => {
    await rig.call('POST', '/api/user/scada/graphEditor?prefix=Line&docType=mine', { body: { pages: [] } });
    expect((await versions('scada/versions?name=Line%2Fmine')).body).toMatchObject({
      versions: [{ name: 'Line/mine', version: 1, savedByName: 'asha' }],
    });
    expect((await versions('scada/versions?name=Line%2Fmine', 'north')).body).toEqual({ versions: [] });
    expect(await versions('scada/versions/1?name=Line%2Fmine', 'north')).toMatchObject({ status: 404, body: { code: 404 } });
  });

  it.each(['0', '99', 'x', '1e0', '-1'])('that do not exist are 404: %s', async (version) => {
    expect(await versions(`scada/versions/${version}?name=Line%2Fmine`)).toMatchObject({ status: 404, body: { code: 404 } });
  });

  it('are for the editor of the kind, or for those with the settings', async () => {
    expect((await versions('scada/versions', 'dina')).status).toBe(200);
    for (const path of ['waterBalance/versions', 'webHMI/versions/1', 'anything/versions'])
      expect((await versions(path, 'dina')).body).toMatchObject({ code: 401, reason: 'permission' });
    expect((await versions('scada/versions', 'ravi')).body).toMatchObject({ code: 401, reason: 'permission' });
  });
});

describe('reference data', () => {
  it('hold the master list, units of measure, the industry and the enumerations', async () => {
    const { body } = await rig.call('GET', '/api/user/common/', { token: 'ravi' });
    expect(body).toMatchObject({
      standardCategories: expect.arrayContaining([
        {
          standardCategoryId: 'ID_SOURCE',
          name: 'Source',
          unitTypes: ['flow', 'borewell', 'manual', 'virtual'],
          siUnits: ['KL', 'm3', 'L', 'ML'],
        },
      ]),
      unitMappings: { KL: { toBase: 1000, base: 'L', decimals: 2 }, kWh: { toBase: 1000, base: 'Wh', decimals: 1 } },
      industry: { industryId: 'DEMO', timezone: 'Asia/Kolkata', shift: { startAt: '06:00:00' }, currency: 'INR' },
      enums: { featureData: [...features], qualityLetter: ['G', 'E', 'F', 'B', 'M', 'R', 'X'] },
      serverTime: new Date(rig.plant.clock.now()).toISOString(),
      version: '1.2.3',
    });
  });

  it('show the notes of the industry, and neither its facts nor its settings', async () => {
    await rig.plant.kysely
      .updateTable('industry')
      .set({ meta: JSON.stringify({ ...rig.plant.directory.industry('DEMO')?.meta, address: 'Plot 7', logo: '/x.png' }) })
      .where('id', '=', 'DEMO')
      .execute();
    await rig.plant.changes.run('DEMO', async () => undefined);
    const { body } = await rig.call('GET', '/api/user/common', { token: 'ravi' });
    expect((body as { industry: { meta: unknown } }).industry.meta).toEqual({ address: 'Plot 7' });
    expect(JSON.stringify(body)).not.toContain('fiscalYear');
  });
});
