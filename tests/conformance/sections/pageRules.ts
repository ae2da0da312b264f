import { expect } from 'vitest';
import { accepted, listOf, refused, type Section, today, yesterday } from '../sentence.ts';
import { type Json, without } from './dashboardsParts.ts';
import { valuesAt } from './fieldsParts.ts';
import { published } from './generalParts.ts';

const landing = `/landingPage/userData?date=${today}`;
const dates: readonly [path: string, ...names: string[]][] = [
  [`/landingPage/userData?date=${today}&type=CUSTOM&date2=${today}`, 'date', 'date2'],
  [`/summaryPage?date1=${today}`, 'date1'],
  [`/waterBalance/data?date1=${today}&date2=${today}`, 'date1', 'date2'],
  [`/scada/data?date=${today}`, 'date'],
  [`/rainfall/trend?date1=${today}`, 'date1'],
  [`/rainfall/efficiencySaving?date1=${today}&date2=${today}`, 'date1', 'date2'],
  [`/neutrality?date1=${today}&date2=${today}`, 'date1', 'date2'],
  [`/roEfficiency?date1=${today}&date2=${today}`, 'date1', 'date2'],
  [`/batchProcess?date1=${yesterday}&date2=${yesterday}`, 'date1', 'date2'],
  [`/batchProcess/range?startDate=${yesterday}&endDate=${yesterday}`, 'startDate', 'endDate'],
  [`/report?startDate=${yesterday}`, 'startDate'],
  [`/report/dailySummary?startDate=${yesterday}`, 'startDate'],
  [`/alerts/unitGraph?date1=${yesterday}&date2=${today}&type=CUSTOM`, 'date1', 'date2'],
  [`/alerts/allIndustries?startDate=${yesterday}&endDate=${today}&type=dateRange`, 'startDate', 'endDate'],
];

export const pageRules: Section = {
  name: 'Dashboards: dates, defaults and sums',
  sentences: [
    ...dates.map(([path, ...names]): Section['sentences'][number] => [
      `${path.split('?')[0]}: ${names.join(' and ')} must be dates that exist, as DD/MM/YYYY`,
      async (at) => {
        for (const name of names)
          for (const bad of ['2026-11-11', '1/11/2026', '31/02/2026', '11/13/2026', '32/01/2026', '00/01/2026']) {
            const reply = await at.get(path.replace(new RegExp(`([?&]${name}=)[^&]*`), `$1${bad}`), 'staff');
            expect(reply.status, `${name} ${bad} ${reply.text.slice(0, 100)}`).toBe(400);
          }
      },
    ]),
    [
      'landing page: three months before, each with the part up to the same day',
      async (at) => {
        const months = listOf(accepted(await at.get(landing)).pastThreeMonths).map(({ month }) => month);
        expect(months.toSorted()).toEqual(['08/2026', '09/2026', '10/2026']);
      },
    ],
    [
      'landing page: each device is either online or listed as offline',
      async (at) => {
        const { devices } = accepted(await at.get(landing)) as { devices: { total: number; online: number; offline: unknown[] } };
        expect(devices.online + devices.offline.length).toBe(devices.total);
      },
    ],
    [
      'landing page, summary page and device data name the same intake of a day, which is that of ID_SOURCE (departure: no sum of all units)',
      async (at) => {
        const day = async (path: string, place: string): Promise<unknown> => valuesAt(accepted(await at.get(path)), place)[0];
        const intake = await day(`/deviceDataV2?date1=${yesterday}&category=ID_SOURCE`, 'total');
        expect(intake).toBeGreaterThan(0);
        expect(await day(`/deviceData?date1=${yesterday}&category=source&type=HOUR`, 'total1')).toBe(intake);
        expect(await day(`/summaryPage?date1=${yesterday}&type=HOUR`, 'categories.0.total.value')).toBe(intake);
        expect(await day(`/landingPage/userData?date=${yesterday}&type=DAY`, 'categories.0.total.value')).toBe(intake);
      },
    ],
    [
      'every row that has a latest value says its unit and its time',
      async (at) => {
        const pages = [
          [`/deviceData?date1=${yesterday}&category=source&type=DATE`, 'subCategories.*.units.*', 'lastUpdatedAt'],
          [
            `/deviceDataV2?date1=${yesterday}&category=SOURCE_CATEGORY&type=MONTH`,
            'categories.*.subCategories.*.units.*',
            'latestAt',
          ],
          [`/landingPage/userData?date=${yesterday}&type=YEAR`, 'categories.*.units.*', 'latestAt'],
        ] as const;
        for (const [path, place, time] of pages) {
          const rows = (valuesAt(accepted(await at.get(path)), place) as Json[]).filter(({ latest }) => latest !== null);
          expect(rows.length, path).toBeGreaterThan(5);
          for (const row of rows) {
            expect(row[time], JSON.stringify(row).slice(0, 200)).not.toBeNull();
            expect(String(row.latestUnit).length).toBeGreaterThan(0);
          }
        }
      },
    ],
    [
      'summary page: the leading zero of a line graph lies a step before the day, so that start and step give the time of each point',
      async (at) => {
        const { lineGraph, window } = accepted(await at.get(`/summaryPage?date1=${yesterday}&type=HOUR`)) as {
          lineGraph: Record<string, { start: string; stepMinutes: number; values: number[]; quality: string }>;
          window: { from: string };
        };
        for (const { start, stepMinutes, values, quality } of Object.values(lineGraph)) {
          expect(values[0]).toBe(0);
          expect(quality).toHaveLength(values.length);
          expect(Date.parse(start) + stepMinutes * 60_000).toBe(Date.parse(window.from));
        }
        expect(Object.keys(lineGraph)).toHaveLength(3);
      },
    ],
    [
      'summary page: type is HOUR where absent',
      async (at) => {
        const path = `/summaryPage?date1=${yesterday}`;
        expect(await without(at, path)).toEqual(await without(at, `${path}&type=HOUR`));
      },
    ],
    [
      'water balance: type is one day by hours where absent, and both graphs keep fields of a client’s own',
      async (at) => {
        const { nodes, edges, layout } = accepted(await at.get('/waterBalance/graphEditor')) as Json;
        const [first, ...others] = listOf(nodes);
        const body = { nodes: [{ ...first, clientColour: 'teal' }, ...others], edges, layout };
        accepted(await at.ask('POST', '/waterBalance/graphEditor', 'admin', { body }));
        expect(listOf(accepted(await at.get('/waterBalance/graphEditor')).nodes)[0]).toMatchObject({ clientColour: 'teal' });
        accepted(await at.ask('POST', '/waterBalance/graphEditor', 'admin', { body: { nodes, edges, layout } }));
      },
    ],
    [
      'a graph of an old version is 409',
      async (at) => {
        const { nodes, edges, layout } = accepted(await at.get('/waterBalance/graphEditor'));
        refused(await at.ask('POST', '/waterBalance/graphEditor', 'admin', { body: { nodes, edges, layout, version: 1 } }), 409);
      },
    ],
    [
      'featureData comes as a list with commas or repeated; what is not there is null',
      async (at) => {
        const listed = accepted(await at.get('/additionalFeature?featureData=GWI,alerts'));
        expect(accepted(await at.get('/additionalFeature?featureData=GWI&featureData=alerts'))).toEqual(listed);
        expect(accepted(await at.get('/additionalFeature?featureData=LAKE_BOUNDARY', 'north'))).toEqual({ LAKE_BOUNDARY: null });
      },
    ],
    [
      'neutrality: date1 is not after date2',
      async (at) => refused(await at.get(`/neutrality?date1=${today}&date2=${yesterday}`), 1403),
    ],
    [
      'rain is that of rain gauges alone',
      async (at) => {
        const gauges = (
          accepted(await at.login({ LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin' })).units as Json[]
        )
          .filter(({ unitType }) => unitType === 'rain')
          .map(({ unitId }) => unitId);
        const units = listOf(accepted(await at.get(`/rainfall/trend?date1=${yesterday}`)).units).map(({ unitId }) => unitId);
        expect(units.toSorted()).toEqual(gauges.toSorted());
      },
    ],
    [
      'fresh water: a first step without typeId is given one, by which it is read',
      async (at) => {
        const data = { siteName: 'South gate', areaM2: 900, district: 'Pune', industryType: 'beverage' };
        const body = accepted(await at.ask('POST', '/fwi/userDataInput', 'admin', { body: { step: 1, data } }));
        expect(JSON.stringify(accepted(await at.get(`/fwi/userDataInput?typeId=${body.typeId}`)))).toContain('South gate');
        for (const step of [0, 1.5, 'x', 99])
          expect((await at.ask('POST', '/fwi/userDataInput', 'admin', { body: { step, data } })).status).toBe(400);
      },
    ],
    [
      'fresh water: the form of a step can be learnt before anything is entered',
      async (at) => {
        const reply = await at.ask('POST', '/fwi/userDataInput', 'admin', { body: { step: 1, data: {} } });
        expect(reply.text).toMatch(/siteName/);
        const document = await at.ask('GET', '/docs/openapi.json');
        expect(document.text).toContain('siteName');
      },
    ],
    [
      'GETs that write refuse what a browser fetches ahead or from another site',
      async (at) => {
        for (const path of ['/accounts/allUnitThresholdUpdate', `/batchProcess?date1=${yesterday}`])
          for (const headers of [{ 'Sec-Purpose': 'prefetch' }, { 'Sec-Fetch-Site': 'cross-site' }])
            expect((await at.ask('GET', path, 'admin', { headers })).status, path).toBeGreaterThanOrEqual(400);
      },
    ],
    [
      'each published operation is in the OpenAPI document',
      async (at) => {
        const { paths } = accepted(await at.ask('GET', '/docs/openapi.json')) as { paths: Record<string, object> };
        for (const [method, path] of published)
          expect(Object.keys(paths[path.replace(/(.)\/$/, '$1')] ?? {}), path).toContain(method.toLowerCase());
      },
    ],
  ],
};
