import { describe, expect, it } from 'vitest';
import { features, savedFeatures } from '../../contract/model/featureData.ts';
import { graph, read, right, ring, save, serveFeatures, usual } from '../../test/featuresPlant.ts';
import type { Reply } from '../../test/httpRig.ts';

serveFeatures();

const pathsOf = ({ body }: Reply) => (body as { errors: { path: string }[] }).errors.map(({ path }) => path);

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
    ['HMI_CONFIG', 'palette.ok', { pages: [], ...usual.screens, palette: { ok: 'red;background:url(x)' } }],
    ['webHMI', 'refreshSeconds', { pages: [], ...usual.screens, refreshSeconds: 0 }],
    ['executiveSummary', 'kpis.0', { industryIds: [], kpis: ['luck'] }],
    ['roEfficiencyLog', 'kinds', { kinds: [], chemicals: [] }],
    ['water_ratio', 'numerator', { ...usual.ratio, numerator: [] }],
    ['SATELLITE_MODEL', 'coefficients.a', { bands: ['B3'], coefficients: { a: 'x' }, note: '' }],
    ['SATELLITE_MODEL', 'note', { bands: ['B3'], coefficients: {} }],
    ['waterBalanceLeakage', 'nodes.0.type', { ...graph, nodes: [{ id: 'a' }] }],
    ['waterBalanceLeakage', 'nodes', { edges: [] }],
  ])('%s in the wrong shape is 1430 at %s', async (feature, path, data) => {
    const before = await read(feature);
    const answer = await save(feature, data);
    expect(answer).toMatchObject({ status: 400, body: { code: 1430 } });
    expect(pathsOf(answer)[0]).toBe(path);
    expect(await read(feature)).toEqual(before);
  });

  it.each<[keyof typeof right, string, object]>([
    ['water_ratio', 'data.numerator.1', { ...usual.ratio, numerator: ['well', 'foreign'] }],
    ['water_ratio', 'data.denominator.0', { ...usual.ratio, numerator: ['well'], denominator: ['nobody'] }],
    ['executiveSummary', 'data.industryIds.1', { industryIds: ['DEMO', 'NORTH'], kpis: [] }],
    ['waterBalanceLeakage', 'data.edges.0.target', { ...graph, edges: [{ id: 'e', source: 'a', target: 'x', unitIds: [] }] }],
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
