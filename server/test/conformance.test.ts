import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { userEndpoints } from '../contract/index.ts';
import { askAt, bearer, type PolicyRig, startPolicyRig } from './policyRig.ts';
import { idsOf } from './wholePlant.ts';

const D = '15/11/2026';
const unit = idsOf('DEMO').unitId;
const foreign = idsOf('NORTH').unitId;

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

const compared = `deviceDataV2/compare?dateA1=${D}&dateB1=${D}&ids1=${unit}&ids2=${unit}&category=ID_SOURCE`;

/** Path and query, HTTP status, then the service code and message of an error. */
type Case = readonly [path: string, status: number, code?: number, message?: string];

const expectCase = async ([path, status, code, message]: Case): Promise<void> => {
  const reply = await ask('GET', path);
  expect(reply.status, reply.text).toBe(status);
  if (code === undefined) return;
  expect(reply.headers['x-service-code']).toBe(String(code));
  expect(reply.body).toMatchObject({ status: 'error', code, message });
};

const sections: Record<string, readonly Case[]> = {
  'deviceData v1': [
    ['deviceData', 400, 1403, 'date1 missing'],
    [`deviceData?date1=${D}`, 400, 1403, 'category missing'],
    [`deviceData?date1=${D}&category=source`, 400, 1403, 'type missing'],
    [`deviceData?date1=${D}&category=nope&type=HOUR`, 404, 1401, 'category not found'],
    [`deviceData?date1=${D}&category=source&type=DAY`, 400, 1403, 'type must be one of HOUR, DATE, MONTH, YEAR'],
    ['deviceData?date1=31/02/2026&category=source&type=HOUR', 400, 1403, 'date1 is a date that does not exist'],
    [`deviceData?date1=${D}&category=source&type=HOUR&date2=31/12/1969`, 400, 1403, 'date2 is before 1970'],
    [`deviceData?date1=${D}&category=source&type=HOUR&divisionFactor=-1`, 400, 1403, 'divisionFactor must be at least 0'],
    [`deviceData?date1=${D}&category=source&type=HOUR&divisionFactor=x`, 400, 1403, 'divisionFactor must be a number'],
    [
      `deviceData?date1=${D}&category=source&type=HOUR&includeToday=no`,
      400,
      1403,
      'includeToday must be one of true, 1, false, 0',
    ],
    [
      'deviceData?date1=01/01/9999&category=source&type=YEAR',
      400,
      1403,
      'YEAR to date1 is 8030 years; at most 75 can be asked for at once',
    ],
    [`deviceData?date1=${D}&category=source&type=HOUR&includeToday=FALSE`, 200],
    [`deviceData?date1=${D}&category=source&type=HOUR&subCategory=nope`, 200],
    [`deviceData/?date1=${D}&category=source&type=DATE`, 200],
    // the industry has no category of these
    [`deviceData?date1=${D}&category=quality&type=HOUR`, 404, 1401, 'category not found'],
    [`deviceData?date1=${D}&category=stock&type=DATE`, 404, 1401, 'category not found'],
    [`deviceData?date1=${D}&category=source&type=MONTH&divisionFactor=0`, 200],
  ],
  deviceDataV2: [
    ['deviceDataV2', 400, 1403, 'date1 missing'],
    [`deviceDataV2?date1=${D}`, 400, 1403, 'category missing'],
    [`deviceDataV2?date1=${D}&category=nope`, 404, 1401, 'category not found'],
    [`deviceDataV2?date1=${D}&category=ALL_CATEGORIES_V2|nope`, 404, 1401, 'category not found'],
    [`deviceDataV2?date1=${D}&category=ID_SOURCE&type=HOUR`, 400, 1403, 'type must be one of DAY, MONTH, YEAR, CUSTOM'],
    [`deviceDataV2?date1=${D}&category=ID_SOURCE&type=CUSTOM`, 400, 1403, 'date2 missing'],
    [`deviceDataV2?date1=${D}&date2=14/11/2026&category=ID_SOURCE&type=CUSTOM`, 400, 1403, 'date2 is before date1'],
    [`deviceDataV2?date1=01/01/1926&date2=${D}&category=ID_SOURCE&type=CUSTOM`, 400, 1403, 'date1 is before 1970'],
    [
      'deviceDataV2?date1=01/01/2000&date2=31/12/2099&category=ID_SOURCE&type=CUSTOM',
      400,
      1403,
      'date1 to date2 is 36525 days; at most 1830 (5 years) can be asked for at once',
    ],
    [`deviceDataV2?date1=${D}&date1=${D}&category=ID_SOURCE`, 400, 400, 'date1 given more than once'],
    [`deviceDataV2?date1=${D}&category=ID_SOURCE`, 200],
    [`deviceDataV2?date1=${D}&category=ALL_CATEGORIES_V2|SOURCE_CATEGORY&type=YEAR`, 200],
    [`deviceDataV2?date1=${D}&category=ID_SOURCE&formattedOutput=0`, 200],
    [
      `deviceDataV2?date1=${D}&category=ID_SOURCE&formattedOutput=2`,
      400,
      1403,
      'formattedOutput must be one of true, 1, false, 0',
    ],
    [`deviceDataV2?date1=${D}&category=ID_SOURCE&v2=TRUE&divisionFactor=0&unitId=${unit}`, 200],
    [`deviceDataV2?date1=${D}&category=ID_SOURCE&v2=yes`, 400, 1403, 'v2 must be one of true, 1, false, 0'],
    [`deviceDataV2?date1=${D}&category=ID_SOURCE&unitId=${foreign}`, 200],
    ['deviceDataV2/compare', 400, 1403, 'dateA1 missing'],
    [`deviceDataV2/compare?dateA1=${D}`, 400, 1403, 'dateB1 missing'],
    [`deviceDataV2/compare?dateA1=${D}&dateB1=${D}`, 400, 1403, 'ids1 missing'],
    [`deviceDataV2/compare?dateA1=${D}&dateB1=${D}&ids1=${unit}`, 400, 1403, 'ids2 missing'],
    [`deviceDataV2/compare?dateA1=${D}&dateB1=${D}&ids1=${unit}&ids2=${unit}`, 400, 1403, 'category missing'],
    [`deviceDataV2/compare?dateA1=${D}&dateB1=${D}&ids1=${unit}&ids2=${unit}&category=ID_SOURCE`, 200],
    [`${compared}&by=UNIT&type=CUSTOM`, 400, 1403, 'dateA2 missing'],
    [`${compared}&type=CUSTOM&dateA2=${D}`, 400, 1403, 'dateB2 missing'],
    [`${compared}&type=CUSTOM&dateA2=${D}&dateB2=14/11/2026`, 400, 1403, 'dateB2 is before dateB1'],
    [`${compared}&type=CUSTOM&dateA2=${D}&dateB2=${D}&divisionFactor=1`, 200],
    [`${compared}&type=HOUR`, 400, 1403, 'type must be one of DAY, MONTH, YEAR, CUSTOM'],
    [`${compared}&by=unit`, 400, 1403, 'by must be one of UNIT, SUB_CATEGORY'],
    [`${compared}&by=SUB_CATEGORY`, 404, 1401, `sub-category ${unit} not found`],
    [`${compared}&ids2=${foreign}`, 404, 1401, `unit ${foreign} not found`],
  ],
  granular: [
    ['granular/unit', 400, 1403, 'date1 missing'],
    [`granular/unit?date1=${D}`, 400, 1403, 'unitId missing'],
    [`granular/unit?date1=${D}&unitId=nope`, 404, 1401, 'unit not found'],
    [`granular/unit?date1=${D}&unitId=${foreign}`, 404, 1401, 'unit not found'],
    [`granular/unit?date1=${D}&unitId=${unit}`, 200],
    [`granular/unit?date1=${D}&unitId=${unit}&date2=30/02/2026`, 400, 1403, 'date2 is a date that does not exist'],
    [`granular/unit?date1=${D}&unitId=${unit}&divisionFactor=-5`, 400, 1403, 'divisionFactor must be at least 0'],
    ['granular/category', 400, 1403, 'date1 missing'],
    [`granular/category?date1=${D}`, 400, 1403, 'categoryId missing'],
    [`granular/category?date1=${D}&categoryId=source`, 400, 1403, 'subCategoryId missing'],
    [`granular/category?date1=${D}&categoryId=source&subCategoryId=nope`, 200],
    [
      `granular/category?date1=${D}&date2=${D}&categoryId=ID_SOURCE&subCategoryId=nope&isStandardCategory=1&divisionFactor=10`,
      200,
    ],
    [
      `granular/category?date1=${D}&categoryId=source&subCategoryId=nope&isStandardCategory=x`,
      400,
      1403,
      'isStandardCategory must be one of true, 1, false, 0',
    ],
  ],
  'landing and summary pages': [
    ['landingPage/userData', 400, 1403, 'date missing'],
    [`landingPage/userData?date=${D}&type=CUSTOM`, 400, 1403, 'date2 missing'],
    [`landingPage/userData?date=${D}&type=CUSTOM&date2=14/11/2026`, 400, 1403, 'date2 is before date'],
    ['landingPage/userData?date=01/01/1960', 400, 1403, 'date is before 1970'],
    [`landingPage/userData?date=${D}&formatter=x`, 400, 1403, 'formatter must be one of default, ai'],
    [`landingPage/userData?date=${D}`, 200],
    [`landingPage/userData?date=${D}&formatter=ai`, 200],
    [`landingPage/userData?date=${D}&pastThreeMonthsEnabled=false&summaryData=false&alertsEnabled=false`, 200],
    [`landingPage/userData?date=${D}&alertsEnabled=x`, 400, 1403, 'alertsEnabled must be one of true, 1, false, 0'],
    ['summaryPage', 400, 1403, 'date1 missing'],
    [`summaryPage?date1=${D}&type=DAY`, 400, 1403, 'type must be one of HOUR, DATE, MONTH, YEAR'],
    [`summaryPage/?date1=${D}`, 200],
    [`summaryPage?date1=${D}&type=DATE&divisionFactor=0`, 200],
    [`summaryPage?date1=${D}&divisionFactor=x`, 400, 1403, 'divisionFactor must be a number'],
    ['summaryPage?date1=01/01/9999&type=YEAR', 400, 1403, 'YEAR to date1 is 8030 years; at most 75 can be asked for at once'],
  ],
  'balance, diagrams, reference data': [
    ['waterBalance/data', 400, 1403, 'date1 missing'],
    [`waterBalance/data?date1=${D}&type=DAY`, 400, 1403, 'type must be one of HOUR, DATE'],
    [`waterBalance/data?date1=${D}&date2=31/12/1969`, 400, 1403, 'date2 is before 1970'],
    [`waterBalance/data?date1=${D}&date2=01/11/2026&type=DATE`, 200],
    [`waterBalance/data?date1=${D}&divisionFactor=0`, 200],
    [`waterBalance/data?date1=${D}&divisionFactor=1.5`, 400, 1403, 'divisionFactor must be a whole number'],
    ['waterBalance/graphEditor', 200],
    ['scada/data', 400, 1403, 'date missing'],
    ['scada/data?date=01/01/1960', 400, 1403, 'date is before 1970'],
    [`scada/data?date=${D}&type=CUSTOM`, 400, 1403, 'type must be one of DAY, MONTH, YEAR'],
    [`scada/data?date=${D}&docType=nope`, 200],
    [`scada/data?date=${D}&prefix=nope&page=nope`, 200],
    [`scada/data?date=${D}&prefix=a/b`, 400, 1403, 'prefix must be at most 64 letters, digits, spaces, dots and dashes'],
    ['scada/graphEditor?prefix=nope&docType=nope', 200],
    ['additionalFeature', 400, 1403, 'featureData missing'],
    ['additionalFeature?featureData=GWI&featureData=alerts,BATHY_DATA', 200],
    ['standardCategoryView/', 200],
    ['common/', 200],
  ],
  'batch, rain, neutrality': [
    ['batchProcess', 400, 1403, 'date1 missing'],
    ['batchProcess?date1=31/12/9998', 400, 1403, 'date1 has not begun yet'],
    [`batchProcess?date1=${D}&date2=31/12/9998`, 400, 1403, 'date2 has not begun yet'],
    [`batchProcess?date1=${D}&date2=14/11/2026`, 200],
    ['batchProcess/range', 400, 1403, 'startDate missing'],
    [`batchProcess/range?startDate=${D}`, 400, 1403, 'endDate missing'],
    [`batchProcess/range?startDate=01/01/1926&endDate=${D}`, 400, 1403, 'startDate is before 1970'],
    [`batchProcess/range?startDate=${D}&endDate=14/11/2026`, 400, 1403, 'endDate is before startDate'],
    [`batchProcess/range?startDate=${D}&endDate=${D}&unitIds=${foreign}`, 404, 1401, `unit ${foreign} not found`],
    ['rainfall/trend', 200],
    [`rainfall/trend?date1=${D}&type=YEAR&rainDay=IMD`, 200],
    [`rainfall/trend?date1=${D}&type=CUSTOM`, 400, 1403, 'type must be one of DAY, MONTH, YEAR'],
    [`rainfall/trend?date1=${D}&rainDay=x`, 400, 1403, 'rainDay must be one of SHIFT, IMD'],
    ['rainfall/trend?date1=01/01/1960', 400, 1403, 'date1 is before 1970'],
    ['rainfall/efficiencySaving', 400, 1403, 'date1 missing'],
    [`rainfall/efficiencySaving?date1=${D}`, 200],
    [`rainfall/efficiencySaving?date1=${D}&date2=14/11/2026&type=DAY&divisionFactor=1`, 200],
    [`rainfall/efficiencySaving?date1=${D}&date2=31/04/2026`, 400, 1403, 'date2 is a date that does not exist'],
    ['rainfall/fwi/fetchAnalyticsRainfallData', 400, 1403, 'unitId missing'],
    [`rainfall/fwi/fetchAnalyticsRainfallData?unitId=${foreign}`, 404, 1401, 'rain unit not found'],
    ['neutrality', 400, 1403, 'date1 missing'],
    [`neutrality?date1=${D}`, 400, 1403, 'date2 missing'],
    [`neutrality?date1=${D}&date2=${D}&divisionFactor=x`, 400, 1403, 'divisionFactor must be a number'],
    [`neutrality?date1=${D}&date2=${D}`, 404, 1401, "Category doesn't exist"],
  ],
  'executive, RO, ground and fresh water': [
    ['executiveSummary/data', 200],
    [`executiveSummary/data?date=${D}&type=CUSTOM`, 400, 1403, 'date2 missing'],
    [`executiveSummary/data?date=${D}&type=CUSTOM&date2=14/11/2026`, 400, 1403, 'date2 is before date'],
    ['executiveSummary/virtualLogin', 400, 1403, 'token missing'],
    ['executiveSummary/virtualLogin?token=x', 401, 1401, 'Ticket is not valid'],
    ['roEfficiency', 400, 1403, 'date1 missing'],
    [`roEfficiency?date1=${D}&date2=31/04/2026`, 400, 1403, 'date2 is a date that does not exist'],
    [`roEfficiency?date1=${D}`, 404, 1401, "Category doesn't exist"],
    [`roEfficiency?date1=${D}&type=CUSTOM`, 400, 1403, 'type must be one of DAY, MONTH, YEAR'],
    [`roEfficiency/logActivities?date1=${D}&date2=01/11/2026`, 400, 1403, 'date2 is before date1'],
    ['roEfficiency/logActivities', 200],
    ['roEfficiency/logActivities?plantId=nope&kind=cip&limit=1', 200],
    ['roEfficiency/logActivities?limit=0', 400, 1403, 'limit must be at least 1'],
    ['gwi/data', 400, 1403, 'month missing'],
    ['gwi/data?month=13/2026', 400, 1403, 'month must be a month as MM/YYYY'],
    ['gwi/data?month=11/2026', 200],
    ['fwi/userDataInput', 400, 1403, 'typeId missing'],
    ['fwi/userDataInput?typeId=nope', 404, 1401, 'form not found'],
  ],
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
    expect(Object.keys((await ask('GET', path)).body as object)).toEqual(['data1']);
    const { data1, data2 } = (await ask('GET', `${path}&date2=14/11/2026`)).body as Record<string, unknown[]>;
    expect([data1?.length, data2?.length]).toEqual([288, 288]);
  });

  it('a sub-category that nobody knows gives an empty list', async () => {
    const { body } = await ask('GET', `granular/category?date1=${D}&categoryId=source&subCategoryId=nope`);
    expect(body).toEqual({ data1: [] });
  });
});

/** Questions with what they need and nothing else, by row; null where the plant of this test has no answer to it. */
const smallest: Readonly<Record<string, string | null>> = {
  '/deviceData': `date1=${D}&category=source&type=HOUR`,
  '/deviceDataV2': `date1=${D}&category=ID_SOURCE`,
  '/deviceDataV2/compare': `dateA1=${D}&dateB1=${D}&ids1=${unit}&ids2=${unit}&category=ID_SOURCE`,
  '/granular/unit': `date1=${D}&unitId=${unit}`,
  '/granular/category': `date1=${D}&categoryId=source&subCategoryId=${idsOf('DEMO').subCategoryId}`,
  '/landingPage/userData': `date=${D}`,
  '/summaryPage': `date1=${D}`,
  '/waterBalance/graphEditor': '',
  '/waterBalance/data': `date1=${D}`,
  '/scada/graphEditor': '',
  '/scada/data': `date=${D}`,
  '/additionalFeature': 'featureData=GWI',
  '/standardCategoryView': '',
  '/common': '',
  '/batchProcess': `date1=${D}`,
  '/batchProcess/range': `startDate=${D}&endDate=${D}`,
  '/rainfall/trend': '',
  '/rainfall/efficiencySaving': `date1=${D}`,
  '/rainfall/fwi/fetchAnalyticsRainfallData': null,
  '/neutrality': null,
  '/executiveSummary/data': '',
  '/executiveSummary/virtualLogin': null,
  '/roEfficiency': null,
  '/roEfficiency/logActivities': '',
  '/gwi/data': 'month=11/2026',
  '/fwi/userDataInput': null,
};
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

describe('every parameter of every row', () => {
  it('is in the tables above', () => {
    expect(rows.map(({ path }) => path).toSorted()).toEqual(Object.keys(smallest).toSorted());
    const asked = Object.values(sections).flatMap((cases) => cases.map(([path]) => path.replace('/?', '?')));
    const isAsked = ([name, path]: Parameter): boolean =>
      asked.some((one) => one.startsWith(`${path.slice(1)}?`) && new RegExp(`[?&]${name}=`).test(one));
    const never = parameters.filter((one) => !isAsked(one));
    expect(never.map(([name, path]) => `${path} ${name}`)).toEqual([]);
  });

  it.each(parameters.filter(([, , absent]) => !absent.success))('%s of %s is told when it is missing', async (name, path) => {
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
