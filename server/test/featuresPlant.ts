import { afterAll, beforeAll, expect } from 'vitest';
import type { savedFeatures } from '../contract/model/featureData.ts';
import { industryFacts } from '../contract/model/industryFacts.ts';
import { METER, someUnit } from './configuredPlant.ts';
import { type DiagramsRig, startDiagrams } from './diagramsRig.ts';
import type { Reply } from './httpRig.ts';

export let rig: DiagramsRig;
type Answer = { featureData: string; version: number; updatedAt: string; data: Record<string, unknown> } | null;
export const ask = (query: string, token = 'ravi'): Promise<Reply> =>
  rig.call('GET', `/api/user/additionalFeature?${query}`, { token });

export const read = async (feature: string, token?: string): Promise<Answer> => {
  const { status, body, text } = await ask(`featureData=${feature}`, token);
  expect(status, text).toBe(200);
  return (body as Record<string, Answer>)[feature] ?? null;
};
export const save = (feature: string, data: unknown, version?: number, token = 'asha'): Promise<Reply> =>
  rig.call('PUT', `/api/plant/features/${feature}`, { body: { data, ...(version !== undefined && { version }) }, token });

export const ring = [
  [73, 18],
  [74, 18],
  [74, 19],
  [73, 18],
];

export const graph = {
  nodes: [
    { id: 'a', type: 'source', label: 'A', unitIds: ['well'], conserve: false, position: { x: 0, y: 0 } },
    { id: 'b', type: 'consumer', label: 'B', unitIds: [], conserve: false, position: { x: 9, y: 0 }, extra: 1 },
  ],
  edges: [{ id: 'e', source: 'a', target: 'b', unitIds: ['well'] }],
  layout: { direction: 'LR', zoom: 1 },
};
const screens = { pages: [{ id: 'p', name: 'P', tiles: [1] }], palette: { ok: '#00ff00' }, refreshSeconds: 10 };

/** What a water ratio and screens have besides, where nothing is meant. */
export const usual = { ratio: { denominator: [], product: '' }, screens: { palette: {}, refreshSeconds: 5 } };

/** Right data of every feature that is saved. */
export const right: Record<(typeof savedFeatures)[number], object> = {
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

export const serveFeatures = (): void => {
  beforeAll(async () => {
    rig = await startDiagrams();
    const { units, industries, categories } = rig.plant;
    const well = { depthM: 120, aquiferId: 'basalt', piezometer: false };
    const location = { lat: 18.5, lon: 73.9 };
    await units.create('DEMO', someUnit({ type: 'borewell', name: 'Well 1', meta: { meter: METER, well, location } }), 'well');
    const shut = { displayName: 'Shut', standardCategoryId: 'SOURCE_CATEGORY', siUnit: 'KL', enabled: false, position: 1 };
    const { id: categoryId } = await categories.create('DEMO', shut);
    const closed = { displayName: 'Closed', group: '', enabled: true, position: 0, categoryId };
    const { id: subCategoryId } = await categories.createSub('DEMO', closed);
    await units.create(
      'DEMO',
      someUnit({ type: 'borewell', subCategoryId, name: 'Shut', meta: { meter: METER, well, location } }),
    );
    await units.create('DEMO', someUnit({ type: 'manual', name: 'Bottled', meta: {} }), 'bottled');
    await units.create('NORTH', someUnit({ type: 'manual', name: 'Foreign', meta: {} }, 'NORTH'), 'foreign');
    const aquifers = [{ aquiferId: 'basalt', name: 'Basalt', kind: 'unconfined' as const }];
    await industries.changeFacts('DEMO', industryFacts.parse({ aquifers, turnover: [{ fiscalYear: 2025, amount: 7 }] }));
  });
  afterAll(() => rig.stop());
};
