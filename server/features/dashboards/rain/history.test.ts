import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { RainAnalytics, RainHistory } from '../../../contract/user/rainfall.ts';
import { type RainRig, startRainRig } from '../../../test/rainRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { readRainCsv } from './historyCsv.ts';

const FETCH = '/rainfall/fwi/fetchHistoricalRainfallData';
const ANALYTICS = '/rainfall/fwi/fetchAnalyticsRainfallData';

const newPlant = (): TestPlant =>
  new TestPlant()
    .addCategory('RAIN_CATEGORY', ['r'])
    .addUnit({ id: 'gauge', type: 'rain', subCategoryId: 'r', meta: { location: { lat: 18.7, lon: 73.8 } } })
    .addUnit({ id: 'bare', type: 'rain', subCategoryId: 'r' })
    .addUnit({ id: 'meter', type: 'flow', subCategoryId: 'r' });

let rig: RainRig | undefined;
let server: Server | undefined;
afterEach(async () => {
  await rig?.stop();
  server?.closeAllConnections();
  await new Promise((done) => (server ? server.close(done) : done(undefined)));
  [rig, server] = [undefined, undefined];
});

const start = async (more: Partial<Parameters<typeof startRainRig>[0]> = {}): Promise<RainRig> => {
  rig = await startRainRig({ plant: newPlant(), today: '2026-06-20', ...more });
  return rig;
};
const body = (csv: string, fields: object = {}) => ({
  unitId: 'gauge',
  source: 'csv',
  startDate: '01/06/2024',
  endDate: '10/06/2024',
  csv,
  ...fields,
});

describe('a CSV of rain', () => {
  it('is stored, answers what it used, and again changes nothing', async () => {
    const { post, notes } = await start();
    const csv = 'date,rain_mm\n01/06/2024,12.5\n2024-06-02,0\n03/06/2024,\n31/05/2024,7\n';
    const first = await post(FETCH, body(csv));
    expect(first.status, first.text).toBe(200);
    expect(first.body).toEqual({
      status: 'success',
      message: 'Rain of 2 days is stored',
      stored: 2,
      changed: 2,
      from: '01/06/2024',
      to: '02/06/2024',
      source: 'csv',
      missingDays: 8,
      outside: 1,
    });
    expect((await post(FETCH, body(csv))).body).toEqual({ ...(first.body as object), changed: 0 });
    expect((await post(FETCH, body('01/06/2024,13'))).body).toMatchObject({ stored: 1, changed: 1, missingDays: 8 });
    expect(notes[0]).toEqual({
      kind: 'rain.history',
      note: { subject: 'gauge', after: { from: '2024-06-01', to: '2024-06-10', stored: 2, changed: 2, source: 'csv' } },
    });
  });

  it.each([
    [
      'text',
      'date,mm\n01/06/2024,12\n02/06/2024,heavy',
      'csv.3.mm',
      'row 3, column 2 (mm): "heavy" is not an amount of 0 to 2000 mm',
    ],
    ['less than nothing', '01/06/2024,-1', 'csv.1.mm', 'row 1, column 2 (mm): "-1" is not an amount of 0 to 2000 mm'],
    ['more than can fall', '01/06/2024,2001', 'csv.1.mm', 'row 1, column 2 (mm): "2001" is not an amount of 0 to 2000 mm'],
    ['a formula', '01/06/2024,=1+1', 'csv.1.mm', 'row 1, column 2 (mm): "=1+1" is not an amount of 0 to 2000 mm'],
    [
      'no date',
      '01/06/2024,1\nyesterday,5',
      'csv.2.date',
      'row 2, column 1 (date): "yesterday" is not a date as DD/MM/YYYY or YYYY-MM-DD',
    ],
    [
      'a date that does not exist',
      '31/02/2024,1',
      'csv.1.date',
      'row 1, column 1 (date): "31/02/2024" is not a date as DD/MM/YYYY or YYYY-MM-DD',
    ],
    ['a day twice', '01/06/2024,1\n2024-06-01,2', 'csv.2.date', 'row 2, column 1 (date): 2024-06-01 is in row 1 too'],
    ['a day to come', '01/07/2026,1', 'csv', 'csv has rain of 01/07/2026, which is to come'],
    ['nothing', '  ', 'csv', 'csv is needed for this source'],
  ])('with %s is refused whole, with row and column', async (_, csv, path, message) => {
    const { post } = await start();
    const reply = await post(FETCH, body(csv));
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 400, errors: [{ path, message: expect.stringContaining(message) }] });
    expect((await post(FETCH, body('05/06/2024,1'))).body).toMatchObject({ stored: 1, changed: 1, missingDays: 9 });
  });

  it('may have semicolons, tabs, quotes, a byte order mark, line ends of Windows and no heading', async () => {
    for (const csv of ['\uFEFFDate;Rain\r\n01-06-2024;"4.5"\r\n', '01/06/2024\t4.5', '"2024-06-01","4.5",checked'])
      expect(await readRainCsv(csv)).toMatchObject({ days: [{ mm: 4.5 }], faults: [] });
  });

  it('may have separators and line ends inside quotes', async () => {
    const csv = 'date,mm,note\n01/06/2024,4.5,"drizzle; then, at night,\nmore"\n"02/06/2024",1,""\n';
    expect(await readRainCsv(csv)).toMatchObject({ days: [{ mm: 4.5 }, { mm: 1 }], faults: [] });
  });

  it('is refused where a quote never ends', async () => {
    const { faults } = await readRainCsv('01/06/2024,4.5\n02/06/2024,"1\n');
    expect(faults).toEqual([{ path: 'csv', message: 'row 2: a quote is never closed' }]);
  });

  it('names at most fifty faults', async () => {
    expect((await readRainCsv('x,y,\n'.repeat(200))).faults.length).toBe(50);
  });
});

describe('a request for history', () => {
  it.each([
    [{ endDate: '31/05/2024' }, 400, 'endDate is before startDate'],
    [{ startDate: '01/06/1924' }, 400, 'endDate is 36535 days on; at most 18263 (50 years) at once'],
    [{ startDate: '31/02/2024' }, 1430, 'startDate is a date that does not exist'],
    [{ unitId: 'meter' }, 1401, 'rain unit not found'],
    [{ unitId: 'nobody' }, 1401, 'rain unit not found'],
    [{ source: 'guess' }, 1430, 'source must be one of csv, normals, remote'],
    [{ source: 'normals' }, 400, 'district is needed for normals'],
    [
      { source: 'normals', district: 'Atlantis' },
      1401,
      'No normals of Atlantis are known; rain-normals.json in the data folder can hold them',
    ],
    [{ source: 'remote' }, 400, 'source remote is not set up: headworks.json has no rain.remote'],
  ])('%j is %i: %s', async (fields, code, message) => {
    const { post } = await start();
    expect((await post(FETCH, body('01/06/2024,1', fields))).body).toMatchObject({ code, message });
  });

  it('needs the permission FWI, and reaches no gauge of another industry', async () => {
    const { post } = await start();
    expect((await post(FETCH, body('01/06/2024,1'), 'viewer')).body).toMatchObject({ code: 401, reason: 'permission' });
    expect((await post(FETCH, body('01/06/2024,1'), 'north')).body).toMatchObject({ code: 1401 });
  });
});

describe('normals', () => {
  const monthlyMm = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  const own = {
    source: 'Own record',
    period: '1990-2020',
    normals: [
      { state: 'Maharashtra', district: 'Pune', monthlyMm },
      { state: 'A', district: 'Twin', monthlyMm },
      { state: 'B', district: 'Twin', monthlyMm },
    ],
  };
  const ask = { source: 'normals', csv: undefined };

  it('of a district come from the shipped file, and say so', async () => {
    const { post, ask: get } = await start();
    const reply = (await post(FETCH, body('', { ...ask, district: 'pune' }))).body as RainHistory;
    expect(reply).toMatchObject({ stored: 12, changed: 12, missingDays: 10 });
    expect(reply.source).toMatch(/^India Meteorological Department.*1951-2000.*\(Pune, Maharashtra; 1951-2000\)$/);
    const analytics = (await get(`${ANALYTICS}?unitId=gauge`)).body as RainAnalytics;
    expect(analytics.monthlyNormalMm).toMatchObject({ '01': 0.6, '07': 312.9, '12': 6 });
    expect(analytics.normalSource).toBe(reply.source);
    expect((await post(FETCH, body('', { ...ask, district: 'Pune' }))).body).toMatchObject({ changed: 0 });
  });

  it('of the site’s own file go first, and a name in several states asks which', async () => {
    const { post } = await start({ normals: own });
    const district = (fields: object) => post(FETCH, body('', { ...ask, ...fields }));
    expect((await district({ district: 'Pune' })).body).toMatchObject({ source: 'Own record (Pune, Maharashtra; 1990-2020)' });
    expect((await district({ district: 'Twin' })).body).toMatchObject({
      code: 400,
      message: 'district Twin is in A and B: say which state',
    });
    expect((await district({ district: 'Twin', state: 'B' })).body).toMatchObject({ stored: 12 });
    expect((await district({ district: 'Nashik' })).body).toMatchObject({ stored: 12 });
  });

  it('of a file that has another form are not guessed', async () => {
    const { post } = await start({ normals: { ...own, normals: [{ state: 'A', district: 'B', monthlyMm: [1, 2] }] } });
    expect((await post(FETCH, body('', { ...ask, district: 'Pune' }))).body).toMatchObject({
      code: 503,
      message: 'The file of rain normals does not have the form of one',
    });
  });
});

describe('a remote source', () => {
  const serve = async (listener: RequestListener): Promise<string> => {
    const made = createServer(listener);
    server = made;
    await new Promise<void>((done) => made.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
  };
  const remote = (origin: string, more: object = {}) => ({
    url: `${origin}/v1?latitude={lat}&longitude={lon}&start_date={from}&end_date={to}&daily=precipitation_sum`,
    headers: { 'x-key': 'secret' },
    format: 'json' as const,
    timeoutMs: 2000,
    maxBytes: 1000,
    ...more,
  });
  const bring = (fields: object = {}) => rig?.post(FETCH, body('', { source: 'remote', csv: undefined, ...fields }));

  it('is asked for the place of the gauge and the window, and its gaps stay gaps', async () => {
    const asked: string[] = [];
    const origin = await serve((request, response) => {
      asked.push(`${request.url} ${request.headers['x-key']}`);
      response.end(
        JSON.stringify({ daily: { time: ['2024-06-01', '2024-06-02', '2024-06-03'], precipitation_sum: [3.2, null, 0] } }),
      );
    });
    await start({ remote: remote(origin) });
    expect((await bring())?.body).toMatchObject({ stored: 2, missingDays: 8, source: 'remote 127.0.0.1' });
    expect(asked).toEqual([
      '/v1?latitude=18.7&longitude=73.8&start_date=2024-06-01&end_date=2024-06-10&daily=precipitation_sum secret',
    ]);
    expect((await bring({ unitId: 'bare' }))?.body).toMatchObject({
      code: 400,
      message: 'lat is needed with lon: the gauge has no location',
    });
    expect((await bring({ unitId: 'bare', lat: 1, lon: 2 }))?.body).toMatchObject({ stored: 2 });
  });

  it('may answer a CSV', async () => {
    const origin = await serve((_, response) => response.end('date,mm\n2024-06-01,3.2\n'));
    await start({ remote: remote(origin, { format: 'csv' }) });
    expect((await bring())?.body).toMatchObject({ stored: 1 });
  });

  it.each<[string, RequestListener, object, string]>([
    ['does not answer in time', () => undefined, { timeoutMs: 100 }, 'did not answer within 100 ms'],
    ['fails', (_, response) => response.writeHead(500).end(), {}, 'answered 500'],
    [
      'sends elsewhere',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      {},
      'could not be reached',
    ],
    ['never ends', (_, response) => void response.write('x'.repeat(5000)), {}, 'answered more than 1000 bytes'],
    ['answers a page', (_, response) => response.end('<html>'), {}, 'answered something else than daily rain'],
    [
      'counts wrong',
      (_, response) => response.end('{"daily":{"time":["2024-06-01"],"precipitation_sum":[1,2]}}'),
      {},
      'answered another number of days than of amounts',
    ],
    [
      'answers text for rain',
      (_, response) => response.end('2024-06-01,wet'),
      { format: 'csv' },
      'answered a CSV that cannot be read',
    ],
  ])('that %s is unavailable, and nothing is stored', async (_, listener, more, message) => {
    const origin = await serve(listener);
    await start({ remote: remote(origin, more) });
    const reply = await bring();
    expect(reply?.status).toBe(503);
    expect(reply?.body).toMatchObject({ code: 503, message: expect.stringContaining(`The remote source of rain ${message}`) });
    expect((await rig?.post(FETCH, body('05/06/2024,1')))?.body).toMatchObject({ missingDays: 9 });
  });
});
