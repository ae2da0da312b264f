import { expect } from 'vitest';
import { accepted, hasKeys, listOf, refused, type Section, yesterday } from '../sentence.ts';
import { alike, type Json, oneOf, required, type Sentences } from './dashboardsParts.ts';

const node = (id: string): Json => ({ id, type: 'junction', label: id, unitIds: [], conserve: true, position: { x: 0, y: 0 } });

export const diagrams: Section = {
  name: 'Water balance and SCADA',
  sentences: [
    [
      'the graph has nodes, edges and a layout',
      async (at) => hasKeys(accepted(await at.get('/waterBalance/graphEditor')), 'nodes', 'edges', 'layout'),
    ],
    [
      'a graph with nodes and edges is saved and comes back',
      async (at) => {
        const before = accepted(await at.get('/waterBalance/graphEditor'));
        const graph = {
          nodes: [node('a'), node('b')],
          edges: [{ id: 'e', source: 'a', target: 'b', unitIds: [] }],
          layout: { direction: 'LR', zoom: 1 },
        };
        accepted(await at.ask('POST', '/waterBalance/graphEditor', 'admin', { body: graph }));
        const after = accepted(await at.get('/waterBalance/graphEditor'));
        expect(listOf(after.nodes).map(({ id }) => id)).toEqual(['a', 'b']);
        const { nodes, edges, layout } = before;
        accepted(await at.ask('POST', '/waterBalance/graphEditor', 'admin', { body: { nodes, edges, layout } }));
      },
    ],
    required('/waterBalance/data', 'date1'),
    oneOf(`/waterBalance/data?date1=${yesterday}`, 'type', ['HOUR', 'DATE']),
    [
      'balance: inflow, outflow and balance or leakage of each node',
      async (at) => {
        for (const one of listOf(accepted(await at.get(`/waterBalance/data?date1=${yesterday}`)).nodes))
          hasKeys(one, 'inflow', 'outflow', 'balance', 'leakage');
      },
    ],
    [
      'balance: date2 is taken',
      async (at) => void accepted(await at.get(`/waterBalance/data?date1=${yesterday}&date2=10/11/2026&type=DATE`)),
    ],
    alike('balance: divisionFactor is 1000 where absent', `/waterBalance/data?date1=${yesterday}`, '&divisionFactor=1000'),
    ['the diagram has pages', async (at) => hasKeys(accepted(await at.get('/scada/graphEditor')), 'pages')],
    [
      'prefix and docType choose among diagrams',
      async (at) =>
        expect(accepted(await at.get('/scada/graphEditor?prefix=north&docType=other'))).not.toEqual(
          accepted(await at.get('/scada/graphEditor')),
        ),
    ],
    [
      'a diagram is saved under the prefix and docType of the query',
      async (at) => {
        const page = { id: 'p', name: 'P', level: 1, width: 100, height: 100, nodes: [], edges: [] };
        accepted(await at.ask('POST', '/scada/graphEditor?prefix=two&docType=extra', 'admin', { body: { pages: [page] } }));
        expect(listOf(accepted(await at.get('/scada/graphEditor?prefix=two&docType=extra')).pages).map(({ id }) => id)).toEqual([
          'p',
        ]);
      },
    ],
    required('/scada/data', 'date'),
    alike('scada: type is DAY where absent', `/scada/data?date=${yesterday}`, '&type=DAY'),
    oneOf(`/scada/data?date=${yesterday}`, 'type', ['DAY', 'MONTH', 'YEAR']),
    [
      'scada: a list of pages, each with nodes that carry values (departure: in `pages`)',
      async (at) => {
        const pages = listOf(accepted(await at.get(`/scada/data?date=${yesterday}`)).pages);
        expect(pages.length).toBeGreaterThan(0);
        for (const { nodes } of pages) for (const one of listOf(nodes)) expect(Array.isArray(one.values)).toBe(true);
      },
    ],
    ['scada: docType may be given', async (at) => void accepted(await at.get(`/scada/data?date=${yesterday}&docType=extra`))],
  ],
};

const features = [
  'waterBalance',
  'waterBalanceLeakage',
  'scadaWaterBalance',
  'adminScadaWaterBalance',
  'alerts',
  'executiveSummary',
  'roEfficiencyLog',
  'GWI',
  'HMI_CONFIG',
  'webHMI',
  'map_view',
  'water_ratio',
  'BATHY_DATA',
  'LAKE_BOUNDARY',
  'SATELLITE_MODEL',
];

export const reference: Section = {
  name: 'Configuration, reference data, batch',
  sentences: [
    required('/additionalFeature/', 'featureData'),
    [
      'featureData may be repeated: a document for each',
      async (at) => hasKeys(accepted(await at.get('/additionalFeature/?featureData=GWI&featureData=alerts')), 'GWI', 'alerts'),
    ],
    ...features.map((name): Sentences[number] => [
      `featureData ${name} is known`,
      async (at) => expect(Object.keys(accepted(await at.get(`/additionalFeature/?featureData=${name}`)))).toEqual([name]),
    ]),
    ['featureData outside the list is 1403', async (at) => refused(await at.get('/additionalFeature/?featureData=nope'), 1403)],
    [
      'the standard categories have id, name, sub-categories and whether they are enabled',
      async (at) => {
        const list = listOf(accepted(await at.get('/standardCategoryView/')).standardCategories);
        expect(list.length).toBeGreaterThan(5);
        for (const one of list) hasKeys(one, 'standardCategoryId', 'displayName', 'subCategories', 'enabled');
      },
    ],
    ...[
      'ID_SOURCE',
      'ID_RAW_WATER_STOCK',
      'ID_CONSUMPTION',
      'ID_WATER_CREDITED',
      'ID_WATER_DEBITED',
      'RO_EFFICIENCY_PLANT',
      'GROUND_WATER_LEVEL',
    ].map((id): Sentences[number] => [
      `${id} is a standard category`,
      async (at) =>
        expect(
          listOf(accepted(await at.get('/standardCategoryView/')).standardCategories).map(
            ({ standardCategoryId }) => standardCategoryId,
          ),
        ).toContain(id),
    ]),
    [
      'common has the standard categories, the unit mappings and the industry',
      async (at) => hasKeys(accepted(await at.get('/common/')), 'standardCategories', 'unitMappings', 'industry'),
    ],
    required('/batchProcess/', 'date1'),
    ['batch works a day out again', async (at) => void accepted(await at.get(`/batchProcess/?date1=${yesterday}`))],
    [
      'batch: date2 may be given',
      async (at) => void accepted(await at.get(`/batchProcess/?date1=${yesterday}&date2=${yesterday}`)),
    ],
    [
      'batch over a range of days',
      async (at) => void accepted(await at.get(`/batchProcess/range?startDate=10/11/2026&endDate=${yesterday}`)),
    ],
  ],
};
