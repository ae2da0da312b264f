import { expect } from 'vitest';
import type { ConformancePlant, Username } from '../plants.ts';
import { accepted, bodyOf, hasKeys, listOf, refused, type Section, today, yesterday } from '../sentence.ts';

type Json = Record<string, unknown>;
type Sentences = Section['sentences'];
const without = async (at: ConformancePlant, path: string): Promise<Json> => ({
  ...accepted(await at.get(path)),
  refreshedAt: 0,
  requestId: 0,
});
/** Two paths answer the same. */
const alike = (promise: string, path: string, more: string): Sentences[number] => [
  promise,
  async (at) => expect(await without(at, path)).toEqual(await without(at, path + more)),
];
const required = (path: string, name: string, user: Username = 'admin'): Sentences[number] => [
  `${path.split('?')[0]}: ${name} is required: 1403`,
  async (at) => refused(await at.get(path, user), 1403, `${name} missing`),
];
const oneOf = (path: string, name: string, values: readonly string[]): Sentences[number] => [
  `${path.split('?')[0]}: ${name} is ${values.join(', ')}`,
  async (at) => {
    const join = path.includes('?') ? '&' : '?';
    for (const value of values) accepted(await at.get(`${path}${join}${name}=${value}`));
    refused(await at.get(`${path}${join}${name}=nope`), 1403);
  },
];

const landing = `/landingPage/userData?date=${today}`;
export const landingPage: Section = {
  name: 'GET /landingPage/userData',
  sentences: [
    required('/landingPage/userData', 'date'),
    alike('type is MONTH where absent', landing, '&type=MONTH'),
    oneOf(`${landing}&date2=${today}`, 'type', ['MONTH', 'DAY', 'YEAR', 'CUSTOM']),
    [
      'CUSTOM ends with date2',
      async (at) => {
        refused(await at.get(`${landing}&type=CUSTOM`), 1403);
        expect(accepted(await at.get(`/landingPage/userData?date=${yesterday}&date2=${today}&type=CUSTOM`)).window).toMatchObject(
          { from: '2026-11-11T00:30:00.000Z', to: '2026-11-13T00:30:00.000Z' },
        );
      },
    ],
    alike(
      'pastThreeMonthsEnabled, summaryData and alertsEnabled are true where absent',
      landing,
      '&pastThreeMonthsEnabled=true&summaryData=true&alertsEnabled=true',
    ),
    [
      'each of the three can be left out',
      async (at) => {
        const body = accepted(await at.get(`${landing}&pastThreeMonthsEnabled=false&summaryData=false&alertsEnabled=false`));
        for (const key of ['pastThreeMonths', 'summary', 'alerts']) expect(body).not.toHaveProperty(key);
        hasKeys(accepted(await at.get(landing)), 'pastThreeMonths', 'summary', 'alerts');
      },
    ],
    [
      'has totals by category, what is online and alert counts',
      async (at) => {
        const body = accepted(await at.get(landing));
        for (const one of listOf(body.categories)) hasKeys(one, 'standardCategoryId', 'total');
        hasKeys(body.devices, 'total', 'online', 'offline');
        hasKeys(body.alerts, 'total');
      },
    ],
    [
      'categories come in the fixed order',
      async (at) => {
        const ids = listOf(accepted(await at.get(landing)).categories).map(({ standardCategoryId }) => standardCategoryId);
        expect(ids.slice(0, 4)).toEqual(['SOURCE_CATEGORY', 'STOCK_CATEGORY', 'GROUND_WATER_LEVEL', 'QUALITY_CATEGORY']);
      },
    ],
    alike('formatter is default where absent', landing, '&formatter=default'),
    [
      'formatter=ai answers the plain dictionary',
      async (at) =>
        expect(Object.keys(accepted(await at.get(`${landing}&formatter=ai`)))).not.toEqual(
          Object.keys(accepted(await at.get(landing))),
        ),
    ],
  ],
};

const summary = `/summaryPage/?date1=${today}`;
export const summaryPage: Section = {
  name: 'GET /summaryPage',
  sentences: [
    required('/summaryPage/', 'date1'),
    alike('divisionFactor is 1000 where absent', summary, '&divisionFactor=1000'),
    oneOf(summary, 'type', ['HOUR', 'DATE', 'MONTH', 'YEAR']),
    [
      'asks all enabled categories at once',
      async (at) => expect(listOf(accepted(await at.get(summary)).categories).length).toBeGreaterThan(3),
    ],
    [
      'lays the alerts of the day over the units',
      async (at) => {
        const body = accepted(await at.get(summary));
        expect(typeof body.alertCount).toBe('number');
        for (const { subCategories } of listOf(body.categories))
          for (const { units } of listOf(subCategories)) for (const unit of listOf(units)) hasKeys(unit, 'alerts');
      },
    ],
    [
      'has the line graphs of stock, inflow and consumption where the industry counts them',
      async (at) => hasKeys(accepted(await at.get(summary)).lineGraph, 'rawWaterStock', 'source', 'consumption'),
    ],
    [
      'a line graph of 48 half hours has a leading zero point',
      async (at) => {
        const { source } = accepted(await at.get(`/summaryPage/?date1=${yesterday}&type=HOUR`)).lineGraph as {
          source: { values: number[]; stepMinutes: number };
        };
        expect([source.values.length, source.values[0], source.stepMinutes]).toEqual([49, 0, 30]);
      },
    ],
  ],
};

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

const ro = `/roEfficiency/?date1=${today}`;
export const water: Section = {
  name: 'Rainfall, neutrality, RO, groundwater, fresh water',
  sentences: [
    [
      'rain trend: a series of each gauge',
      async (at) => {
        const units = listOf(accepted(await at.get(`/rainfall/trend?date1=${yesterday}&type=DAY`)).units);
        expect(units.length).toBeGreaterThan(0);
        for (const unit of units) hasKeys(unit, 'unitId', 'graph');
      },
    ],
    required('/rainfall/efficiencySaving', 'date1'),
    [
      'efficiencySaving: date2 is compared with',
      async (at) =>
        hasKeys(accepted(await at.get(`/rainfall/efficiencySaving?date1=${yesterday}&date2=10/11/2026`)), 'data1', 'data2'),
    ],
    alike(
      'efficiencySaving: divisionFactor is 1000 where absent',
      `/rainfall/efficiencySaving?date1=${yesterday}`,
      '&divisionFactor=1000',
    ),
    [
      'rain of the past is stored',
      async (at) => {
        const body = {
          unitId: 'demo-rain',
          source: 'csv',
          startDate: '01/06/2026',
          endDate: '02/06/2026',
          csv: '01/06/2026,3\n02/06/2026,4',
        };
        accepted(await at.ask('POST', '/rainfall/fwi/fetchHistoricalRainfallData', 'admin', { body }));
      },
    ],
    required('/rainfall/fwi/fetchAnalyticsRainfallData', 'unitId'),
    [
      'analytics of a gauge',
      async (at) =>
        expect(accepted(await at.get('/rainfall/fwi/fetchAnalyticsRainfallData?unitId=demo-rain')).unitId).toBe('demo-rain'),
    ],
    required(`/neutrality/?date2=${today}`, 'date1'),
    required(`/neutrality/?date1=${today}`, 'date2'),
    [
      'neutrality compares credited with debited water in an index',
      async (at) => {
        const body = accepted(await at.get(`/neutrality/?date1=01/11/2026&date2=${yesterday}`)) as {
          credited: Json;
          debited: Json;
          index: number;
        };
        expect(body.index).toBeCloseTo(Number(body.credited.value) / Number(body.debited.value), 2);
      },
    ],
    alike(
      'neutrality: divisionFactor is 1000 where absent',
      `/neutrality/?date1=${yesterday}&date2=${yesterday}`,
      '&divisionFactor=1000',
    ),
    required('/roEfficiency/', 'date1'),
    alike('RO: type is DAY where absent', ro, '&type=DAY'),
    oneOf(ro, 'type', ['DAY', 'MONTH', 'YEAR']),
    [
      'RO: the flows, recovery, rejection and specific energy of each train',
      async (at) => {
        const { data1 } = accepted(await at.get(ro)) as { data1: Json };
        for (const plant of listOf(data1.plants))
          hasKeys(plant, 'feed', 'permeate', 'reject', 'recoveryPct', 'saltRejectionPct', 'energy');
      },
    ],
    ['RO: date2 is compared with', async (at) => hasKeys(accepted(await at.get(`${ro}&date2=${yesterday}`)), 'data1', 'data2')],
    ['RO: an industry without it is 1401', async (at) => refused(await at.get(ro, 'north'), 1401)],
    [
      'RO log: an entry is made and listed',
      async (at) => {
        const body = { plantId: 'treatment', kind: 'chemical_dosing', start: '2026-11-12T05:00:00Z', remark: 'As usual' };
        accepted(await at.ask('POST', '/roEfficiency/logActivities', 'admin', { body }));
        expect(
          listOf(accepted(await at.get('/roEfficiency/logActivities')).logs).some(({ remark }) => remark === 'As usual'),
        ).toBe(true);
      },
    ],
    required('/gwi/data', 'month'),
    [
      'month is MM/YYYY',
      async (at) => {
        for (const bad of ['13/2026', '2026-11', '1/2026', '11/11/2026']) refused(await at.get(`/gwi/data?month=${bad}`), 1403);
      },
    ],
    [
      'groundwater: static, yearly and aquifer data',
      async (at) => hasKeys(accepted(await at.get('/gwi/data?month=11/2026')), 'staticData', 'yearlyData', 'aquiferData'),
    ],
    [
      'fresh water: a step is kept and the next one named',
      async (at) => {
        const data = { siteName: 'North gate', areaM2: 2500, district: 'Pune', industryType: 'beverage' };
        expect(
          accepted(await at.ask('POST', '/fwi/userDataInput', 'admin', { body: { step: 1, typeId: 'site-a', data } })).nextStep,
        ).toBe(2);
      },
    ],
    [
      'fresh water: what was entered comes back by typeId',
      async (at) => expect(JSON.stringify(bodyOf(await at.get('/fwi/userDataInput?typeId=site-a')))).toContain('North gate'),
    ],
    required('/fwi/userDataInput', 'typeId'),
  ],
};

export const executive: Section = {
  name: 'Executive summary and PLC',
  sentences: [
    [
      'KPIs, trends and units of the industries that are covered',
      async (at) => {
        const body = accepted(await at.get('/executiveSummary/data'));
        for (const one of listOf(body.industries)) hasKeys(one, 'industryId', 'kpis', 'isPinned');
        hasKeys(body, 'trends', 'totals');
      },
    ],
    [
      'pin toggles isPinned',
      async (at) => {
        const pin = (): Promise<unknown> =>
          at
            .ask('PUT', '/executiveSummary/pin', 'admin', { body: { industryId: 'DEMO' } })
            .then((reply) => accepted(reply).isPinned);
        expect([await pin(), await pin()]).toEqual([true, false]);
      },
    ],
    [
      'virtualLogin opens the summary without a full token',
      async (at) => {
        const { ticket } = accepted(await at.ask('POST', '/executiveSummary/virtualLogin/ticket', 'admin'));
        const { access_token } = accepted(await at.ask('GET', `/executiveSummary/virtualLogin?token=${ticket}`));
        accepted(await at.ask('GET', `/executiveSummary/data?jwt=${access_token}`));
        expect((await at.ask('GET', `/common?jwt=${access_token}`)).status).toBe(401);
      },
    ],
    [
      'relay: command is open or close',
      async (at) => {
        const ask = (command: string): ReturnType<ConformancePlant['ask']> =>
          at.ask('POST', '/plc/relay/valve', 'admin', { body: { deviceId: 'demo-gardenValve', command } });
        expect((await ask('explode')).status).toBe(400);
      },
    ],
    [
      'relay: what cannot be delivered is 500',
      async (at) =>
        refused(
          await at.ask('POST', '/plc/relay/valve', 'admin', { body: { deviceId: 'demo-gardenValve', command: 'open' } }),
          500,
        ),
    ],
    [
      'relay: deviceId and command are required',
      async (at) => {
        for (const body of [{ deviceId: 'demo-gardenValve' }, { command: 'open' }])
          expect((await at.ask('POST', '/plc/relay/valve', 'admin', { body })).status).toBe(400);
      },
    ],
    [
      'every operation is in the audit log',
      async (at) => {
        const { access_token } = await at.tokensOf('admin');
        const text = await (
          await fetch(`${at.url}/api/plant/audit`, { headers: { authorization: `Bearer ${access_token}` } })
        ).text();
        expect(text).toMatch(/plc\./);
      },
    ],
    [
      'write frames to a device that is not there are refused',
      async (at) => {
        const frames = [{ frameId: 'A.START', slaveId: 1, fn: 6, address: 0, values: [1] }];
        expect((await at.ask('POST', '/plc/write-registers', 'admin', { body: { deviceId: 'nope', frames } })).status).toBe(404);
      },
    ],
    [
      'read frames name a device and at least one frame',
      async (at) => {
        expect(
          (await at.ask('POST', '/plc/read-registers', 'admin', { body: { deviceId: 'demo-valveBoard', frames: [] } })).status,
        ).toBe(400);
      },
    ],
  ],
};

export const sections = [landingPage, summaryPage, diagrams, reference, water, executive];
